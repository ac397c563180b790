package table

import (
	"testing"
	"testing/synctest"
	"time"

	"club99/blackjack"
	"club99/internal/wire"
)

// drain tells the table to drain, and waits until it has heard.
func (c *club) drain() {
	c.table.Drain()
	synctest.Wait()
}

// Bets that no card was dealt for go back, the seat stays, everybody is told, and
// after a start the next round is opened.
func TestDrainGivesBackWhatWasNotDealtFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t))
		an, binh := c.person("An", 1000000), c.person("Bình", 1000000)
		an.must(sit(1))
		binh.must(sit(2))
		an.must(c.bet(1, 100000))
		an.has(900000)
		if c.table.Quiet() {
			t.Error("quiet before it drains")
		}
		c.drain()
		an.has(1000000)
		frames := c.heard.all()
		if f := frames[len(frames)-1]; f.State.Notice != wire.NoticeClosing || f.State.Phase != wire.PhaseWaiting || f.State.Seats[0].Player == nil {
			t.Errorf("told: %+v", f)
		}
		if !c.table.Quiet() {
			t.Error("nothing is in play, and it is not quiet")
		}
		an.refused(wire.Closing, sit(3))
		an.refused(wire.Closing, c.bet(1, 100000))
		for _, lang := range []wire.Lang{wire.Vietnamese, wire.English} {
			if wire.Closing.Sentence(lang) == wire.Internal.Sentence(lang) {
				t.Errorf("there is no sentence in %s", lang)
			}
		}
		binh.must(leave(2))
		c.pass(time.Hour)
		if s := c.state(); s.Phase != wire.PhaseWaiting || s.Notice != wire.NoticeClosing {
			t.Errorf("an hour later it shows %+v", s)
		}
		if err := c.stop(); err != nil {
			t.Fatal(err)
		}
		c.again()
		c.at(wire.PhaseBetting, 15*time.Second)
		if s := c.state(); s.Notice != "" {
			t.Errorf("after the start it says %q", s.Notice)
		}
		c.books()
	})
}

// A round that was dealt is played to its end by those who play it, and none begins
// after it.
func TestDrainFinishesTheRoundInPlay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t), "Th 9d 6c 8h 9s Td  5h")
		an, binh := c.person("An", 1000000), c.person("Bình", 1000000)
		an.must(sit(1))
		binh.must(sit(2))
		dealt(an, binh)
		c.drain()
		if f := c.heard.all(); f[len(f)-1].State.Notice != wire.NoticeClosing || f[len(f)-1].State.Phase != wire.PhasePlayers {
			t.Errorf("told: %+v", f[len(f)-1])
		}
		c.at(wire.PhasePlayers, 15*time.Second)
		if c.table.Quiet() {
			t.Error("quiet in the middle of a round")
		}
		an.must(c.act(1, blackjack.Stand))
		c.pass(15 * time.Second) // the clock decides for Bình
		if s := c.state(); s.Phase != wire.PhaseOver || !c.table.Quiet() {
			t.Errorf("quiet %v, it shows %+v", c.table.Quiet(), s)
		}
		c.handIs(2, 1, "9d 9s 18 stood lose")
		c.pass(5 * time.Second)
		if s := c.state(); s.Phase != wire.PhaseWaiting {
			t.Errorf("after the results it shows %+v", s)
		}
		c.books()
	})
}

// Seeds that are awaited belong to a round whose bets are closed: it is dealt.
func TestDrainDealsWhatIsSealed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, an, binh := sealing(t)
		c.drain()
		if s := c.state(); s.Phase != wire.PhaseSealing || c.table.Quiet() {
			t.Errorf("quiet %v, it shows %+v", c.table.Quiet(), s)
		}
		an.must(c.reveals(1))
		binh.must(c.reveals(2))
		c.standing(map[int]*person{1: an, 2: binh})
		if s := c.state(); s.Phase != wire.PhaseOver || !c.table.Quiet() {
			t.Errorf("quiet %v, it shows %+v", c.table.Quiet(), s)
		}
		c.books()
	})
}
