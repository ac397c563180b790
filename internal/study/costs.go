package study

import (
	"cmp"
	"slices"

	"club99/analyze"
	"club99/blackjack"
	"club99/strategy"
)

// Cost is what a way of playing costs with one deal.
type Cost struct {
	Hand        strategy.Hand
	Up          int
	Paired      bool
	Yours, Best blackjack.Action // the first decisions; the same where the cost comes later
	Probability float64          // of the deal
	Each        float64          // cost where it is dealt, in initial bets
}

// Total is the cost in all rounds.
func (c *Cost) Total() float64 { return c.Probability * c.Each }

// Costs compares a given way of playing with the best, under the same rules and
// from the same shoe, what costs most first. The totals add up to the
// difference of the games' values.
func Costs(given, best *analyze.Game) []Cost {
	var list []Cost
	for i := range given.Hands {
		g, b := &given.Hands[i], &best.Hands[i]
		c := Cost{Hand: g.Hand, Up: g.Up, Paired: g.Paired, Probability: g.Probability, Each: b.Value - g.Value, Yours: g.Play, Best: b.Play}
		if mine, better := Answer(g), Answer(b); mine != better || g.Play == 0 {
			c.Yours, c.Best = mine, better
		}
		if c.Each > negligible || c.Each < -negligible {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(x, y Cost) int { return cmp.Compare(y.Total(), x.Total()) })
	return list
}
