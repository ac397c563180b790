package shoe

import (
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"

	"golang.org/x/crypto/chacha20"
)

// Version is the version of the scheme. It is part of every tag below, so that
// nothing made by one version is taken for something of another.
const Version = 1

// What each hash is of: no hash for one purpose can be passed off as another's.
const (
	tagHouse  = "club99 fairness 1 house\n"
	tagPlayer = "club99 fairness 1 player\n"
	tagTerms  = "club99 fairness 1 terms\n"
	tagKey    = "club99 fairness 1 key\n"
	tagCard   = "club99 fairness 1 card\n"
	tagNode   = "club99 fairness 1 node\n"
	tagLog    = "club99 fairness 1 log\n"
	tagEntry  = "club99 fairness 1 entry\n"
)

// SeedSize is the length of the house's seed and of a key in bytes.
const SeedSize = chacha20.KeySize

// MaxPlayerSeed is the greatest length of a player's seed in bytes; the least is 1.
const MaxPlayerSeed = 64

// Seed is the house's part of a shoe. It comes from the operating system's
// generator and is told to nobody while the shoe is in use.
type Seed [SeedSize]byte

// Key is what an order is made from. It is as secret as the seed.
type Key [SeedSize]byte

// Hash is a SHA-256 hash. Its text is 64 hexadecimal digits in small letters.
type Hash [sha256.Size]byte

// String returns the hash in hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// MarshalText writes the hash in hexadecimal.
func (h Hash) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h[:]), nil }

// UnmarshalText reads what MarshalText writes.
func (h *Hash) UnmarshalText(text []byte) error { return unhex(h[:], text) }

// unhex reads exactly len(dst) bytes in small hexadecimal digits: each value has one spelling.
func unhex(dst, text []byte) error {
	for _, c := range text {
		if c >= 'A' && c <= 'F' {
			return fmt.Errorf("%q is not in small hexadecimal digits", text)
		}
	}
	if len(text) != hex.EncodedLen(len(dst)) {
		return fmt.Errorf("%.80q has %d characters, want %d hexadecimal digits", text, len(text), hex.EncodedLen(len(dst)))
	}
	if _, err := hex.Decode(dst, text); err != nil {
		return fmt.Errorf("%.80q is not hexadecimal", text)
	}
	return nil
}

// text and number are the two ways in which a value enters a hash. A number is
// 64 bits, the most significant byte first; a text is its length as a number,
// then its bytes. No two lists of values give the same bytes.
func number(dst []byte, n uint64) []byte { return binary.BigEndian.AppendUint64(dst, n) }

func text[T string | []byte](dst []byte, t T) []byte {
	return append(number(dst, uint64(len(t))), t...)
}

// CommitHouse is the house's commitment to the seed of a table's shoe.
func CommitHouse(table string, shoe uint64, seed Seed) Hash {
	b := number(text([]byte(tagHouse), table), shoe)
	return sha256.Sum256(append(b, seed[:]...))
}

// CommitPlayer is a player's commitment to the seed of one seat for a table's
// shoe. Table, shoe and seat are in it, so that it is of no use anywhere else.
func CommitPlayer(table string, shoe uint64, seat int, seed []byte) Hash {
	b := number(number(text([]byte(tagPlayer), table), shoe), uint64(seat))
	return sha256.Sum256(text(b, seed))
}

// ErrSeedLength says that a player's seed is empty or too long.
var ErrSeedLength = errors.New("a player's seed is 1 to 64 bytes")

// Opens reports whether a revealed seed is the one that the seat committed to:
// nil, or what is wrong with it. The house leaves out a seed that is not.
func (t *Terms) Opens(seat int, seed []byte) error {
	if len(seed) < 1 || len(seed) > MaxPlayerSeed {
		return ErrSeedLength
	}
	for _, c := range t.Players {
		if c.Seat != seat {
			continue
		}
		if CommitPlayer(t.Table, t.Shoe, seat, seed) != c.Hash {
			return fmt.Errorf("the seed of seat %d is not the one it committed to", seat)
		}
		return nil
	}
	return fmt.Errorf("seat %d has not committed to a seed", seat)
}

// Commitment is what a seat committed to.
type Commitment struct {
	Seat int // from 1
	Hash Hash
}

// Terms are all that is fixed about a shoe before the first player's seed is
// revealed. Players reveal their seeds to the terms that they have seen and that
// hold their own commitment.
type Terms struct {
	Table   string
	Shoe    uint64 // counts from 1
	Decks   int
	House   Hash         // commitment to the house's seed of this shoe
	Next    Hash         // and of the next
	Players []Commitment // by seat, from the lowest; seats without a seed of their own are left out
}

// Hash identifies the terms. The order of the shoe depends on every part of them.
func (t *Terms) Hash() Hash {
	b := number(number(text([]byte(tagTerms), t.Table), t.Shoe), uint64(t.Decks))
	b = append(append(b, t.House[:]...), t.Next[:]...)
	b = number(b, uint64(len(t.Players)))
	for _, c := range t.Players {
		b = append(number(b, uint64(c.Seat)), c.Hash[:]...)
	}
	return sha256.Sum256(b)
}

// Reveal is a player's seed, revealed.
type Reveal struct {
	Seat int
	Seed []byte
}

// DeriveKey makes the key of a shoe from the house's seed and the players'
// seeds that were revealed in time and open their commitments, by seat from the
// lowest: HKDF-SHA256 of the seeds, for these terms.
func DeriveKey(house Seed, reveals []Reveal, terms Hash) Key {
	secret := number(append([]byte(nil), house[:]...), uint64(len(reveals)))
	for _, r := range reveals {
		secret = text(number(secret, uint64(r.Seat)), r.Seed)
	}
	key, err := hkdf.Key(sha256.New, secret, nil, tagKey+string(terms[:]), SeedSize)
	if err != nil {
		panic("shoe: " + err.Error()) // the length is within the bounds of HKDF
	}
	return Key(key)
}

// LogStart is the link that a table's log starts from, before its first entry.
func LogStart(table string) Hash { return sha256.Sum256(text([]byte(tagLog), table)) }

// Link adds an entry to a table's log, after the link of the entry before. The
// first entry has number 1. The newest link is the head: it stands for every
// byte of all entries.
func Link(prev Hash, seq uint64, entry []byte) Hash {
	h := sha256.New()
	b := number(append([]byte(tagEntry), prev[:]...), seq)
	h.Write(number(b, uint64(len(entry))))
	h.Write(entry)
	return Hash(h.Sum(nil))
}
