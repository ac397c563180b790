package warden

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"club99/internal/limits"
	"club99/internal/store"
	"club99/money"
)

// person is one player.
type person struct {
	id    int64
	books sync.Mutex // of whoever reads or writes what is kept; taken before mu, never after
	mu    sync.Mutex // of all that follows; nobody holds it and waits for the store

	tables map[string]standing // where there is a seat, or something at stake
	missed []turn              // what the clock did before it was read
	used   time.Time           // when somebody last asked
	gone   bool                // it was forgotten; whoever has it takes another

	reading bool        // somebody reads
	early   []store.Net // what was settled since they began
	stale   bool        // what they read may not be all

	// Known once it is read.
	read  bool
	state limits.State
	clock limits.Clock
	kept  limits.Clock // as the store has it
	sums  sums
}

// Standing is what a player has at one table.
type Standing struct {
	Seats int
	Stake money.Amount
}

// standing is one, and when it was told.
type standing struct {
	Standing
	since time.Time
}

// turn is the first seat taken, or the last given up.
type turn struct {
	at     time.Time
	seated bool
}

// mostMissed bounds the turns that wait to be counted. Those beyond it are left out:
// the store cannot be read for so long that nobody plays.
const mostMissed = 64

// sums are what rounds brought since some moments, and which are counted.
type sums struct {
	day, week, session time.Time // since when
	ofDay, ofWeek      money.Amount
	ofSession          money.Amount
	last               map[string]uint64 // the last round of each table that is counted
}

// seated reports whether the player has a seat anywhere.
func (p *person) seated() bool {
	for _, at := range p.tables {
		if at.Seats > 0 {
			return true
		}
	}
	return false
}

// atRisk is what the player has at stake at all tables but one ("": at all).
func (p *person) atRisk(but string) money.Amount {
	var sum money.Amount
	for table, at := range p.tables {
		if table != but {
			sum += at.Stake
		}
	}
	return sum
}

// stands remembers what the player has at a table.
func (p *person) stands(table string, at Standing, now time.Time) {
	before := p.seated()
	if at == (Standing{}) {
		delete(p.tables, table)
	} else {
		p.tables[table] = standing{at, now}
	}
	if after := p.seated(); after != before {
		p.turn(turn{now, after})
	}
}

func (p *person) turn(t turn) {
	switch {
	case !p.read:
		if len(p.missed) < mostMissed {
			p.missed = append(p.missed, t)
		}
	case t.seated:
		p.clock = p.clock.Sit(t.at)
	case p.clock.Seated:
		p.clock = p.clock.Rise(t.at)
	}
}

// settled counts a round that is over.
func (p *person) settled(n store.Net, now time.Time) {
	if !p.read && p.reading {
		p.early = append(p.early, n) // it may be read, or not
	}
	if !p.read || n.Round <= p.sums.last[n.Table] {
		return
	}
	p.roll(now)
	p.sums.count(n)
	p.sums.last[n.Table] = n.Round
}

func (s *sums) count(n store.Net) {
	if !n.At.Before(s.day) {
		s.ofDay += n.Net
	}
	if !n.At.Before(s.week) {
		s.ofWeek += n.Net
	}
	if !s.session.IsZero() && !n.At.Before(s.session) {
		s.ofSession += n.Net
	}
}

// roll begins a new day, week or session where one has begun.
func (p *person) roll(now time.Time) {
	p.clock = p.clock.At(now)
	s := &p.sums
	if day := limits.DayOf(now); !day.Equal(s.day) {
		s.day, s.ofDay = day, 0
	}
	if week := limits.WeekOf(now); !week.Equal(s.week) {
		s.week, s.ofWeek = week, 0
	}
	if !p.clock.Began.Equal(s.session) {
		s.session, s.ofSession = p.clock.Began, 0
	}
}

// facts are what the player's limits are held against now.
func (p *person) facts(now time.Time) limits.Facts {
	p.roll(now)
	return limits.Facts{Now: now, Clock: p.clock, Day: p.sums.ofDay, Week: p.sums.ofWeek, AtRisk: p.atRisk("")}
}

// ready reads what is kept of the player, unless it was. Whoever calls it holds books
// and not mu: what the tables tell meanwhile does not wait, and is counted after.
func (p *person) ready(ctx context.Context, st store.Wellbeing, now func() time.Time) error {
	for {
		p.mu.Lock()
		if p.read {
			p.mu.Unlock()
			return nil
		}
		clock, missed := p.clock, slices.Clone(p.missed)
		p.reading, p.stale, p.early = true, false, nil
		p.mu.Unlock()
		k, err := p.find(ctx, st, clock, missed, now())
		p.mu.Lock()
		p.reading = false
		if err == nil && !p.stale {
			p.learn(&k, len(missed), now())
		}
		done := err != nil || p.read
		p.early = nil
		p.mu.Unlock()
		if done {
			return err
		}
	}
}

// found is what is read of a player.
type found struct {
	state   limits.State
	clock   limits.Clock // with the turns that were missed
	asKept  limits.Clock
	timeToo bool // asKept was read
	sums    sums
}

func (p *person) find(ctx context.Context, st store.Wellbeing, clock limits.Clock, missed []turn, now time.Time) (k found, err error) {
	l, err := st.Limits(ctx, p.id)
	if err == nil {
		if err = json.Unmarshal(l.Body, &k.state.Limits); err == nil {
			k.state.Break, k.state.Exclusion = l.Break, l.Exclusion
		}
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return k, fmt.Errorf("the limits of player %d: %w", p.id, err)
	}
	if clock.Seen.IsZero() {
		t, err := st.PlayTime(ctx, p.id)
		if err == nil {
			err = json.Unmarshal(t.Body, &clock)
		}
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return k, fmt.Errorf("the time at the tables of player %d: %w", p.id, err)
		}
		k.asKept, k.timeToo = clock, true
	}
	for _, t := range missed {
		if t.seated {
			clock = clock.Sit(t.at)
		} else {
			clock = clock.Rise(t.at)
		}
	}
	k.clock = clock.At(now)
	k.sums = sums{day: limits.DayOf(now), week: limits.WeekOf(now), session: k.clock.Began, last: map[string]uint64{}}
	since := k.sums.week
	if !k.clock.Began.IsZero() && k.clock.Began.Before(since) {
		since = k.clock.Began
	}
	err = st.Nets(ctx, p.id, since, func(n store.Net) error {
		k.sums.count(n)
		k.sums.last[n.Table] = max(k.sums.last[n.Table], n.Round)
		return nil
	})
	if err != nil {
		return k, fmt.Errorf("the results of player %d: %w", p.id, err)
	}
	return k, nil
}

// learn takes over what was read, with so many turns in it, and then what was told
// meanwhile.
func (p *person) learn(k *found, turns int, now time.Time) {
	late := p.missed[turns:]
	p.read, p.state, p.clock, p.sums, p.missed = true, k.state, k.clock, k.sums, nil
	if k.timeToo {
		p.kept = k.asKept
	}
	for _, t := range late {
		p.turn(t)
	}
	for _, n := range p.early {
		p.settled(n, now)
	}
}

// anew forgets what was counted along. The clock, which nobody else counts, stays.
func (p *person) anew() {
	p.stale = true
	if p.read {
		p.read, p.sums = false, sums{}
	}
}
