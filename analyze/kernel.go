package analyze

const mostNodes = 2048 // more than any tree has

// probabilities sums up the dealer's ends 17 to 21 in a shoe of n cards. The
// form for any number; [finals.floats] is the same for speed.
func probabilities[T number[T]](f *finals, left *[11]int, n int, ends *[6]T) {
	var x T
	product := make([]T, len(f.parent))
	product[0] = x.Of(1, 1)
	for i := 1; i < len(product); i++ {
		value, before := f.factor[i]>>4, int(f.factor[i]&15)
		product[i] = product[f.parent[i]].Mul(x.Of(int64(max(left[value]-before, 0)), 1))
	}
	for end := range ends {
		ends[end] = x.Of(0, 1)
	}
	for from := 0; from < len(f.leaves); {
		group := f.leaves[from]
		sum := x.Of(0, 1)
		to := from
		for ; to < len(f.leaves) && f.leaves[to].end == group.end && f.leaves[to].drawn == group.drawn; to++ {
			sum = sum.Add(product[f.leaves[to].node].Mul(x.Of(int64(f.orders[to]), 1)))
		}
		for k := range int(group.drawn) {
			sum = sum.Mul(x.Of(1, int64(max(n-k, 1))))
		}
		ends[group.end] = ends[group.end].Add(sum)
		from = to
	}
}

// floats is [probabilities] in floating point.
func (f *finals) floats(left *[11]int, n int, ends *[6]float) {
	var factor [256]float64
	for v := 1; v <= 10; v++ {
		for k := 0; k < 16 && left[v]-k > 0; k++ {
			factor[v<<4|k] = float64(left[v] - k)
		}
	}
	var product [mostNodes]float64
	product[0] = 1
	parent, card := f.parent, f.factor[:len(f.parent)]
	for i := 1; i < len(parent); i++ {
		product[i&(mostNodes-1)] = product[parent[i]&(mostNodes-1)] * factor[card[i]]
	}
	var scale [mostDrawn]float64
	scale[0] = 1
	for k := 1; k < mostDrawn; k++ {
		scale[k] = scale[k-1] / float64(max(n-k+1, 1))
	}
	*ends = [6]float{}
	orders := f.orders[:len(f.leaves)]
	for i, l := range f.leaves {
		ends[l.end&7%6] += float(orders[i] * product[l.node&(mostNodes-1)] * scale[l.drawn&(mostDrawn-1)])
	}
}
