package analyze

import (
	"cmp"
	"slices"

	"club99/blackjack"
)

// What the dealer can end with. A Blackjack is not among them: where the up
// card can make one, its chance stands apart.
const (
	dealer17 = iota
	dealer18
	dealer19
	dealer20
	dealer21
	dealerBust
	dealerEnds
)

// Bounds of the trees, for arrays.
const (
	mostDrawn   = 16  // cards that a dealer takes beside the up card
	mostNodes   = 512 // nodes of a tree
	mostFactors = 64
)

// finals lists every multiset of cards with which the dealer comes from one up
// card to a total of 17 to 21, each with the number of orders in which it can
// be drawn. Since unseen cards may come in any order alike, a multiset with m
// cards of value v has the probability
//
//	orders * product over v of s(s-1)...(s-m+1) / N(N-1)...(N-|m|+1)
//
// in a shoe with N cards, s of them of value v. The multisets are sorted card by
// card into a tree, so that those with a common beginning share its product.
type finals struct {
	factors []factor // the factors s-k of the formula; what nodes and leaves point to
	nodes   []node   // beginnings that go on; node 0 is the empty one
	leaves  []leaf   // in groups
	groups  []group  // sorted by end, the highest first
	at      []uint16 // where the chances of each group are, see [chances]

	// How many of the groups and nodes are of an end and the higher ones: what a
	// hand of a high total is compared with is the first part of the tree.
	groupsTo, nodesTo [dealerBust + 1]int

	ofPair, drawn int // most cards of the pair, and most cards, of a group
}

// factor is s-k for the card of a value that comes after k of the same.
type factor struct{ value, before uint8 }

// node is one card more than its parent, which stands before it.
type node struct{ parent, factor uint16 }

// leaf is a multiset with which the dealer stands: one card more than a node.
type leaf struct {
	orders       float64
	node, factor uint16
}

// group is the leaves with one end, one number of cards and, in the lists for
// a split, one number of cards of the pair.
type group struct {
	end, drawn, pair uint8
	to               uint16 // one past its last leaf
}

// drawing is the dealer's draw in the making.
type drawing struct {
	rule   blackjack.Soft17Rule
	cards  [11]uint8
	orders map[[11]uint8]int64
}

// draw counts every order of cards that leads the dealer to a stand.
func (d *drawing) draw(hard int, ace bool, first bool) {
	total, soft := hard, false
	if ace && hard <= 11 {
		total, soft = hard+10, true
	}
	switch {
	case total > 21:
		return
	case total > 17 || total == 17 && (!soft || d.rule == blackjack.Soft17Stand):
		d.orders[d.cards]++
		return
	}
	for v := 1; v <= 10; v++ {
		if first && (hard == 1 && v == 10 || hard == 10 && v == 1) {
			continue // a Blackjack
		}
		d.cards[v]++
		d.draw(hard+v, ace || v == 1, false)
		d.cards[v]--
	}
}

// final is a multiset of the dealer's cards beside the up card.
type final struct {
	cards  [11]uint8
	sorted []uint8 // values, low to high
	orders float64
	end    uint8
}

// listFinals lists all multisets, sorted by their cards.
func listFinals(up int, rule blackjack.Soft17Rule) []final {
	d := drawing{rule: rule, orders: map[[11]uint8]int64{}}
	d.draw(up, up == 1, true)
	all := make([]final, 0, len(d.orders))
	for cards, orders := range d.orders {
		f := final{cards: cards, orders: float64(orders)}
		total := up
		for v := 1; v <= 10; v++ {
			total += v * int(cards[v])
			for range cards[v] {
				f.sorted = append(f.sorted, uint8(v))
			}
		}
		if total <= 11 && (up == 1 || cards[1] > 0) {
			total += 10
		}
		f.end = uint8(total - 17)
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b final) int { return slices.Compare(a.sorted, b.sorted) })
	return all
}

// buildFinals builds the tree of some multisets. With a pair, 1 to 10, the cards
// of its value have no factors; they are counted in the groups instead.
func buildFinals(all []final, pair int) *finals {
	order := make([]int, len(all)) // by end, the highest first, cards, cards of the pair, and place
	for i := range all {
		m := &all[i]
		order[i] = ((int(dealer21-m.end)*mostCards+len(m.sorted))*mostCards+int(m.cards[pair]))<<16 + i
	}
	slices.Sort(order)
	f := &finals{factors: []factor{{}}, nodes: []node{{}}}
	b := builder{finals: f, node: map[node]uint16{}, rank: []uint8{0}}
	for _, i := range order {
		m := &all[i&(1<<16-1)]
		b.end = m.end
		at, same := uint16(0), uint8(0)
		for j, v := range m.sorted {
			if same++; j == 0 || m.sorted[j-1] != v {
				same = 0
			}
			x := uint16(0) // a factor of 1
			if int(v) != pair {
				x = b.factorOf(factor{v, same})
			}
			if j == len(m.sorted)-1 {
				f.leaves = append(f.leaves, leaf{m.orders, at, x})
			} else if x != 0 {
				at = b.nodeOf(node{at, x})
			}
		}
		g := group{end: m.end, drawn: uint8(len(m.sorted)), pair: m.cards[pair]}
		if n := len(f.groups); n == 0 || f.groups[n-1].end != g.end || f.groups[n-1].drawn != g.drawn || f.groups[n-1].pair != g.pair {
			f.groups = append(f.groups, g)
		}
		f.groups[len(f.groups)-1].to = uint16(len(f.leaves))
	}
	for i, g := range f.groups {
		f.groupsTo[g.end] = i + 1
		f.ofPair, f.drawn = max(f.ofPair, int(g.pair)), max(f.drawn, int(g.drawn))
		f.at = append(f.at, uint16(g.pair)*mostInAll+uint16(g.drawn))
	}
	for end := dealer20; end >= dealer17; end-- {
		f.groupsTo[end] = max(f.groupsTo[end], f.groupsTo[end+1])
	}
	b.sort()
	return f
}

// builder numbers the factors and nodes of a tree.
type builder struct {
	*finals
	factor [11][mostCards]uint16
	node   map[node]uint16
	end    uint8   // of the multisets that are being added
	rank   []uint8 // of each node: see sort
}

// mostCards is more than the cards that a dealer draws.
const mostCards = 16

// sort puts the nodes of the higher ends first, and of each end those of few
// cards, so that the processor need not wait for a product just begun.
func (b *builder) sort() {
	order := make([]int, len(b.nodes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(b.rank[x], b.rank[y]) })
	place, nodes := make([]uint16, len(order)), make([]node, len(order))
	for to, from := range order {
		place[from] = uint16(to)
		nodes[to] = node{place[b.nodes[from].parent], b.nodes[from].factor}
		for end := range b.nodesTo[:dealerBust] {
			if int(b.rank[from]) < mostCards*(dealerBust-end) {
				b.nodesTo[end]++
			}
		}
	}
	for i := range b.leaves {
		b.leaves[i].node = place[b.leaves[i].node]
	}
	b.nodes = nodes
}

func (b *builder) factorOf(x factor) uint16 {
	i := &b.factor[x.value][x.before]
	if *i == 0 {
		*i = uint16(len(b.factors))
		b.factors = append(b.factors, x)
	}
	return *i
}

func (b *builder) nodeOf(x node) uint16 {
	i, ok := b.node[x]
	if !ok {
		i = uint16(len(b.nodes))
		b.node[x] = i
		b.nodes = append(b.nodes, x)
		b.rank = append(b.rank, b.rank[x.parent]%mostCards+1+mostCards*(dealer21-b.end))
	}
	return i
}
