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

func (w *lanes) plainGroups(f *finals) {
	from := 0
	for i, g := range f.groups {
		var sum lane
		for _, l := range f.leaves[from:g.to] {
			p, x := &w.product[l.node&(mostNodes-1)], &w.factors[l.factor&(mostFactors-1)]
			for j := range sum {
				sum[j] += p[j] * x[j] * l.orders
			}
		}
		w.sums[i&(mostGroups-1)] = sum
		from = int(g.to)
	}
}
