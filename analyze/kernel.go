package analyze

import "club99/strategy"

// sums calculates a tree for one shoe: for each group, the sum over its leaves
// of orders and factors. The form for any number; [lanes] is the same for speed.
func sums[T number[T]](f *finals, left *Shoe, h strategy.Hand) []T {
	var x T
	factors := make([]T, len(f.factors))
	for i, c := range f.factors {
		factors[i] = x.Of(int64(max(left[c.value]-h.Of(int(c.value))-int(c.before), 0)), 1)
	}
	factors[0] = x.Of(1, 1)
	product := make([]T, len(f.nodes))
	product[0] = factors[0]
	for i, n := range f.nodes[1:] {
		product[i+1] = product[n.parent].Mul(factors[n.factor])
	}
	sums := make([]T, len(f.groups))
	from := 0
	for i, g := range f.groups {
		sums[i] = x.Of(0, 1)
		for _, l := range f.leaves[from:g.to] {
			sums[i] = sums[i].Add(product[l.node].Mul(factors[l.factor]).Mul(x.Of(int64(l.orders), 1)))
		}
		from = int(g.to)
	}
	return sums
}

// width is the number of hands that are calculated side by side: the processor
// works on them at the same time, and the tree is read once.
const width = 8

const mostGroups = 256 // groups of a tree

// lane is one number for each of the hands.
type lane [width]float64

// lanes is the memory of the calculation in floating point.
type lanes struct {
	cards   [11]lane // cards left by value
	factors [mostFactors]lane
	product [mostNodes]lane
	sums    [mostGroups]lane
	scale   [mostDrawn]lane // by number of cards drawn
}

// fewCards are the first numbers: to look one up takes less than to convert it.
var fewCards = func() (list [64]float64) {
	for i := range list {
		list[i] = float64(i)
	}
	return list
}()

// run calculates [sums] for some numbers of cards gone from one shoe, for the
// ends from one up.
func (w *lanes) run(f *finals, left *Shoe, gone *[width][11]uint8, end int) {
	var all [11]float64
	for v := 1; v <= 10; v++ {
		all[v] = float64(left[v])
	}
	for j := range gone {
		for v := 1; v <= 10; v++ {
			w.cards[v][j] = all[v] - fewCards[gone[j][v]&63]
		}
	}
	for j := range width {
		w.factors[0][j], w.product[0][j] = 1, 1
	}
	w.calculate(f, f.nodesTo[end], f.groupsTo[end])
}

// runHands is run for up to eight hands.
func (w *lanes) runHands(f *finals, left *Shoe, hands []strategy.Hand, end int) {
	var gone [width][11]uint8
	for j := range gone {
		gone[j] = hands[min(j, len(hands)-1)].Cards()
	}
	w.run(f, left, &gone, end)
}
