package analyze

import "club99/blackjack"

// looked is a number of hands of a split that are looked at, by side; the rest
// are known by their second cards alone.
type looked [2]int

// table fills the chances for the hands looked at, in the ends that wanted
// selects, each with a weight: see [splitWeights] for the signs.
func (j *joint) tableOf(at looked, times func(splitEnd) int64) *pairTables {
	var weights [mostGone + 1]float
	for _, e := range splitEnds(j.most) {
		n := times(e)
		rest := e.others() - at[0] // second cards not of the pair that nothing else is known of
		if n == 0 || rest < 0 {
			continue
		}
		sign := n * e.sequences
		for i := 0; i <= rest; i++ {
			if g := e.paired + i; g-at[1] >= 0 && g <= mostGone {
				weights[g-at[1]] += j.gone[g] * float(sign*choose(rest, i))
			}
			sign = -sign
		}
	}
	t := j.s.t
	f := t.tree(j.pair.value)
	hands := max(at[0]+at[1], 1)
	tables := new(pairTables)
	for same := range tables {
		if same > 0 && j.pair.rest < same {
			break
		}
		c := new(chances[float])
		left := j.pair.left + j.pair.rest - same - at[1]
		fill(c, weights[:], left, t.n-2-at[1], hands*j.drawn+f.ofPair+1, hands*j.drawn+f.drawn+1)
		tables[same] = c
	}
	return tables
}

// pairs is the measure of two hands' kinds, of the given sides, under each table.
func (j *joint) pairs(a, b int, tables []*pairTables) []*matrix {
	first, second := j.endings[a], j.endings[b]
	w := j.s.work
	clear(w.index)
	index, keys, at := w.index, w.keys[:0], w.at[:0]
	for x := range first {
		from := 0
		if a == b {
			from = x
		}
		for y := from; y < len(second); y++ {
			k := first[x].cards + second[y].cards
			i, ok := index[k]
			if !ok {
				i = int32(len(keys))
				index[k] = i
				keys = append(keys, k)
			}
			at = append(at, i)
		}
	}
	w.keys, w.at = keys, at
	met := j.meetAll(keys, tables)
	sums := make([]*matrix, len(tables))
	for i := range sums {
		sums[i] = new(matrix)
	}
	n := 0
	for x := range first {
		from := 0
		if a == b {
			from = x
		}
		for y := from; y < len(second); y++ {
			times := first[x].orders * second[y].orders
			if a == b && x != y {
				times *= 2
			}
			for i, m := range sums {
				p := &met[int(at[n])*len(tables)+i]
				for end := range p {
					m[end][first[x].kind][second[y].kind] += times * p[end]
				}
			}
			n++
		}
	}
	if a == b {
		for _, m := range sums {
			m.level()
		}
	}
	return sums
}

// level makes a measure of two hands of one side the same both ways.
func (m *matrix) level() {
	for end := range m {
		for a := range mostKinds {
			for b := range a {
				half := (m[end][a][b] + m[end][b][a]) / 2
				m[end][a][b], m[end][b][a] = half, half
			}
		}
	}
}

// whole puts busts in place of second cards: what is left of a second card when
// every ending that is none has taken its part back.
func (j *joint) whole(row func(kind int) *float64) {
	for i, k := range j.kinds {
		if !k.second {
			*row(int(k.stake) - 1) -= *row(i) // the second cards are the first two kinds
		}
	}
}

// singles is the measure of one hand's kinds under each table.
func (j *joint) singles(side int, tables []*pairTables) [][meetsEnds][mostKinds]float64 {
	keys := make([]cardKey, len(j.endings[side]))
	for i, e := range j.endings[side] {
		keys[i] = e.cards
	}
	met := j.meetAll(keys, tables)
	sums := make([][meetsEnds][mostKinds]float64, len(tables))
	for i, e := range j.endings[side] {
		for t := range tables {
			for end, p := range met[i*len(tables)+t] {
				sums[t][end][e.kind] += e.orders * p
			}
		}
	}
	for t := range sums {
		for end := range sums[t] {
			j.whole(func(k int) *float64 { return &sums[t][end][k] })
		}
	}
	return sums
}

// part is what a kind adds to a hand's result where second cards count as busts.
func (j *joint) part(k kind, end int) float64 {
	net := j.earned(k, end)
	if !k.second {
		net -= j.earned(j.bustOf(k), end)
	}
	return float64(net) / float64(j.s.unit)
}

// original reports whether a Blackjack takes the original bet only.
func (j *joint) original() bool { return j.s.t.rules.NoPeekLoss == blackjack.LoseOriginal }
