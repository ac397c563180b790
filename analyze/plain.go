package analyze

// The sums of [lanes] without anything that depends on the processor.

// plain is [lanes.calculate].
func (w *lanes) plain(f *finals, nodes, groups int) {
	for i, c := range f.factors[1:] {
		x, left, before := &w.factors[(i+1)&(mostFactors-1)], &w.cards[c.value], float64(c.before)
		for j := range x {
			x[j] = max(left[j]-before, 0)
		}
	}
	w.plainProducts(f, nodes)
	w.plainGroups(f, groups)
}

func (w *lanes) plainProducts(f *finals, nodes int) {
	for i := 1; i < nodes; i++ {
		n := f.nodes[i]
		p, x, q := &w.product[n.parent&(mostNodes-1)], &w.factors[n.factor&(mostFactors-1)], &w.product[i&(mostNodes-1)]
		for j := range q {
			q[j] = p[j] * x[j]
		}
	}
}

// plainGroups sums up every second leaf by itself, so that a sum waits less for
// the one before it.
func (w *lanes) plainGroups(f *finals, groups int) {
	from := 0
	for i, g := range f.groups[:groups] {
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

// plainReach is [lanes.reach].
func (w *lanes) plainReach(f *finals, groups int) {
	var total lane
	for i, g := range f.groups[:groups] {
		sum, scale := &w.sums[i&(mostGroups-1)], &w.scale[g.drawn&(mostDrawn-1)]
		for j := range total {
			total[j] += sum[j] * scale[j]
		}
		*sum = total
	}
}
