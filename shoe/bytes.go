package shoe

import (
	"math/bits"

	"club99/card"
)

// Bytes is an endless stream of bytes made from shuffled decks, for batteries of
// tests of randomness. It is an [io.Reader] whose Read never fails.
//
// Shoe after shoe goes the way that every shoe goes: terms, key, order; one
// deck each, of table "bytes", from one house seed and no player's. A shuffled
// deck is read as 51 draws: how many of the cards that are left, in the order of
// [card.Deck], come before the one that came. A draw is a number d below n, as
// likely as any other, and gives bits like this: with b the greatest power of
// two that is not above n, d below b gives the bits of d, the highest first; any
// other d is d-b below n-b, and is asked again; one below 1 gives none. Bits
// fill bytes from the highest. If, and only if, all orders are equally likely,
// all bits are.
type Bytes struct {
	house Seed
	terms Terms
	bits  uint64 // the last count bits are not yet read
	count uint
	ready []byte
}

// NewBytes starts a stream. The same seed gives the same bytes.
func NewBytes(house Seed) *Bytes {
	return &Bytes{house: house, terms: Terms{Table: "bytes", Decks: 1}}
}

// Read fills p.
func (b *Bytes) Read(p []byte) (int, error) {
	done := 0
	for done < len(p) {
		if len(b.ready) == 0 {
			b.shuffle()
		}
		n := copy(p[done:], b.ready)
		b.ready = b.ready[n:]
		done += n
	}
	return done, nil
}

func (b *Bytes) shuffle() {
	b.ready = b.ready[:0]
	for _, c := range b.deck() {
		b.draw(c.before, c.left)
		for b.count >= 8 {
			b.count -= 8
			b.ready = append(b.ready, byte(b.bits>>b.count))
		}
	}
}

// draw is the number of a card among those that were left.
type draw struct{ before, left uint32 }

// deck shuffles the next shoe and reads it as draws.
func (b *Bytes) deck() [card.PerDeck]draw {
	b.terms.Shoe++
	b.terms.House = CommitHouse(b.terms.Table, b.terms.Shoe, b.house)
	b.terms.Next = CommitHouse(b.terms.Table, b.terms.Shoe+1, b.house)
	var draws [card.PerDeck]draw
	left := uint64(1)<<card.PerDeck - 1 // a bit for each card that has not come
	for i, c := range Order(DeriveKey(b.house, nil, b.terms.Hash()), 1) {
		place := uint(c.Suit())*13 + uint(c.Rank()-card.Ace)
		draws[i] = draw{uint32(bits.OnesCount64(left & (1<<place - 1))), uint32(card.PerDeck - i)}
		left &^= 1 << place
	}
	return draws
}

// draw adds the bits of a number below n.
func (b *Bytes) draw(d, n uint32) {
	for n > 1 {
		width := uint(bits.Len32(n)) - 1
		if d < 1<<width {
			b.bits = b.bits<<width | uint64(d)
			b.count += width
			return
		}
		d, n = d-1<<width, n-1<<width
	}
}
