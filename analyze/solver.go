package analyze

import (
	"club99/blackjack"
	"club99/strategy"
)

// solver finds the values of hands under one up card.
//
// Values are weighted, not conditional. Where the dealer checks for a Blackjack
// before the hands are played, the value of a hand is the expectation of what it
// earns if there is none and of 0 if there is one; every action's value carries
// the same factor, the chance that there is none. So the cards a player draws are
// simply cards of the shoe, whatever the hole card may not be. Where the dealer
// does not check, values include what the Blackjack takes.
type solver[T number[T]] struct {
	terms[T]
	dealers *Dealers
	ends    *upEnds           // the dealer's chances, in floating point
	gone    upEnds            // the same when cards of a split are gone
	sides   [3]side[T]        // hands of a split: others, pairs, alike
	falls   [strategy.Hands]T // for each hand the product s(s-1)... of the cards left of its values
	fallsOf Shoe
	meets   meetings
	rows    [][]T

	up        int
	blackjack int  // value of the hole card that would make a Blackjack; 0 if none would
	checked   bool // no Blackjack: the dealer has looked
	split     bool // hands come from a split

	left Shoe // without the up card; the hands' own cards are still in it
	n    int  // cards in left

	prefer *[strategy.Hands]strategy.Preference // what follow plays and best writes

	memoStand, memoBest, memoFollow memo[T]
}

// memo remembers values of hands until the shoe changes.
type memo[T any] struct {
	known [strategy.Hands]uint32
	value [strategy.Hands]T
	now   uint32
}

func (m *memo[T]) forget() { m.now++ }

// open sets the shoe, from which the up card is already gone.
func (s *solver[T]) open(left Shoe) {
	s.left, s.n = left, left.Cards()
	if s.ends == nil || s.ends.left != left || s.ends.up != s.up {
		s.ends = &s.gone
		s.gone.reset(left, s.up, s.tree(0))
	}
	s.memoStand.forget()
	s.memoBest.forget()
	s.memoFollow.forget()
}

// meet sets the up card.
func (s *solver[T]) meet(up int) {
	s.up = up
	s.blackjack = makesBlackjack(up)
	s.checked = s.blackjack != 0 && s.rules.Peek.Checks(up)
}

// chance is the probability that the next card has a value, when h is on the table.
func (s *solver[T]) chance(h strategy.Hand, value int) T {
	return s.zero.Of(int64(max(s.left[value]-h.Of(value), 0)), int64(s.n-h.Count()))
}

// dealersBlackjack is the probability of the dealer's Blackjack when h is on the table.
func (s *solver[T]) dealersBlackjack(h strategy.Hand) T {
	if s.blackjack == 0 {
		return s.zero
	}
	return s.chance(h, s.blackjack)
}

// live is the weight of values when h is on the table: the chance that the hand is played at all.
func (s *solver[T]) live(h strategy.Hand) T {
	if !s.checked {
		return s.one
	}
	return s.one.Sub(s.dealersBlackjack(h))
}

// bust is what a busted hand loses: the hand h and a card more.
func (s *solver[T]) bust(h strategy.Hand, value int) T {
	if !s.checked {
		return s.zero.Sub(s.one)
	}
	left := s.left[s.blackjack] - h.Of(s.blackjack)
	if value == s.blackjack {
		left--
	}
	return s.zero.Of(int64(left), int64(s.n-h.Count()-1)).Sub(s.one)
}

// stand is the value of a hand that is compared with the dealer's, for one unit.
func (s *solver[T]) stand(h strategy.Hand) T {
	if s.memoStand.known[h] == s.memoStand.now {
		return s.memoStand.value[h]
	}
	p := s.beyond(h)
	v := s.one.Sub(s.dealersBlackjack(h)).Sub(p[0]).Mul(s.win).Sub(p[1]).Sub(s.taken(h))
	s.memoStand.known[h], s.memoStand.value[h] = s.memoStand.now, v
	return v
}

// taken is what a dealer's Blackjack that was not checked for takes from a
// standing hand of one unit. Of several hands of which only the original bet can
// be lost, [solver.originalBet] counts the loss for all together.
func (s *solver[T]) taken(h strategy.Hand) T {
	if !s.taking() {
		return s.zero
	}
	return s.dealersBlackjack(h)
}

func (s *solver[T]) taking() bool {
	return s.blackjack != 0 && !s.checked && !(s.split && s.rules.NoPeekLoss == blackjack.LoseOriginal)
}

// charlieHand is the value of a Charlie (R20), for one unit.
func (s *solver[T]) charlieHand(h strategy.Hand) T {
	return s.charliePays(s.one, s.dealersBlackjack(h))
}

// charliePays is the value of a Charlie with the chances of it and of the dealer's Blackjack with it.
func (s *solver[T]) charliePays(all, dealer T) T {
	if s.blackjack != 0 && !s.checked && s.rules.CharlieBeatsBlackjack {
		return all.Mul(s.charlie)
	}
	v := all.Sub(dealer).Mul(s.charlie)
	if s.taking() {
		v = v.Sub(dealer)
	}
	return v
}

// isCharlie reports a hand that has reached the Charlie's number of cards (R20).
func (s *solver[T]) isCharlie(h strategy.Hand) bool {
	return s.rules.Charlie > 0 && h.Count() >= s.rules.Charlie
}

// ended returns the value of a hand that ends by itself (R09, R20).
func (s *solver[T]) ended(h strategy.Hand) (v T, ended bool) {
	if s.isCharlie(h) {
		return s.charlieHand(h), true
	}
	if totalOf[h] == 21 || h.Count() >= s.rules.MaxCards {
		return s.stand(h), true
	}
	return v, false
}

// double is the value of doubling h (R11).
func (s *solver[T]) double(h strategy.Hand) T {
	return s.draw(h, s.doubled, s.two)
}

// draw is the value of one card more and then what later says; a bust loses a number of units.
func (s *solver[T]) draw(h strategy.Hand, later func(strategy.Hand) T, units T) T {
	var values [11]T
	var ways [11]int
	cards := h.Cards()
	for v := 1; v <= 10; v++ {
		ways[v] = max(s.left[v]-int(cards[v]), 0)
		if ways[v] == 0 {
			continue
		}
		if next := h.Add(v); next == strategy.Bust {
			values[v] = s.bust(h, v).Mul(units)
		} else {
			values[v] = later(next)
		}
	}
	return s.zero.Sum(values, ways).Over(s.n - h.Count())
}

// doubled is the value of a hand that was doubled and has its one card more.
func (s *solver[T]) doubled(next strategy.Hand) T {
	var v T
	if s.isCharlie(next) {
		v = s.charlieHand(next).Mul(s.two)
		if s.rules.CharlieBeatsBlackjack {
			return v
		}
	} else {
		v = s.stand(next).Mul(s.two)
	}
	if s.rules.NoPeekLoss == blackjack.LoseOriginal {
		v = v.Add(s.taken(next))
	}
	return v
}

// hit is the value of one card more and then what later says.
func (s *solver[T]) hit(h strategy.Hand, later func(strategy.Hand) T) T {
	return s.draw(h, later, s.one)
}

// best is the value of a hand of three cards or more under the best play, and
// writes down the play.
func (s *solver[T]) best(h strategy.Hand) T {
	if s.memoBest.known[h] == s.memoBest.now {
		return s.memoBest.value[h]
	}
	v, ended := s.ended(h)
	if !ended {
		v = s.stand(h)
		s.prefer[h] = strategy.PreferStand
		if s.mayHit(h, v) {
			if hit := s.hit(h, s.best); v.Less(hit) {
				v = hit
				s.prefer[h] = 0
			}
		}
	}
	s.memoBest.known[h], s.memoBest.value[h] = s.memoBest.now, v
	return v
}

// mayHit is false where a hit is surely worth less than to stand: even if every
// card that does not bust the hand made it win.
func (s *solver[T]) mayHit(h strategy.Hand, stand T) bool {
	hard := h.Hard()
	if int(totalOf[h]) != hard || hard < 17 || s.rules.Charlie > 0 {
		return true
	}
	cards, safe, n := h.Cards(), 0, s.n-h.Count()
	for v := 1; v <= 21-hard; v++ {
		safe += max(s.left[v]-int(cards[v]), 0)
	}
	lost, won := s.one, s.one // weights after the card, at least and at most
	if s.checked {
		left := s.left[s.blackjack] - int(cards[s.blackjack])
		lost = s.one.Sub(s.zero.Of(int64(left), int64(max(n-1, 1))))
		won = s.one.Sub(s.zero.Of(int64(max(left-1, 0)), int64(max(n-1, 1))))
	}
	most := s.win.Mul(won).Times(safe).Sub(lost.Times(n - safe)).Over(n)
	return !most.Less(stand)
}

// follow is the value of a hand of three cards or more that is played as prefer says.
func (s *solver[T]) follow(h strategy.Hand) T {
	if s.memoFollow.known[h] == s.memoFollow.now {
		return s.memoFollow.value[h]
	}
	v, ended := s.ended(h)
	if !ended {
		if s.prefer[h]&strategy.PreferStand != 0 {
			v = s.stand(h)
		} else {
			v = s.hit(h, s.follow)
		}
	}
	s.memoFollow.known[h], s.memoFollow.value[h] = s.memoFollow.now, v
	return v
}

// tree returns the dealer's hands for the up card.
func (s *solver[T]) tree(pair int) *finals { return s.dealers.tree(s.rules.Soft17, s.up, pair) }

// beyond is the probability that the dealer comes to a total of at least that of
// h, and to more, when h is on the table.
func (s *solver[T]) beyond(h strategy.Hand) (p [2]T) {
	total := int(totalOf[h])
	from, more := max(total, 17)-17, max(total, 16)-16
	if fast, ok := any(&p).(*[2]float); ok {
		if int(s.ends.from[h]) > from {
			s.dealers.find(s.ends, []strategy.Hand{h})
		}
		e := &s.ends.ends[h]
		fast[0], fast[1] = float(e[from]), float(e[more])
		return p
	}
	var ends [dealerBust + 1]T
	s.sumUp(h, &ends)
	p = [2]T{s.zero, s.zero}
	for end := from; end < dealerBust; end++ {
		p[0] = p[0].Add(ends[end])
		if end >= more {
			p[1] = p[1].Add(ends[end])
		}
	}
	return p
}

// sumUp is [Dealers.find] for any number.
func (s *solver[T]) sumUp(h strategy.Hand, p *[dealerBust + 1]T) {
	f := s.tree(0)
	for end := range p {
		p[end] = s.zero
	}
	for i, sum := range sums[T](f, &s.left, h) {
		for k := range int(f.groups[i].drawn) {
			sum = sum.Mul(s.zero.Of(1, int64(max(s.n-h.Count()-k, 1))))
		}
		end := f.groups[i].end
		p[end] = p[end].Add(sum)
	}
}
