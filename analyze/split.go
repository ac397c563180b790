package analyze

import (
	"cmp"
	"slices"

	"club99/strategy"
)

// Splitting deals second cards one after the other; each is a card of the pair
// or another. Which hands are split again depends on nothing else, and unseen
// cards may come in any order alike, so the second cards can be thought dealt
// first. A pair is split again whenever the limit of hands allows.
//
// splitEnd is one way in which it can end: with how many hands, after second
// cards of which a number were cards of the pair, and how many sequences of
// second cards lead there.
type splitEnd struct {
	hands     int
	paired    int // second cards that were cards of the pair
	sequences int64
}

// pairsLeft is the number of hands that are a pair which may not be split again.
func (e splitEnd) pairsLeft() int { return e.paired - (e.hands - 2) }

// others is the number of second cards that were not cards of the pair.
func (e splitEnd) others() int { return 2*(e.hands-1) - e.paired }

// splitEnds lists the ends of splitting with at most so many hands, 2 to 4.
func splitEnds(most int) []splitEnd { return allSplitEnds[most] }

var allSplitEnds = [...][]splitEnd{2: listSplitEnds(2), 3: listSplitEnds(3), 4: listSplitEnds(4)}

func listSplitEnds(most int) []splitEnd {
	counts := map[splitEnd]int64{}
	// play deals the two second cards of the next split. waiting is the number
	// of pairs dealt so far that still are to be split or left.
	var play func(hands, waiting, paired int)
	play = func(hands, waiting, paired int) {
		if waiting == 0 || hands == most {
			counts[splitEnd{hands: hands, paired: paired}]++
			return
		}
		for _, more := range []int{0, 1, 1, 2} {
			play(hands+1, waiting-1+more, paired+more)
		}
	}
	play(1, 1, 0)
	var ends []splitEnd
	for e, n := range counts {
		e.sequences = n
		ends = append(ends, e)
	}
	slices.SortFunc(ends, func(a, b splitEnd) int { return cmp.Or(a.hands-b.hands, a.paired-b.paired) })
	return ends
}

// choose is the number of ways to choose k of n.
func choose(n, k int) int64 {
	if k < 0 || k > n {
		return 0
	}
	c := int64(1)
	for i := range k {
		c = c * int64(n-i) / int64(i+1)
	}
	return c
}

// mostGone is the largest number of cards of the pair among the second cards of four hands.
const mostGone = 6

// splitWeights say how the value of a split depends on single hands. A hand's
// value is needed with g more cards of the pair gone than the two of the pair
// itself, for every g: other weighs it for hands whose second card is not of the
// pair, pair for hands that stay a pair, whose own second card does not count
// among the g.
//
// The other hands' second cards that are not of the pair are known only as
// that: by inclusion and exclusion, the expectation over n such cards is the sum
// over i of (-1)^i (n choose i) times the one with i more cards of the pair gone.
// So the weights hold signs and are no probabilities.
type splitWeights[T any] struct {
	other, pair [mostGone + 1]T
	hands       T // expected number of hands
}

// weighSplit returns the weights for a pair of which a number of cards is left in a shoe of n.
func weighSplit[T number[T]](ends []splitEnd, left, n int) splitWeights[T] {
	var x T
	zero := x.Of(0, 1)
	w := splitWeights[T]{hands: zero}
	var gone [mostGone + 1]T // chance that so many given cards are all of the pair
	for g := range gone {
		w.other[g], w.pair[g] = zero, zero
		if g == 0 {
			gone[g] = x.Of(1, 1)
		} else {
			gone[g] = gone[g-1].Mul(x.Of(int64(max(left-g+1, 0)), int64(max(n-g+1, 1))))
		}
	}
	for _, e := range ends {
		others, pairs := e.hands-e.pairsLeft(), e.pairsLeft()
		sign := e.sequences
		for i := 0; i <= e.others(); i++ {
			g := e.paired + i
			all := gone[g].Mul(x.Of(sign*choose(e.others(), i), 1))
			w.hands = w.hands.Add(all.Mul(x.Of(int64(e.hands), 1)))
			if others > 0 && i < e.others() {
				k := sign * choose(e.others()-1, i) * int64(others)
				w.other[g] = w.other[g].Add(gone[g].Mul(x.Of(k, 1)))
			}
			if pairs > 0 {
				w.pair[g-1] = w.pair[g-1].Add(all.Mul(x.Of(int64(pairs), 1)))
			}
			sign = -sign
		}
	}
	return w
}

// pairCards says which cards make the pair: all of the value, or of the
// ten-values one rank.
type pairCards struct {
	value int
	left  int // cards of the pair left, without the two and the up card
	rest  int // cards of the same value that do not pair
}

// splitResult is what all hands of a split pair are worth and cost.
type splitResult[T any] struct {
	value  T
	staked T       // everything staked on them, the original bet included
	unsure float64 // estimate of the error of the value
}

// splitHands values all hands of a split pair, played as s.prefer says, at most
// so many hands. before is called for each number of cards of the pair gone and
// may set s.prefer. The solver is opened with the shoe without the up card, and
// is so again in the end.
func (s *solver[T]) splitHands(p pairCards, most int, before func(gone int)) splitResult[T] {
	shoe := s.left
	start := strategy.Of(p.value)
	ends := splitEnds(most)
	w := weighSplit[T](ends, p.left, s.n-2)
	r := splitResult[T]{value: s.zero, staked: s.handsStaked(p, ends, w.hands)}
	split := s.split
	s.split = true
	for g := 0; g <= mostGone && g <= p.left; g++ {
		gone := shoe
		gone[p.value] -= 1 + g
		if gone.Cards() < 3 {
			break
		}
		s.open(gone)
		before(g)
		for v := 1; v <= 10; v++ {
			cards := s.left[v] - start.Of(v)
			if v == p.value {
				cards = p.rest
			}
			if cards > 0 {
				c := s.zero.Of(int64(cards), int64(s.n-1)).Mul(w.other[g])
				s.addAfter(&r, c, start.Add(v), p.value)
			}
		}
		if g < mostGone && g < p.left {
			s.addAfter(&r, w.pair[g], start.Add(p.value), p.value)
		}
	}
	s.split = split
	s.open(shoe)
	return r
}

// splitFixed is [solver.splitHands] for a way to play that stays the same
// however many cards of the pair are gone.
func (s *solver[T]) splitFixed(p pairCards, most int) splitResult[T] {
	ends := splitEnds(most)
	w := weighSplit[T](ends, p.left, s.n-2)
	weights := [3][mostGone + 1]T{others: w.other, pairs: w.pair}
	for g, x := range w.other {
		weights[alike][g] = x.Times(p.rest).Over(max(s.n-2-g, 1))
	}
	split := s.split
	s.split = true
	s.walkSides(p)
	f := s.tree(p.value)
	r := splitResult[T]{value: s.zero, staked: s.handsStaked(p, ends, w.hands)}
	for i := range s.sides {
		side := &s.sides[i]
		pair, in := side.reaches(f)
		own := min(i, 1) // cards of the pair's value that the hand itself has drawn
		fill(&side.chances, weights[i][:], p.left+p.rest-own, s.n-2-own, pair, in)
		value, staked := s.sideValue(side)
		r.value, r.staked = r.value.Add(value), r.staked.Add(staked)
	}
	r.value = r.value.Add(s.standing(p.value, f))
	s.split = split
	return r
}

// walkSides finds all paths of the hands of a split.
func (s *solver[T]) walkSides(p pairCards) {
	start := strategy.Of(p.value)
	again := start.Add(p.value)
	s.sides[others].clear(start, p.value)
	s.sides[pairs].clear(again, p.value)
	s.sides[alike].clear(again, p.value)
	for v := 1; v <= 10; v++ {
		if v != p.value && s.left[v] > 0 {
			s.sides[others].come(start.Add(v), 1)
		}
	}
	s.sides[pairs].come(again, 1)
	if p.rest > 0 {
		s.sides[alike].come(again, 1)
	}
	for i := range s.sides {
		s.walk(&s.sides[i].paths)
	}
	s.measure()
}

// The sides of a split: hands by their second card.
const (
	others = iota // of another value than the pair
	pairs         // of the pair
	alike         // of the pair's value, and yet no pair: a ten-value of another rank
)

// handsStaked is the expectation of the bets on all hands of a split, no double
// among them, weighted as values are.
func (s *solver[T]) handsStaked(p pairCards, ends []splitEnd, hands T) T {
	if !s.checked {
		return hands
	}
	// With a dealer's Blackjack the hole card is known, and is gone.
	pair := strategy.Of(p.value, p.value)
	under := weighSplit[T](ends, p.left, s.n-3).hands
	if same := p.left + p.rest; s.blackjack == p.value && same > 0 {
		ofPair := weighSplit[T](ends, p.left-1, s.n-3).hands
		under = ofPair.Times(p.left).Add(under.Times(p.rest)).Over(same)
	}
	return hands.Sub(s.dealersBlackjack(pair).Mul(under))
}

// addAfter adds a split hand with its second card, which is not split again.
func (s *solver[T]) addAfter(r *splitResult[T], weight T, h strategy.Hand, pair int) {
	v, doubled := s.afterSplit(h, pair)
	r.value = r.value.Add(weight.Mul(v))
	if doubled {
		r.staked = r.staked.Add(weight.Mul(s.live(h)))
	}
}

// afterSplit is the value of a split hand with its second card, which is not
// split again, and whether it is doubled.
func (s *solver[T]) afterSplit(h strategy.Hand, pair int) (v T, doubled bool) {
	total, _ := h.Total()
	if total == 21 || pair == 1 && !s.rules.HitSplitAces {
		return s.stand(h), false
	}
	p := s.prefer[h]
	switch {
	case p&strategy.PreferDouble != 0 && s.rules.DoubleAfterSplit && s.rules.DoubleOn.Allows(total):
		return s.double(h), true
	case p&strategy.PreferStand != 0:
		return s.stand(h), false
	}
	return s.hit(h, s.follow), false
}
