package play

import (
	"testing"

	"club99/blackjack"
	"club99/internal/wire"
	"club99/preset"
	"club99/strategy"
)

// Nobody asks for a seat where none is given: at a closed table, or when the club
// is about to close.
func TestNobodySitsDownWhereNothingBegins(t *testing.T) {
	rules, err := preset.Load("club99")
	if err != nil {
		t.Fatal(err)
	}
	p := Player{Strategy: By(strategy.Basic(&rules)), Stake: 1000, Seats: 1}
	for _, c := range []struct {
		state wire.State
		sits  bool
	}{
		{wire.State{Phase: wire.PhaseWaiting}, true},
		{wire.State{Phase: wire.PhaseWaiting, Notice: wire.NoticeClosing}, false},
		{wire.State{Phase: wire.PhaseClosed}, false},
	} {
		c.state.Seats = make([]wire.Seat, blackjack.MaxSeats)
		if w, ok := p.Next(&c.state, &wire.You{}); ok != c.sits || ok && w.Name != wire.Sit {
			t.Errorf("%s %q: %+v %v", c.state.Phase, c.state.Notice, w, ok)
		}
	}
}
