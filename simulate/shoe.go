package simulate

import "club99/card"

// shoe is a shoe that is shuffled while it is dealt: each card is drawn at
// random from those that are left. Any order of the cards is as good a start
// as any other, so that shuffling is nothing but going back to the first place.
type shoe struct {
	cards [512]uint8 // ranks, 1 to 13; the first mixed of them in the order in which they leave the shoe
	n     int
	at    int // cards that have left the shoe
	mixed int // places that have been drawn, at least at

	hidden [11]int // hole cards that were never opened since the shuffle, by value
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

func (s *shoe) shuffle() { s.at, s.mixed, s.hidden = 0, 0, [11]int{} }

func (s *shoe) left() int { return s.n - s.at }

// unseen counts the cards that nobody has seen, by value.
func (s *shoe) unseen() [11]int {
	n := s.hidden
	for _, rank := range s.cards[s.at:s.n] {
		n[value(rank)]++
	}
	return n
}

// draw deals one card and returns its rank.
func (s *shoe) draw() uint8 {
	i := s.at & 511
	s.at++
	if i < s.mixed {
		return s.cards[i]
	}
	s.mixed = s.at
	j := (uint64(i) + s.below(uint64(s.n-i))) & 511
	c := s.cards[j]
	s.cards[j] = s.cards[i]
	s.cards[i] = c
	return c
}
