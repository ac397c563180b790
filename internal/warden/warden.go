package warden

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"club99/internal/limits"
	"club99/internal/store"
	"club99/internal/table"
	"club99/internal/wire"
	"club99/money"
)

// keepEvery is how often times at the tables are kept.
const keepEvery = time.Minute

// idle is how long a player who is at no table is remembered without being asked for.
const idle = 10 * time.Minute

// keptAtOnce is how many times at the tables are kept in one go: few enough that
// nobody's bet waits for them.
const keptAtOnce = 64

// ErrShorter says that a break or an exclusion would end no later than the one that holds.
var ErrShorter = limits.ErrShorter

// Warden knows all players at the tables. Its methods may be called from any goroutine.
type Warden struct {
	store store.Wellbeing
	log   *slog.Logger
	now   func() time.Time

	mu     sync.Mutex
	people map[int64]*person
	rolls  map[string]roll // where nodes share players: by node, what it said last

	keeping sync.Mutex // held from reading a clock until it is kept, so that none is kept over a newer one

	end  context.CancelFunc
	work sync.WaitGroup
}

var _ table.Guard = (*Warden)(nil)

// Open returns a warden that begins to keep times; now is the clock, in the zone by
// whose midnight days begin.
func Open(st store.Wellbeing, now func() time.Time, log *slog.Logger) *Warden {
	w := &Warden{store: st, log: log, now: now, people: map[int64]*person{}}
	ctx, end := context.WithCancel(context.Background())
	w.end = end
	w.work.Go(func() { w.keepOn(ctx) })
	return w
}

// Close keeps the times at the tables for the last time. The tables must be closed.
func (w *Warden) Close() {
	w.end()
	w.work.Wait()
	w.keep(context.Background())
}

// find is a player, without any lock; it may be gone by the time there is one.
func (w *Warden) find(player int64) *person {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.people[player]
	if p == nil {
		p = &person{id: player, tables: map[string]standing{}, used: w.now()}
		w.people[player] = p
	}
	return p
}

// of is a player, with the lock held of what is remembered, until leave is called.
func (w *Warden) of(player int64) (p *person, leave func()) {
	for {
		p = w.find(player)
		p.mu.Lock()
		if !p.gone {
			return p, p.mu.Unlock
		}
		p.mu.Unlock() // forgotten meanwhile: there is another
	}
}

// known is of, with what is kept of the player read.
func (w *Warden) known(ctx context.Context, player int64) (p *person, leave func(), err error) {
	p, leave = w.of(player)
	p.used = w.now()
	if p.read {
		return p, leave, nil
	}
	leave()
	p, err = w.booked(ctx, player)
	if err != nil {
		return nil, nil, err
	}
	p.books.Unlock()
	return p, p.mu.Unlock, nil
}

// booked is a player of whom everything is read, with both locks held.
func (w *Warden) booked(ctx context.Context, player int64) (*person, error) {
	for {
		p := w.find(player)
		p.books.Lock()
		p.mu.Lock()
		for !p.gone && !p.read {
			p.used = w.now()
			p.mu.Unlock()
			if err := p.ready(ctx, w.store, w.now); err != nil {
				p.books.Unlock()
				return nil, err
			}
			p.mu.Lock()
		}
		if !p.gone {
			p.used = w.now()
			return p, nil
		}
		p.mu.Unlock()
		p.books.Unlock()
	}
}

// codes are what a verdict is called outside.
var codes = map[limits.Why]wire.Code{
	limits.OnBreak: wire.OnBreak, limits.Excluded: wire.Excluded, limits.OverTime: wire.OverTime,
	limits.OverLossDay: wire.OverLossDay, limits.OverLossWeek: wire.OverLossWeek, limits.CheckDue: wire.CheckDue,
}

func hold(v limits.Verdict) table.Hold { return table.Hold{Code: codes[v.Why], Until: v.Until} }

// Ready reads what is kept of a player, so that no table has to wait for it.
func (w *Warden) Ready(ctx context.Context, player int64) error {
	_, leave, err := w.known(ctx, player)
	if err == nil {
		leave()
	}
	return err
}

// judged holds a player against what they have set.
func (w *Warden) judged(ctx context.Context, player int64, ask func(limits.State, *limits.Facts) limits.Verdict) (limits.Verdict, error) {
	p, leave, err := w.known(ctx, player)
	if err != nil {
		return limits.Verdict{}, err
	}
	defer leave()
	f := p.facts(w.now())
	return ask(p.state, &f), nil
}

// MaySit is [table.Guard].
func (w *Warden) MaySit(ctx context.Context, player int64) (table.Hold, error) {
	v, err := w.judged(ctx, player, limits.State.MayStay)
	return hold(v), err
}

// MayBet is [table.Guard].
func (w *Warden) MayBet(ctx context.Context, at string, player int64, stake money.Amount) (table.Hold, error) {
	p, leave, err := w.known(ctx, player)
	if err != nil {
		return table.Hold{}, err
	}
	defer leave()
	f := p.facts(w.now())
	f.AtRisk = p.atRisk(at)
	v := p.state.MayBet(&f, stake)
	if v.Why == limits.OK {
		p.tables[at] = standing{Standing{p.tables[at].Seats, stake}, f.Now}
	}
	return hold(v), nil
}

// MayStay is [table.Guard]. Who is held back by what cannot be read may stay, and
// may not bet.
func (w *Warden) MayStay(ctx context.Context, player int64) bool {
	v, err := w.judged(ctx, player, limits.State.MayStay)
	if err != nil {
		w.log.Error("it is not known whether a player may stay", "player", player, "error", err)
	}
	return v.Why == limits.OK
}

// MayKeep is [table.Guard]. What cannot be read takes nothing away.
func (w *Warden) MayKeep(ctx context.Context, player int64) bool {
	v, err := w.judged(ctx, player, limits.State.MayKeep)
	if err != nil {
		w.log.Error("it is not known whether a player may leave a bet", "player", player, "error", err)
	}
	return v.Why == limits.OK
}

// Stands is [table.Guard].
func (w *Warden) Stands(at string, player int64, seats int, stake money.Amount) {
	p, leave := w.of(player)
	defer leave()
	p.stands(at, Standing{seats, stake}, w.now())
}

// Settled is [table.Guard].
func (w *Warden) Settled(player int64, n store.Net) {
	p, leave := w.of(player)
	defer leave()
	p.settled(n, w.now())
}

// Anew is [table.Guard].
func (w *Warden) Anew(player int64) {
	p, leave := w.of(player)
	defer leave()
	p.anew()
}

// SetLimits sets limits that a player asks for; those that are not named stay.
func (w *Warden) SetLimits(ctx context.Context, player int64, asked wire.LimitsRequest) (wire.Well, error) {
	return w.change(ctx, player, func(s *limits.State, now time.Time) error {
		for k, value := range asked {
			if l := s.Of(k); l != nil {
				*l = l.Set(value, now)
			}
		}
		return nil
	})
}

// TakeBreak begins a break of so many hours, or returns [ErrShorter].
func (w *Warden) TakeBreak(ctx context.Context, player int64, hours int) (wire.Well, error) {
	return w.change(ctx, player, func(s *limits.State, now time.Time) (err error) {
		s.Away, err = s.Away.TakeBreak(hours, now)
		return err
	})
}

// Exclude begins an exclusion of so many months, or returns [ErrShorter].
func (w *Warden) Exclude(ctx context.Context, player int64, months int) (wire.Well, error) {
	return w.change(ctx, player, func(s *limits.State, now time.Time) (err error) {
		s.Away, err = s.Away.Exclude(months, now)
		return err
	})
}

// change keeps what a player sets, and lets it hold once it is kept.
func (w *Warden) change(ctx context.Context, player int64, set func(*limits.State, time.Time) error) (wire.Well, error) {
	if err := w.put(ctx, player, set); err != nil {
		return wire.Well{}, err
	}
	return w.Well(ctx, player)
}

func (w *Warden) put(ctx context.Context, player int64, set func(*limits.State, time.Time) error) error {
	p, err := w.booked(ctx, player)
	if err != nil {
		return err
	}
	defer p.books.Unlock() // nobody else sets anything meanwhile
	now, after := w.now(), p.state
	p.mu.Unlock()
	after.Limits = after.Limits.At(now)
	if err := set(&after, now); err != nil {
		return err
	}
	body, err := json.Marshal(after.Limits)
	if err != nil {
		return fmt.Errorf("the limits of player %d: %w", player, err)
	}
	l := store.PlayerLimits{Player: player, Body: body, Break: after.Break, Exclusion: after.Exclusion}
	err = w.store.PutLimits(ctx, l)
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		p.anew() // it may be kept all the same: whoever asks next reads what is
		return fmt.Errorf("keeping limits: %w", err)
	}
	p.state = after
	return nil
}

// Answer says that a player was asked and wants to go on.
func (w *Warden) Answer(ctx context.Context, player int64) (wire.Well, error) {
	if err := w.answer(ctx, player); err != nil {
		return wire.Well{}, err
	}
	return w.Well(ctx, player)
}

func (w *Warden) answer(ctx context.Context, player int64) error {
	w.keeping.Lock()
	defer w.keeping.Unlock()
	p, err := w.booked(ctx, player)
	if err != nil {
		return err
	}
	defer p.books.Unlock()
	now := w.now()
	f := p.facts(now)
	due, after := p.state.CheckDue(&f), p.clock.Answer(now)
	p.mu.Unlock()
	if !due {
		return nil // another tab has answered
	}
	err = w.keepClock(ctx, player, after)
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		p.kept = limits.Clock{} // it may be kept all the same: what was told is written over it
		return err
	}
	p.kept = after
	if p.clock.Began.Equal(after.Began) { // it may have gone on meanwhile
		p.clock.Checked = after.Checked
	}
	return nil
}

// Well is what a player has set, and how it stands.
func (w *Warden) Well(ctx context.Context, player int64) (wire.Well, error) {
	p, leave, err := w.known(ctx, player)
	if err != nil {
		return wire.Well{}, err
	}
	defer leave()
	return p.told(w.now()), nil
}

// Away counts who is on a break, and who is excluded.
func (w *Warden) Away(ctx context.Context) (breaks, exclusions int, err error) {
	return w.store.Away(ctx, w.now())
}
