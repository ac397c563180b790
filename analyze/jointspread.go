package analyze

import "club99/strategy"

// splitSpread is the distribution of what the hands of a split earn together,
// by the result, without and with a dealer's Blackjack, weighted as values are.
type splitSpread struct {
	net    [2]map[int64]float64
	mean   [2]float64 // expectations of the result, its square and 1
	square [2]float64
	mass   [2]float64
	many   float64 // the part with more than two hands
	unsure float64 // bound of the error of the distribution
}

func (r *splitSpread) add(dealer int, net int64, p float64) {
	r.net[dealer][net] += p
}

// dealt says whether an end is a dealer's Blackjack, as an index.
func dealt(end int) int {
	if end == dealerBlackjack {
		return 1
	}
	return 0
}

// spreadOf finds the distribution for a pair under the solver's preferences.
func (s *spread) spreadOf(p pairCards, most int) *splitSpread {
	t := s.t
	t.walkSides(p)
	j := newJoint(s, p, most)
	r := &splitSpread{net: [2]map[int64]float64{{}, {}}}
	j.two(r)
	j.more(r)
	j.squares(r)
	return r
}

// sidesOfPairs are the pairs of hands that there are in a split, by [joint.links]:
// how many of each side, and the sides.
var sidesOfPairs = [3]struct {
	looked
	a, b int
}{{looked{2, 0}, others, others}, {looked{1, 1}, others, pairs}, {looked{0, 2}, pairs, pairs}}

// two counts the ends with two hands, exactly, and the squares of all ends.
func (j *joint) two(r *splitSpread) {
	for i, sides := range sidesOfPairs {
		all := j.allPairs(sides.looked)
		some := false
		for _, e := range splitEnds(j.most) {
			some = some || all(e) > 0
		}
		if !some {
			continue
		}
		two := func(e splitEnd) int64 {
			if e.hands != 2 {
				return 0
			}
			return all(e)
		}
		m := j.pairs(sides.a, sides.b, []*pairTables{j.tableOf(sides.looked, two), j.tableOf(sides.looked, all)})
		j.addSquares(r, m[1])
		m[0].whole(j)
		m[1].whole(j)
		j.addTwo(r, m[0])
		j.links[i] = m[1]
		apart, mass := m[1].dependence(len(j.kinds))
		if apart2, mass2 := m[0].dependence(len(j.kinds)); mass2 > 0 {
			j.links[i], apart, mass = m[0], apart2, mass2
		}
		if mass > 0 {
			j.dependence = max(j.dependence, apart/mass)
		}
	}
}

// addTwo counts the results of two hands.
func (j *joint) addTwo(r *splitSpread, m *matrix) {
	for end := range meetsEnds {
		for x, k := range j.kinds {
			for y, l := range j.kinds {
				if p := m[end][x][y]; p != 0 {
					r.add(dealt(end), j.settle([]kind{k, l}, end), p)
				}
			}
		}
	}
}

// allPairs is the number of pairs of hands of these sides in an end.
func (j *joint) allPairs(sides looked) func(splitEnd) int64 {
	return func(e splitEnd) int64 {
		n, u := int64(e.hands-e.pairsLeft()), int64(e.pairsLeft())
		switch sides {
		case looked{2, 0}:
			return n * (n - 1) / 2
		case looked{1, 1}:
			return n * u
		}
		return u * (u - 1) / 2
	}
}

// whole is [joint.whole] for both hands.
func (m *matrix) whole(j *joint) {
	for end := range m {
		for b := range mostKinds {
			j.whole(func(k int) *float64 { return &m[end][k][b] })
		}
		for a := range mostKinds {
			j.whole(func(k int) *float64 { return &m[end][a][k] })
		}
	}
}

// dependence is how far two hands are from being independent given the dealer's
// end: the probability that is elsewhere, of what there is.
func (m *matrix) dependence(kinds int) (apart, mass float64) {
	for end := range m {
		var rows, columns [mostKinds]float64
		all := 0.0
		for a := range kinds {
			for b := range kinds {
				p := m[end][a][b]
				rows[a] += p
				columns[b] += p
				all += p
			}
		}
		if all <= 0 {
			continue
		}
		mass += all
		for a := range kinds {
			for b := range kinds {
				apart += max(m[end][a][b]-rows[a]*columns[b]/all, 0)
			}
		}
	}
	return apart, mass
}

// more counts the ends with three hands and four: each hand's distribution is
// exact in each end, and each two hands are linked as in the rounds with two.
func (j *joint) more(r *splitSpread) {
	var ends []splitEnd
	var one, again []*pairTables
	for _, e := range splitEnds(j.most) {
		only := func(o splitEnd) int64 {
			if o != e {
				return 0
			}
			return 1
		}
		a := j.tableOf(looked{1, 0}, only)
		b := j.tableOf(looked{0, 1}, only)
		ends, one, again = append(ends, e), append(one, a), append(again, b)
	}
	singles, againSingles := j.singles(others, one), j.singles(pairs, again)
	for i, e := range ends {
		j.addSingles(r, singles[i], e.hands-e.pairsLeft())
		j.addSingles(r, againSingles[i], e.pairsLeft())
		if e.hands < 3 {
			continue
		}
		for end := range meetsEnds {
			n := e.hands - e.pairsLeft()
			mass := 0.0
			for k := range j.kinds {
				if n > 0 {
					mass += singles[i][end][k]
				} else {
					mass += againSingles[i][end][k]
				}
			}
			if mass <= 0 {
				continue
			}
			r.many += mass
			pairsOfHands := float64(e.hands * (e.hands - 1) / 2)
			r.unsure += mass * min(1, 4*pairsOfHands*j.dependence*pairsOfHands*j.dependence)
			j.several(r, end, mass, n, e.pairsLeft(), &singles[i][end], &againSingles[i][end])
		}
	}
}

// together is what several hands come to together, for [joint.settle].
type together struct {
	net        int64
	open, lost bool
}

func (j *joint) with(t together, k kind, end int) together {
	t.net += j.earned(k, end)
	t.lost = t.lost || k.second
	t.open = t.open || j.open(k)
	return t
}

// join adds a hand of a given distribution, which is independent of the others.
func (j *joint) join(now map[together]float64, end int, mass float64, of *[mostKinds]float64) map[together]float64 {
	next := map[together]float64{}
	for t, p := range now {
		for x, k := range j.kinds {
			if q := of[x]; q != 0 {
				next[j.with(t, k, end)] += p * q / mass
			}
		}
	}
	return next
}

// noise is the share of all below which a kind of hand is none, but what rounding
// has left of differences.
const noise = 1e-10

// linkedPair is by how much two hands of given distributions differ from being
// independent: as much as such hands do in the rounds that links holds.
func (j *joint) linkedPair(links *matrix, end int, mass float64, a, b *[mostKinds]float64) map[together]float64 {
	var rows, columns [mostKinds]float64
	all := 0.0
	for x := range j.kinds {
		for y := range j.kinds {
			rows[x] += links[end][x][y]
			columns[y] += links[end][x][y]
			all += links[end][x][y]
		}
	}
	var more [mostKinds][mostKinds]float64
	var byRow, byColumn [mostKinds]float64 // means, so that each hand keeps its distribution
	mean := 0.0
	for x := range j.kinds {
		for y := range j.kinds {
			if min(rows[x], columns[y]) > noise*all {
				more[x][y] = links[end][x][y]*all/(rows[x]*columns[y]) - 1
			}
			byRow[x] += more[x][y] * b[y] / mass
			byColumn[y] += more[x][y] * a[x] / mass
			mean += more[x][y] * a[x] * b[y] / mass / mass
		}
	}
	pair := map[together]float64{}
	for x, k := range j.kinds {
		for y, l := range j.kinds {
			pair[j.with(j.with(together{}, k, end), l, end)] += a[x] * b[y] / mass * (more[x][y] - byRow[x] - byColumn[y] + mean)
		}
	}
	return pair
}

// several counts hands with given distributions that share the dealer's end, as
// if they were independent but for what links each two of them.
func (j *joint) several(r *splitSpread, end int, mass float64, n, u int, one, again *[mostKinds]float64) {
	of := [2]*[mostKinds]float64{one, again}
	all := func(now map[together]float64, n, u int) map[together]float64 {
		for range n {
			now = j.join(now, end, mass, one)
		}
		for range u {
			now = j.join(now, end, mass, again)
		}
		return now
	}
	sum := all(map[together]float64{{}: mass}, n, u)
	for i, times := range [...]int{n * (n - 1) / 2, n * u, u * (u - 1) / 2} {
		if times == 0 || j.links[i] == nil {
			continue
		}
		sides := sidesOfPairs[i]
		links := all(j.linkedPair(j.links[i], end, mass, of[sides.a], of[sides.b]), n-sides.looked[0], u-sides.looked[1])
		for t, p := range links {
			sum[t] += p * float64(times)
		}
	}
	for t, p := range sum {
		if j.original() && end == dealerBlackjack && t.open && !t.lost {
			t.net -= j.s.unit
		}
		r.add(dealt(end), t.net, p)
	}
}

// open reports whether a dealer's Blackjack finds the hand unpaid.
func (j *joint) open(k kind) bool {
	return !k.second && !(k.charlie && j.s.t.rules.CharlieBeatsBlackjack)
}

// addSquares adds the products of two hands' results, twice.
func (j *joint) addSquares(r *splitSpread, m *matrix) {
	for end := range meetsEnds {
		for x, k := range j.kinds {
			for y, l := range j.kinds {
				r.square[dealt(end)] += 2 * m[end][x][y] * j.part(k, end) * j.part(l, end)
			}
		}
	}
}

// addSingles adds single hands' results and their squares.
func (j *joint) addSingles(r *splitSpread, m [meetsEnds][mostKinds]float64, hands int) {
	for end := range meetsEnds {
		for x, k := range j.kinds {
			v := float64(j.earned(k, end)) / float64(j.s.unit)
			r.mean[dealt(end)] += float64(hands) * m[end][x] * v
			r.square[dealt(end)] += float64(hands) * m[end][x] * v * v
		}
	}
}

// squares finishes the sums: of a Blackjack that takes the original bet only, and
// of the masses, what the distribution says.
func (j *joint) squares(r *splitSpread) {
	for dealer := range r.net {
		mean, square := 0.0, 0.0
		for net, p := range r.net[dealer] {
			x := float64(net) / float64(j.s.unit)
			r.mass[dealer] += p
			mean += p * x
			square += p * x * x
		}
		if dealer == 1 && j.original() {
			r.mean[dealer], r.square[dealer] = mean, square
		}
	}
}

// split counts the split of a deal.
func (s *spread) split(d *deal[float], p float64, insured bool) {
	t := s.t
	kinds, _ := t.pairKinds(d.hand.Pair(), 1)
	total := int64(0)
	for _, k := range kinds {
		total += k.ways
	}
	base := t.prefer
	defer func() { t.prefer = base }()
	most := t.mostHands(d.hand.Pair())
	if after := t.play.After[strategy.Origin{Up: d.up, Pair: d.hand.Pair()}]; after != nil {
		t.prefer = after
		if t.class == Given && after[d.hand]&strategy.PreferSplit == 0 {
			most = min(most, 2)
		}
	}
	for _, k := range kinds {
		part := p * float64(k.ways) / float64(total)
		r := s.spreadOf(k.pairCards, most)
		for dealer, nets := range r.net {
			add := int64(0)
			switch {
			case insured && dealer == 1:
				add = s.insured
			case insured:
				add = -s.unit / 2
			}
			for net, q := range nets {
				s.p[net+add] += part * q
			}
			x := float64(add) / float64(s.unit)
			s.square += part * (r.square[dealer] + 2*x*r.mean[dealer] + x*x*r.mass[dealer])
		}
		s.many += part * r.many
		s.unsure += part * r.unsure
	}
}
