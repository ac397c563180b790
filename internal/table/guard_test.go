package table

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"club99/blackjack"
	"club99/internal/store"
	"club99/internal/store/memory"
	"club99/internal/wire"
	"club99/money"
)

// guard holds back as the test says, and remembers what it was told.
type guard struct {
	mu       sync.Mutex
	sit, bet Hold
	gone     bool
	takes    bool // bets back
	broken   error
	told     []string
	asked    money.Amount
}

// set changes what the guard says from now on.
func (g *guard) set(change func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	change()
}

func (g *guard) say(format string, args ...any) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.told = append(g.told, fmt.Sprintf(format, args...))
}

// heard is what was told since it was last asked.
func (g *guard) heard() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	told := g.told
	g.told = nil
	return told
}

func (g *guard) MaySit(context.Context, int64) (Hold, error) { return g.sit, g.broken }

func (g *guard) MayBet(_ context.Context, _ string, _ int64, stake money.Amount) (Hold, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.asked = stake
	return g.bet, g.broken
}

func (g *guard) MayStay(context.Context, int64) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return !g.gone
}

func (g *guard) MayKeep(context.Context, int64) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return !g.takes
}

func (g *guard) Stands(_ string, _ int64, seats int, stake money.Amount) {
	g.say("%d seats, %d at stake", seats, stake)
}
func (g *guard) Settled(_ int64, n store.Net) { g.say("round %d: %d", n.Round, n.Net) }
func (g *guard) Anew(int64)                   { g.say("anew") }

func guarded(t *testing.T, g *guard, script ...string) *club {
	c := newClub(t, memory.New())
	c.run(Config{ID: "a1", Rules: rulesOf(t), Script: cards(script...), Store: c.store, Purses: NewPurses(), Guard: g})
	return c
}

func (g *guard) tells(t *testing.T, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, g.heard()); diff != "" {
		t.Error(diff)
	}
}

func TestGuardHearsOfEveryChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &guard{}
		c := guarded(t, g, "6d 6h 5h 9h Kc Td")
		an := c.person("An", 1000000)
		an.must(sit(1))
		g.tells(t, "1 seats, 0 at stake")
		an.must(sit(2))
		g.tells(t, "2 seats, 0 at stake")
		an.must(leave(2))
		g.tells(t, "1 seats, 0 at stake")
		an.must(c.bet(1, 100000))
		if g.asked != 100000 {
			t.Errorf("it was asked for %d", g.asked)
		}
		g.tells(t, "1 seats, 100000 at stake")
		an.must(c.act(1, blackjack.Double))
		g.tells(t, "round 1: 200000", "1 seats, 0 at stake") // the dealer busts
		if err := c.stop(); err != nil {
			t.Fatal(err)
		}
		c.again()
		g.tells(t, "anew", "1 seats, 0 at stake")
		an.must(leave(1))
		c.pass(time.Minute)
		g.tells(t, "0 seats, 0 at stake")
		c.audit()
	})
}

func TestGuardHoldsBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		until := time.Now().Add(time.Hour).Truncate(time.Millisecond)
		g := &guard{sit: Hold{wire.OnBreak, until}}
		c := guarded(t, g)
		an, lan := c.person("An", 1000000), c.person("Lan", 1000000)
		if a := an.refused(wire.OnBreak, sit(1)); a.Until != wire.At(until) {
			t.Errorf("until %v, want %v", a.Until, wire.At(until))
		}
		g.sit = Hold{}
		an.must(sit(1))
		lan.must(sit(2)) // keeps the betting open
		an.must(c.bet(1, 100000))
		g.bet = Hold{Code: wire.CheckDue}
		g.heard()
		an.refused(wire.CheckDue, c.bet(1, 200000))
		g.tells(t)               // of what was not allowed nothing counts
		an.must(c.bet(1, 50000)) // less may always be bet
		g.tells(t, "1 seats, 50000 at stake")
		g.bet = Hold{}
		an.refused(wire.CodeOf(blackjack.InsufficientFunds), c.bet(1, 2000000))
		g.tells(t, "1 seats, 50000 at stake") // it was allowed, and came to nothing
		an.must(c.bet())
		an.has(1000000)
		g.broken = errors.New("cannot be read")
		an.refused(wire.StoreUnavailable, c.bet(1, 10000))
		an.refused(wire.StoreUnavailable, sit(3))
	})
}

// Who may not stay plays the hand to its end, and then has no seat.
func TestWhoMayNotStayFinishesTheRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &guard{}
		c := guarded(t, g, "Td Th 6h 9h Kc")
		an := c.person("An", 1000000)
		an.must(sit(1))
		an.must(c.bet(1, 100000))
		g.set(func() { g.gone = true })
		c.table.LookAround(an.id)
		synctest.Wait()
		if s := c.state(); s.Phase != wire.PhasePlayers || s.Seats[0].Player == nil {
			t.Fatalf("%+v", s)
		}
		an.must(c.act(1, blackjack.Stand))
		c.pass(time.Minute)
		if s := c.state(); s.Seats[0].Player != nil {
			t.Errorf("the seat was kept: %+v", s.Seats[0])
		}
		an.has(900000)
		c.audit()
	})
}

// A bet that no card was dealt for goes back with the seat, at once.
func TestWhoMayNotStayGetsTheBetBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &guard{}
		c := guarded(t, g)
		an, lan := c.person("An", 1000000), c.person("Lan", 1000000)
		an.must(sit(1))
		lan.must(sit(2))
		an.must(c.bet(1, 100000))
		g.set(func() { g.gone = true })
		c.table.LookAround(an.id)
		synctest.Wait()
		an.has(1000000)
		if s := c.state(); s.Seats[0].Player != nil {
			t.Errorf("the seat was kept: %+v", s.Seats[0])
		}
		if s := c.state(); s.Seats[1].Player == nil {
			t.Error("nobody asked about Lan, who was sent off")
		}
		c.audit()
	})
}

// Who may stay, and allowed themselves less than they bet, gets the bet back and keeps
// the seat.
func TestABetThatMayNotBeKeptGoesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &guard{}
		c := guarded(t, g)
		an, lan := c.person("An", 1000000), c.person("Lan", 1000000)
		an.must(sit(1))
		an.must(sit(3))
		lan.must(sit(2))
		an.must(c.bet(1, 100000, 3, 50000))
		g.set(func() { g.takes = true })
		c.table.LookAround(lan.id) // who has no bet
		synctest.Wait()
		an.has(850000)
		g.heard()
		c.table.LookAround(an.id)
		synctest.Wait()
		an.has(1000000)
		g.tells(t, "2 seats, 0 at stake")
		if s := c.state(); s.Seats[0].Player == nil || s.Seats[2].Player == nil || s.Phase != wire.PhaseBetting {
			t.Errorf("%+v", s)
		}
		an.must(c.bet(1, 10000))
		an.has(990000)
		c.audit()
	})
}

// A bet that is dealt and over in one entry leaves nothing at stake with the guard.
func TestABetThatIsOverAtOnceIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &guard{}
		c := guarded(t, g, "As 9h Kc 9d")
		an := c.person("An", 1000000)
		an.must(sit(1))
		g.heard()
		an.must(c.bet(1, 100000))
		if s := c.state(); s.Phase != wire.PhaseOver {
			t.Fatalf("the round is not over: %v", s.Phase)
		}
		g.tells(t, "round 1: 150000", "1 seats, 0 at stake")
	})
}

// The house's bots are nobody's business here.
func TestBotsAreExempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &guard{sit: Hold{Code: wire.Excluded}, bet: Hold{Code: wire.Excluded}, gone: true}
		c := guarded(t, g)
		p := c.person("Bot", 1000000)
		ask := func(w wire.Command) {
			t.Helper()
			p.ids++
			w.Table, w.ID = "a1", fmt.Sprint("b", p.ids)
			if a, err := c.table.Do(t.Context(), Command{Command: w, Player: p.id, PlayerName: "Bot", Bot: true}); err != nil || !a.OK {
				t.Fatalf("%+v: %+v, %v", w, a, err)
			}
			synctest.Wait()
		}
		ask(sit(1))
		for c.state().Phase != wire.PhaseBetting {
			c.pass(time.Second)
		}
		ask(c.bet(1, 100000))
		c.table.LookAround(p.id)
		c.pass(20 * time.Second) // into the next round
		if s := c.state(); s.Seats[0].Player == nil {
			t.Error("a bot was sent off")
		}
		if told := g.heard(); len(told) > 0 {
			t.Errorf("of a bot was told: %v", told)
		}
	})
}
