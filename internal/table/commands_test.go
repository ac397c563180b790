package table

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"club99/blackjack"
	"club99/internal/store"
	"club99/internal/wire"
)

func decodePast(t *testing.T, r store.Result) wire.PastRound {
	t.Helper()
	var past wire.PastRound
	if err := json.Unmarshal(r.Body, &past); err != nil {
		t.Fatal(err)
	}
	if past.Net != r.Net {
		t.Errorf("the result says net %d, its body %d", r.Net, past.Net)
	}
	return past
}

// BR-041: every bad bet is refused by name and moves nothing; a good one still works.
func TestBadBets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t))
		an, binh := c.person("An", 90000), c.person("Bình", 1000000)
		an.must(sit(1))
		an.must(sit(2))
		binh.must(sit(7))
		an.refused("bad-amount", c.bet(1, 0))
		an.refused("bad-amount", c.bet(1, -1))
		an.refused("bad-amount", c.bet(1, 999))
		an.refused("bad-amount", c.bet(1, 5001000))
		an.refused("bad-amount", c.bet(1, 1500))
		an.refused("insufficient-funds", c.bet(1, 100000)) // BR-042
		an.refused("insufficient-funds", c.bet(1, 50000, 2, 50000))
		an.refused("duplicate-seat", c.bet(1, 1000, 1, 2000))
		an.refused("not-seated", c.bet(7, 1000))
		an.refused("not-seated", c.bet(0, 1000))
		an.refused("not-seated", c.bet(1, 1000, 99, 1000))
		w := c.bet(1, 1000)
		w.Round = 7
		an.refused("wrong-round", w)
		c.person("Chi", 1000).refused("not-seated", c.bet(1, 1000))
		an.refused("bad-message", wire.Command{Name: "shuffle"})
		an.refused("bad-message", wire.Command{ID: strings.Repeat("x", wire.MaxIDBytes+1), Name: wire.Sit})
		nobody := &person{club: c}
		nobody.refused("sign-in-required", sit(3))
		an.must(c.bet(1, 50000, 2, 40000))
		an.has(0)
		an.must(c.bet(2, 50000)) // all at once: seat 1 gets its money back, seat 2 may use it
		an.has(40000)
		an.must(c.bet()) // takes all back
		an.has(90000)
		c.audit()
	})
}

// BR-045: five clicks are one bet. The same amount under another id replaces
// the bet by itself: nothing more is taken.
func TestFiveClicksOneBet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t))
		an, binh := c.person("An", 1000000), c.person("Bình", 1000000)
		an.must(sit(1))
		binh.must(sit(2))
		w := c.bet(1, 100000)
		w.ID = "click"
		first := an.send(w)
		for range 4 {
			if a := an.send(w); a.OK != first.OK || a.Seq != first.Seq || a.ID != "click" {
				t.Errorf("a repetition was answered %+v, first %+v", a, first)
			}
		}
		// A repetition is answered from the store when the table has forgotten it, however
		// far its journal has grown.
		c.person("Chi", 1000).must(sit(3))
		head, _ := c.store.Head(t.Context(), "a1")
		if err := c.stop(); err != nil {
			t.Fatal(err)
		}
		c.again()
		c.table.Arrive(an.id)
		if a := an.send(w); !a.OK || a.Seq != first.Seq {
			t.Errorf("after a restart a repetition was answered %+v, first %+v", a, first)
		}
		w.ID = "another"
		if a := an.send(w); !a.OK {
			t.Errorf("the same bet under another id: %+v", a)
		}
		if now, _ := c.store.Head(t.Context(), "a1"); now != head {
			t.Errorf("the repetitions wrote %d entries", now-head)
		}
		an.has(900000)
		// Its id is answered the same way even when it could not be done any more.
		binh.must(c.bet(2, 100000))
		w.ID = "click"
		if a := an.send(w); !a.OK || a.Seq != first.Seq {
			t.Errorf("after the deal a repetition was answered %+v", a)
		}
	})
}

// BR-046: until the round is settled and the next is opened no bet is taken,
// and the loss is booked once.
func TestNoBetsBeforeTheNextRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t), "Th 6d 8c Ts  5h")
		an := c.person("An", 1000000)
		an.must(sit(1))
		an.must(c.bet(1, 100000))
		an.must(c.act(1, blackjack.Hit)) // 23
		c.handIs(1, 1, "Th 8c 5h 23 bust bust")
		for range 20 {
			an.refused("wrong-phase", c.bet(1, 100000))
			w := c.bet(1, 100000)
			w.Round++
			an.refused("wrong-round", w)
		}
		an.has(900000)
		c.audit()
		if n := len(an.results()); n != 1 {
			t.Errorf("%d results, want 1", n)
		}
	})
}

// BR-047: money that is staked at one table cannot be staked at another, also
// when the other table believes that it is there.
func TestTwoTablesOnePurse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t), "Th 6d 8c Ts  5h")
		an := c.person("An", 100000)
		other := newClub(t, c.store)
		other.run(Config{ID: "b2", Rules: rulesOf(t), Purses: NewPurses()})
		there := &person{other, an.id, "An"}
		other.ids = 100 // a command's id is the player's own, at whatever table
		an.must(sit(1))
		there.must(sit(1))
		if _, err := other.table.cfg.Purses.of(t.Context(), other.store, an.id); err != nil {
			t.Fatal(err)
		}
		an.must(c.bet(1, 100000))
		if a, _ := other.table.cfg.Purses.of(t.Context(), other.store, an.id); a != 100000 {
			t.Fatalf("the other table knows of %d, the test wants it to believe in 100000", a)
		}
		there.refused("insufficient-funds", other.bet(1, 100000))
		an.must(c.act(1, blackjack.Stand))
		an.has(0)
		c.audit()
	})
}

// BR-059: one seat is one seat, from however many tabs.
func TestSitLeaveSit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t, "seats_per_player=1"))
		an, binh := c.person("An", 1000000), c.person("Bình", 1000000)
		c.table.Arrive(an.id) // a second tab
		an.must(sit(4))
		an.refused("too-many-seats", sit(4))
		an.refused("too-many-seats", sit(0))
		binh.refused("seat-taken", sit(4))
		binh.refused("no-such-seat", sit(8))
		an.must(leave(0))
		an.refused("not-seated", leave(0))
		an.must(sit(0))
		held := 0
		for _, s := range c.state().Seats {
			if s.Player != nil {
				held++
			}
		}
		if held != 1 {
			t.Errorf("%d seats are held, want 1", held)
		}
		c.table.Depart(an.id)
		c.pass(2 * time.Second)
		if c.state().Seats[0].Away {
			t.Error("one tab of two was closed and the player counts as away")
		}
	})
}

func TestFullTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t))
		for i := range 7 {
			c.person(fmt.Sprint("p", i), 1000).must(sit(0))
		}
		c.person("last", 1000).refused("seat-taken", sit(0))
	})
}

// BR-060: leaving in mid-hand stands the hand, settles it and then frees the
// seat; leaving before the deal gives the bet back.
func TestLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t), "9h Th 6d  9c 6c Ts  5h")
		an, binh := c.person("An", 1000000), c.person("Bình", 1000000)
		an.must(sit(1))
		binh.must(sit(2))
		binh.must(c.bet(2, 100000))
		binh.must(leave(0))
		binh.has(1000000)
		if s := c.state(); s.Seats[1].Player != nil || s.Seats[1].Bet != 0 {
			t.Errorf("seat 2 after leaving before the deal: %+v", s.Seats[1])
		}
		binh.must(sit(2))
		binh.must(c.bet(2, 100000))
		an.must(c.bet(1, 100000))
		binh.must(leave(0)) // seat 1 has the turn
		binh.must(leave(0)) // again is no fault
		s := c.state()
		if !s.Seats[1].Leaving || s.Turn.Seat != 1 {
			t.Errorf("seat 2: %+v, turn %+v", s.Seats[1], s.Turn)
		}
		an.must(c.act(1, blackjack.Stand)) // and seat 2 is stood at once
		c.at(wire.PhaseOver, 5*time.Second)
		c.handIs(2, 1, "Th 6c 16 stood lose")
		if d := binh.past().Decisions; len(d) != 1 || d[0].By != blackjack.ByClock {
			t.Errorf("decisions of seat 2: %+v", d)
		}
		c.pass(5 * time.Second)
		if s := c.state(); s.Seats[1].Player != nil {
			t.Errorf("seat 2 after the round: %+v", s.Seats[1])
		}
		c.audit()
	})
}

// Leaving answers open offers with no, at once, and holds nobody up.
func TestLeaveWhileOffered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t), "9h Th Ad  9c 6c 5s  5h 6h")
		an, binh := c.person("An", 1000000), c.person("Bình", 1000000)
		an.must(sit(1))
		binh.must(sit(2))
		an.must(c.bet(1, 100000))
		binh.must(c.bet(2, 100000))
		binh.must(leave(2))
		if s := c.state(); s.Phase != wire.PhaseOffers || len(s.Seats[1].Offers) != 0 || len(s.Seats[0].Offers) != 1 {
			t.Errorf("state: %+v", s)
		}
		an.must(c.act(1, blackjack.DeclineInsurance))
		an.must(c.act(1, blackjack.Stand))
		c.at(wire.PhaseOver, 5*time.Second)
	})
}

// Whoever sits down in the middle of a round waits for the next.
func TestJoinInMidRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t), "9h 6d  9c Ts  5h", "9h Th 6d  9c 6c Ts  5h")
		an, binh := c.person("An", 1000000), c.person("Bình", 1000000)
		an.must(sit(1))
		an.must(c.bet(1, 100000))
		binh.must(sit(2))
		binh.refused("wrong-phase", c.bet(2, 100000))
		binh.refused("not-your-turn", c.act(2, blackjack.Hit))
		an.must(c.act(1, blackjack.Stand))
		c.pass(5 * time.Second)
		binh.must(c.bet(2, 100000))
		an.must(c.bet(1, 100000))
		if n := len(c.state().Seats[1].Hands); n != 1 {
			t.Errorf("seat 2 has %d hands in its first round", n)
		}
	})
}

// BR-024, BR-027: what the balance does not cover is refused; hand, turn and
// clock stay as they were.
func TestUncoveredDoubleKeepsTheTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t), "5h 6d 6c Ts  5s 5c", "9h 6d 9c Ts  5h 5c")
		an := c.person("An", 100000)
		an.must(sit(1))
		an.must(c.bet(1, 100000))
		c.pass(4 * time.Second)
		a := an.refused("insufficient-funds", c.act(1, blackjack.Double))
		if fmt.Sprint(a.Legal) != "[hit stand surrender]" {
			t.Errorf("legal: %v", a.Legal)
		}
		c.at(wire.PhasePlayers, 11*time.Second)
		an.must(c.act(1, blackjack.Hit)) // 16, and a new decision has a new time
		c.at(wire.PhasePlayers, 15*time.Second)
	})
}

// A player with several seats bets on all at once and plays each on its own.
func TestSeveralSeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t), "9h Th 6d  9c 6c Ts  5h")
		an := c.person("An", 1000000)
		an.must(sit(2))
		an.must(sit(5))
		an.must(sit(7))
		an.refused("too-many-seats", sit(1))
		an.must(c.bet(2, 100000, 7, 50000)) // seat 5 is left out
		c.at(wire.PhasePlayers, 15*time.Second)
		an.refused("not-your-turn", c.act(7, blackjack.Stand))
		an.must(c.act(2, blackjack.Stand))
		an.must(c.act(7, blackjack.Stand))
		if past := an.past(); len(past.Seats) != 2 || past.Net != -150000 || len(past.Decisions) != 2 {
			t.Errorf("history: %+v", past)
		}
		an.has(850000)
	})
}

// A full mailbox answers "busy" at once.
func TestFullMailbox(t *testing.T) {
	c := New(Config{ID: "a1", Rules: rulesOf(t)})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range mailboxSize {
		if _, err := c.Do(ctx, Command{}); err != context.Canceled {
			t.Fatalf("error %v", err)
		}
	}
	a, err := c.Do(t.Context(), Command{Command: wire.Command{ID: "x"}})
	if err != nil || a.OK || a.Code != wire.Busy || a.ID != "x" {
		t.Errorf("answer %+v, error %v; want busy", a, err)
	}
	c.Close()
	if a, err := c.Do(t.Context(), Command{}); err != nil || a.Code != wire.StoreUnavailable {
		t.Errorf("a closed table answered %+v, %v", a, err)
	}
}
