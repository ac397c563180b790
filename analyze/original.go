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
// it. With two hands it is exact; of three and four each two are linked as two
// hands are, and the second result estimates what that can be wrong by.
func originalLoss(t *tableOf[float], p pairCards, most int) (loss, unsure float64) {
	t.walkSides(p)
	o := originalBet{joint: newJoint(newSpread(t), p, most)}
	for side := range o.alive {
		o.list(side)
	}
	for _, e := range splitEnds(most) {
		o.ends = append(o.ends, o.single(e))
	}
	for i, sides := range sidesOfPairs {
		o.link(i, sides.looked, sides.a, sides.b)
	}
	for _, e := range o.ends {
		if e.hands == 2 {
			loss += o.exact(e.splitEnd)
		} else if e.all > 0 {
			loss += max(o.open(e), 0)
			pairs := float64(e.hands*(e.hands-1)/2) * o.dependence
			unsure += e.all * min(1, 4*pairs*pairs)
		}
	}
	return loss, unsure
}

// originalBet is the hands of a split that meet a dealer's Blackjack. Each count
// is kept twice: of hands that are no bust, and of Charlies among them that are
// paid all the same.
type originalBet struct {
	*joint
	alive      [2][2][]ending // by side, then all and paid
	ends       []endWithBlackjack
	links      [3][2]float64 // by how much more often two hands are both so than if they were independent
	dependence float64
}

// endWithBlackjack is an end of splitting with a dealer's Blackjack: its measure,
// and that of one hand of each side that is alive, or paid.
type endWithBlackjack struct {
	splitEnd
	all float64
	one [2][2]float64
}

func (o *originalBet) list(side int) {
	for _, e := range o.endings[side] {
		if k := o.kinds[e.kind]; !k.second {
			o.alive[side][0] = append(o.alive[side][0], e)
			if !o.joint.open(k) {
				o.alive[side][1] = append(o.alive[side][1], e)
			}
		}
	}
}

// only selects one end, for [joint.tableOf].
func only(e splitEnd) func(splitEnd) int64 {
	return func(o splitEnd) int64 {
		if o != e {
			return 0
		}
		return 1
	}
}

func (o *originalBet) single(e splitEnd) endWithBlackjack {
	w := endWithBlackjack{splitEnd: e}
	hands := [2]int{e.hands - e.pairsLeft(), e.pairsLeft()}
	for side, n := range hands {
		if n == 0 {
			continue
		}
		at := looked{}
		at[side] = 1
		tables := o.tableOf(at, only(e))
		w.all = 0
		for _, x := range o.endings[side] {
			if o.kinds[x.kind].second {
				w.all += o.blackjackWith(x.cards, tables)
			}
		}
		for kind, list := range o.alive[side] {
			for _, x := range list {
				w.one[side][kind] += x.orders * o.blackjackWith(x.cards, tables)
			}
		}
	}
	return w
}

// both is the measure of two hands with a dealer's Blackjack.
func (o *originalBet) both(first, second []ending, same bool, tables *pairTables) float64 {
	sum := 0.0
	for x := range first {
		from := 0
		if same {
			from = x
		}
		for y := from; y < len(second); y++ {
			p := first[x].orders * second[y].orders * o.blackjackWith(first[x].cards+second[y].cards, tables)
			if same && x != y {
				p *= 2
			}
			sum += p
		}
	}
	return sum
}

// link compares two hands with independent ones, over all ends.
func (o *originalBet) link(i int, sides looked, a, b int) {
	times := o.allPairs(sides)
	var apart [2]float64
	mass := 0.0
	for _, e := range o.ends {
		if n := float64(times(e.splitEnd)); n > 0 && e.all > 0 {
			mass += n * e.all
			for kind := range apart {
				apart[kind] += n * e.one[a][kind] * e.one[b][kind] / e.all
			}
		}
	}
	if mass == 0 {
		return
	}
	tables := o.tableOf(sides, times)
	for kind := range apart {
		if apart[kind] > noise*mass {
			both := o.both(o.alive[a][kind], o.alive[b][kind], a == b, tables)
			o.links[i][kind] = both/apart[kind] - 1
			o.dependence = max(o.dependence, math.Abs(both-apart[kind])/mass)
		}
	}
}

// exact is the loss in an end with two hands.
func (o *originalBet) exact(e splitEnd) float64 {
	for _, sides := range sidesOfPairs {
		if o.allPairs(sides.looked)(e) == 0 {
			continue
		}
		tables := o.tableOf(sides.looked, only(e))
		return o.both(o.alive[sides.a][0], o.alive[sides.b][0], sides.a == sides.b, tables) -
			o.both(o.alive[sides.a][1], o.alive[sides.b][1], sides.a == sides.b, tables)
	}
	return 0
}

// open is the loss in an end with more.
func (o *originalBet) open(e endWithBlackjack) float64 {
	n, u := e.hands-e.pairsLeft(), e.pairsLeft()
	var all [2]float64
	for kind := range all {
		linked := 1.0
		for i, times := range [...]int{n * (n - 1) / 2, n * u, u * (u - 1) / 2} {
			linked += float64(times) * o.links[i][kind]
		}
		all[kind] = e.all * linked * math.Pow(e.one[others][kind]/e.all, float64(n)) * math.Pow(e.one[pairs][kind]/e.all, float64(u))
	}
	return all[0] - all[1]
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
