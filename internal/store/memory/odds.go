package memory

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"club99/internal/store"
)

type odds struct {
	version int
	body    []byte
}

type tallyKey struct{ table, rules string }

// count adds the round that a commit ends.
func (s *Store) count(c *store.Commit) {
	if c.Round == nil {
		return
	}
	key := tallyKey{c.Table, c.Round.Rules}
	t, known := s.tallies[key]
	if !known {
		t = store.Tally{Table: c.Table, Rules: c.Round.Rules, First: c.Round.Number}
	}
	t.Add(c.Round.Tally)
	s.tallies[key] = t
}

// PutOdds keeps the contract of [store.Store].
func (s *Store) PutOdds(ctx context.Context, hash string, version int, body []byte) error {
	if hash == "" || len(body) == 0 {
		return fmt.Errorf("%w: odds need the hash of their rules and a body", store.ErrInvalid)
	}
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	s.odds[hash] = odds{version, bytes.Clone(body)}
	return nil
}

// Odds keeps the contract of [store.Store].
func (s *Store) Odds(ctx context.Context, hash string) (version int, body []byte, err error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return 0, nil, err
	}
	defer leave()
	o, ok := s.odds[hash]
	if !ok {
		return 0, nil, fmt.Errorf("odds of rules %s: %w", hash, store.ErrNotFound)
	}
	return o.version, bytes.Clone(o.body), nil
}

// Tallies keeps the contract of [store.Store].
func (s *Store) Tallies(ctx context.Context) ([]store.Tally, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	return s.tallied(), nil
}

func (s *Store) tallied() []store.Tally {
	return slices.SortedFunc(maps.Values(s.tallies), func(a, b store.Tally) int {
		return cmp.Or(cmp.Compare(a.Table, b.Table), cmp.Compare(a.Rules, b.Rules))
	})
}
