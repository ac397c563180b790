package analyze

import (
	"cmp"
	"slices"

	"club99/blackjack"
	"club99/strategy"
)

// What a hand of a split has come to meets what the dealer has come to: an end, or
// a Blackjack that was not checked for.
const (
	dealerBlackjack = dealerBust + 1
	meetsEnds       = dealerBlackjack + 1
)

// ending is one way in which a hand of a split can end, with the cards drawn for
// it. Busts are not listed: a hand busts in all cases but these, so every
// second card stands in the list as if the hand were lost with it, and every
// ending that is no bust takes its part back (see [joint.whole]).
type ending struct {
	cards  cardKey
	kind   uint8
	orders float64
}

// cardKey counts cards by value, six bits each. The key of two hands' cards is
// the sum of theirs.
type cardKey uint64

// alikeSlot counts second cards of the pair's value that make no pair.
const alikeSlot = 11

func oneCard(v int) cardKey { return 1 << (6 * (v - 1)) }

func (k cardKey) of(v int) int { return int(k >> (6 * (v - 1)) & 63) }

// apart returns the key without the cards of one value.
func (k cardKey) apart(v int) cardKey { return k &^ (63 << (6 * (v - 1))) }

func (k cardKey) count() int {
	n := 0
	for ; k != 0; k >>= 6 {
		n += int(k & 63)
	}
	return n
}

// kind is all that matters about an ending when it meets the dealer's hand.
type kind struct {
	stake   int8
	second  bool // a second card, counted as a bust
	charlie bool
	total   int8
}

// joint is the hands of one split together.
type joint struct {
	s       *spread
	pair    pairCards
	most    int
	endings [2][]ending // by side, as in [solver.sides]
	kinds   []kind
	drawn   int // most cards that one hand draws
	gone    [mostGone + 1]float
	links   [3]*matrix // two hands together, by [sidesOfPairs]: in rounds with two hands, or in all

	dependence float64         // how far two hands are from being independent
	falling    [11][64]float64 // by value and number of cards: s(s-1)...
}

// newJoint lists the endings that the solver's walk has found.
func newJoint(s *spread, p pairCards, most int) *joint {
	t := s.t
	j := &joint{s: s, pair: p, most: most}
	j.gone[0] = 1
	for g := 1; g <= mostGone; g++ {
		j.gone[g] = j.gone[g-1] * float(max(p.left-g+1, 0)) / float(max(t.n-2-g+1, 1))
	}
	for v := 1; v <= 10; v++ {
		j.falling[v][0] = 1
		for k := 1; k < len(j.falling[v]); k++ {
			j.falling[v][k] = j.falling[v][k-1] * float64(max(t.left[v]-k+1, 0))
		}
	}
	j.list()
	return j
}

const mostKinds = 24

// matrix is a measure of two hands' kinds and the dealer's end.
type matrix [meetsEnds][mostKinds][mostKinds]float64

func (j *joint) kindOf(k kind) uint8 {
	for i, o := range j.kinds {
		if o == k {
			return uint8(i)
		}
	}
	j.kinds = append(j.kinds, k)
	return uint8(len(j.kinds) - 1)
}

// list fills the endings of both sides from the solver's paths.
func (j *joint) list() {
	t := j.s.t
	j.kinds = []kind{{stake: 1, second: true}, {stake: 2, second: true}}
	for i := range t.sides {
		p := &t.sides[i].paths
		to, before := min(i, pairs), cardKey(0)
		if i == alike {
			to, before = others, oneCard(alikeSlot)
		}
		add := func(h strategy.Hand, k kind, orders int64) {
			if orders == 0 {
				return
			}
			e := ending{cards: before, kind: j.kindOf(k), orders: float64(orders)}
			for v := 1; v <= 10; v++ {
				e.cards += cardKey(h.Of(v)-p.start.Of(v)) * oneCard(v)
			}
			j.drawn = max(j.drawn, e.cards.count())
			j.endings[to] = append(j.endings[to], e)
		}
		for _, h := range p.queue[2] {
			k := kind{stake: 1, second: true}
			for _, d := range p.doubled {
				if d == h {
					k.stake = 2
				}
			}
			add(h, k, 1)
		}
		for _, h := range p.ended {
			total, _ := h.Total()
			k := kind{total: int8(max(total, 16))}
			if t.isCharlie(h) {
				k = kind{charlie: true}
			}
			k.stake = 1
			add(h, k, p.ends[h]-p.twice[h])
			k.stake = 2
			add(h, k, p.twice[h]/2)
		}
	}
}

// earned is what a hand of a kind earns against an end; a bust for second. What
// only the original bet can lose to a Blackjack is not in it.
func (j *joint) earned(k kind, end int) int64 {
	s, stake := j.s, int64(k.stake)
	switch {
	case k.second:
		return -stake * s.unit
	case end == dealerBlackjack && k.charlie && s.t.rules.CharlieBeatsBlackjack:
		return stake * s.charlie
	case end == dealerBlackjack && s.t.rules.NoPeekLoss == blackjack.LoseOriginal:
		return 0
	case end == dealerBlackjack:
		return -stake * s.unit
	case k.charlie:
		return stake * s.charlie
	}
	return s.compare(int(k.total), end, stake)
}

// settle is what hands of these kinds earn together.
func (j *joint) settle(kinds []kind, end int) int64 {
	net, open, lost := int64(0), false, false
	for _, k := range kinds {
		net += j.earned(k, end)
		lost = lost || k.second
		open = open || !k.second && !(k.charlie && j.s.t.rules.CharlieBeatsBlackjack)
	}
	if end == dealerBlackjack && j.s.t.rules.NoPeekLoss == blackjack.LoseOriginal && open && !lost {
		net -= j.s.unit
	}
	return net
}

// bustOf is the kind that an ending takes its part back from.
func (j *joint) bustOf(k kind) kind { return kind{stake: k.stake, second: true} }

// meet is the measure of the dealer's ends with some cards of the hands on the
// table: the cards that are not of the pair are in a lane of the last run of the
// tree, the tables hold the weights of the cards that are.
func (j *joint) meet(cards cardKey, lane int, tables *pairTables) (p [meetsEnds]float64) {
	t := j.s.t
	ofPair, drawn := cards.of(j.pair.value), cards.count()
	same := cards.of(alikeSlot)
	table := tables[same]
	factors := 1.0
	for k := range same {
		factors *= float64(j.pair.rest - k)
	}
	for v := 1; v <= 10; v++ {
		if v != j.pair.value {
			factors *= j.falling[v][cards.of(v)]
		}
	}
	var ends [dealerBust]float
	f, from := t.tree(j.pair.value), 0
	for end := dealer21; end >= dealer17; end-- {
		ends[end] = t.dealers.work.dot(f, lane, table.of[ofPair*mostInAll+drawn:], from, f.groupsTo[end])
		from = f.groupsTo[end]
	}
	rest := factors * float64(table.of[ofPair*mostInAll+drawn])
	if t.blackjack != 0 {
		var dealer float64
		if t.blackjack == j.pair.value {
			dealer = factors * float64(table.of[(ofPair+1)*mostInAll+drawn+1])
		} else { // a Blackjack's ten-value is no card of a pair of aces, nor the other way round
			dealer = factors * float64(max(t.left[t.blackjack]-cards.of(t.blackjack), 0)) * float64(table.of[ofPair*mostInAll+drawn+1])
		}
		rest -= dealer
		if !t.checked {
			p[dealerBlackjack] = dealer
		}
	}
	for i, e := range ends {
		p[i] = factors * float64(e)
		rest -= p[i]
	}
	p[dealerBust] = rest
	return p
}

// pairTables are the weights of the cards of the pair's value, by how many second
// cards are of the value and make no pair.
type pairTables [3]*chances[float]

// pairWork is memory for the pairs of hands of one split.
type pairWork struct {
	index map[cardKey]int32
	keys  []cardKey
	at    []int32 // the key of each pair
	order []int32
	met   [][meetsEnds]float64
}

// meetAll is [joint.meet] for many sets of cards and each table: the measure of
// keys[i] under tables[j] is at i*len(tables)+j, until the next call.
func (j *joint) meetAll(keys []cardKey, tables []*pairTables) [][meetsEnds]float64 {
	d, v := j.s.t.dealers, j.pair.value
	f := j.s.t.tree(v)
	w := j.s.work
	order := w.order[:0]
	for i := range keys {
		order = append(order, int32(i))
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(keys[a].apart(v), keys[b].apart(v)) })
	out := slices.Grow(w.met[:0], len(keys)*len(tables))[:len(keys)*len(tables)]
	w.order, w.met = order, out
	for from := 0; from < len(order); {
		// As many different sets as fit side by side; each may be several keys.
		var gone [width][11]uint8
		var bounds [width + 1]int
		n, to := 0, from
		bounds[0] = from
		for ; n < width && to < len(order); n++ {
			set := keys[order[to]].apart(v)
			for value := 1; value <= 10; value++ {
				gone[n][value] = uint8(set.of(value))
			}
			for to < len(order) && keys[order[to]].apart(v) == set {
				to++
			}
			bounds[n+1] = to
		}
		d.work.run(f, &j.s.t.left, &gone, dealer17)
		for lane := range n {
			for _, i := range order[bounds[lane]:bounds[lane+1]] {
				for k, table := range tables {
					out[int(i)*len(tables)+k] = j.meet(keys[i], lane, table)
				}
			}
		}
		from = to
	}
	return out
}
