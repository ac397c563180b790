package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"club99/internal/fault"
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
	fault.Here(fault.Half)
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
	for i := range c.Results {
		r := &c.Results[i]
		if err := w.keepResult(c.Table, r); err != nil {
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
	n, err := w.step(c)
	if err != nil {
		return err
	}
	if n == 0 {
		return fmt.Errorf("table %s: entry %d is not the last: %w", c.Table, c.Expect, store.ErrConflict)
	}
	_, err = w.run(w.putEntry, c.Table, int64(c.Expect+1), nanos(c.At), c.Entry)
	return err
}

// step moves the head of the journal on by one, and reports whether it stood
// where it should.
func (w *writer) step(c *store.Commit) (int64, error) {
	if c.Expect == 0 {
		return w.run(w.beginJournal, c.Table, deadline(c.Deadline))
	}
	id, known := w.heads[c.Table]
	if !known {
		err := w.row(w.findHead, c.Table).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return 0, nil
		}
		if err != nil {
			return 0, err
		}
		w.heads[c.Table] = id
	}
	return w.run(w.extendJournal, id, int64(c.Expect), deadline(c.Deadline))
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
	for some := range slices.Chunk(transfers, transfersAtOnce) {
		var args []any
		for _, t := range some {
			args = append(args, t.ID.Table, int64(t.ID.Seq), t.ID.Index, string(t.From), string(t.To), int64(t.Amount), t.Reason)
		}
		if _, err := w.run(w.putTransfers[len(some)-1], args...); err != nil {
			return nil, fmt.Errorf("transfers %v: %w", some[0].ID, err)
		}
	}
	return balances, nil
}

// moveAccount changes a balance and returns what it is then. The balance is
// changed only if it still is what is known of it; otherwise it is read again.
func (w *writer) moveAccount(m ledger.Movement) (money.Amount, error) {
	for {
		a, known, err := w.account(m.Account)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", m.Account, err)
		}
		if !m.Account.MayOwe() && (a.id == 0 && m.Low < 0 || a.amount < -m.Low) {
			return 0, ledger.InsufficientError{Account: m.Account} // too little there, or no such account
		}
		after := a.amount + m.Net
		if (m.Net > 0) != (after > a.amount) && m.Net != 0 {
			return 0, fmt.Errorf("%s: %w: %d and %d is out of range", m.Account, store.ErrInvalid, a.amount, m.Net)
		}
		if a.id == 0 {
			_, err := w.run(w.openAccount, string(m.Account), int64(after))
			if err != nil {
				return 0, fmt.Errorf("%s: %w", m.Account, err)
			}
			return after, nil
		}
		n, err := w.run(w.setBalance, a.id, int64(a.amount), int64(after))
		if err != nil {
			return 0, fmt.Errorf("%s: %w", m.Account, err)
		}
		if n == 1 {
			w.accounts[m.Account] = account{a.id, after}
			return after, nil
		}
		delete(w.accounts, m.Account)
		if !known {
			return 0, fmt.Errorf("%s: %w: its balance does not stay what it is", m.Account, store.ErrInvalid)
		}
	}
}

// account returns an account's row, and whether it was known before. An account
// that does not exist has no id.
func (w *writer) account(name ledger.Account) (a account, known bool, err error) {
	if a, known = w.accounts[name]; known {
		return a, true, nil
	}
	err = w.row(w.findAccount, string(name)).Scan(&a.id, (*int64)(&a.amount))
	if errors.Is(err, sql.ErrNoRows) {
		return account{}, false, nil
	}
	if err == nil {
		if len(w.accounts) >= rowsKept {
			clear(w.accounts)
		}
		w.accounts[name] = a
	}
	return a, false, err
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
