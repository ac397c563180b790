package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/money"
)

// Audit keeps the contract of [store.Store].
func (s *Store) Audit(ctx context.Context, fn func(store.Books) error) error {
	if err := s.usable(); err != nil {
		return err
	}
	err := pgx.BeginTxFunc(ctx, s.read, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		return fn(moment{tx})
	})
	return s.explain(err)
}

// moment reads within one transaction, which sees one moment.
type moment struct{ tx pgx.Tx }

func (m moment) Heads(ctx context.Context, fn func(store.Head) error) error {
	return walkHeads(ctx, m.tx, fn)
}

func (m moment) Tallies(ctx context.Context, fn func(store.Tally) error) error {
	return walkTallies(ctx, m.tx, fn)
}

func (m moment) Accounts(ctx context.Context, fn func(ledger.Account, money.Amount) error) error {
	var name string
	var amount int64
	return walk(ctx, m.tx, `SELECT account, amount FROM balances ORDER BY account`, nil, []any{&name, &amount}, func() error {
		return fn(ledger.Account(name), money.Amount(amount))
	})
}

// Postings gives the grants first, then the journals.
func (m moment) Postings(ctx context.Context, fn func(store.Posting) error) error {
	var seq uint64
	var text string
	err := walk(ctx, m.tx, `SELECT player, transfers FROM grants ORDER BY player`, nil, []any{&seq, &text}, func() (err error) {
		p := store.Posting{Table: ledger.GrantTable, Seq: seq}
		if p.Transfers, err = store.ReadTransfers(text, p.Table, p.Seq); err != nil {
			return err
		}
		return fn(p)
	})
	if err != nil {
		return err
	}
	var table string
	var at int64
	var entry []byte
	var moved *string
	return walk(ctx, m.tx, `SELECT table_id, seq, at, entry, transfers FROM entries ORDER BY table_id, seq`, nil,
		[]any{&table, &seq, &at, &entry, &moved}, func() (err error) {
			p := store.Posting{Table: table, Seq: seq, At: instant(at), Entry: entry}
			if moved != nil {
				if p.Transfers, err = store.ReadTransfers(*moved, table, seq); err != nil {
					return err
				}
			}
			return fn(p)
		})
}
