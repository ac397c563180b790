package store

import (
	"fmt"
	"math"
	"time"

	"club99/internal/ledger"
)

// maxCommandID is the longest id of a command, in bytes.
const maxCommandID = 128

// Check reports what is wrong with the commit by itself, wrapped in
// [ErrInvalid]. Every Store calls it before writing.
func (c *Commit) Check() error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("%w: commit %s/%d: %s", ErrInvalid, c.Table, c.Expect+1, fmt.Sprintf(format, args...))
	}
	if err := ledger.CheckTable(c.Table); err != nil {
		return fail("%v", err)
	}
	if c.Expect >= math.MaxInt64 {
		return fail("the sequence is out of range")
	}
	if len(c.Entry) == 0 {
		return fail("it has no journal entry")
	}
	if !storable(c.At) {
		return fail("its time %v cannot be kept", c.At)
	}
	if !c.Deadline.IsZero() && !storable(c.Deadline) {
		return fail("its deadline %v cannot be kept", c.Deadline)
	}
	if c.Command != (CommandKey{}) && (c.Command.Player <= 0 || c.Command.ID == "" || len(c.Command.ID) > maxCommandID) {
		return fail("its command needs a player and an id of 1 to %d bytes", maxCommandID)
	}
	if l := c.Lease; l != (Lease{}) && (l.Table != c.Table || l.Node == "" || l.Epoch < 1 || l.Epoch > math.MaxInt64) {
		return fail("its lease needs the same table, a node and an epoch")
	}
	for i, t := range c.Transfers {
		if want := (ledger.TransferID{Table: c.Table, Seq: c.Expect + 1, Index: i}); t.ID != want {
			return fail("transfer %v should be numbered %v", t.ID, want)
		}
		if err := t.Validate(); err != nil {
			return fail("%v", err)
		}
	}
	for _, s := range c.Shoes {
		if s.Table != c.Table || len(s.Box) == 0 || s.Number > math.MaxInt64 {
			return fail("its shoe needs the same table, a number and a sealed seed")
		}
	}
	for _, m := range c.Marks {
		if m.Kind != MarkRound && m.Kind != MarkShoe || m.Number < 1 || m.Number > math.MaxInt64 {
			return fail("a mark needs a kind and a number")
		}
	}
	for _, r := range c.Results {
		if r.Player <= 0 || r.Round > math.MaxInt64 || !storable(r.At) {
			return fail("a result needs a player, a round and a time")
		}
	}
	if r := c.Round; r != nil && (r.Number < 1 || r.Number > math.MaxInt64 || r.Rules == "" || r.Rounds != 1) {
		return fail("a round that is over needs a number and its rules, and counts once")
	}
	return nil
}

// Check reports what is wrong with a node by itself, wrapped in [ErrInvalid].
func (n *Node) Check(ttl time.Duration) error {
	if n.ID == "" || ttl <= 0 {
		return fmt.Errorf("%w: a node needs an id, and a time to live", ErrInvalid)
	}
	return nil
}

// Check reports what is wrong with the player by itself, wrapped in [ErrInvalid].
func (p *NewPlayer) Check() error {
	if p.Name == "" || p.Grant < 0 || !storable(p.At) {
		return fmt.Errorf("%w: a new player needs a name, a time and a grant of 0 or more", ErrInvalid)
	}
	if p.Session != nil {
		return p.Session.Check()
	}
	return nil
}

// Check reports what is wrong with the session by itself, wrapped in [ErrInvalid].
func (s *Session) Check() error {
	if s.Hash == ([32]byte{}) || !storable(s.Created) || !storable(s.Expires) {
		return fmt.Errorf("%w: a session needs a hash and the times of its beginning and end", ErrInvalid)
	}
	return nil
}

// storable reports whether a time can be kept as nanoseconds in 64 bits: the
// years 1678 to 2262.
func storable(t time.Time) bool {
	return t.Equal(time.Unix(0, t.UnixNano()))
}
