package table

import (
	"context"
	"errors"
	"fmt"
	"time"

	"club99/internal/journal"
	"club99/internal/seal"
	"club99/internal/store"
	"club99/money"
)

// ErrKeyless says that the seed of a table's shoe, or of its next, opens with no key
// that is there.
var ErrKeyless = seal.ErrBroken

// Opens looks whether the seeds of the table's shoe and of its next can be opened;
// [ErrKeyless], wrapped, if they cannot.
func (t *Table) Opens(ctx context.Context) error {
	s, err := journal.Tail(ctx, t.cfg.Store, t.cfg.ID)
	if err != nil || !s.Shoe.Proved() {
		return err
	}
	return t.unsealBoth(ctx, &s, &inHand{})
}

// Void is what became of a table whose shoe was given up because its key is lost.
type Void struct {
	Round    uint64       // the last, which was open if anything came back
	Returned money.Amount // all stakes together
	Shoe     uint64       // it is given up, and the next
}

// GiveUp closes the open round of a table whose seeds nobody can open any more, in the
// books alone: no server may have them open. In one entry all stakes that are not
// settled go back, everybody gets up, and the shoe and the next one are given up as
// lost. Then the table is opened again, unless it was closed before. A table whose seeds
// can be opened is refused.
func GiveUp(ctx context.Context, cfg Config) (v Void, err error) {
	t := New(cfg)
	t.ctx = ctx
	s, err := journal.Tail(ctx, cfg.Store, cfg.ID)
	if err != nil {
		return v, err
	}
	err = fmt.Errorf("table %s: it has no shoe that a key is needed for: nothing was done", cfg.ID)
	if s.Shoe.Proved() {
		err = t.unsealBoth(ctx, &s, &inHand{})
	}
	switch {
	case err == nil:
		return v, fmt.Errorf("table %s: its shoe opens with the key that is given: nothing was done", cfg.ID)
	case !errors.Is(err, ErrKeyless):
		return v, err
	}
	rules, err := t.rulesOf(ctx, &s)
	if err != nil {
		return v, err
	}
	t.show(s, rules)
	d, closed := t.draft(), s.Stage == journal.Closed
	v.Shoe = s.Shoe.Number
	if !closed {
		if d, v.Round, v.Returned, err = t.closingEntry(); err != nil {
			return v, err
		}
	}
	if err := d.Add(journal.Record{Kind: journal.ShoeOver, Shoe: v.Shoe, Why: journal.ByLost}); err != nil {
		return v, err
	}
	c, err := t.bundle(d, store.CommandKey{}, nil)
	if err != nil {
		return v, err
	}
	if _, err := cfg.Store.Commit(ctx, c); err != nil || closed {
		return v, err
	}
	_, err = Reopen(ctx, cfg.Store, cfg.ID, cfg.Lease, time.Now())
	return v, err
}
