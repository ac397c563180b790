package simulate

import "slices"

// widest is how many different nets have a counter each; above, those that come up have one.
const widest = 1 << 16

// nets counts rounds by what they earned, in units, of a single bet.
type nets struct {
	most  int64 // no net is further from 0
	dense []uint64
	wide  map[int64]uint64
}

func (n *nets) add(net int64, times uint64) {
	if n.dense == nil && n.wide == nil {
		n.make()
	}
	if n.dense != nil {
		n.dense[net+n.most] += times
	} else {
		n.wide[net] += times
	}
}

// make makes the counters, when the first is needed.
func (n *nets) make() {
	if 2*n.most+1 > widest {
		n.wide = map[int64]uint64{}
	} else {
		n.dense = make([]uint64, 2*n.most+1)
	}
}

// each calls do for every net that came up, from the lowest.
func (n *nets) each(do func(net int64, times uint64)) {
	for i, times := range n.dense {
		if times > 0 {
			do(int64(i)-n.most, times)
		}
	}
	keys := make([]int64, 0, len(n.wide))
	for net := range n.wide {
		keys = append(keys, net)
	}
	slices.Sort(keys)
	for _, net := range keys {
		do(net, n.wide[net])
	}
}

// tally is what is known of rounds that were played.
type tally struct {
	byCount [HighestCount - LowestCount + 1]bin // by true count when the bet was made
	shoes   shoes
}

// bin is what is known of rounds at one true count.
type bin struct {
	rounds uint64 // those that were sat out too
	nets   nets
	hands  hands
}

func newTally(most int64) tally {
	var t tally
	for i := range t.byCount {
		t.byCount[i].nets.most = most
	}
	return t
}

// merge adds what another tally knows.
func (t *tally) merge(o *tally) {
	for i := range o.byCount {
		to, from := &t.byCount[i], &o.byCount[i]
		to.rounds += from.rounds
		from.nets.each(to.nets.add)
		to.hands.add(&from.hands, 1)
	}
	t.shoes.merge(&o.shoes)
}

func (t *tally) rounds() uint64 {
	n := uint64(0)
	for i := range t.byCount {
		n += t.byCount[i].rounds
	}
	return n
}

// shoes are sums over shoes, for the error of results that are not independent
// within a shoe: of what was earned x, and of what was bet first b.
type shoes struct {
	n          uint64
	xx, xb, bb float64
}

func (s *shoes) add(earned, bet int64) {
	x, b := float64(earned), float64(bet)
	s.n++
	s.xx += x * x
	s.xb += x * b
	s.bb += b * b
}

func (s *shoes) merge(o *shoes) {
	s.n += o.n
	s.xx += o.xx
	s.xb += o.xb
	s.bb += o.bb
}
