package analyze

// wide is whether the processor can work on several hands in one register.
var wide = supported()

func supported() bool

//go:noescape
func productsAVX(nodes *node, n int, factors, product *lane)

//go:noescape
func groupsAVX(leaves *leaf, groups *group, n int, factors, product, sums *lane)

func (w *lanes) products(f *finals) {
	if wide {
		productsAVX(&f.nodes[0], len(f.nodes), &w.factors[0], &w.product[0])
	} else {
		w.plainProducts(f)
	}
}

func (w *lanes) groups(f *finals) {
	if wide {
		groupsAVX(&f.leaves[0], &f.groups[0], len(f.groups), &w.factors[0], &w.product[0], &w.sums[0])
	} else {
		w.plainGroups(f)
	}
}
