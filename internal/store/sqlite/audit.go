package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/money"
)

// Audit keeps the contract of [store.Store].
func (s *Store) Audit(ctx context.Context, fn func(store.Books) error) error {
	if err := s.usable(); err != nil {
		return err
	}
	tx, err := s.read.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("beginning to read: %w", s.read.explain(err))
	}
	return errors.Join(s.read.explain(fn(books{tx})), tx.Rollback())
}

// books reads within one transaction, which sees one moment.
type books struct{ tx *sql.Tx }

func (b books) Heads(ctx context.Context, fn func(store.Head) error) error {
	rows, err := b.tx.QueryContext(ctx, headsQuery)
	return walkHeads(rows, err, fn)
}

func (b books) Accounts(ctx context.Context, fn func(ledger.Account, money.Amount) error) error {
	rows, err := b.tx.QueryContext(ctx, `SELECT account, amount FROM balances ORDER BY account`)
	return walk(rows, err, func() error {
		var account string
		var amount int64
		if err := rows.Scan(&account, &amount); err != nil {
			return err
		}
		return fn(ledger.Account(account), money.Amount(amount))
	})
}

// Postings gives the grants first, then the journals.
func (b books) Postings(ctx context.Context, fn func(store.Posting) error) error {
	rows, err := b.tx.QueryContext(ctx, `SELECT player, transfers FROM grants ORDER BY player`)
	err = walk(rows, err, func() (err error) {
		p, text := store.Posting{Table: ledger.GrantTable}, ""
		if err = rows.Scan(&p.Seq, &text); err != nil {
			return err
		}
		if p.Transfers, err = store.ReadTransfers(text, p.Table, p.Seq); err != nil {
			return err
		}
		return fn(p)
	})
	if err != nil {
		return err
	}
	rows, err = b.tx.QueryContext(ctx, `SELECT table_id, seq, at, entry, transfers FROM journals JOIN entries ON journal = journals.id ORDER BY table_id, seq`)
	return walk(rows, err, func() (err error) {
		var p store.Posting
		var at int64
		var text sql.NullString
		if err = rows.Scan(&p.Table, &p.Seq, &at, &p.Entry, &text); err != nil {
			return err
		}
		p.At = instant(at)
		if text.Valid {
			if p.Transfers, err = store.ReadTransfers(text.String, p.Table, p.Seq); err != nil {
				return err
			}
		}
		return fn(p)
	})
}
