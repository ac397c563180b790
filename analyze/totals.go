package analyze

import (
	"slices"

	"club99/blackjack"
	"club99/strategy"
)

// cell is the hands that a table by totals plays alike.
type cell struct {
	hands []strategy.Hand
	soft  bool
}

// Cells in the order in which they can be decided: what a hit can lead to comes
// before. From hard 11 up a hit leads to a higher hard total, from a soft total to
// a higher soft one or a hard one from 12, from hard 10 down to anything.
var laterCells, firstCells = buildCells()

func buildCells() (later, first []cell) {
	add := func(total int, soft bool) {
		l, f := cell{soft: soft}, cell{soft: soft}
		for h := range strategy.Bust {
			if n, s := h.Total(); n != total || s != soft {
				continue
			}
			switch n := h.Count(); {
			case n == 2:
				f.hands = append(f.hands, h)
			case n > 2:
				l.hands = append(l.hands, h)
			}
		}
		later, first = append(later, l), append(first, f)
	}
	for total := 20; total >= 11; total-- {
		add(total, false)
	}
	for total := 20; total >= 12; total-- {
		add(total, true)
	}
	for total := 10; total >= 4; total-- {
		add(total, false)
	}
	return later, first
}

// totals finds the best table by totals under one up card, starting from the
// preferences that are there. Each cell is decided for the hands that come to it
// without a split, by their chances; since those depend on the cells before it,
// it is done again until nothing changes.
type totals struct {
	*tableOf[float]
	reach [strategy.Hands]float64 // chance that a hand comes up, apart from a common factor
}

// rounds bounds how often: beyond, two tables are so close that they change places.
const rounds = 12

func (t *totals) find() {
	for range rounds {
		before := *t.prefer
		t.come()
		t.memoFollow.forget()
		for i := range laterCells {
			t.decideLater(laterCells[i].hands)
			t.decideFirst(firstCells[i].hands)
		}
		t.decidePairs()
		if *t.prefer == before {
			break
		}
	}
}

// ways is the number of ways to deal two cards.
func (t *totals) ways(h strategy.Hand) float64 {
	if pair := h.Pair(); pair != 0 {
		return float64(t.left[pair] * (t.left[pair] - 1))
	}
	w := 2.0
	for v, n := range h.Cards() {
		if n > 0 {
			w *= float64(t.left[v])
		}
	}
	return w
}

// legal is what the rules allow with two cards that came from no split.
func (t *totals) legal(h strategy.Hand) blackjack.Actions {
	legal := blackjack.SetOf(blackjack.Hit, blackjack.Stand)
	if total, _ := h.Total(); t.rules.DoubleOn.Allows(total) {
		legal |= blackjack.SetOf(blackjack.Double)
	}
	if h.Pair() != 0 && t.rules.MaxHands > 1 {
		legal |= blackjack.SetOf(blackjack.Split)
	}
	if t.rules.Surrender == blackjack.SurrenderLate || t.rules.Surrender == blackjack.SurrenderEarly && t.blackjack == 0 {
		legal |= blackjack.SetOf(blackjack.Surrender)
	}
	return legal
}

// come finds the chances of all hands.
func (t *totals) come() {
	clear(t.reach[:])
	for _, h := range byCount {
		switch h.Count() {
		case 0, 1:
			continue
		case 2:
			t.reach[h] = t.ways(h)
			if h.Natural() || t.prefer[h].Action(t.legal(h)) != blackjack.Hit {
				continue
			}
		default:
			if _, ended := t.ended(h); ended || t.prefer[h]&strategy.PreferStand != 0 {
				continue
			}
		}
		if t.reach[h] == 0 {
			continue
		}
		for v := 1; v <= 10; v++ {
			if next := h.Add(v); next != strategy.Bust {
				t.reach[next] += t.reach[h] * t.chance(h, v).Float()
			}
		}
	}
}

// byCount is all hands, those of fewer cards first.
var byCount = func() []strategy.Hand {
	var list []strategy.Hand
	for h := range strategy.Bust {
		list = append(list, h)
	}
	slices.SortStableFunc(list, func(a, b strategy.Hand) int { return a.Count() - b.Count() })
	return list
}()

// each calls f with every hand of a cell that the shoe can make, and its weight:
// the chance that it comes up, or where none of them does, that they are dealt.
func (t *totals) each(hands []strategy.Hand, f func(h strategy.Hand, weight float64)) {
	any := false
	for _, h := range hands {
		any = any || t.reach[h] > 0
	}
	for _, h := range hands {
		w := t.reach[h]
		if !any && t.left.has(h) {
			w = t.sampled(h)
		}
		if w > 0 {
			f(h, w)
		}
	}
}

// sampled is the chance that so many cards are those of the hand, apart from what
// depends on the number alone.
func (t *totals) sampled(h strategy.Hand) float64 {
	w := 1.0
	for v, n := range h.Cards() {
		for k := range int(n) {
			w *= float64(t.left[v]-k) / float64(k+1)
		}
	}
	return w
}

func (t *totals) decideLater(hands []strategy.Hand) {
	better := 0.0
	t.each(hands, func(h strategy.Hand, w float64) {
		if _, ended := t.ended(h); !ended {
			better += w * (t.hit(h, t.follow) - t.stand(h)).Float()
		}
	})
	p := strategy.Preference(0)
	if better <= 0 {
		p = strategy.PreferStand
	}
	for _, h := range hands {
		t.prefer[h] = p
	}
}

// decideFirst decides hands of two cards, pairs that are split left out unless
// they are all.
func (t *totals) decideFirst(hands []strategy.Hand) {
	var sum opening[float]
	weight := 0.0
	for _, split := range []bool{false, true} {
		if weight > 0 {
			break
		}
		for _, h := range hands {
			w := t.ways(h)
			if h.Natural() || w <= 0 || (h.Pair() != 0 && t.prefer[h].Action(t.legal(h)) == blackjack.Split) != split {
				continue
			}
			weight += w
			o := t.openHand(h, t.follow)
			sum.legal |= o.legal
			for a := range o.value {
				sum.value[a] += float(w) * o.value[a]
			}
		}
	}
	for _, h := range hands {
		sum.hand = h
		keep := t.prefer[h] & strategy.PreferSplit // until the pairs are decided
		t.preferBest(&sum)
		t.prefer[h] |= keep
	}
}

// decidePairs splits the pairs that are worth more so than as their total says.
func (t *totals) decidePairs() {
	if t.rules.MaxHands < 2 {
		return
	}
	for v := 1; v <= 10; v++ {
		h := strategy.Of(v, v)
		t.prefer[h] &^= strategy.PreferSplit
		if t.left[v] < 2 {
			continue
		}
		o := t.openHand(h, t.follow)
		d := deal[float]{opening: o, up: t.up}
		kinds, _ := t.pairKinds(v, 1)
		if len(kinds) == 0 {
			continue
		}
		t.addSplit(&d)
		split := d.value[blackjack.Split]
		if play := o.value[t.prefer[h].Action(o.legal)]; play < split {
			t.prefer[h] = t.prefer[h]&^strategy.PreferSurrender | strategy.PreferSplit
		} else if t.prefer[h].Action(o.legal) == blackjack.Surrender {
			// Given up at the table that allows it; where it does not, what is next.
			rest := o.legal &^ blackjack.SetOf(blackjack.Surrender)
			if o.value[t.prefer[h].Action(rest)] < split {
				t.prefer[h] |= strategy.PreferSplit
			}
		}
	}
}

// answerAlike answers what is offered before the check alike for all hands of a
// total, pairs apart, and insurance for all hands. The deals must be filled with
// everything declined.
func (t *totals) answerAlike() {
	type kind struct {
		up, total int
		soft      bool
		pair      int
	}
	kindOf := func(d *deal[float]) kind {
		k := kind{up: d.up, pair: d.hand.Pair()}
		if k.total, k.soft = d.hand.Total(); t.rules.MaxHands < 2 {
			k.pair = 0
		}
		return k
	}
	insurance := 0.0
	given := map[kind]float64{} // what giving up is better than playing
	for i := range t.deals {
		d := &t.deals[i]
		p := d.probability.Float()
		if d.offers.Has(blackjack.Insure) {
			insurance += p * d.value[blackjack.Insure].Float()
		}
		if d.offers.Has(blackjack.Surrender) {
			given[kindOf(d)] += p * (-0.5 - d.total.Float())
		}
	}
	for i := range t.deals {
		d := &t.deals[i]
		prefer := &t.play.Preferences[d.up][d.hand]
		if d.offers.Has(blackjack.Insure) && insurance > 0 {
			*prefer |= strategy.AcceptInsurance
		}
		if d.offers.Has(blackjack.TakeEvenMoney) && d.total < t.evenMoney {
			*prefer |= strategy.AcceptEvenMoney
		}
		if d.offers.Has(blackjack.Surrender) && given[kindOf(d)] > 0 {
			*prefer |= strategy.AcceptSurrender
		}
	}
}
