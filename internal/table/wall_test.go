package table

import (
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"club99/blackjack"
	"club99/internal/journal"
	"club99/internal/store"
	"club99/internal/wire"
)

// setter is a machine whose clock somebody sets.
type setter struct{ by atomic.Int64 }

func (s *setter) read() time.Time { return time.Now().Add(time.Duration(s.by.Load())) }

func (s *setter) set(by time.Duration) { s.by.Add(int64(by)) }

// openSettable opens a table on a machine whose clock can be set.
func openSettable(t *testing.T, script ...string) (*club, *setter) {
	c, s := open(t, rulesOf(t), script...), &setter{}
	if err := c.stop(); err != nil {
		t.Fatal(err)
	}
	c.table.cfg.wall = s.read
	c.again()
	return c, s
}

// left is how much time the table says is left, by its own clock.
func (c *club) left() time.Duration {
	c.Helper()
	s, err := c.table.Snapshot(c.Context(), 0)
	if err != nil {
		c.Fatal(err)
	}
	return time.Duration(s.Frame.State.Deadline-s.Frame.Now) * time.Millisecond
}

func (c *club) leftIs(want time.Duration) {
	c.Helper()
	if left := c.left(); left != want {
		c.Errorf("%v are left, want %v", left, want)
	}
}

var setBy = []time.Duration{-time.Hour, time.Hour, -3 * time.Second, 3 * time.Second}

// Whoever sets the machine's clock while a decision is awaited takes nobody's time
// and gives nobody more; from the next round on the table goes by the new time.
func TestClockIsSetWhilePlaying(t *testing.T) {
	for _, by := range setBy {
		synctest.Test(t, func(t *testing.T) {
			c, machine := openSettable(t, "Th 6d 8c Ts  5h", "9h 6c 9c Ts  5h")
			an := c.person("An", 1000000)
			an.must(sit(1))
			c.pass(2 * time.Second)
			betting := c.left()
			machine.set(by)
			c.leftIs(betting)
			c.pass(time.Second)
			c.leftIs(betting - time.Second)
			an.must(c.bet(1, 100000))
			act := c.left()
			machine.set(by)
			c.pass(act - time.Second)
			c.at(wire.PhasePlayers, time.Second)
			c.handIs(1, 1, "Th 8c 18 playing")
			c.pass(time.Second)
			c.handIs(1, 1, "Th 8c 18 stood lose")
			result := c.left()
			machine.set(by)
			c.pass(result)
			s, err := c.table.Snapshot(t.Context(), 0)
			if err != nil {
				t.Fatal(err)
			}
			if s.Frame.State.Phase != wire.PhaseBetting || s.Frame.Now != wire.At(machine.read()) {
				t.Errorf("set by %v: the next round is %s and goes by %d, the machine's clock says %d", by, s.Frame.State.Phase, s.Frame.Now, wire.At(machine.read()))
			}
			c.audit()
		})
	}
}

// A table that is opened after the machine's clock was set back does not wait for
// the time to come again: a decision gets the rules' own time, once.
func TestClockIsSetBackWhileDown(t *testing.T) {
	for _, c := range []struct {
		stage journal.Stage
		own   func(*blackjack.Rules) time.Duration
	}{
		{journal.Betting, func(r *blackjack.Rules) time.Duration { return seconds(r.BetTime) }},
		{journal.Playing, func(r *blackjack.Rules) time.Duration { return seconds(r.ActTime) }},
		{journal.Showing, func(r *blackjack.Rules) time.Duration { return max(seconds(r.ResultTime), Grace) }},
	} {
		synctest.Test(t, func(t *testing.T) {
			club, machine := openSettable(t, "Th 6d 8c Ts  5h", "9h 6c 9c Ts  5h")
			an := club.person("An", 1000000)
			an.must(sit(1))
			if c.stage != journal.Betting {
				an.must(club.bet(1, 100000))
			}
			if c.stage == journal.Showing {
				an.must(club.act(1, blackjack.Stand))
			}
			if s := club.kept(); s.Stage != c.stage {
				t.Fatalf("the table is %v, not %v", s.Stage, c.stage)
			}
			if err := club.stop(); err != nil {
				t.Fatal(err)
			}
			machine.set(-time.Hour)
			own := c.own(&club.table.cfg.Rules)
			for range 2 { // the second start changes nothing
				club.again()
				club.table.Arrive(an.id)
				club.leftIs(own)
				if err := club.stop(); err != nil {
					t.Fatal(err)
				}
			}
			club.again()
			club.table.Arrive(an.id)
			before := club.kept()
			club.pass(own - time.Second)
			if s := club.kept(); s.Stage != c.stage || s.Round != before.Round {
				t.Errorf("%v: the clock has acted early", c.stage)
			}
			club.pass(2 * time.Second)
			if s := club.kept(); s.Stage == c.stage && s.Round == before.Round && s.Number == before.Number {
				t.Errorf("%v: the table stands still with %v left", c.stage, club.left())
			}
			club.audit()
		})
	}
}

// Set forward while down, it is as if the table had been down for an hour: nobody is
// acted for without a grace.
func TestClockIsSetForwardWhileDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, machine := openSettable(t, "Th 6d 8c Ts  5h")
		an := c.person("An", 1000000)
		an.must(sit(1))
		an.must(c.bet(1, 100000))
		if err := c.stop(); err != nil {
			t.Fatal(err)
		}
		machine.set(time.Hour)
		c.again()
		c.leftIs(Grace)
		c.pass(Grace - time.Second)
		c.handIs(1, 1, "Th 8c 18 playing")
		c.pass(time.Second)
		c.handIs(1, 1, "Th 8c 18 stood lose")
		c.audit()
	})
}

// A table can be loaded while the disk is full: commands are refused by name, and
// whoever's time ran out meanwhile gets the grace once there is room again.
func TestLoadedWhileTheStoreCannotWrite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, f := openFaulty(t, "Th 6d 8c Ts  5h")
		an := c.person("An", 1000000)
		an.must(sit(1))
		an.must(c.bet(1, 100000))
		if err := c.stop(); err != nil {
			t.Fatal(err)
		}
		broken := fmt.Errorf("%w: no space left on device", store.ErrUnavailable)
		f.fail.Store(&broken)
		c.pass(time.Minute)
		c.again()
		an.refused(wire.StoreUnavailable, c.act(1, blackjack.Stand))
		c.pass(time.Minute)
		c.handIs(1, 1, "Th 8c 18 playing")
		f.fail.Store(nil)
		c.pass(time.Second)
		c.handIs(1, 1, "Th 8c 18 playing")
		an.must(c.act(1, blackjack.Hit))
		c.audit()
	})
}
