package table

import (
	"context"
	"errors"
	"fmt"

	"club99/blackjack"
	"club99/internal/journal"
	"club99/internal/store"
)

// Load makes the table what its journal says. It is called before each Run, and
// writes nothing but the rules. The error says what cannot be read.
func (t *Table) Load(ctx context.Context) (err error) {
	defer func() { t.caught(recover(), &err) }()
	if err := t.keepRules(ctx); err != nil {
		return fmt.Errorf("table %s: keeping its rules: %w", t.cfg.ID, err)
	}
	s, err := journal.Tail(ctx, t.cfg.Store, t.cfg.ID)
	if err != nil {
		return err
	}
	in, err := t.remake(ctx, &s)
	if err != nil {
		return err
	}
	rules, err := t.rulesOf(ctx, &s)
	if err != nil {
		return err
	}
	if !t.loaded || s.Seq != t.state.Seq {
		t.event = s.Seq
	}
	if !t.loaded {
		t.loaded, t.toldTo, t.begins = true, s.Seq, t.cfg.Lease != (store.Lease{})
	}
	t.shoe, t.timed = in, false
	t.startOver()
	before := t.state
	t.show(s, rules)
	if t.cfg.Lease != (store.Lease{}) {
		t.forgetPurses()
	}
	t.tellGuardAnew(&before)
	return nil
}

// forgetPurses has the balances of everybody at the table read again.
func (t *Table) forgetPurses() {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for i := range t.state.Seats {
		if player := t.state.Seats[i].Player; player != 0 {
			t.cfg.Purses.forget(int64(player))
		}
	}
}

// keepRules keeps the configured rules, unless they are kept: a table that was played
// at before is loaded without writing, also while the disk is full.
func (t *Table) keepRules(ctx context.Context) error {
	_, err := t.cfg.Store.Rules(ctx, t.hash)
	if errors.Is(err, store.ErrNotFound) {
		return t.cfg.Store.PutRules(ctx, t.hash, t.cfg.Rules.String())
	}
	return err
}

// playing reports whether the table has a round, or its results.
func playing(s *journal.State) bool { return s.Stage != journal.Resting && s.Stage != journal.Closed }

// rulesOf is the rules that the table's round is played by: those it was opened
// with, whatever was configured since.
func (t *Table) rulesOf(ctx context.Context, s *journal.State) (*blackjack.Rules, error) {
	if !playing(s) || s.Rules == t.hash {
		return &t.cfg.Rules, nil
	}
	text, err := t.cfg.Store.Rules(ctx, s.Rules)
	if err != nil {
		return nil, fmt.Errorf("table %s: the rules of round %d: %w", t.cfg.ID, s.Number, err)
	}
	rules, err := blackjack.ParseLine(text)
	if err != nil {
		return nil, fmt.Errorf("table %s: the rules of round %d: %w", t.cfg.ID, s.Number, err)
	}
	if rules.HashString() != s.Rules {
		return nil, fmt.Errorf("table %s: the rules of round %d are kept as %q, which is not what they were", t.cfg.ID, s.Number, text)
	}
	return &rules, nil
}
