package card

import "fmt"

// Rank is a card's rank, Ace (1) to King (13).
type Rank uint8

// The thirteen ranks.
const (
	Ace Rank = 1 + iota
	Two
	Three
	Four
	Five
	Six
	Seven
	Eight
	Nine
	Ten
	Jack
	Queen
	King
)

// Suit is a card's suit.
type Suit uint8

// The four suits.
const (
	Spades Suit = iota
	Hearts
	Diamonds
	Clubs
)

// PerDeck is the number of cards in one deck: thirteen ranks in four suits, no jokers.
const PerDeck = 52

const (
	rankLetters = "?A23456789TJQK"
	suitLetters = "shdc"
	hiddenText  = "??"
)

// Card is one playing card: the rank in the low four bits, the suit above them.
// The zero value is no card.
type Card uint8

// None is no card: an empty place, or a card whose face is not known.
const None Card = 0

// New returns the card of the given rank and suit.
func New(r Rank, s Suit) Card { return Card(s)<<4 | Card(r) }

// Rank returns the card's rank; 0 for no card.
func (c Card) Rank() Rank { return Rank(c & 0x0f) }

// Suit returns the card's suit.
func (c Card) Suit() Suit { return Suit(c >> 4 & 3) }

// Value returns the points of the card with every ace counted as 1: 1 to 10,
// and 0 for no card (R03).
func (c Card) Value() int { return min(int(c&0x0f), 10) }

// IsAce reports whether the card is an ace.
func (c Card) IsAce() bool { return c&0x0f == Card(Ace) }

// Valid reports whether c is one of the 52 cards.
func (c Card) Valid() bool {
	r := c.Rank()
	return c < 0x40 && r >= Ace && r <= King
}

// String returns the card as two letters, "??" for no card.
func (c Card) String() string {
	if !c.Valid() {
		return hiddenText
	}
	return string([]byte{rankLetters[c.Rank()], suitLetters[c.Suit()]})
}

// MarshalText writes the card as [Card.String] does.
func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what MarshalText writes, "??" included.
func (c *Card) UnmarshalText(text []byte) error {
	if string(text) == hiddenText {
		*c = None
		return nil
	}
	v, err := Parse(string(text))
	if err != nil {
		return err
	}
	*c = v
	return nil
}

// Parse reads a card written as rank and suit: A 2-9 T J Q K, then s h d c.
// Both letters are case-sensitive, so that a card has one spelling only.
func Parse(s string) (Card, error) {
	if len(s) == 2 {
		for r := Ace; r <= King; r++ {
			if rankLetters[r] != s[0] {
				continue
			}
			for u := Spades; u <= Clubs; u++ {
				if suitLetters[u] == s[1] {
					return New(r, u), nil
				}
			}
		}
	}
	return None, fmt.Errorf("%q is not a card: write the rank (A 2-9 T J Q K), then the suit (s h d c), as in Ah or Td", s)
}

// Deck returns the 52 cards in the order of suits, then ranks.
func Deck() [PerDeck]Card {
	var d [PerDeck]Card
	for i := range d {
		d[i] = New(Rank(i%13)+Ace, Suit(i/13))
	}
	return d
}
