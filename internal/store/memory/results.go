package memory

import (
	"bytes"
	"context"
	"slices"

	"club99/internal/ledger"
	"club99/internal/store"
)

// keepResult keeps a result, with what its player holds now.
func (s *Store) keepResult(table string, r store.Result) {
	balance := s.book.Balance(ledger.Player(r.Player))
	r.ID, r.Table, r.At, r.Balance = uint64(len(s.results)+1), table, utc(r.At), &balance
	r.Body, r.Hands = bytes.Clone(r.Body), bytes.Clone(r.Hands)
	s.results = append(s.results, r)
}

// given is a result as it is given out: nothing that is kept can be changed by it.
func given(r store.Result) store.Result {
	r.Body, r.Hands = bytes.Clone(r.Body), bytes.Clone(r.Hands)
	if r.Balance != nil {
		balance := *r.Balance
		r.Balance = &balance
	}
	return r
}

// Find keeps the contract of [store.Store].
func (s *Store) Find(ctx context.Context, player int64, search store.Search) ([]store.Result, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	var page []store.Result
	for _, r := range slices.Backward(s.results) {
		if len(page) >= search.Limit {
			break
		}
		if r.Player == player && search.Meets(&r) {
			page = append(page, given(r))
		}
	}
	return page, nil
}

// Played keeps the contract of [store.Store].
func (s *Store) Played(ctx context.Context, player int64, search store.Search, fn func(*store.Result) error) error {
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	kept := s.results // only ever appended to
	leave()
	search = store.Search{Table: search.Table, From: search.From, Until: search.Until}
	for _, r := range kept {
		if r.Player != player || !search.Meets(&r) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		r = given(r)
		if r.Kinds != 0 {
			r.Body = nil
		}
		if err := fn(&r); err != nil {
			return err
		}
	}
	return nil
}
