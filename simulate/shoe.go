package simulate

import (
	"math/bits"

	"club99/card"
)

// shoe is a shoe that is shuffled while it is dealt: each card is drawn at
// random from those that are left. Any order of the cards is as good a start
// as any other, so that shuffling is nothing but going back to the first place.
type shoe struct {
	cards [512]uint8 // ranks, 1 to 13; the first mixed of them in the order in which they leave the shoe
	n     int
	at    int // cards that have left the shoe
	mixed int // places that have been drawn, at least at

	hidden [11]uint8 // hole cards that were never opened since the shuffle, by value
	random
}

func newShoe(decks int, r random) *shoe {
	s := &shoe{n: decks * card.PerDeck}
	s.begin(r)
	return s
}

// begin takes a generator and puts the cards in order, so that what follows
// depends on the generator alone.
func (s *shoe) begin(r random) {
	s.random = r
	for i := range s.n {
		s.cards[i] = uint8(i%13) + uint8(card.Ace)
	}
	s.shuffle()
}

func (s *shoe) shuffle() { s.at, s.mixed, s.hidden = 0, 0, [11]uint8{} }

func (s *shoe) left() int { return s.n - s.at }

// unseen counts the cards that nobody has seen, by value.
func (s *shoe) unseen() [11]int {
	var n [11]int
	for v, hidden := range s.hidden {
		n[v] = int(hidden)
	}
	for _, rank := range s.cards[s.at:s.n] {
		n[value(rank)]++
	}
	return n
}

// draw deals one card and returns its rank.
func (s *shoe) draw() uint8 {
	if s.at == s.mixed {
		s.refill()
	}
	c := s.cards[s.at&511]
	s.at++
	return c
}

// refill draws the next few cards, from one random word: a fraction whose digits,
// to the bases n, n-1 and so on, are the places that are drawn. A word that
// would favour some order is thrown away: any order of the cards is as good a
// start for the next word.
func (s *shoe) refill() {
	const most = 6 // 416 to the sixth is far below 2 to the 64th
	n := min(most, s.n-s.mixed)
	for {
		product, lo := uint64(1), s.next()
		for i := s.mixed; i < s.mixed+n; i++ {
			bound := uint64(s.n - i)
			var j uint64
			j, lo = bits.Mul64(lo, bound)
			j = (j + uint64(i)) & 511
			s.cards[i&511], s.cards[j] = s.cards[j], s.cards[i&511]
			product *= bound
		}
		if lo >= product || lo >= -product%product {
			s.mixed += n
			return
		}
	}
}
