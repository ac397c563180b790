package analyze

import (
	"club99/blackjack"
	"club99/strategy"
)

// Dealers remembers what analyzers of several rules have in common: the trees
// of the dealer's hands, and the dealer's chances in the last shoe for each rule
// for soft 17. It may be shared by analyzers that are used one after the other;
// one goroutine at a time may use it.
type Dealers struct {
	trees [3][11][11]*finals // by rule for soft 17, up card and pair
	last  [3]*shoeEnds
	work  lanes
}

// NewDealers returns an empty memory.
func NewDealers() *Dealers { return new(Dealers) }

// tree returns the tree for an up card; with a pair, for hands of its split.
func (d *Dealers) tree(rule blackjack.Soft17Rule, up, pair int) *finals {
	f := d.trees[rule][up][pair]
	if f == nil {
		f = buildFinals(up, rule, pair)
		d.trees[rule][up][pair] = f
	}
	return f
}

// ends are the probabilities that the dealer ends with 17 to 21.
type ends [dealerBust]float64

// shoeEnds are the dealer's chances in one shoe for every hand on the table.
type shoeEnds struct {
	shoe Shoe
	up   [11]*upEnds
}

// upEnds are those for one up card, which is gone from left.
type upEnds struct {
	left  Shoe
	n, up int
	tree  *finals
	scale [22][mostDrawn]float64 // by the number of cards of the hand
	known [strategy.Hands]bool
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
	u.known = [strategy.Hands]bool{}
	u.scale = [22][mostDrawn]float64{}
}

// find makes the ends of every hand of a list known.
func (d *Dealers) find(u *upEnds, list []strategy.Hand) {
	var batch [width]strategy.Hand
	n := 0
	for _, h := range list {
		if u.known[h] || !u.left.has(h) {
			continue
		}
		batch[n] = h
		if n++; n == width {
			d.put(u, batch[:])
			n = 0
		}
	}
	if n > 0 {
		d.put(u, batch[:n])
	}
}

func (d *Dealers) put(u *upEnds, hands []strategy.Hand) {
	d.work.runHands(u.tree, &u.left, hands)
	for i, h := range hands {
		scale := u.scales(h.Count())
		e := &u.ends[h]
		from := 0
		for end, to := range u.tree.byEnd {
			sum := 0.0
			for j := from; j < to; j++ {
				sum += d.work.sums[j&(mostGroups-1)][i] * scale[u.tree.groups[j].drawn&(mostDrawn-1)]
			}
			e[end] = sum
			from = to
		}
		u.known[h] = true
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
