package shoe

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"

	"club99/card"
)

// NodeSize is the length of a hash in the tree, in bytes: SHA-256 cut short.
const NodeSize = 24

// SaltSize is the length of a card's salt in bytes.
const SaltSize = 16

// Node is a hash in the tree over a shoe's cards; the topmost is its root. Its
// text is 48 hexadecimal digits in small letters.
type Node [NodeSize]byte

// String returns the node in hexadecimal.
func (n Node) String() string { return hex.EncodeToString(n[:]) }

// MarshalText writes the node in hexadecimal.
func (n Node) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, n[:]), nil }

// UnmarshalText reads what MarshalText writes.
func (n *Node) UnmarshalText(text []byte) error { return unhex(n[:], text) }

// leaf is the hash of a card in its place, counted from 0.
func leaf(position int, c card.Card, salt [SaltSize]byte) Node {
	var space [64]byte
	b := number(append(space[:0], tagCard...), uint64(position))
	b = append(append(b, c.String()...), salt[:]...)
	sum := sha256.Sum256(b)
	return Node(sum[:NodeSize])
}

func above(left, right Node) Node {
	var space [96]byte
	b := append(append(append(space[:0], tagNode...), left[:]...), right[:]...)
	sum := sha256.Sum256(b)
	return Node(sum[:NodeSize])
}

// Sealed is a shoe whose order is fixed, with the tree over its cards. It holds
// everything that is secret about the shoe. It does not change, and may be read
// from any goroutine.
type Sealed struct {
	order []card.Card
	salts [][SaltSize]byte
	tree  [][]Node // tree[0] are the leaves, the last level is the root alone
}

// Seal makes the order of a key and its tree. Without decks there is nothing to
// seal: it panics.
func Seal(key Key, decks int) *Sealed {
	s := &Sealed{order: Order(key, decks)}
	n := len(s.order)
	if n == 0 {
		panic("shoe: a shoe without cards cannot be sealed")
	}
	stream := make([]byte, n*SaltSize)
	newCipher(key, saltsNonce).XORKeyStream(stream, stream)
	s.salts = make([][SaltSize]byte, n)
	level := make([]Node, n, 2*n+16) // all levels one after the other
	for i, c := range s.order {
		s.salts[i] = [SaltSize]byte(stream[i*SaltSize:])
		level[i] = leaf(i, c, s.salts[i])
	}
	for s.tree = append(s.tree, level); len(level) > 1; s.tree = append(s.tree, level) {
		next := level[len(level):]
		for i := 0; i+1 < len(level); i += 2 {
			next = append(next, above(level[i], level[i+1]))
		}
		if len(level)%2 == 1 { // without a neighbour it moves up as it is
			next = append(next, level[len(level)-1])
		}
		level = next
	}
	return s
}

// Order is the order in which the cards leave the shoe. It is the shoe's own: read it only.
func (s *Sealed) Order() []card.Card { return s.order }

// Root is the root of the tree. It says nothing about any card by itself.
func (s *Sealed) Root() Node { return s.tree[len(s.tree)-1][0] }

// Salt is the salt of the card in a position, from 0.
func (s *Sealed) Salt(position int) [SaltSize]byte { return s.salts[position] }

// Proof is the proof for the card in a position, counted from 0. It panics if
// the shoe has no such position.
func (s *Sealed) Proof(position int) Proof {
	p := Proof{Salt: s.salts[position], Path: make([]Node, 0, len(s.tree)-1)}
	at := position
	for _, level := range s.tree[:len(s.tree)-1] {
		if at^1 < len(level) {
			p.Path = append(p.Path, level[at^1])
		}
		at /= 2
	}
	return p
}

// ProofText is the text of [Sealed.Proof].
func (s *Sealed) ProofText(position int) string {
	var raw [SaltSize + maxPath*NodeSize]byte
	b := append(raw[:0], s.salts[position][:]...)
	at := position
	for _, level := range s.tree[:len(s.tree)-1] {
		if at^1 < len(level) {
			b = append(b, level[at^1][:]...)
		}
		at /= 2
	}
	return base64.RawURLEncoding.EncodeToString(b)
}

// Proof shows that one card lies in one position of a sealed shoe, and nothing
// about any other.
type Proof struct {
	Salt [SaltSize]byte
	Path []Node // the neighbours on the way up, from the leaf's
}

// MarshalText writes salt and path one after the other in URL-safe base 64
// without padding: at most 310 characters.
func (p Proof) MarshalText() ([]byte, error) {
	raw := p.Salt[:]
	for _, n := range p.Path {
		raw = append(raw, n[:]...)
	}
	return base64.RawURLEncoding.AppendEncode(nil, raw), nil
}

// String returns the proof's text.
func (p Proof) String() string {
	t, _ := p.MarshalText()
	return string(t)
}

// maxPath is longer than the path in any shoe.
const maxPath = 16

// UnmarshalText reads what MarshalText writes.
func (p *Proof) UnmarshalText(text []byte) error {
	raw := make([]byte, base64.RawURLEncoding.DecodedLen(len(text)))
	n, err := base64.RawURLEncoding.Strict().Decode(raw, text)
	if err != nil || len(text) > 0 && base64.RawURLEncoding.EncodedLen(n) != len(text) {
		return errors.New("the proof is not in URL-safe base 64 without padding")
	}
	if n < SaltSize || (n-SaltSize)%NodeSize != 0 || n > SaltSize+maxPath*NodeSize {
		return fmt.Errorf("the proof has %d bytes, it must be a salt of %d and hashes of %d", n, SaltSize, NodeSize)
	}
	*p = Proof{Salt: [SaltSize]byte(raw)}
	for raw = raw[SaltSize:n]; len(raw) > 0; raw = raw[NodeSize:] {
		p.Path = append(p.Path, Node(raw))
	}
	return nil
}

// VerifyCard checks a proof: that c lies in the position, counted from 0, of the
// shoe of so many decks that has this root. It returns nil, or what is wrong.
func VerifyCard(root Node, decks, position int, c card.Card, p Proof) error {
	count := decks * card.PerDeck
	if position < 0 || position >= count {
		return fmt.Errorf("a shoe of %d decks has no position %d", decks, position)
	}
	node, at, path := leaf(position, c, p.Salt), position, p.Path
	for ; count > 1; count, at = (count+1)/2, at/2 {
		if at^1 >= count {
			continue // without a neighbour it moves up as it is
		}
		if len(path) == 0 {
			return fmt.Errorf("the proof of position %d is too short", position)
		}
		if at%2 == 0 {
			node = above(node, path[0])
		} else {
			node = above(path[0], node)
		}
		path = path[1:]
	}
	switch {
	case len(path) > 0:
		return fmt.Errorf("the proof of position %d is too long", position)
	case node != root:
		return fmt.Errorf("the proof does not show %v in position %d of the shoe with root %s", c, position, root)
	}
	return nil
}
