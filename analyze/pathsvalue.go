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
		if n := cards[v]; n > 0 {
			d.factors = d.factors.Mul(s.falls[v][n])
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

func (d drawn[T]) chance(c *chances[T]) T { return c.of[d.ofPair*mostInAll+d.cards] }

// pathMass is the chance of cards drawn, and of a dealer's Blackjack with them.
func (s *solver[T]) pathMass(p *paths, c *chances[T], d drawn[T], h strategy.Hand) (all, blackjack T) {
	all = d.factors.Mul(d.chance(c))
	if s.blackjack == 0 {
		return all, s.zero
	}
	with := s.oneMore(p, d, h, s.blackjack)
	return all, with.factors.Mul(with.chance(c))
}

// side is all paths of one kind of hands, with their chances.
type side[T any] struct {
	paths
	chances chances[T]
}

// sideValue is the value of all paths that are not compared with the dealer's
// hand, and what is staked on all doubles, both weighted as values are.
func (s *solver[T]) sideValue(side *side[T]) (value, staked T) {
	p, c := &side.paths, &side.chances
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
	for _, h := range p.ended {
		if s.isCharlie(h) {
			all, dealer := s.pathMass(p, c, s.drawnTo(p, h), h)
			value = value.Add(s.charliePays(all, dealer).Mul(s.zero.Of(p.ends[h], 1)))
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

// meetings are hands that end by standing and meet the dealer alike: with the
// same cards but for those of the pair, which are no factors in the tree.
type meetings struct {
	first [strategy.Hands]int32 // the first of each, by the cards that are not of the pair; from 1
	list  []meeting
	apart []strategy.Hand // the different ones
}

type meeting struct {
	hand strategy.Hand
	side int8
	next int32
}

// standing is the value of all paths of both sides that are compared with the dealer's hand.
func (s *solver[T]) standing(pair int, f *finals) T {
	m := &s.meets
	m.list, m.apart = append(m.list[:0], meeting{}), m.apart[:0]
	for i := range 2 {
		for _, h := range s.sides[i].ended {
			if s.isCharlie(h) {
				continue
			}
			u := without[pair][h]
			if m.first[u] == 0 {
				m.apart = append(m.apart, u)
			}
			m.list = append(m.list, meeting{h, int8(i), m.first[u]})
			m.first[u] = int32(len(m.list) - 1)
		}
	}
	value := s.zero
	for from := 0; from < len(m.apart); from += width {
		batch := m.apart[from:min(from+width, len(m.apart))]
		s.sumTree(f, batch)
		for i := range batch {
			for at := m.first[batch[i]]; at != 0; at = m.list[at].next {
				value = value.Add(s.compare(f, i, &m.list[at]))
			}
			m.first[batch[i]] = 0
		}
	}
	return value
}

// sumTree finds the sums of a tree for some hands: in floating point in the
// memory of the kernel, or else in rows.
func (s *solver[T]) sumTree(f *finals, hands []strategy.Hand) {
	if _, fast := any(s.zero).(float); fast {
		s.dealers.work.runHands(f, &s.left, hands, dealer17)
		return
	}
	s.rows = s.rows[:0]
	for _, h := range hands {
		s.rows = append(s.rows, sums[T](f, &s.left, h))
	}
}

// compare is the value of the paths that end with one hand, the i-th of the last [solver.sumTree].
func (s *solver[T]) compare(f *finals, i int, m *meeting) T {
	side := &s.sides[m.side]
	d := s.drawnTo(&side.paths, m.hand)
	var ends [dealerBust]T
	s.endsOf(f, i, &side.chances, d.ofPair, d.cards, &ends)
	all, dealer := s.pathMass(&side.paths, &side.chances, d, m.hand)
	won, lost := all.Sub(dealer), s.zero
	total, _ := m.hand.Total()
	for end, e := range ends {
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
	return v.Mul(s.zero.Of(side.ends[m.hand], 1))
}

// endsOf puts the chances into the sums of a tree.
func (s *solver[T]) endsOf(f *finals, i int, c *chances[T], ofPair, cards int, ends *[dealerBust]T) {
	if c, fast := any(c).(*chances[float]); fast {
		s.dealers.work.endsOf(f, i, c, ofPair, cards, any(ends).(*[dealerBust]float))
		return
	}
	for end := range ends {
		ends[end] = s.zero
	}
	for j, sum := range s.rows[i] {
		g := f.groups[j]
		ends[g.end] = ends[g.end].Add(sum.Mul(c.of[(ofPair+int(g.pair))*mostInAll+cards+int(g.drawn)]))
	}
}

// endsOf is the same in floating point.
func (w *lanes) endsOf(f *finals, i int, c *chances[float], ofPair, cards int, ends *[dealerBust]float) {
	of := c.of[ofPair*mostInAll+cards:]
	i &= width - 1
	from := 0
	for end := dealer21; end >= dealer17; end-- {
		to := f.groupsTo[end]
		var a, b float
		row, at := w.sums[from:to], f.at[from:to]
		for len(row) >= 2 && len(at) >= 2 {
			a += float(row[0][i]) * of[at[0]]
			b += float(row[1][i]) * of[at[1]]
			row, at = row[2:], at[2:]
		}
		if len(row) > 0 && len(at) > 0 {
			a += float(row[0][i]) * of[at[0]]
		}
		ends[end] = a + b
		from = to
	}
}
