package shoe

import (
	"encoding/binary"
	"math/bits"

	"golang.org/x/crypto/chacha20"

	"club99/card"
)

// Order returns decks decks of 52 cards in the order in which they leave the
// shoe (R01). No decks, or fewer, is an empty shoe.
func Order(key Key, decks int) []card.Card {
	deck := card.Deck()
	cards := make([]card.Card, 0, max(decks, 0)*card.PerDeck)
	for range decks {
		cards = append(cards, deck[:]...)
	}
	s := newStream(key)
	for i := len(cards) - 1; i > 0; i-- {
		j := s.below(uint32(i) + 1)
		cards[i], cards[j] = cards[j], cards[i]
	}
	return cards
}

// stream reads 32-bit words from a key stream, some blocks at a time.
type stream struct {
	cipher *chacha20.Cipher
	block  [512]byte
	next   int // place of the next unread word in block
}

// The nonces of the two key streams that come from a key: the order's and the salts'.
const (
	orderNonce = "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	saltsNonce = "club99 salts"
)

func newCipher(key Key, nonce string) *chacha20.Cipher {
	cipher, err := chacha20.NewUnauthenticatedCipher(key[:], []byte(nonce))
	if err != nil {
		panic("shoe: " + err.Error()) // key and nonce have the right length
	}
	return cipher
}

func newStream(key Key) *stream {
	s := &stream{cipher: newCipher(key, orderNonce)}
	s.next = len(s.block)
	return s
}

func (s *stream) word() uint32 {
	if s.next == len(s.block) {
		clear(s.block[:])
		s.cipher.XORKeyStream(s.block[:], s.block[:])
		s.next = 0
	}
	w := binary.LittleEndian.Uint32(s.block[s.next:])
	s.next += 4
	return w
}

// below draws a number from 0 to n-1, each as likely as the other: words that
// fall outside are thrown away, never folded back in. n is at least 1.
func (s *stream) below(n uint32) uint32 {
	mask := uint32(1)<<bits.Len32(n-1) - 1
	for {
		if v := s.word() & mask; v < n {
			return v
		}
	}
}
