package analyze

// wide is whether the processor can work on several hands in one register.
var wide = supported()

func supported() bool

//go:noescape
func factorsAVX(factors *factor, n int, cards, out *lane)

//go:noescape
func productsAVX(nodes *node, n int, factors, product *lane)

//go:noescape
func groupsAVX(leaves *leaf, groups *group, n int, factors, product, sums *lane)

//go:noescape
func reachAVX(groups *group, n int, scale, sums *lane)

// reach makes of the sums of the first groups those of all groups up to each,
// times the scale of the number of cards drawn.
func (w *lanes) reach(f *finals, groups int) {
	if !wide {
		w.plainReach(f, groups)
		return
	}
	reachAVX(&f.groups[0], groups, &w.scale[0], &w.sums[0])
}

// calculate fills the factors from the cards left by value, the products of the
// first nodes, and the sums of the first groups.
func (w *lanes) calculate(f *finals, nodes, groups int) {
	if !wide {
		w.plain(f, nodes, groups)
		return
	}
	factorsAVX(&f.factors[0], len(f.factors), &w.cards[0], &w.factors[0])
	productsAVX(&f.nodes[0], nodes, &w.factors[0], &w.product[0])
	groupsAVX(&f.leaves[0], &f.groups[0], groups, &w.factors[0], &w.product[0], &w.sums[0])
}
