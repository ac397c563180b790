package analyze

import (
	"club99/blackjack"
	"club99/strategy"
)

// Dealers remembers what analyzers of several rules have in common: the trees
// of the dealer's hands, the dealer's chances in the last shoe for each rule for
// soft 17, and what hands are worth that the rules treat alike. It may be shared by analyzers that are used one after the other;
// one goroutine at a time may use it.
type Dealers struct {
	trees [3][11][11]*finals // by rule for soft 17, up card and pair
	lists [3][11][]final
	last  [3]*shoeEnds
	kept  map[aspects]*kept[float]
	uses  int
	work  lanes
}

// NewDealers returns an empty memory.
func NewDealers() *Dealers { return &Dealers{kept: map[aspects]*kept[float]{}} }

// tree returns the tree for an up card; with a pair, for hands of its split.
func (d *Dealers) tree(rule blackjack.Soft17Rule, up, pair int) *finals {
	f := d.trees[rule][up][pair]
	if f == nil {
		if d.lists[rule][up] == nil {
			d.lists[rule][up] = listFinals(up, rule)
		}
		f = buildFinals(d.lists[rule][up], pair)
		d.trees[rule][up][pair] = f
	}
	return f
}

// ends are the probabilities that the dealer ends with 17 or more, and so on to
// 21; the last is 0.
type ends [dealerBust + 1]float64

// shoeEnds are the dealer's chances in one shoe for every hand on the table.
type shoeEnds struct {
	shoe Shoe
	up   [11]*upEnds
}

// upEnds are those for one up card, which is gone from left.
type upEnds struct {
	left  Shoe
	every bool // the shoe has the cards of every hand
	n, up int
	tree  *finals
	scale [22][mostDrawn]float64 // by the number of cards of the hand
	from  [strategy.Hands]uint8  // the ends of a hand are known from this one up
	ends  [strategy.Hands]ends
}

// of returns the memory for a shoe and an up card.
func (d *Dealers) of(rule blackjack.Soft17Rule, shoe Shoe, up int) *upEnds {
	s := d.last[rule]
	if s == nil || s.shoe != shoe {
		if s == nil {
			s = new(shoeEnds)
			d.last[rule] = s
		}
		s.shoe = shoe
		for _, u := range s.up {
			if u != nil {
				u.left = Shoe{}
			}
		}
	}
	u := s.up[up]
	if u == nil {
		u = new(upEnds)
		s.up[up] = u
	}
	left := shoe
	left[up]--
	if u.left != left {
		u.reset(left, up, d.tree(rule, up, 0))
	}
	return u
}

func (u *upEnds) reset(left Shoe, up int, tree *finals) {
	u.left, u.n, u.up, u.tree = left, left.Cards(), up, tree
	u.every = true
	for v := 1; v <= 10; v++ {
		u.every = u.every && left[v] >= 21/v
	}
	for h := range u.from {
		u.from[h] = dealerBust
	}
	u.scale = [22][mostDrawn]float64{}
}

// matters is the lowest end that a standing hand does not beat for sure.
func matters(h strategy.Hand) int { return max(int(totalOf[h])-17, dealer17) }

// totalOf is the total of every hand: a small table, since it is asked for often.
var totalOf = func() *[strategy.Hands]uint8 {
	list := new([strategy.Hands]uint8)
	for h := range strategy.Bust {
		total, _ := h.Total()
		list[h] = uint8(total)
	}
	return list
}()

// find makes the ends that matter known for every hand of a list, which is best
// sorted by total.
func (d *Dealers) find(u *upEnds, list []strategy.Hand) {
	var batch [width]strategy.Hand
	n, end := 0, dealerBust
	for _, h := range list {
		from := matters(h)
		if int(u.from[h]) <= from || !u.every && !u.left.has(h) {
			continue
		}
		batch[n], end = h, min(end, from)
		if n++; n == width {
			d.put(u, batch[:], end)
			n, end = 0, dealerBust
		}
	}
	if n > 0 {
		d.put(u, batch[:n], end)
	}
}

// put makes ends from one up known for up to eight hands.
func (d *Dealers) put(u *upEnds, hands []strategy.Hand, from int) {
	w := &d.work
	w.runHands(u.tree, &u.left, hands, from)
	for i, h := range hands {
		for drawn, x := range u.scales(h.Count())[:u.tree.drawn+1] {
			w.scale[drawn][i] = x
		}
	}
	w.reach(u.tree, u.tree.groupsTo[from])
	for i, h := range hands {
		for end := from; end < dealerBust; end++ {
			u.ends[h][end] = w.sums[(u.tree.groupsTo[end]-1)&(mostGroups-1)][i]
		}
		u.from[h] = uint8(from)
	}
}

// scales are 1/n, 1/n(n-1) and so on for the cards that are left beside a hand of so many.
func (u *upEnds) scales(cards int) *[mostDrawn]float64 {
	scale := &u.scale[cards]
	if scale[0] == 0 {
		scale[0] = 1
		for k := 1; k < mostDrawn; k++ {
			scale[k] = scale[k-1] / float64(max(u.n-cards-k+1, 1))
		}
	}
	return scale
}
