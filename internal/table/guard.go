package table

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"club99/blackjack"
	"club99/internal/journal"
	"club99/internal/store"
	"club99/internal/wire"
	"club99/money"
)

// Guard holds people to the limits that they set for themselves, at all tables of a
// club together. The house's bots are none of its business. Its methods may be
// called from any goroutine.
type Guard interface {
	// MaySit says whether a player may take a seat.
	MaySit(ctx context.Context, player int64) (Hold, error)
	// MayBet says whether a player may have so much at stake at the table from now
	// on. If so it counts from now on, until Stands says what became of it.
	MayBet(ctx context.Context, table string, player int64, stake money.Amount) (Hold, error)
	// MayStay says whether a player may keep a seat. It is asked between rounds.
	MayStay(ctx context.Context, player int64) bool
	// MayKeep says whether a player may leave a bet where it lies. It is asked before
	// the deal, once LookAround was called for the player.
	MayKeep(ctx context.Context, player int64) bool
	// Stands tells how many seats a player has at a table now, and what is at stake
	// there. It must not wait.
	Stands(table string, player int64, seats int, stake money.Amount)
	// Settled tells what a round that is over brought to a player. It is told before
	// Stands is. It must not wait.
	Settled(player int64, n store.Net)
	// Anew says that a table was loaded again: what was told of the player before
	// may not be all.
	Anew(player int64)
}

// Hold is why a player may not; the zero Hold is that they may.
type Hold struct {
	Code  wire.Code
	Until time.Time // zero: until the player does something about it
}

// held is the refusal of a hold, nil if there is none.
func (t *Table) held(h Hold, err error) error {
	switch {
	case err != nil:
		level := slog.LevelError
		if errors.Is(err, store.ErrUnavailable) {
			level = slog.LevelWarn // it passes: the store is away, and says so, or another node takes over who holds them
		}
		t.cfg.Log.Log(t.ctx, level, "the limits of a player could not be read", "table", t.cfg.ID, "error", err)
		return errUnavailable
	case h.Code != "":
		return refusal{code: h.Code, until: h.Until}
	}
	return nil
}

// maySit refuses a seat to who is held back.
func (t *Table) maySit(m *message) error {
	if t.cfg.Guard == nil || m.Bot {
		return nil
	}
	return t.held(t.cfg.Guard.MaySit(t.ctx, m.Player))
}

// mayBet refuses bets to who is held back. Less than lies there already is always allowed.
func (t *Table) mayBet(m *message) error {
	if t.cfg.Guard == nil || m.Bot {
		return nil
	}
	var stake money.Amount
	for _, b := range m.Bets {
		if b.Amount > wire.MaxAmount-stake {
			return refuse(wire.BadAmount)
		}
		stake += b.Amount
	}
	if _, now := at(&t.state, m.Player); stake <= now {
		return nil
	}
	err := t.held(t.cfg.Guard.MayBet(t.ctx, t.cfg.ID, m.Player, stake))
	if err == nil {
		t.allowed = m.Player
	}
	return err
}

// mayStay reports whether the player of a seat may keep it.
func (t *Table) mayStay(p *journal.Seat) bool {
	return t.cfg.Guard == nil || p.Bot || t.cfg.Guard.MayStay(t.ctx, int64(p.Player))
}

// looks are the players at whom the table is to look.
type looks struct {
	mu  sync.Mutex
	set map[blackjack.PlayerID]bool
}

func (l *looks) add(players map[blackjack.PlayerID]bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.set == nil {
		l.set = map[blackjack.PlayerID]bool{}
	}
	maps.Copy(l.set, players)
}

func (l *looks) take() map[blackjack.PlayerID]bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	set := l.set
	l.set = nil
	return set
}

// LookAround has the table look at once whether a player may stay, who set limits or
// goes on a break. A seat with nothing in a round is given up, with the bet given back;
// the others when the round is over. Who may stay, and now has more at stake than they
// allow themselves to lose, gets back what no card was dealt for.
func (t *Table) LookAround(player int64) {
	t.looks.add(map[blackjack.PlayerID]bool{blackjack.PlayerID(player): true})
	t.stir()
}

// sendOff gives up the seats that nothing holds of those who may not stay, among those
// to be looked at, and gives back their bets that may not be kept; nil if there are none.
// The journal says of them what it says of who leaves or takes a bet back: why is
// nobody's business but theirs.
func (t *Table) sendOff() (*journal.Draft, error) {
	who := t.looks.take()
	if len(who) == 0 || t.state.Stage == journal.Closed || t.cfg.Guard == nil {
		return nil, nil
	}
	d := t.draft()
	for n := 1; n <= blackjack.MaxSeats; n++ {
		p := t.state.Seat(n)
		if p.Player == 0 || p.Bot || !who[p.Player] || t.state.InRound(n) {
			continue
		}
		var err error
		switch {
		case !t.mayStay(p):
			err = t.free(d, n, journal.ByPlayer)
		case t.state.Stage == journal.Betting && t.state.HasBet(p.Player) && !t.cfg.Guard.MayKeep(t.ctx, int64(p.Player)):
			err = t.takeBack(d, n)
		}
		if err != nil {
			return nil, err
		}
	}
	if len(d.Records) == 0 {
		return nil, nil
	}
	t.looks.add(who) // the store may not take it; once it has, there is nothing to do
	return d, nil
}

// at is how many seats a player has, and what is at stake there.
func at(s *journal.State, player int64) (seats int, stake money.Amount) {
	for n := 1; n <= blackjack.MaxSeats; n++ {
		if s.Seat(n).Player == blackjack.PlayerID(player) {
			seats++
		}
		if s.Round.Box(n).Player == blackjack.PlayerID(player) {
			stake += s.AtStake(n)
		}
	}
	return seats, stake
}

// tellGuard tells what has changed for people at the table.
func (t *Table) tellGuard(before *journal.State, results []store.Result) {
	if t.cfg.Guard == nil {
		return
	}
	for i := range results {
		r := &results[i]
		if !isBot(before, r.Player) {
			t.cfg.Guard.Settled(r.Player, store.Net{Table: t.cfg.ID, Round: r.Round, At: r.At, Net: r.Net})
		}
	}
	for _, player := range people(before, &t.state) {
		seats, stake := at(&t.state, player)
		if s, k := at(before, player); s != seats || k != stake || player == t.allowed {
			t.cfg.Guard.Stands(t.cfg.ID, player, seats, stake)
		}
	}
	t.allowed = 0
}

// tellGuardAnew tells everything about the people at a table that was loaded.
func (t *Table) tellGuardAnew(before *journal.State) {
	if t.cfg.Guard == nil {
		return
	}
	for _, player := range people(before, &t.state) {
		seats, stake := at(&t.state, player)
		t.cfg.Guard.Anew(player)
		t.cfg.Guard.Stands(t.cfg.ID, player, seats, stake)
	}
	t.allowed = 0
}

// tellStake tells what lies there after all, if a bet was allowed and not taken.
func (t *Table) tellStake() {
	if player := t.allowed; player != 0 {
		t.allowed = 0
		seats, stake := at(&t.state, player)
		t.cfg.Guard.Stands(t.cfg.ID, player, seats, stake)
	}
}

// people are the players of the seats before and after, each once, without bots.
func people(before, after *journal.State) []int64 {
	list := make([]int64, 0, blackjack.MaxSeats)
	for _, s := range [2]*journal.State{before, after} {
		for i := range s.Seats {
			if p := &s.Seats[i]; p.Player != 0 && !p.Bot && !slices.Contains(list, int64(p.Player)) {
				list = append(list, int64(p.Player))
			}
		}
	}
	return list
}

func isBot(s *journal.State, player int64) bool {
	for i := range s.Seats {
		if p := &s.Seats[i]; int64(p.Player) == player {
			return p.Bot
		}
	}
	return false
}
