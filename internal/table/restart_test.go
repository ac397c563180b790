package table

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"club99/blackjack"
	"club99/internal/journal"
	"club99/internal/store"
	"club99/internal/wire"
)

// A table that is stopped in the middle of a hand goes on with the same cards
// and the time that remains.
func TestRestartInMidHand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t, "insurance=false", "even_money=false")) // a real shoe
		an := c.person("An", 100000000)
		an.must(sit(1))
		for c.state().Phase != wire.PhasePlayers { // Blackjacks end at once
			if c.state().Phase == wire.PhaseBetting {
				an.must(c.bet(1, 100000))
				continue
			}
			c.pass(time.Second)
		}
		c.pass(4 * time.Second)
		before, order := c.state(), c.order()
		if err := c.stop(); err != nil {
			t.Fatal(err)
		}
		c.pass(5 * time.Second) // the server is down
		c.again()
		c.table.Arrive(an.id)
		if after := c.state(); !reflect.DeepEqual(before, after) {
			t.Errorf("the table came back as\n%+v\nit was\n%+v", after, before)
		}
		if !reflect.DeepEqual(order, c.order()) {
			t.Error("the shoe came back in another order")
		}
		c.at(wire.PhasePlayers, 6*time.Second)
		an.must(c.act(1, blackjack.Stand))
		c.audit()
	})
}

// A decision whose time ran out while the table was down gets a grace; one
// entry says so, and a second start gives no second one.
func TestDeadlinePassedWhileDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t), "Th 6d 8c Ts  5h")
		an := c.person("An", 1000000)
		an.must(sit(1))
		an.must(c.bet(1, 100000))
		if err := c.stop(); err != nil {
			t.Fatal(err)
		}
		c.pass(time.Hour)
		c.again()
		c.at(wire.PhasePlayers, Grace)
		if err := c.stop(); err != nil {
			t.Fatal(err)
		}
		c.again()
		c.at(wire.PhasePlayers, Grace)
		c.pass(Grace)
		c.handIs(1, 1, "Th 8c 18 stood lose")
	})
}

// A round is played to its end by the rules it was bet under, whatever was
// configured since; the next one is played by the new.
func TestRulesChangeBetweenRounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t), "Th 6d 8c Ts  5h", "9h 6c 9c Ts  5h")
		an := c.person("An", 10000000)
		an.must(sit(1))
		an.must(sit(7))
		an.must(c.bet(1, 100000))
		cfg := c.table.cfg
		if err := c.stop(); err != nil {
			t.Fatal(err)
		}
		cfg.Rules = rulesOf(t, "seats=5", "act_time=30s", "surrender=off")
		c.run(cfg)
		c.table.Arrive(an.id)
		if got := c.table.Rules().Surrender; got != blackjack.SurrenderLate {
			t.Errorf("the open round is played with surrender %v", got)
		}
		an.must(c.act(1, blackjack.Surrender))
		c.pass(5 * time.Second)
		if s := c.state(); len(s.Seats) != 5 {
			t.Errorf("the next round has %d seats, want 5", len(s.Seats))
		}
		an.refused("not-seated", c.bet(7, 100000))
		an.must(c.bet(1, 100000))
		c.at(wire.PhasePlayers, 30*time.Second)
		an.refused("not-offered", c.act(1, blackjack.Surrender))
	})
}

// faulty is a store whose commits can be made to fail.
type faulty struct {
	store.Store
	fail  atomic.Pointer[error] // returned in place of a commit
	lose  atomic.Pointer[error] // returned after a commit that was written
	panic atomic.Bool
}

func (f *faulty) Commit(ctx context.Context, c store.Commit) (store.Receipt, error) {
	if f.panic.Swap(false) {
		panic("a fault of the test's")
	}
	if err := f.fail.Load(); err != nil {
		return store.Receipt{}, *err
	}
	r, err := f.Store.Commit(ctx, c)
	if lost := f.lose.Swap(nil); lost != nil && err == nil {
		return store.Receipt{}, *lost
	}
	return r, err
}

func openFaulty(t *testing.T, script ...string) (*club, *faulty) {
	c := open(t, rulesOf(t), script...)
	if err := c.stop(); err != nil {
		t.Fatal(err)
	}
	f := &faulty{Store: c.store}
	c.store = f
	c.again()
	return c, f
}

// While the store cannot write nothing happens: commands are refused by name,
// and the clock tries again until it can.
func TestStoreUnavailable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, f := openFaulty(t, "Th 6d 8c Ts  5h")
		an := c.person("An", 1000000)
		an.must(sit(1))
		an.must(c.bet(1, 100000))
		broken := fmt.Errorf("%w: no space left on device", store.ErrUnavailable)
		f.fail.Store(&broken)
		before := c.state()
		w := c.act(1, blackjack.Stand)
		w.ID = "stand"
		an.refused("store-unavailable", w)
		if after := c.state(); !reflect.DeepEqual(before, after) {
			t.Errorf("the table changed from\n%+v\nto\n%+v", before, after)
		}
		c.pass(20 * time.Second)
		c.handIs(1, 1, "Th 8c 18 playing")
		an.refused("store-unavailable", w) // late, although the clock could not say so yet
		f.fail.Store(nil)
		w.ID = "too late"
		if a := an.send(w); a.Code != "wrong-phase" {
			t.Errorf("a decision after its time was answered %+v", a)
		}
		c.handIs(1, 1, "Th 8c 18 stood lose")
		if d := an.past().Decisions; len(d) != 1 || d[0].By != blackjack.ByClock {
			t.Errorf("decisions: %+v", d)
		}
		log := c.log.String()
		if said := strings.Count(log, "level=ERROR"); said != 1 || !strings.Contains(log, "the store takes commits again") {
			t.Errorf("the log has %d errors, one for as long as it lasts is enough:\n%s", said, log)
		}
		busy := store.ErrBusy
		c.pass(5 * time.Second)
		f.fail.Store(&busy)
		an.refused("busy", c.bet(1, 100000))
		f.fail.Store(nil)
		an.must(c.bet(1, 100000))
	})
}

// If nobody knows whether a commit was written, the table stops, and the player
// is answered with what the store knows. Loaded again it is what its journal says.
func TestUncertainCommit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, f := openFaulty(t, "Th 6d 8c Ts  5h")
		an := c.person("An", 1000000)
		an.must(sit(1))
		lost := store.ErrUncertain
		f.lose.Store(&lost)
		a := an.send(c.bet(1, 100000))
		if !a.OK {
			t.Errorf("the bet was written and the answer was %+v", a)
		}
		if err := c.stop(); !errors.Is(err, store.ErrUncertain) {
			t.Errorf("the table ended with %v", err)
		}
		c.again()
		an.has(900000)
		c.at(wire.PhasePlayers, 15*time.Second) // and was dealt at once, as all had confirmed
	})
}

// A second writer at the journal: the table stops and says why.
func TestConflict(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, f := openFaulty(t, "Th 6d 8c Ts  5h")
		an := c.person("An", 1000000)
		an.must(sit(1))
		other := fmt.Errorf("a1: %w", store.ErrConflict)
		f.fail.Store(&other)
		if a := an.send(c.bet(1, 100000)); a.Code != wire.StoreUnavailable {
			t.Errorf("answer %+v", a)
		}
		if err := c.stop(); !errors.Is(err, store.ErrConflict) {
			t.Errorf("the table ended with %v", err)
		}
		f.fail.Store(nil)
		c.again()
		c.table.Arrive(an.id)
		an.must(c.bet(1, 100000))
	})
}

// A panic ends Run with an error; whoever asked gets an answer.
func TestPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, f := openFaulty(t, "Th 6d 8c Ts  5h")
		an := c.person("An", 1000000)
		an.must(sit(1))
		f.panic.Store(true)
		if a := an.send(c.bet(1, 100000)); a.Code != wire.StoreUnavailable {
			t.Errorf("answer %+v", a)
		}
		var fault *Panic
		if err := c.stop(); !errors.As(err, &fault) || fault.Value != "a fault of the test's" || fault.Event != 2 {
			t.Errorf("the table ended with %v", err)
		}
		if text := fault.Stack(); !strings.Contains(text, "faulty).Commit") || strings.Contains(text, "0x") {
			t.Errorf("it says where, but with arguments, or not where: %s", text)
		}
		if p := c.table.cfg.Purses.known[an.id]; p != nil && (p.open != 0 || p.mixed) {
			t.Errorf("An's purse waits for a commit that has ended: %+v", p)
		}
		c.again()
		c.table.Arrive(an.id)
		an.must(c.bet(1, 100000))
	})
}

// Property: however people play and come and go, a table rebuilt from its
// journal is the table as it was; nothing was told before it was committed; the
// books are right; no entry holds a card that is not face up.
func TestRebuiltTableIsTheSame(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		steps := rapid.IntRange(1, 120).Draw(rt, "steps")
		preset := rapid.SampledFrom([]string{
			"", "shuffle=cut-card,decks=1,cut_card=20,seats=2,seats_per_player=2", "surrender=early", "peek=none", "result_time=1s,bet_time=5s",
		}).Draw(rt, "rules")
		synctest.Test(t, func(t *testing.T) {
			c := open(t, rulesOf(t, strings.FieldsFunc(preset, func(r rune) bool { return r == ',' })...))
			c.wander(seed, steps)
			if err := c.stop(); err != nil {
				t.Fatal(err)
			}
			whole, err := journal.Replay(t.Context(), c.store, "a1")
			if err != nil {
				t.Fatal(err)
			}
			tail, err := journal.Tail(t.Context(), c.store, "a1")
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(whole, c.table.state) || !reflect.DeepEqual(tail, c.table.state) {
				t.Fatalf("the journal says\n%+v\nand its tail\n%+v\nthe table was\n%+v", whole, tail, c.table.state)
			}
			shoe, order := c.table.shoe, c.order()
			c.again()
			if !reflect.DeepEqual(shoe, c.table.shoe) || !reflect.DeepEqual(order, c.order()) {
				t.Fatal("the shoe came back in another order")
			}
			c.audit()
		})
	})
}
