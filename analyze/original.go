package analyze

import (
	"math"

	"club99/blackjack"
)

// takesOriginal reports whether a Blackjack may come that was not checked for and
// takes the original bet only. It is found in floating point alone.
func (t *tableOf[T]) takesOriginal() bool {
	_, ok := any(t).(*tableOf[float])
	return ok && t.blackjack != 0 && !t.checked && t.rules.NoPeekLoss == blackjack.LoseOriginal
}

// originalLoss is what a Blackjack that was not checked for takes from the hands
// of a split where it can take the original bet only (R16): one unit if no hand
// has busted and one is still unpaid. The value of single hands does not hold
// it. With two hands it is exact; three and four are taken as independent given
// the Blackjack, and the second result bounds what that can be wrong by.
func originalLoss(t *tableOf[float], p pairCards, most int) (loss, unsure float64) {
	t.walkSides(p)
	j := newJoint(newSpread(t), p, most)
	alone := [2][]alive{j.alive(others), j.alive(pairs)}
	var met, apart float64
	for _, e := range splitEnds(most) {
		only := func(o splitEnd) int64 {
			if o != e {
				return 0
			}
			return 1
		}
		n, u := e.hands-e.pairsLeft(), e.pairsLeft()
		one := j.aloneWithBlackjack(alone[others], j.endings[others], j.tableOf(looked{1, 0}, only))
		again := j.aloneWithBlackjack(alone[pairs], j.endings[pairs], j.tableOf(looked{0, 1}, only))
		all := one.all
		if n == 0 {
			all = again.all
		}
		if all <= 0 {
			continue
		}
		open := all * (math.Pow(one.alive/all, float64(n))*math.Pow(again.alive/all, float64(u)) -
			math.Pow(one.paid/all, float64(n))*math.Pow(again.paid/all, float64(u)))
		if e.hands == 2 {
			sides, a, b := looked{n, u}, others, pairs
			if n == 2 {
				b = others
			} else if u == 2 {
				a = pairs
			}
			exact := j.twoWithBlackjack(alone[a], alone[b], a == b, j.tableOf(sides, only))
			met, apart = met+all, apart+math.Abs(exact-open)
			open = exact
		} else {
			unsure += all * min(1, float64(e.hands*(e.hands-1))*apart/met)
		}
		loss += open
	}
	return loss, unsure
}

// alive is an ending that is no bust.
type alive struct {
	ending
	paid bool // a Charlie that beats a Blackjack
}

func (j *joint) alive(side int) []alive {
	var list []alive
	for _, e := range j.endings[side] {
		if k := j.kinds[e.kind]; !k.second {
			list = append(list, alive{e, !j.open(k)})
		}
	}
	return list
}

// withBlackjack is the measure of single hands with a dealer's Blackjack.
type withBlackjack struct{ all, alive, paid float64 }

func (j *joint) aloneWithBlackjack(list []alive, seconds []ending, tables *pairTables) (w withBlackjack) {
	for _, a := range list {
		p := a.orders * j.blackjackWith(a.cards, tables)
		w.alive += p
		if a.paid {
			w.paid += p
		}
	}
	for _, e := range seconds {
		if j.kinds[e.kind].second {
			w.all += j.blackjackWith(e.cards, tables)
		}
	}
	return w
}

// twoWithBlackjack is the measure of two hands that are alive, one of them unpaid, with a dealer's Blackjack.
func (j *joint) twoWithBlackjack(first, second []alive, same bool, tables *pairTables) float64 {
	sum := 0.0
	for x := range first {
		from, w := 0, 1.0
		if same {
			from, w = x, 2
		}
		for y := from; y < len(second); y++ {
			if first[x].paid && second[y].paid {
				continue
			}
			p := first[x].orders * second[y].orders * j.blackjackWith(first[x].cards+second[y].cards, tables)
			if same && x == y {
				sum += p
			} else {
				sum += w * p
			}
		}
	}
	return sum
}

// blackjackWith is the measure of a dealer's Blackjack with some cards of the hands on the table.
func (j *joint) blackjackWith(cards cardKey, tables *pairTables) float64 {
	t, v := j.s.t, j.pair.value
	same, drawn := cards.of(alikeSlot), cards.count()+1
	p := 1.0
	for k := range same {
		p *= float64(j.pair.rest - k)
	}
	for value := 1; value <= 10; value++ {
		n := cards.of(value)
		if value == t.blackjack {
			n++
		}
		if value != v {
			p *= j.falling[value][min(n, len(j.falling[value])-1)]
		}
	}
	ofPair := cards.of(v)
	if t.blackjack == v {
		ofPair++
	}
	return p * float64(tables[same].of[ofPair*mostInAll+drawn])
}
