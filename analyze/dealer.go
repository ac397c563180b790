package analyze

import (
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

// mostDrawn bounds the cards that a dealer takes beside the up card.
const mostDrawn = 16

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
	parent []uint16 // the node with one card less; node 0 is the root
	factor []uint8  // the card of the node: value<<4 | how many of it came before
	leaves []leaf
	orders []float64 // by leaf
}

// leaf is a node at which the dealer stands.
type leaf struct {
	node  uint16
	end   uint8 // dealer17 to dealer21
	drawn uint8
}

// Dealers holds what all analyzers of one rule for the dealer's soft 17 share.
// It never changes.
type Dealers struct {
	byUp [11]*finals
}

var dealers = [...]*Dealers{
	blackjack.Soft17Stand: buildDealers(blackjack.Soft17Stand),
	blackjack.Soft17Hit:   buildDealers(blackjack.Soft17Hit),
}

func buildDealers(rule blackjack.Soft17Rule) *Dealers {
	d := new(Dealers)
	for up := 1; up <= 10; up++ {
		d.byUp[up] = buildFinals(up, rule)
	}
	return d
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

func buildFinals(up int, rule blackjack.Soft17Rule) *finals {
	d := drawing{rule: rule, orders: map[[11]uint8]int64{}}
	d.draw(up, up == 1, true)
	type final struct {
		sorted []int // values, low to high
		cards  [11]uint8
	}
	var all []final
	for cards := range d.orders {
		f := final{cards: cards}
		for v := 1; v <= 10; v++ {
			for range cards[v] {
				f.sorted = append(f.sorted, v)
			}
		}
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b final) int { return slices.Compare(a.sorted, b.sorted) })
	f := &finals{parent: []uint16{0}, factor: []uint8{0}}
	type edge struct {
		from  uint16
		value int
	}
	nodes := map[edge]uint16{}
	for _, m := range all {
		at, same := uint16(0), 0
		for i, v := range m.sorted {
			if same++; i == 0 || m.sorted[i-1] != v {
				same = 0
			}
			next, ok := nodes[edge{at, v}]
			if !ok {
				next = uint16(len(f.parent))
				nodes[edge{at, v}] = next
				f.parent = append(f.parent, at)
				f.factor = append(f.factor, uint8(v<<4|same))
			}
			at = next
		}
		f.leaves = append(f.leaves, leaf{at, endOf(up, m.cards), uint8(len(m.sorted))})
		f.orders = append(f.orders, float64(d.orders[m.cards]))
	}
	f.sort()
	return f
}

// sort groups the leaves by end and number of cards, for the sums.
func (f *finals) sort() {
	order := make([]int, len(f.leaves))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := f.leaves[a], f.leaves[b]
		return (int(x.end)-int(y.end))*64 + int(x.drawn) - int(y.drawn)
	})
	leaves, orders := slices.Clone(f.leaves), slices.Clone(f.orders)
	for to, from := range order {
		f.leaves[to], f.orders[to] = leaves[from], orders[from]
	}
}

func endOf(up int, cards [11]uint8) uint8 {
	total := up
	for v := 1; v <= 10; v++ {
		total += v * int(cards[v])
	}
	if total <= 11 && (up == 1 || cards[1] > 0) {
		total += 10
	}
	return uint8(total - 17)
}
