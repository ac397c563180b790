package analyze

import (
	"fmt"

	"club99/strategy"
)

// Shoe is the number of cards left by value, from 1 for aces to 10 for all
// ten-values. Index 0 is not used.
type Shoe [11]int

// Full returns the shoe of a number of decks.
func Full(decks int) Shoe {
	var s Shoe
	for v := 1; v <= 9; v++ {
		s[v] = 4 * decks
	}
	s[10] = 16 * decks
	return s
}

// Cards returns the number of cards in the shoe.
func (s Shoe) Cards() int {
	n := 0
	for _, c := range s[1:] {
		n += c
	}
	return n
}

// Remove takes cards out of the shoe by value.
func (s *Shoe) Remove(values ...int) error {
	for _, v := range values {
		if v < 1 || v > 10 {
			return fmt.Errorf("%d is not a value of a card: write 1 for an ace to 10", v)
		}
		if s[v] == 0 {
			return fmt.Errorf("the shoe has no card of value %d left to remove", v)
		}
		s[v]--
	}
	return nil
}

// mostPerValue bounds a shoe of any size that is asked about; it keeps every
// count of cards well inside exact floating-point integers.
const mostPerValue = 1 << 20

// check says what is wrong with a shoe that is to be analyzed, for so many cards at least.
func (s Shoe) check(least int) error {
	for v := 1; v <= 10; v++ {
		if s[v] < 0 || s[v] > mostPerValue {
			return fmt.Errorf("shoe: %d cards of value %d: write 0 to %d", s[v], v, mostPerValue)
		}
	}
	if n := s.Cards(); n < least {
		return fmt.Errorf("shoe: %d cards are too few: %d at least are needed", n, least)
	}
	return nil
}

// tensOf returns how many cards of one of the four ten-valued ranks a shoe
// holds: a quarter, as in a full shoe. Where the tens left are no multiple of
// four, the ranks are as even as they can be, and rank 0 is one of the richest.
func tensOf(tens, rank int) int { return (tens + 3 - rank) / 4 }

// has reports whether the shoe holds the cards of a hand.
func (s *Shoe) has(h strategy.Hand) bool {
	cards := h.Cards()
	for v := 1; v <= 10; v++ {
		if int(cards[v]) > s[v] {
			return false
		}
	}
	return true
}
