package analyze

// The sums of [lanes] without anything that depends on the processor.

func (w *lanes) plainProducts(f *finals) {
	for i := 1; i < len(f.nodes); i++ {
		n := f.nodes[i]
		p, x, q := &w.product[n.parent&(mostNodes-1)], &w.factors[n.factor&(mostFactors-1)], &w.product[i&(mostNodes-1)]
		for j := range q {
			q[j] = p[j] * x[j]
		}
	}
}

// plainGroups sums up every second leaf by itself, so that a sum waits less for
// the one before it.
func (w *lanes) plainGroups(f *finals) {
	from := 0
	for i, g := range f.groups {
		var sum [2]lane
		for n, l := range f.leaves[from:g.to] {
			p, x, to := &w.product[l.node&(mostNodes-1)], &w.factors[l.factor&(mostFactors-1)], &sum[n&1]
			for j := range to {
				to[j] += p[j] * x[j] * l.orders
			}
		}
		for j := range sum[0] {
			w.sums[i&(mostGroups-1)][j] = sum[0][j] + sum[1][j]
		}
		from = int(g.to)
	}
}
