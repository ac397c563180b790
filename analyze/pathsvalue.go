package analyze

import (
	"club99/strategy"
)

// drawn is what a hand of a split has drawn, and the factors of the cards among
// it that are not of the pair.
type drawn[T any] struct {
	ofPair, cards int
	factors       T
}

func (s *solver[T]) drawnTo(p *paths, h strategy.Hand) drawn[T] {
	d := drawn[T]{h.Of(p.pair) - p.start.Of(p.pair), h.Count() - p.start.Count(), s.one}
	cards := h.Cards()
	for v := 1; v <= 10; v++ {
		if v == p.pair {
			continue
		}
		for k := range int(cards[v]) {
			d.factors = d.factors.Mul(s.zero.Of(int64(max(s.left[v]-k, 0)), 1))
		}
	}
	return d
}

// add is one card more.
func (s *solver[T]) oneMore(p *paths, d drawn[T], h strategy.Hand, value int) drawn[T] {
	d.cards++
	if value == p.pair {
		d.ofPair++
	} else {
		d.factors = d.factors.Mul(s.zero.Of(int64(max(s.left[value]-h.Of(value), 0)), 1))
	}
	return d
}

func (d drawn[T]) chance(c *chances[T]) T { return c.of[d.ofPair][d.cards] }

// pathMass is the chance of cards drawn, and of a dealer's Blackjack with them.
func (s *solver[T]) pathMass(p *paths, c *chances[T], d drawn[T], h strategy.Hand) (all, blackjack T) {
	all = d.factors.Mul(d.chance(c))
	if s.blackjack == 0 {
		return all, s.zero
	}
	with := s.oneMore(p, d, h, s.blackjack)
	return all, with.factors.Mul(with.chance(c))
}

// pathValue is the value of all paths, and what is staked on doubles, both
// weighted as values are.
func (s *solver[T]) pathValue(p *paths, c *chances[T]) (value, staked T) {
	value, staked = s.zero, s.zero
	for _, h := range p.doubled {
		all, dealer := s.pathMass(p, c, s.drawnTo(p, h), h)
		if s.checked {
			all = all.Sub(dealer)
		}
		staked = staked.Add(all.Mul(s.zero.Of(p.reach[h], 1)))
	}
	for _, b := range p.busts {
		d := s.drawnTo(p, b.hand)
		after := s.oneMore(p, d, b.hand, b.value)
		all := after.factors.Mul(after.chance(c))
		if s.checked {
			after := s.oneMore(p, after, b.hand, s.blackjack)
			if b.value == s.blackjack && b.value != p.pair {
				after.factors = d.factors.Mul(s.falling(s.left[b.value]-b.hand.Of(b.value), 2))
			}
			all = all.Sub(after.factors.Mul(after.chance(c)))
		}
		value = value.Sub(all.Mul(s.zero.Of(b.orders, 1)))
	}
	var four [width]strategy.Hand
	n := 0
	for i, h := range p.ended {
		if s.isCharlie(h) {
			all, dealer := s.pathMass(p, c, s.drawnTo(p, h), h)
			value = value.Add(s.charliePays(all, dealer).Mul(s.zero.Of(p.ends[h], 1)))
		} else {
			four[n] = h
			n++
		}
		if n == width || n > 0 && i == len(p.ended)-1 {
			value = value.Add(s.standing(p, c, four[:n]))
			n = 0
		}
	}
	return value, staked
}

// falling is the product of k factors from n down.
func (s *solver[T]) falling(n, k int) T {
	f := s.one
	for i := range k {
		f = f.Mul(s.zero.Of(int64(max(n-i, 0)), 1))
	}
	return f
}

// standing is the value of paths that end with up to four hands.
func (s *solver[T]) standing(p *paths, c *chances[T], hands []strategy.Hand) T {
	var ends [width][dealerBust]T
	s.pathEnds(p, c, hands, &ends)
	value := s.zero
	for i, h := range hands {
		d := s.drawnTo(p, h)
		all, dealer := s.pathMass(p, c, d, h)
		won, lost := all.Sub(dealer), s.zero
		total, _ := h.Total()
		for end, e := range ends[i] {
			e = e.Mul(d.factors)
			if end+17 >= total {
				won = won.Sub(e)
			}
			if end+17 > total {
				lost = lost.Add(e)
			}
		}
		v := won.Mul(s.win).Sub(lost)
		if s.taking() {
			v = v.Sub(dealer)
		}
		value = value.Add(v.Mul(s.zero.Of(p.ends[h], 1)))
	}
	return value
}

// pathEnds sums up the dealer's ends with every hand, without the factors of the hand's own cards.
func (s *solver[T]) pathEnds(p *paths, c *chances[T], hands []strategy.Hand, ends *[width][dealerBust]T) {
	f := s.tree(p.pair)
	if c, fast := any(c).(*chances[float]); fast {
		s.dealers.pathEnds(f, &s.left, p, c, hands, any(ends).(*[width][dealerBust]float))
		return
	}
	for i, h := range hands {
		ofPair, cards := h.Of(p.pair)-p.start.Of(p.pair), h.Count()-p.start.Count()
		for end := range ends[i] {
			ends[i][end] = s.zero
		}
		for j, sum := range sums[T](f, &s.left, h) {
			g := f.groups[j]
			ends[i][g.end] = ends[i][g.end].Add(sum.Mul(c.of[ofPair+int(g.pair)][cards+int(g.drawn)]))
		}
	}
}

// pathEnds is the same in floating point.
func (d *Dealers) pathEnds(f *finals, left *Shoe, p *paths, c *chances[float], hands []strategy.Hand, ends *[width][dealerBust]float) {
	var four [width]strategy.Hand
	for i := range four {
		four[i] = hands[min(i, len(hands)-1)]
	}
	d.work.run(f, left, &four)
	for i, h := range hands {
		ofPair, cards := h.Of(p.pair)-p.start.Of(p.pair), h.Count()-p.start.Count()
		var e [8]float64
		for j, g := range f.groups {
			e[g.end&7] += d.work.sums[j&255][i] * float64(c.of[ofPair+int(g.pair)][cards+int(g.drawn)])
		}
		for end := range ends[i] {
			ends[i][end] = float(e[end])
		}
	}
}
