package table

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"club99/blackjack"
	"club99/fair"
	"club99/internal/audit"
	"club99/internal/journal"
	"club99/internal/store"
	"club99/internal/wire"
	"club99/money"
)

// shut stops the table, loads it again and closes it, as its keeper does; then it runs.
func (c *club) shut() {
	c.Helper()
	if err := c.stop(); err != nil {
		c.Fatal(err)
	}
	cfg := c.table.cfg
	cfg.Purses = NewPurses()
	c.table = New(cfg)
	if err := c.table.Load(c.Context()); err != nil {
		c.Fatal(err)
	}
	for range 2 { // the second finds it closed
		if err := c.table.Shut(c.Context()); err != nil {
			c.Fatal(err)
		}
	}
	c.again()
}

// reopen opens the table again as the operator does, and runs it.
func (c *club) reopen() {
	c.Helper()
	if err := c.stop(); err != nil {
		c.Fatal(err)
	}
	for _, want := range []bool{true, false} {
		if was, err := Reopen(c.Context(), c.store, c.table.ID(), store.Lease{}, time.Now()); err != nil || was != want {
			c.Fatalf("closed %v, %v; want %v", was, err, want)
		}
	}
	c.again()
}

// books has the audit go through everything.
func (c *club) books() {
	c.Helper()
	report, err := audit.Books(c.Context(), c.store)
	if err != nil || len(report.Faults) > 0 {
		c.Fatalf("books: %v %v", report.Faults, err)
	}
}

// What is at stake in each stage of a round goes back once, what is settled stays
// settled, and the player's history says that the round was void.
func TestClosedTableGivesBackWhatIsAtStake(t *testing.T) {
	for name, stage := range map[string]struct {
		script string
		play   func(an, binh *person)
		an     money.Amount // that is gone for good: what was settled before
	}{
		"betting": {"Th 9d 6c 8h 9s Td", func(an, _ *person) { an.must(an.bet(1, 100000)) }, 0},
		"offers":  {"Th 9d As 8h 9s 5d", dealt, 0},
		"insured": {"Th 9d As 8h 9s 5d", func(an, binh *person) {
			dealt(an, binh)
			an.must(wire.Command{Name: wire.Act, Round: 1, Seat: 1, Turn: an.state().Turn.N, Action: blackjack.Insure})
		}, 0},
		"players": {"Th 9d 6c 8h 9s Td", dealt, 0},
		"doubled": {"6h 9d 6c 5h 9s Td 2c", func(an, binh *person) { dealt(an, binh); an.must(an.act(1, blackjack.Double)) }, 0},
		"split":   {"8h 9d 6c 8d 9s Td 2c 3c", func(an, binh *person) { dealt(an, binh); an.must(an.act(1, blackjack.Split)) }, 0},
		"bust":    {"Th 9d 6c 8h 9s Td 9c", func(an, binh *person) { dealt(an, binh); an.must(an.act(1, blackjack.Hit)) }, 100000},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t, rulesOf(t), stage.script)
				an, binh := c.person("An", 1000000), c.person("Bình", 1000000)
				an.must(sit(1))
				binh.must(sit(2))
				stage.play(an, binh)
				if name != "bust" {
					if an.balance() == 1000000 {
						t.Fatal("nothing is at stake")
					}
				}
				c.shut()
				an.has(1000000 - stage.an)
				binh.has(1000000)
				c.books()
				if s := c.state(); s.Phase != wire.PhaseClosed || s.Seats[0].Player != nil || s.Seats[0].Bet != 0 || s.Deadline != 0 {
					t.Errorf("the closed table shows %+v", s)
				}
				if past := an.past(); !past.Void || past.Net != -stage.an || past.Round != 1 || len(an.results()) != 1 {
					t.Errorf("An's history says %+v", past)
				}
			})
		})
	}
}

// dealt has both bet.
func dealt(an, binh *person) {
	an.must(an.bet(1, 100000))
	binh.must(binh.bet(2, 50000))
}

// A closed table refuses whatever it is asked, with a sentence in both languages,
// also after the server was started again; opened, it goes on with the next round.
func TestClosedTableStaysClosedUntilItIsOpened(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t))
		an := c.person("An", 1000000)
		an.must(sit(1))
		c.shut()
		for range 2 {
			c.table.Arrive(an.id)
			for _, w := range []wire.Command{sit(1), leave(1), an.bet(1, 1000), an.act(1, blackjack.Hit), {Name: wire.RevealSeeds}} {
				if a := an.send(w); a.Code != wire.TableClosed {
					t.Errorf("%s was answered %+v", w.Name, a)
				}
			}
			if row := c.table.Row(); row.Phase != wire.PhaseClosed || row.Taken != 0 {
				t.Errorf("the lobby shows %+v", row)
			}
			c.pass(time.Hour)
			if s := c.state(); s.Phase != wire.PhaseClosed {
				t.Errorf("an hour later it is %+v", s)
			}
			if err := c.stop(); err != nil {
				t.Fatal(err)
			}
			c.again()
		}
		vi, en := wire.TableClosed.Sentence(wire.Vietnamese), wire.TableClosed.Sentence(wire.English)
		if vi == wire.Internal.Sentence(wire.Vietnamese) || en == wire.Internal.Sentence(wire.English) {
			t.Errorf("the refusal says %q and %q", vi, en)
		}
		c.reopen()
		c.table.Arrive(an.id)
		an.must(sit(2))
		if s := c.state(); s.Phase != wire.PhaseBetting || s.Round != 2 || s.Shoe.Number != 2 {
			t.Errorf("after it was opened it shows %+v", s)
		}
		an.playOut(2, 1000)
		c.books()
	})
}

// A round that was given up has a record: what was dealt of it is proved, its shoe
// is in the list with the reason, and its seed is revealed.
func TestRecordOfAVoidRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t, "shuffle=cut-card", "decks=6", "cut_card=60", "insurance=false", "even_money=false"))
		an := c.person("An", 100000000)
		an.must(sit(1))
		an.playOut(1, 100000)
		for c.state().Phase != wire.PhasePlayers {
			if c.state().Phase == wire.PhaseBetting {
				an.must(c.bet(1, 100000))
				continue
			}
			c.pass(time.Second)
		}
		void := c.state().Round
		if _, err := c.table.Record(t.Context(), void); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a record of a round that goes on: %v", err)
		}
		before := an.balance()
		c.shut()
		an.has(before + 100000)
		for round := uint64(1); round < void; round++ {
			c.verdict(c.recordOf(round), fair.Verified)
		}
		r := c.recordOf(void)
		report := c.verdict(r, fair.Open)
		if r.Shoe.Abandoned != fair.Void || len(r.Results) != 0 || len(r.Cards) != 3 || len(r.Shoe.Seed) == 0 {
			t.Errorf("the record says %+v", r)
		}
		for _, step := range report.Steps {
			if step.Result == fair.Open && step.Name != "game" && step.Name != "results" {
				t.Errorf("open: %+v", step)
			}
		}
		c.shoesAreRight(fair.Void)
		c.reopen()
		c.table.Arrive(an.id)
		an.must(sit(1))
		an.playOut(1, 100000)
		c.shoesAreRight(fair.Void)
		c.books()
	})
}

// shoesAreRight checks the list of shoes, of which the first ended for that reason.
func (c *club) shoesAreRight(why fair.Why) {
	c.Helper()
	data, err := c.table.Shoes(c.Context(), 0, MaxShoes)
	if err != nil {
		c.Fatal(err)
	}
	list, err := fair.DecodeShoes(data)
	if err != nil {
		c.Fatal(err)
	}
	if report := fair.VerifyShoes(list); report.Verdict == fair.Failed || list.Shoes[0].Abandoned != why {
		c.Errorf("%+v: %s", report, data)
	}
}

// Property: at whatever moment a table is closed, everybody gets back just what
// was at stake, the books are right, and all that is published can be proved; and
// so it is when the table is opened again.
func TestClosingAtAnyMoment(t *testing.T) {
	stages := map[journal.Stage]int{}
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		steps := rapid.IntRange(1, 60).Draw(rt, "steps")
		rules := rapid.SampledFrom([]string{"", "shuffle=cut-card,decks=1,cut_card=20,seats=2,seats_per_player=2", "surrender=early", "peek=none"}).Draw(rt, "rules")
		synctest.Test(t, func(t *testing.T) {
			c := open(t, rulesOf(t, strings.FieldsFunc(rules, func(r rune) bool { return r == ',' })...))
			c.wander(seed, steps)
			before := c.kept()
			stages[before.Stage]++
			owed, held := map[blackjack.PlayerID]money.Amount{}, map[blackjack.PlayerID]money.Amount{}
			for n := 1; n <= blackjack.MaxSeats; n++ {
				if p := before.Round.Box(n).Player; p != 0 {
					owed[p] += before.AtStake(n)
					held[p] = (&person{club: c, id: int64(p)}).balance()
				}
			}
			c.shut()
			for p, amount := range owed {
				(&person{club: c, id: int64(p), name: fmt.Sprint("player ", p)}).has(held[p] + amount)
			}
			c.provable()
			c.reopen()
			c.wander(seed+1, steps)
			c.provable()
		})
	})
	t.Logf("closed in %v", stages)
	if len(stages) < 3 {
		t.Errorf("tables were closed in these stages only: %v", stages)
	}
}

// provable checks the books, the journal, the shoes and every round's record.
func (c *club) provable() {
	c.Helper()
	c.books()
	s := c.kept()
	whole, err := journal.Replay(c.Context(), c.store, "a1")
	if err != nil || !reflect.DeepEqual(whole, s) {
		c.Fatalf("%v: the journal says\n%+v\nthe table was\n%+v", err, whole, s)
	}
	for round := uint64(1); round <= s.Number; round++ {
		data, err := c.table.Record(c.Context(), round)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			c.Fatal(err)
		}
		r, err := fair.Decode(data)
		if err != nil {
			c.Fatal(err)
		}
		if report := fair.Verify(r); report.Verdict == fair.Failed {
			c.Fatalf("round %d: %+v\n%s", round, report, data)
		}
	}
	data, err := c.table.Shoes(c.Context(), 0, MaxShoes)
	if err != nil {
		c.Fatal(err)
	}
	list, err := fair.DecodeShoes(data)
	if err != nil {
		c.Fatal(err)
	}
	if report := fair.VerifyShoes(list); report.Verdict == fair.Failed {
		c.Fatalf("%+v\n%s", report, data)
	}
}

// deaf is a publisher that panics when it is asked to.
type deaf struct {
	*ear
	panics int
}

func (d *deaf) Publish(table string, f *wire.Frame) {
	if d.panics > 0 {
		d.panics--
		panic("a fault of the test's")
	}
	d.ear.Publish(table, f)
}

// A panic after the commit, before anybody was told: the player is answered with
// what was done, and once the table is loaded again everybody is told, in order.
func TestPanicBeforeItWasToldIsToldAfterwards(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t), "Th 6d 8c Ts  5h")
		an := c.person("An", 1000000)
		an.must(sit(1))
		if err := c.stop(); err != nil {
			t.Fatal(err)
		}
		cfg := c.table.cfg
		d := &deaf{ear: c.heard}
		cfg.Publisher, cfg.Purses = d, NewPurses()
		c.table = New(cfg)
		if err := c.table.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		run := func() chan error {
			done := make(chan error, 1)
			go func() { done <- c.table.Run(ctx) }()
			synctest.Wait()
			return done
		}
		done := run()
		d.panics = 1
		bet := c.bet(1, 100000)
		bet.ID = "bet"
		first := an.send(bet)
		var fault *Panic
		if err := <-done; !first.OK || !errors.As(err, &fault) || fault.Event != first.Seq {
			t.Fatalf("the bet was answered %+v, the table ended with %v", first, fault)
		}
		if err := c.table.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		done = run()
		frames := c.heard.all()
		for i := 1; i < len(frames); i++ {
			if a, b := frames[i-1].Seq, frames[i].Seq; b != a && b != a+1 {
				t.Errorf("frame %d follows %d", b, a)
			}
		}
		if last := frames[len(frames)-1]; last.Seq != first.Seq || len(last.Events) < 5 || last.State.Phase != wire.PhasePlayers {
			t.Errorf("told at last: %+v", last)
		}
		if again := an.send(bet); fmt.Sprint(again) != fmt.Sprint(first) {
			t.Errorf("the same again: %+v, first %+v", again, first)
		}
		c.at(wire.PhasePlayers, 15*time.Second)
		an.has(900000)
		c.pass(15 * time.Second)
		c.handIs(1, 1, "Th 8c 18 stood lose")
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}
