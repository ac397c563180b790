package seal

import (
	"crypto/cipher"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"sync/atomic"

	"golang.org/x/crypto/chacha20poly1305"
)

// KeySize is the length of a key, in bytes.
const KeySize = chacha20poly1305.KeySize

// SeedSize is the length of a seed, in bytes.
const SeedSize = 32

// boxSize is the length of every box: nonce, seed and tag.
const boxSize = chacha20poly1305.NonceSizeX + SeedSize + chacha20poly1305.Overhead

// format is sealed with every box; another format would be another word.
const format = "club99 shoe 1\x00"

// ErrBroken says that a box does not open: it is damaged, belongs to another
// table or shoe, or was sealed with another key.
var ErrBroken = errors.New("the sealed seed does not open with any key that was given: it is damaged, or belongs to another shoe, or its key was taken away")

// Sealer seals seeds with the newest key, and opens them with any that is kept. It may
// be used from any goroutine. It prints as nothing that could give a key away.
type Sealer struct {
	keys []cipher.AEAD // the newest first
	old  atomic.Int64
}

// New returns a sealer for keys of [KeySize] bytes, the newest first.
func New(keys ...[]byte) (*Sealer, error) {
	s := &Sealer{}
	for _, key := range keys {
		if len(key) != KeySize {
			return nil, fmt.Errorf("the seal key has %d bytes, it must have %d", len(key), KeySize)
		}
		aead, err := chacha20poly1305.NewX(key)
		if err != nil {
			return nil, fmt.Errorf("the seal key: %w", err)
		}
		s.keys = append(s.keys, aead)
	}
	if len(s.keys) == 0 {
		return nil, errors.New("there is no seal key")
	}
	return s, nil
}

// Seal encrypts the seed of a table's shoe. The same seed gives another box
// every time.
func (s *Sealer) Seal(table string, shoe uint64, seed [SeedSize]byte) []byte {
	box := make([]byte, chacha20poly1305.NonceSizeX, boxSize)
	rand.Read(box) // never fails: the program ends if the system has no randomness
	return s.keys[0].Seal(box, box, seed[:], label(table, shoe))
}

// Open decrypts the box of a table's shoe, or returns [ErrBroken], wrapped.
func (s *Sealer) Open(table string, shoe uint64, box []byte) (seed [SeedSize]byte, err error) {
	fail := fmt.Errorf("table %s, shoe %d: %w", table, shoe, ErrBroken)
	if len(box) != boxSize {
		return seed, fail
	}
	nonce, sealed := box[:chacha20poly1305.NonceSizeX], box[chacha20poly1305.NonceSizeX:]
	for i, key := range s.keys {
		plain, err := key.Open(nil, nonce, sealed, label(table, shoe))
		if err == nil {
			s.old.Add(int64(min(i, 1)))
			return [SeedSize]byte(plain), nil
		}
	}
	return seed, fail
}

// Old is how many boxes were opened with another key than the newest.
func (s *Sealer) Old() int { return int(s.old.Load()) }

// label says which shoe a box is for. The number has a fixed length, so no
// two shoes share a label.
func label(table string, shoe uint64) []byte {
	return append(binary.BigEndian.AppendUint64([]byte(format), shoe), table...)
}

// String keeps the key out of logs.
func (*Sealer) String() string { return "seal key (hidden)" }

// GoString keeps the key out of logs.
func (s *Sealer) GoString() string { return s.String() }
