package analyze

import (
	"club99/strategy"
)

// side is all paths of one kind of hands, with their chances.
type side[T any] struct {
	paths
	chances chances[T]
}

// measure finds the products of the numbers of cards left for every hand.
func (s *solver[T]) measure() {
	if s.fallsOf == s.left {
		return
	}
	s.fallsOf = s.left
	s.falls[0] = s.one
	for h := strategy.Hand(1); h < strategy.Bust; h++ {
		c := lastCards[h]
		s.falls[h] = s.falls[c.before].Times(max(s.left[c.value]-c.before.Of(c.value), 0))
	}
}

// lastCards is for every hand one of its cards and the hand before it, which
// stands before it in the list of hands.
var lastCards = func() *[strategy.Hands]struct {
	value  int
	before strategy.Hand
} {
	list := new([strategy.Hands]struct {
		value  int
		before strategy.Hand
	})
	for h := strategy.Bust; h > 0; h-- {
		for v := 1; v <= 10; v++ {
			if next := (h - 1).Add(v); next != strategy.Bust && next > h-1 {
				list[next].value, list[next].before = v, h-1
			}
		}
	}
	return list
}()

// pathMass is the chance of the cards of a hand of a side, and of a dealer's
// Blackjack with them.
func (s *solver[T]) pathMass(side *side[T], h strategy.Hand) (all, blackjack T) {
	falls, at := s.falls[without[side.pair][h]], side.drawn(h)
	all = falls.Mul(side.chances.of[at])
	switch s.blackjack {
	case 0:
		return all, s.zero
	case side.pair:
		return all, falls.Mul(side.chances.of[at+mostInAll+1])
	}
	return all, falls.Mul(side.chances.of[at+1]).Times(max(s.left[s.blackjack]-h.Of(s.blackjack), 0))
}

// played is the weight that values have: see [solver].
func (s *solver[T]) played(all, blackjack T) T {
	if s.checked {
		return all.Sub(blackjack)
	}
	return all
}

// sideValue is the value of all paths that are not compared with the dealer's
// hand, and what is staked on all doubles, both weighted as values are. Busts
// are not listed: every hand counts as lost with its second card, and each that
// ends otherwise takes its part back.
func (s *solver[T]) sideValue(side *side[T]) (value, staked T) {
	value, staked = s.zero, s.zero
	for _, h := range side.queue[2] {
		value = value.Sub(s.played(s.pathMass(side, h)).Times(int(side.reach[h])))
	}
	for _, h := range side.doubled {
		staked = staked.Add(s.played(s.pathMass(side, h)).Times(int(side.reach[h])))
	}
	for _, h := range side.ended {
		if s.isCharlie(h) {
			all, dealer := s.pathMass(side, h)
			value = value.Add(s.charliePays(all, dealer).Add(s.played(all, dealer)).Times(int(side.ends[h])))
		}
	}
	return value.Sub(staked), staked
}

// meetings are hands that end by standing and meet the dealer alike: with the
// same cards but for those of the pair, which are no factors in the tree.
type meetings struct {
	first [strategy.Hands]int32 // the first of each, by the cards that are not of the pair; from 1
	list  []meeting
	apart []strategy.Hand             // the different ones
	byEnd [dealerBust][]strategy.Hand // the same by the lowest end that matters to any of them
}

type meeting struct {
	hand strategy.Hand
	side int8
	next int32
}

// gather lists all paths of all sides that are compared with the dealer's hand.
func (s *solver[T]) gather(pair int) {
	m := &s.meets
	m.list, m.apart = append(m.list[:0], meeting{}), m.apart[:0]
	for i := range s.sides {
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
	for end := range m.byEnd {
		m.byEnd[end] = m.byEnd[end][:0]
	}
	for _, u := range m.apart {
		end := dealer21
		for at := m.first[u]; at != 0; at = m.list[at].next {
			end = min(end, matters(m.list[at].hand))
		}
		m.byEnd[end] = append(m.byEnd[end], u)
	}
}

// standing is the value of all paths that are compared with the dealer's hand.
func (s *solver[T]) standing(pair int, f *finals) T {
	s.gather(pair)
	m := &s.meets
	value := s.zero
	for end, apart := range m.byEnd {
		for from := 0; from < len(apart); from += width {
			batch := apart[from:min(from+width, len(apart))]
			s.sumTree(f, batch, end)
			for i := range batch {
				for at := m.first[batch[i]]; at != 0; at = m.list[at].next {
					value = value.Add(s.compare(f, i, &m.list[at]))
				}
				m.first[batch[i]] = 0
			}
		}
	}
	return value
}

// sumTree finds the sums of a tree for some hands and the ends from one up: in
// floating point in the memory of the kernel, or else in rows.
func (s *solver[T]) sumTree(f *finals, hands []strategy.Hand, end int) {
	if _, fast := any(s.zero).(float); fast {
		s.dealers.work.runHands(f, &s.left, hands, end)
		return
	}
	s.rows = s.rows[:0]
	for _, h := range hands {
		s.rows = append(s.rows, sums[T](f, &s.left, h))
	}
}

// compare is the value of the paths that end with one hand, the i-th of the last [solver.sumTree].
func (s *solver[T]) compare(f *finals, i int, m *meeting) T {
	side, h := &s.sides[m.side], m.hand
	all, dealer := s.pathMass(side, h)
	falls := s.falls[without[side.pair][h]]
	same, lost := s.reached(f, i, &side.chances, side.drawn(h), int(totalOf[h]))
	same, lost = same.Mul(falls), lost.Mul(falls)
	v := all.Sub(dealer).Sub(same).Sub(lost).Mul(s.win).Sub(lost).Add(s.played(all, dealer))
	if s.taking() {
		v = v.Sub(dealer)
	}
	return v.Times(int(side.ends[h]))
}

// reached puts the chances into the sums of a tree: how likely the dealer comes to
// a total, and to more.
func (s *solver[T]) reached(f *finals, i int, c *chances[T], at, total int) (same, more T) {
	above := f.groupsTo[max(total, 16)-16]
	if c, fast := any(c).(*chances[float]); fast {
		of := c.of[at:]
		w := &s.dealers.work
		p := [2]float{w.dot(f, i, of, above, f.groupsTo[max(total, 17)-17]), w.dot(f, i, of, 0, above)}
		both := any(&p).(*[2]T)
		return both[0], both[1]
	}
	same, more = s.zero, s.zero
	for j, sum := range s.rows[i][:f.groupsTo[max(total, 17)-17]] {
		if p := sum.Mul(c.of[at+int(f.at[j])]); j < above {
			more = more.Add(p)
		} else {
			same = same.Add(p)
		}
	}
	return same, more
}

// dot sums up the chances of some groups in floating point.
func (w *lanes) dot(f *finals, i int, of []float, from, to int) float {
	i &= width - 1
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
	return a + b
}
