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

// two counts the ends with two hands, exactly.
func (j *joint) two(r *splitSpread) {
	total, apart := 0.0, 0.0
	count := func(sides looked, times func(splitEnd) int64, a, b int) {
		m := j.pairs(a, b, []*pairTables{j.tableOf(sides, times), j.tableOf(sides, j.allPairs(sides))})
		j.addSquares(r, m[1])
		m[0].whole(j)
		if sides == (looked{2, 0}) {
			j.linked = m[0]
		}
		for end := range meetsEnds {
			for x, k := range j.kinds {
				for y, l := range j.kinds {
					if p := m[0][end][x][y]; p != 0 {
						r.add(dealt(end), j.settle([]kind{k, l}, end), p)
						total += p
					}
				}
			}
		}
		apart += m[0].dependence(len(j.kinds))
	}
	two := func(n func(splitEnd) int64) func(splitEnd) int64 {
		return func(e splitEnd) int64 {
			if e.hands != 2 {
				return 0
			}
			return n(e)
		}
	}
	for _, sides := range []looked{{2, 0}, {1, 1}, {0, 2}} {
		n := j.allPairs(sides)
		some := false
		for _, e := range splitEnds(j.most) {
			some = some || n(e) > 0
		}
		if some {
			a, b := others, pairs
			if sides[0] == 2 {
				b = others
			} else if sides[1] == 2 {
				a = pairs
			}
			count(sides, two(n), a, b)
		}
	}
	if total > 0 {
		r.unsure = apart / total // for now, how much two hands depend on each other
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
// end: the probability that is elsewhere.
func (m *matrix) dependence(kinds int) float64 {
	apart := 0.0
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
		for a := range kinds {
			for b := range kinds {
				apart += max(m[end][a][b]-rows[a]*columns[b]/all, 0)
			}
		}
	}
	return apart
}

// more counts the ends with three hands and four: each hand's distribution is
// exact in each end, and each two hands are linked as in the rounds with two.
func (j *joint) more(r *splitSpread) {
	dependence := r.unsure
	r.unsure = 0
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
			r.unsure += mass * min(1, 4*pairsOfHands*dependence*pairsOfHands*dependence)
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

// linkedPair is by how much two hands differ from being independent: as much
// as they do in the rounds with two hands.
func (j *joint) linkedPair(end int, mass float64, of *[mostKinds]float64) map[together]float64 {
	var rows [mostKinds]float64
	all := 0.0
	for x := range j.kinds {
		for y := range j.kinds {
			rows[x] += j.linked[end][x][y]
			all += j.linked[end][x][y]
		}
	}
	var more [mostKinds][mostKinds]float64
	var means [mostKinds]float64 // of rows, so that each hand keeps its distribution
	mean := 0.0
	for x := range j.kinds {
		for y := range j.kinds {
			if apart := rows[x] * rows[y]; apart > 0 {
				more[x][y] = j.linked[end][x][y]*all/apart - 1
			}
			means[x] += more[x][y] * of[y] / mass
		}
		mean += means[x] * of[x] / mass
	}
	pair := map[together]float64{}
	for x, k := range j.kinds {
		for y, l := range j.kinds {
			pair[j.with(j.with(together{}, k, end), l, end)] += of[x] * of[y] / mass * (more[x][y] - means[x] - means[y] + mean)
		}
	}
	return pair
}

// several counts hands with given distributions that share the dealer's end, as
// if they were independent but for what links each two of them.
func (j *joint) several(r *splitSpread, end int, mass float64, n, u int, one, again *[mostKinds]float64) {
	hands := make([]*[mostKinds]float64, 0, n+u)
	for i := range n + u {
		if i < n {
			hands = append(hands, one)
		} else {
			hands = append(hands, again)
		}
	}
	sum := map[together]float64{{}: mass}
	for _, h := range hands {
		sum = j.join(sum, end, mass, h)
	}
	if n > 1 {
		links := j.linkedPair(end, mass, one)
		for _, h := range hands[2:] {
			links = j.join(links, end, mass, h)
		}
		for t, p := range links {
			sum[t] += p * float64(n*(n-1)/2)
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
