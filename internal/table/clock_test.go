package table

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"club99/blackjack"
	"club99/internal/store"
	"club99/internal/wire"
)

// past returns a player's newest round in the history.
func (p *person) past() wire.PastRound {
	p.Helper()
	list, err := p.store.Find(p.Context(), p.id, store.Search{Limit: 1})
	if err != nil || len(list) != 1 {
		p.Fatalf("%d results of %s, error %v", len(list), p.name, err)
	}
	return decodePast(p.T, list[0])
}

func (p *person) results() []store.Result {
	p.Helper()
	list, err := p.store.Find(p.Context(), p.id, store.Search{Limit: 100})
	if err != nil {
		p.Fatal(err)
	}
	return list
}

// R13, BR-057: who does not act in time stands, with the hand as it is, and the
// history says that the clock did it.
func TestClockStands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t), "Th 6d Td Ts  5h")
		an := c.person("An", 1000000)
		an.must(sit(3))
		an.must(c.bet(3, 100000))
		c.pass(15*time.Second - time.Millisecond)
		c.at(wire.PhasePlayers, time.Millisecond)
		c.pass(time.Millisecond)
		c.at(wire.PhaseOver, 5*time.Second)
		c.handIs(3, 1, "Th Td 20 stood lose") // dealer 6 T 5: 21
		past := an.past()
		if d := past.Decisions; len(d) != 1 || d[0].Action != blackjack.Stand || d[0].By != blackjack.ByClock {
			t.Errorf("decisions in the history: %+v, want one stand by the clock", d)
		}
		if past.Net != -100000 || past.Round != 1 || past.Table != "a1" {
			t.Errorf("history: %+v", past)
		}
		c.audit()
	})
}

// R13: betting closes at once when everybody seated has confirmed, and not before.
func TestBettingClosesWhenAllConfirmed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t), "Th 9d 6d 8c 7d Ts  5h")
		an, binh := c.person("An", 1000000), c.person("Bình", 1000000)
		an.must(sit(1))
		c.pass(3 * time.Second)
		binh.must(sit(2))
		an.must(c.bet(1, 100000))
		c.at(wire.PhaseBetting, 12*time.Second)
		an.must(c.bet(1, 50000)) // may still be changed
		an.has(950000)
		binh.must(c.bet(2, 100000))
		c.at(wire.PhasePlayers, 15*time.Second)
	})
}

// R13: no bet in the betting time, not dealt in; the others are.
func TestNoBetNotDealtIn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t), "Th 6d 8c Ts  5h")
		an, binh := c.person("An", 1000000), c.person("Bình", 1000000)
		an.must(sit(1))
		binh.must(sit(2))
		an.must(c.bet(1, 100000))
		c.pass(15 * time.Second)
		c.at(wire.PhasePlayers, 15*time.Second)
		if s := c.state(); len(s.Seats[0].Hands) != 1 || len(s.Seats[1].Hands) != 0 {
			t.Errorf("hands: %+v", s.Seats[:2])
		}
		binh.refused("wrong-phase", c.bet(2, 100000))
		binh.refused("not-your-turn", c.act(2, blackjack.Hit))
	})
}

// R24: three rounds without a bet free the seat; with a bet in between the count begins anew.
func TestThreeMissedRoundsFreeTheSeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t), "Th 6d 8c Ts  5h")
		an := c.person("An", 1000000)
		an.must(sit(1))
		c.pass(30 * time.Second) // two missed
		c.at(wire.PhaseBetting, 15*time.Second)
		an.must(c.bet(1, 100000))
		an.must(c.act(1, blackjack.Stand))
		c.pass(5*time.Second + 44*time.Second)
		if s := c.state(); s.Phase != wire.PhaseBetting || s.Seats[0].Player == nil {
			t.Fatalf("after two missed rounds: %+v", s)
		}
		c.pass(time.Second)
		c.at(wire.PhaseWaiting, 0)
		if s := c.state(); s.Seats[0].Player != nil {
			t.Errorf("seat 1 is still held: %+v", s.Seats[0])
		}
		head, err := c.store.Head(t.Context(), "a1")
		if err != nil {
			t.Fatal(err)
		}
		c.pass(24 * time.Hour)
		if later, _ := c.store.Head(t.Context(), "a1"); later != head {
			t.Errorf("the journal of an empty table grew from %d to %d entries in a day", head, later)
		}
	})
}

// R13, BR-033: no answer to the offers is a no for everybody; what was answered stays.
func TestClockDeclinesOffers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t), "Th As 9c Ad  8c Kd 9h 5s  6h")
		people := []*person{c.person("An", 1000000), c.person("Bình", 1000000), c.person("Chi", 1000000)}
		for i, p := range people {
			p.must(sit(i + 1))
		}
		for i, p := range people {
			p.must(c.bet(i+1, 100000))
		}
		c.at(wire.PhaseOffers, 15*time.Second)
		a := people[0].refused("wrong-phase", c.act(1, blackjack.Stand))
		if len(a.Legal) != 2 {
			t.Errorf("a refusal lists as legal %v, want insure and no-insurance", a.Legal)
		}
		c.pass(10 * time.Second)
		people[0].must(c.act(1, blackjack.Insure))
		c.at(wire.PhaseOffers, 5*time.Second) // an answer does not lengthen the others' time
		c.pass(5 * time.Second)
		c.at(wire.PhasePlayers, 15*time.Second)
		s := c.state()
		if s.Seats[0].Insurance == nil || s.Seats[0].Insurance.Outcome != blackjack.OutcomeLose {
			t.Errorf("insurance of seat 1: %+v", s.Seats[0].Insurance)
		}
		c.handIs(2, 1, "As Kd 21 blackjack blackjack") // even money was declined by the clock
		if s.Turn.Seat != 1 {
			t.Errorf("the turn is seat %d's, want 1", s.Turn.Seat)
		}
	})
}

// BR-051: a connection is cut on the player's turn. The clock stands the hand,
// the others play on, everybody is settled.
func TestConnectionCutOnOwnTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t), "Th Tc 9s 6d  8c 2c 9h Ts  5d 9d")
		people := []*person{c.person("An", 1000000), c.person("Bình", 1000000), c.person("Chi", 1000000)}
		for i, p := range people {
			p.must(sit(i + 1))
		}
		for i, p := range people {
			p.must(c.bet(i+1, 100000))
		}
		people[0].must(c.act(1, blackjack.Stand))
		c.table.Depart(people[1].id)
		c.pass(2 * time.Second)
		if !c.state().Seats[1].Away {
			t.Error("the seat does not show that its player is away")
		}
		c.pass(13 * time.Second)
		c.handIs(2, 1, "Tc 2c 12 stood")
		if turn := c.state().Turn; turn.Seat != 3 {
			t.Fatalf("the turn is seat %d's, want 3", turn.Seat)
		}
		people[2].must(c.act(3, blackjack.Stand))
		c.handIs(1, 1, "Th 8c 18 stood lose")
		c.handIs(2, 1, "Tc 2c 12 stood lose")
		c.handIs(3, 1, "9s 9h 18 stood lose")
		if d := people[1].past().Decisions; len(d) != 1 || d[0].By != blackjack.ByClock {
			t.Errorf("decisions of seat 2: %+v", d)
		}
		c.audit()
	})
}

// BR-052: what is won arrives although nobody is there to see it.
func TestWinningsArriveWithoutConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t), "Th 6d Tc Ts  Kh")
		an := c.person("An", 1000000)
		an.must(sit(1))
		an.must(c.bet(1, 100000))
		c.table.Depart(an.id)
		an.must(c.act(1, blackjack.Stand))
		an.has(1100000)
		if past := an.past(); past.Net != 100000 {
			t.Errorf("history: %+v", past)
		}
	})
}

// BR-053: ten seconds away change nothing, and the clock is not lengthened;
// after forty the hand was stood and the seat is freed once it is settled.
func TestAwayAndBack(t *testing.T) {
	for _, away := range []time.Duration{10 * time.Second, 40 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			c := open(t, rulesOf(t, "act_time=20s"), "Th 9c 6d  8c 2c Ts  5d 9d")
			an, binh := c.person("An", 1000000), c.person("Bình", 1000000)
			an.must(sit(1))
			binh.must(sit(2))
			an.must(c.bet(1, 100000))
			binh.must(c.bet(2, 100000))
			c.table.Depart(binh.id)
			c.pass(5 * time.Second)
			an.must(c.act(1, blackjack.Stand))
			c.pass(away - 5*time.Second)
			if away < 20*time.Second {
				c.table.Arrive(binh.id)
				c.at(wire.PhasePlayers, 15*time.Second)
				c.handIs(2, 1, "9c 2c 11 playing")
				binh.must(c.act(2, blackjack.Stand))
				return
			}
			an.must(c.bet(1, 100000)) // the next round is open
			binh.has(900000)
			if s := c.state(); s.Seats[1].Player != nil {
				t.Errorf("seat 2 is still held by %v", s.Seats[1].Player)
			}
			if d := binh.past().Decisions; len(d) != 1 || d[0].By != blackjack.ByClock {
				t.Errorf("decisions of seat 2: %+v", d)
			}
		})
	}
}

// BR-056: an action and its deadline meet, a thousand times, from 5 ms before to
// 5 ms after: exactly one of them decides, and the history says which.
func TestActionAgainstDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t), "5h 6d 6c Ts  Kd Ah") // a hit stands by itself on 21
		an := c.person("An", 100000000)
		an.must(sit(1))
		players, clocks := 0, 0
		for i := range 1000 {
			an.must(c.bet(1, 10000))
			w := c.act(1, blackjack.Hit)
			w.Table, w.ID = "a1", fmt.Sprintf("race-%d", i)
			early := time.Duration(i%11-5) * time.Millisecond // 5 ms late to 5 ms early
			answer := make(chan wire.Answer)
			go func() {
				time.Sleep(15*time.Second - early)
				a, _ := c.table.Do(t.Context(), Command{Command: w, Player: an.id, PlayerName: "An"})
				answer <- a
			}()
			a := <-answer
			c.pass(5 * time.Millisecond)
			d := an.past().Decisions
			switch {
			case len(d) != 1:
				t.Fatalf("race %d: %d decisions: %+v", i, len(d), d)
			case a.OK && d[0].By == blackjack.ByPlayer && d[0].Action == blackjack.Hit:
				players++
			case !a.OK && d[0].By == blackjack.ByClock && d[0].Action == blackjack.Stand:
				clocks++
			default:
				t.Fatalf("race %d: answer %+v, decision %+v", i, a, d[0])
			}
			if early > 0 != a.OK && early != 0 {
				t.Fatalf("race %d: an action %v before the deadline was answered %+v", i, early, a)
			}
			c.pass(5 * time.Second)
		}
		if players == 0 || clocks == 0 {
			t.Errorf("%d races won by the player, %d by the clock", players, clocks)
		}
		c.audit()
	})
}

// BR-056: an action just before the deadline; the old deadline does nothing to
// the round that follows.
func TestOldDeadlineIsGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t), "Th 9c 6d  8c 9d Ts  5d")
		an, binh := c.person("An", 1000000), c.person("Bình", 1000000)
		an.must(sit(1))
		binh.must(sit(2))
		an.must(c.bet(1, 100000))
		binh.must(c.bet(2, 100000))
		stand := c.act(1, blackjack.Stand)
		c.pass(14990 * time.Millisecond)
		an.must(stand)
		c.pass(10 * time.Millisecond)
		c.at(wire.PhasePlayers, 15*time.Second-10*time.Millisecond)
		c.handIs(2, 1, "9c 9d 18 playing")
		an.refused("stale-turn", stand)
	})
}

// R13: results stay for result_time, from the last settlement.
func TestResultsStay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t, "result_time=8s"), "Ah 6d Kc Ts")
		an := c.person("An", 1000000)
		an.must(sit(1))
		an.must(c.bet(1, 100000)) // a Blackjack: over at once
		an.has(1150000)
		c.at(wire.PhaseOver, 8*time.Second)
		c.pass(8*time.Second - time.Millisecond)
		an.refused("wrong-phase", c.bet(1, 100000))
		c.pass(time.Millisecond)
		c.at(wire.PhaseBetting, 15*time.Second)
	})
}
