package pit

import (
	"context"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"club99/blackjack"
	"club99/internal/wire"
)

// Draining waits for the rounds in play and for no others; it ends with the last.
func TestDrainWaitsForTheRoundsInPlay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := openTwo(t)
		s := c.look("a1")
		c.do("a1", wire.Command{Name: wire.Act, Round: s.Round, Seat: 1, Turn: s.Turn.N, Action: blackjack.Stand})
		round := c.look("b2").Round
		began := time.Now()
		if left := c.pit.Drain(t.Context()); left != nil {
			t.Errorf("left: %v", left)
		}
		if took := time.Since(began); took < 10*time.Second || took > 20*time.Second {
			t.Errorf("it took %v, the clock decides after 15 s", took)
		}
		if s := c.look("b2"); s.Phase != wire.PhaseOver || s.Round != round {
			t.Errorf("b2 shows %+v", s)
		}
		c.books()
	})
}

// What is not over when the time is up is kept: the next start goes on with it.
func TestDrainKeepsWhatIsNotOverInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := openTwo(t)
		before := c.look("b2")
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		began := time.Now()
		if left := c.pit.Drain(ctx); !reflect.DeepEqual(left, []string{"a1", "b2"}) || time.Since(began) != 3*time.Second {
			t.Errorf("after %v are left: %v", time.Since(began), left)
		}
		c.pit.Close()
		c.pit = open(t, c.cfg)
		tb, _ := c.pit.Table("b2")
		tb.Arrive(c.an["b2"])
		after := c.look("b2")
		if !reflect.DeepEqual(before, after) {
			t.Errorf("the round came back as\n%+v\nit was\n%+v", after, before)
		}
		c.do("b2", wire.Command{Name: wire.Act, Round: after.Round, Seat: 1, Turn: after.Turn.N, Action: blackjack.Stand})
		c.books()
	})
}
