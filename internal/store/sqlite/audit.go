package sqlite

import (
	"cmp"
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

// Postings merges the two ordered walks over entries and transfers.
func (b books) Postings(ctx context.Context, fn func(store.Posting) error) error {
	entryRows, err := b.tx.QueryContext(ctx, `SELECT table_id, seq, at, entry FROM entries ORDER BY table_id, seq`)
	if err != nil {
		return err
	}
	defer entryRows.Close()
	transferRows, err := b.tx.QueryContext(ctx,
		`SELECT table_id, seq, place, debit, credit, amount, reason FROM transfers ORDER BY table_id, seq, place`)
	if err != nil {
		return err
	}
	defer transferRows.Close()
	entries := cursor[store.Posting]{rows: entryRows, scan: scanEntry}
	transfers := cursor[ledger.Transfer]{rows: transferRows, scan: scanTransfer}
	if err := errors.Join(entries.next(), transfers.next()); err != nil {
		return err
	}
	for entries.ok || transfers.ok {
		p, err := nextPosting(&entries, &transfers)
		if err != nil {
			return err
		}
		if err := fn(p); err != nil {
			return err
		}
	}
	return nil
}

// nextPosting takes the lower of both, and the transfers that belong to it.
func nextPosting(entries *cursor[store.Posting], transfers *cursor[ledger.Transfer]) (store.Posting, error) {
	var p store.Posting
	if entries.ok && (!transfers.ok || comparePlace(entries.row, transfers.row.ID) <= 0) {
		p = entries.row
		if err := entries.next(); err != nil {
			return p, err
		}
	} else {
		p = store.Posting{Table: transfers.row.ID.Table, Seq: transfers.row.ID.Seq}
	}
	for transfers.ok && comparePlace(p, transfers.row.ID) == 0 {
		p.Transfers = append(p.Transfers, transfers.row)
		if err := transfers.next(); err != nil {
			return p, err
		}
	}
	return p, nil
}

func comparePlace(p store.Posting, id ledger.TransferID) int {
	return cmp.Or(cmp.Compare(p.Table, id.Table), cmp.Compare(p.Seq, id.Seq))
}

// cursor holds one row of a walk; ok is false behind the last.
type cursor[T any] struct {
	rows *sql.Rows
	scan func(*sql.Rows) (T, error)
	row  T
	ok   bool
}

func (c *cursor[T]) next() (err error) {
	c.ok = c.rows.Next()
	if !c.ok {
		return c.rows.Err()
	}
	c.row, err = c.scan(c.rows)
	return err
}

func scanEntry(rows *sql.Rows) (store.Posting, error) {
	var p store.Posting
	var at int64
	err := rows.Scan(&p.Table, &p.Seq, &at, &p.Entry)
	p.At = instant(at)
	return p, err
}

func scanTransfer(rows *sql.Rows) (ledger.Transfer, error) {
	var t ledger.Transfer
	err := rows.Scan(&t.ID.Table, &t.ID.Seq, &t.ID.Index, &t.From, &t.To, &t.Amount, &t.Reason)
	return t, err
}
