package analyze

import "testing"

// The values of a live decision on the first two cards are those of the table.
func TestDecideAgreesWithTheTable(t *testing.T) {
	rules := basicRules()
	a := newAnalyzer(&rules, NewDealers())
	game, err := a.Game(Full(1), CDZ)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range game.Hands {
		if h.Legal == 0 {
			continue
		}
		left := Full(1)
		for v := 1; v <= 10; v++ {
			left[v] -= h.Hand.Of(v)
		}
		left[h.Up]--
		choices, err := a.Decide(left, Situation{Hand: h.Hand, Up: h.Up, Hands: 1, Checked: true, OfRank: -1, Legal: h.Legal})
		if err != nil {
			t.Fatal(err)
		}
		if len(choices) != len(h.Legal.List()) || choices[0].Action != h.Play {
			t.Errorf("%v against %d: %v, the table plays %v of %v", h.Hand, h.Up, choices, h.Play, h.Legal.List())
		}
		for _, c := range choices {
			if d := c.EV - h.EV[c.Action]; d > 1e-12 || d < -1e-12 {
				t.Errorf("%v against %d: %v is worth %v, in the table %v", h.Hand, h.Up, c.Action, c.EV, h.EV[c.Action])
			}
		}
	}
}
