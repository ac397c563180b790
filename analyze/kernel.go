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
const width = 4

// lane is one number for each of the hands.
type lane [width]float64

// lanes is the memory of the calculation in floating point.
type lanes struct {
	factors [mostFactors]lane
	product [mostNodes]lane
	sums    [256]lane // by group
	rows    [width][256]float
}

// run calculates [sums] for some hands from one shoe.
func (w *lanes) run(f *finals, left *Shoe, hands *[width]strategy.Hand) {
	var gone [width][11]uint8
	for j, h := range hands {
		gone[j] = h.Cards()
	}
	w.runGone(f, left, &gone)
}

// runGone calculates [sums] for some numbers of cards gone from one shoe.
func (w *lanes) runGone(f *finals, left *Shoe, gone *[width][11]uint8) {
	w.factors[0] = lane{1, 1, 1, 1}
	for i, c := range f.factors {
		if i == 0 {
			continue
		}
		x := &w.factors[i&(mostFactors-1)]
		for j := range gone {
			x[j] = float64(max(left[c.value]-int(gone[j][c.value])-int(c.before), 0))
		}
	}
	w.product[0] = lane{1, 1, 1, 1}
	for i, n := range f.nodes {
		if i == 0 {
			continue
		}
		p, x, q := &w.product[n.parent&(mostNodes-1)], &w.factors[n.factor&(mostFactors-1)], &w.product[i&(mostNodes-1)]
		q[0] = p[0] * x[0]
		q[1] = p[1] * x[1]
		q[2] = p[2] * x[2]
		q[3] = p[3] * x[3]
	}
	from := 0
	for i, g := range f.groups {
		var a, b, c, d float64
		for _, l := range f.leaves[from:g.to] {
			p, x := &w.product[l.node&(mostNodes-1)], &w.factors[l.factor&(mostFactors-1)]
			a += p[0] * x[0] * l.orders
			b += p[1] * x[1] * l.orders
			c += p[2] * x[2] * l.orders
			d += p[3] * x[3] * l.orders
		}
		w.sums[i&255] = lane{a, b, c, d}
		from = int(g.to)
	}
}

// rows runs a tree for up to four hands and returns the sums hand by hand.
func (d *Dealers) rows(f *finals, left *Shoe, hands []strategy.Hand, rows [][]float) {
	var four [width]strategy.Hand
	for i := range four {
		four[i] = hands[min(i, len(hands)-1)]
	}
	d.work.run(f, left, &four)
	for i := range hands {
		row := &d.work.rows[i]
		for j := range f.groups {
			row[j&255] = float(d.work.sums[j&255][i])
		}
		rows[i] = row[:len(f.groups)]
	}
}
