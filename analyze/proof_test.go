package analyze

import (
	"math"
	"testing"

	"club99/blackjack"
	"club99/strategy"
)

// exact fills a table in fractions, without any rounding.
func exact(rules *blackjack.Rules, shoe Shoe, ups ...int) (*tableOf[fraction], [11]float64) {
	t := &tableOf[fraction]{shoe: shoe, class: CDZ, play: new(strategy.Composition)}
	t.terms = newTerms[fraction](rules)
	t.dealers = NewDealers()
	t.value, t.staked = t.zero, t.zero
	var byUp [11]float64
	for _, up := range ups {
		t.byUp[up] = t.zero
		t.fillUp(up)
		byUp[up] = t.byUp[up].Float()
	}
	return t, byUp
}

// Floating point agrees with fractions on one deck: for every action of every
// hand, in the long form against every up card.
func TestFloatingPointIsProvedByFractions(t *testing.T) {
	rules := basicRules()
	rules.Decks = 1
	rules.Charlie, rules.MaxCards = 6, 11
	ups := []int{10}
	if *long {
		ups = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	}
	shoe := Full(1)
	if race {
		shoe = Shoe{0, 4, 0, 0, 0, 4, 2, 0, 3, 0, 6} // fewer hands
	}
	proof, byUp := exact(&rules, shoe, ups...)
	a := newAnalyzer(&rules, NewDealers())
	g, err := a.Table(shoe, CDZ)
	if err != nil {
		t.Fatal(err)
	}
	worst := 0.0
	at := 0
	for _, up := range ups {
		for _, h := range g.Hands {
			if h.Up != up {
				continue
			}
			d := &proof.deals[at]
			at++
			want := proof.hand(d)
			if d.hand != h.Hand || d.legal != h.Legal || want.Play != h.Play {
				t.Fatalf("%v against %d: %v of %v, in fractions %v %v of %v", h.Hand, up, h.Play, h.Legal.List(), d.hand, want.Play, d.legal.List())
			}
			for _, action := range h.Legal.List() {
				worst = max(worst, math.Abs(h.EV[action]-want.EV[action]))
			}
			worst = max(worst, math.Abs(h.Value-want.Value))
		}
		worst = max(worst, math.Abs(g.ByUp[up]-byUp[up]))
	}
	if worst > 2e-14 {
		t.Errorf("floating point is off by %.2g", worst)
	}
	t.Logf("%d deals, floating point is off by %.2g at most", at, worst)
}
