package memory

import (
	"bytes"
	"context"
	"slices"
	"sort"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/money"
)

// Audit keeps the contract of [store.Store].
func (s *Store) Audit(ctx context.Context, fn func(store.Books) error) error {
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	b := &books{heads: s.heads()}
	for _, a := range s.book.Accounts() {
		b.accounts = append(b.accounts, account{a, s.book.Balance(a)})
	}
	for _, h := range b.heads {
		for i, e := range s.journals[h.Table].entries {
			b.postings = append(b.postings, store.Posting{Table: h.Table, Seq: uint64(i + 1), At: e.at, Entry: bytes.Clone(e.body),
				Transfers: slices.Clone(e.transfers)})
		}
	}
	for _, t := range s.book.Transfers() {
		if t.ID.Table == ledger.GrantTable {
			b.postings = append(b.postings, store.Posting{Table: t.ID.Table, Seq: t.ID.Seq, Transfers: []ledger.Transfer{t}})
		}
	}
	b.tallies = s.tallied()
	leave()
	sort.SliceStable(b.postings, func(i, j int) bool { return b.postings[i].Table < b.postings[j].Table })
	return fn(b)
}

// books is a copy of what an audit reads.
type books struct {
	heads    []store.Head
	accounts []account
	postings []store.Posting
	tallies  []store.Tally
}

type account struct {
	name    ledger.Account
	balance money.Amount
}

func (b *books) Heads(ctx context.Context, fn func(store.Head) error) error {
	return walk(ctx, b.heads, fn)
}

func (b *books) Accounts(ctx context.Context, fn func(ledger.Account, money.Amount) error) error {
	return walk(ctx, b.accounts, func(a account) error { return fn(a.name, a.balance) })
}

func (b *books) Postings(ctx context.Context, fn func(store.Posting) error) error {
	return walk(ctx, b.postings, fn)
}

func (b *books) Tallies(ctx context.Context, fn func(store.Tally) error) error {
	return walk(ctx, b.tallies, fn)
}

func walk[T any](ctx context.Context, list []T, fn func(T) error) error {
	for _, v := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := fn(v); err != nil {
			return err
		}
	}
	return nil
}
