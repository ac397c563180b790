package simulate

import (
	"math"
	"testing"

	"club99/blackjack"
	"club99/preset"
	"club99/strategy"
)

// Both ways to draw give every two places of the shoe all pairs of ranks as
// often as a shuffled deck does, and no order depends on the round before.
func TestCardsAreDrawnEvenly(t *testing.T) {
	rules, err := preset.Load("single-deck")
	if err != nil {
		t.Fatal(err)
	}
	m, err := compile(&rules, nil, []strategy.Strategy{strategy.Basic(&rules)})
	if err != nil {
		t.Fatal(err)
	}
	f := newFast(round{machine: m, shoe: newShoe(1, stream(5, 0)), seats: []seat{{bet: 1}}, pay: payFor(&rules, 10)})
	lazy := newShoe(1, stream(6, 0))
	for name, deal := range map[string]func() *shoe{
		"automata": func() *shoe { f.run(1); return f.shoe },
		"shoe": func() *shoe {
			lazy.shuffle()
			for range 7 {
				lazy.draw()
			}
			return lazy
		},
	} {
		rounds := int(Rounds(1e6, 1e8))
		var pairs [7][7][169]int
		var last [7]uint8
		for range rounds {
			s := deal()
			for i := range 7 {
				for j := range i {
					pairs[i][j][int(s.cards[i]-1)*13+int(s.cards[j]-1)]++
				}
				pairs[i][i][int(s.cards[i]-1)*13+int(last[i])]++
				last[i] = s.cards[i] - 1
			}
		}
		for i := range 7 {
			for j := range i + 1 {
				square := 0.0
				for at, n := range pairs[i][j] {
					want := float64(rounds) / 169 // of a round and the one before
					if j < i {
						want = float64(rounds) / 13 * 4 / 51
						if at/13 == at%13 {
							want = float64(rounds) / 13 * 3 / 51
						}
					}
					square += (float64(n) - want) * (float64(n) - want) / want
				}
				// Chi-square of 168 degrees is nearly normal; 28 of them are looked at.
				if z := (square - 168) / math.Sqrt(2*168); math.Abs(z) > 4.5 {
					t.Errorf("%s: places %d and %d: chi-square %.1f of 168 degrees", name, i, j, square)
				}
			}
		}
	}
}

// The rounds themselves allocate nothing, and every kind of game plays them.
func TestRoundsAllocateNothing(t *testing.T) {
	rules, err := preset.Load("vegas-strip")
	if err != nil {
		t.Fatal(err)
	}
	c := &Config{Rules: &rules, Strategy: strategy.Basic(&rules), Rounds: 1, Seats: 3, Seat: 2, Count: HiLo(), Ramp: Ramp{{0, 1}, {2, 4}}}
	p, err := newPlan(c)
	if err != nil {
		t.Fatal(err)
	}
	table := p.newTable()
	table.shoe.begin(stream(1, 1))
	if n := testing.AllocsPerRun(1000, func() {
		if table.spent() {
			table.shuffle()
		}
		table.round(c.Ramp.bet(table.trueCount()))
	}); n != 0 {
		t.Errorf("a round allocates %v times", n)
	}
	rules.Shuffle, rules.CutCard = blackjack.ShuffleEveryRound, 0
	c.Seats, c.Seat, c.Count, c.Ramp = 1, 1, nil, nil
	if table = p.newTable(); table.fast == nil {
		t.Fatal("heads-up, a fresh shoe and a flat bet do not use the automata")
	}
	if n := testing.AllocsPerRun(100, func() { table.fast.run(1000) }); n > 0.01 {
		t.Errorf("a thousand rounds allocate %v times", n)
	}
}

// A shoe is shuffled as the club's tables shuffle it.
func TestShoeIsSpent(t *testing.T) {
	rules, err := preset.Load("vegas-strip")
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPlan(&Config{Rules: &rules, Strategy: strategy.Basic(&rules), Rounds: 1, Seats: 1, Seat: 1})
	if err != nil {
		t.Fatal(err)
	}
	table := p.newTable()
	rules.CutCard = 1
	table.shoe.begin(stream(1, 1))
	for !table.spent() {
		table.round(1)
	}
	most := blackjack.MostCards(&rules, 1, table.shoe.unseen())
	if left := table.shoe.left(); left >= most || left <= 1 {
		t.Errorf("spent with %d cards left, of which a round can take %d", left, most)
	}
	rules.CutCard = 100
	table.shoe.shuffle()
	for !table.spent() {
		table.round(1)
	}
	if left := table.shoe.left(); left > 100 || left < 80 {
		t.Errorf("spent with %d cards left, 100 are behind the cut card", left)
	}
}
