package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/money"
)

// Commit keeps the contract of [store.Store].
func (s *Store) Commit(ctx context.Context, c store.Commit) (store.Receipt, error) {
	if err := c.Check(); err != nil {
		return store.Receipt{}, err
	}
	var receipt store.Receipt
	err := s.write(ctx, job{
		run: func(w *writer) (err error) {
			receipt, err = w.commitTable(&c)
			return err
		},
		wrote: func(w *writer) (bool, error) {
			return w.has(w.isEntry, c.Table, int64(c.Expect+1), nanos(c.At), c.Entry)
		},
	})
	if err != nil {
		return store.Receipt{}, err
	}
	return receipt, nil
}

// commitTable writes a commit, in the order in which its refusals are
// promised: the command's id, the sequence, the money.
func (w *writer) commitTable(c *store.Commit) (store.Receipt, error) {
	if err := w.answerOnce(c); err != nil {
		return store.Receipt{}, err
	}
	if err := w.extend(c); err != nil {
		return store.Receipt{}, err
	}
	balances, err := w.transfer(c.Transfers)
	if err != nil {
		return store.Receipt{}, err
	}
	for _, shoe := range c.Shoes {
		if _, err := w.run(w.putShoe, c.Table, int64(shoe.Number), shoe.Box); err != nil {
			return store.Receipt{}, fmt.Errorf("table %s: shoe %d: %w", c.Table, shoe.Number, err)
		}
	}
	for _, m := range c.Marks {
		if _, err := w.run(w.putMark, c.Table, string(m.Kind), int64(m.Number), int64(c.Expect+1), m.Link[:]); err != nil {
			return store.Receipt{}, fmt.Errorf("table %s: %s %d: %w", c.Table, m.Kind, m.Number, err)
		}
	}
	for _, r := range c.Results {
		if _, err := w.run(w.putResult, r.Player, c.Table, int64(r.Round), nanos(r.At), int64(r.Net), r.Body); err != nil {
			return store.Receipt{}, fmt.Errorf("table %s: result of round %d: %w", c.Table, r.Round, err)
		}
	}
	if r := c.Round; r != nil {
		if _, err := w.run(w.putTally, c.Table, r.Rules, int64(r.Number), r.Rounds, r.Seats, int64(r.Bets), int64(r.Staked), int64(r.Net), r.Squares, r.Crossed); err != nil {
			return store.Receipt{}, fmt.Errorf("table %s: the sums with round %d: %w", c.Table, r.Number, err)
		}
	}
	return store.Receipt{Seq: c.Expect + 1, Balances: balances}, nil
}

// answerOnce keeps the command's answer, or returns the first one.
func (w *writer) answerOnce(c *store.Commit) error {
	if c.Command == (store.CommandKey{}) {
		return nil
	}
	n, err := w.run(w.putAnswer, c.Command.Player, c.Command.ID, c.Answer)
	if err != nil || n == 1 {
		return err
	}
	var first []byte
	if err := w.row(w.answer, c.Command.Player, c.Command.ID).Scan(&first); err != nil {
		return err
	}
	return store.DuplicateError{Answer: first}
}

// extend writes the journal entry, if the journal ends where it should.
func (w *writer) extend(c *store.Commit) error {
	stmt, args := w.beginJournal, []any{c.Table, deadline(c.Deadline)}
	if c.Expect > 0 {
		stmt, args = w.extendJournal, []any{c.Table, int64(c.Expect), deadline(c.Deadline)}
	}
	n, err := w.run(stmt, args...)
	if err != nil {
		return err
	}
	if n == 0 {
		return fmt.Errorf("table %s: entry %d is not the last: %w", c.Table, c.Expect, store.ErrConflict)
	}
	_, err = w.run(w.putEntry, c.Table, int64(c.Expect+1), nanos(c.At), c.Entry)
	return err
}

// transfer books the transfers and returns the balances of the players among them.
func (w *writer) transfer(transfers []ledger.Transfer) ([]store.Balance, error) {
	if len(transfers) == 0 {
		return nil, nil
	}
	moves, err := ledger.Movements(nil, transfers)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrInvalid, err)
	}
	var balances []store.Balance
	for _, m := range moves {
		after, err := w.moveAccount(m)
		if err != nil {
			return nil, err
		}
		if id, ok := m.Account.PlayerID(); ok {
			balances = append(balances, store.Balance{Player: id, Amount: after})
		}
	}
	for _, t := range transfers {
		_, err := w.run(w.putTransfer, t.ID.Table, int64(t.ID.Seq), t.ID.Index, string(t.From), string(t.To), int64(t.Amount), t.Reason)
		if err != nil {
			return nil, fmt.Errorf("transfer %v: %w", t.ID, err)
		}
	}
	return balances, nil
}

// moveAccount changes a balance and returns what it is then.
func (w *writer) moveAccount(m ledger.Movement) (money.Amount, error) {
	needed := int64(-m.Low)
	if m.Account.MayOwe() {
		needed = math.MinInt64
	}
	var after int64
	err := w.row(w.move, string(m.Account), int64(m.Net), needed).Scan(&after)
	if err == nil {
		return money.Amount(after), nil
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("%s: %w", m.Account, err)
	}
	if needed > 0 { // too little there, or no such account
		return 0, ledger.InsufficientError{Account: m.Account}
	}
	if _, err := w.run(w.openAccount, string(m.Account), int64(m.Net)); err != nil {
		return 0, fmt.Errorf("%s: %w", m.Account, err)
	}
	return m.Net, nil
}

// has reports whether a counting statement finds anything.
func (w *writer) has(stmt *sql.Stmt, args ...any) (bool, error) {
	var n int
	err := w.row(stmt, args...).Scan(&n)
	return n > 0, err
}

func nanos(t time.Time) int64 { return t.UnixNano() }

func deadline(t time.Time) sql.NullInt64 {
	return sql.NullInt64{Int64: t.UnixNano(), Valid: !t.IsZero()}
}

func instant(ns int64) time.Time { return time.Unix(0, ns).UTC() }

func instantOrZero(ns sql.NullInt64) time.Time {
	if !ns.Valid {
		return time.Time{}
	}
	return instant(ns.Int64)
}
