package strategy

// Hand is a player's hand as a multiset of card values (ace 1 to ten-value 10),
// packed into an index of all hands whose hard total is at most 21. The zero
// Hand has no cards. The order of the cards is not part of it.
type Hand uint16

// Hands is the number of hands, the empty one included.
const Hands = 3083

// Bust is no hand: what [Hand.Add] answers when the hard total goes over 21.
const Bust Hand = Hands

// hand is what the index knows about one hand.
type hand struct {
	next  [11]Hand // the hand with one card more, by the card's value
	cards [11]uint8
	hard  uint8 // total with every ace as 1
	count uint8
}

var hands = buildHands()

// buildHands lists the multisets in order of their largest value, depth first,
// and then links each to those with one card more.
func buildHands() *[Hands]hand {
	list := new([Hands]hand)
	index := map[[11]uint8]Hand{}
	n := 0
	var grow func(h hand, most int)
	grow = func(h hand, most int) {
		list[n] = h
		index[h.cards] = Hand(n)
		n++
		for v := 1; v <= most && int(h.hard)+v <= 21; v++ {
			more := h
			more.cards[v]++
			more.hard += uint8(v)
			more.count++
			grow(more, v)
		}
	}
	grow(hand{}, 10)
	for i := range list {
		h := &list[i]
		for v := 1; v <= 10; v++ {
			cards := h.cards
			cards[v]++
			next, ok := index[cards]
			if !ok {
				next = Bust
			}
			h.next[v] = next
		}
	}
	return list
}

// Of returns the hand with the given card values, in any order; Bust if they are over 21.
func Of(values ...int) Hand {
	var h Hand
	for _, v := range values {
		if h = h.Add(v); h == Bust {
			break
		}
	}
	return h
}

// Add returns the hand with one more card of a value from 1 to 10, or Bust.
// Nothing can be added to Bust.
func (h Hand) Add(value int) Hand { return hands[h].next[value] }

// Total returns the best total and whether an ace counts 11 in it (R03).
func (h Hand) Total() (total int, soft bool) {
	i := &hands[h]
	if i.cards[1] > 0 && i.hard <= 11 {
		return int(i.hard) + 10, true
	}
	return int(i.hard), false
}

// Hard returns the total with every ace as 1.
func (h Hand) Hard() int { return int(hands[h].hard) }

// Count returns the number of cards.
func (h Hand) Count() int { return int(hands[h].count) }

// Of returns how many cards of a value from 1 to 10 the hand has.
func (h Hand) Of(value int) int { return int(hands[h].cards[value]) }

// Cards returns how many cards of each value the hand has, by value from 1.
func (h Hand) Cards() [11]uint8 { return hands[h].cards }

// Pair returns the value of the two cards of a pair; 0 for every other hand.
func (h Hand) Pair() int {
	i := &hands[h]
	if i.count == 2 {
		for v := 1; v <= 10; v++ {
			if i.cards[v] == 2 {
				return v
			}
		}
	}
	return 0
}

// Natural reports an ace with a ten-value card: a Blackjack, unless the hand came from a split (R04).
func (h Hand) Natural() bool {
	i := &hands[h]
	return i.count == 2 && i.hard == 11 && i.cards[1] == 1
}

// String writes the values from high to low, ten-values as T and aces as A, as in "T62A".
func (h Hand) String() string {
	if h >= Bust {
		return "bust"
	}
	text := make([]byte, 0, 8)
	for v := 10; v >= 1; v-- {
		for range hands[h].cards[v] {
			text = append(text, "?A23456789T"[v])
		}
	}
	return string(text)
}
