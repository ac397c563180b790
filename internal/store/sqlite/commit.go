package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
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
	if c.Lease != (store.Lease{}) {
		return store.Receipt{}, fmt.Errorf("%w: commit %s/%d has a lease, but a data folder has one writer", store.ErrInvalid, c.Table, c.Expect+1)
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
	if err := w.extend(c); err != nil {
		return store.Receipt{}, err
	}
	fault.Here(fault.Half)
	balances, err := w.move(c.Transfers)
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

// extend writes the journal entry with its command and transfers, if the command is
// new and the journal ends where it should. What it refuses has left nothing.
func (w *writer) extend(c *store.Commit) error {
	j, err := w.journal(c.Table)
	if err == nil && j.seq != c.Expect {
		delete(w.journals, c.Table) // what is remembered is not what the database holds, perhaps
		j, err = w.journal(c.Table)
	}
	if err != nil {
		return err
	}
	if j.seq != c.Expect {
		return cmp.Or(w.answered(c), fmt.Errorf("table %s: entry %d is not the last: %w", c.Table, c.Expect, store.ErrConflict))
	}
	if j.id == 0 {
		if err := w.answered(c); err != nil {
			return err
		}
		if j.id, err = w.add(w.beginJournal, c.Table); err != nil {
			return err
		}
	}
	var player, command, answer, transfers any
	if c.Command != (store.CommandKey{}) {
		player, command, answer = c.Command.Player, c.Command.ID, c.Answer
	}
	if len(c.Transfers) > 0 {
		transfers = store.WriteTransfers(c.Transfers)
	}
	n, err := w.run(w.putEntry, j.id, int64(c.Expect+1), nanos(c.At), deadline(c.Deadline), player, command, answer, transfers, c.Entry)
	if err != nil {
		return err
	}
	if n == 0 {
		delete(w.journals, c.Table)
		return cmp.Or(w.answered(c), fmt.Errorf("table %s: entry %d is there already: %w", c.Table, c.Expect+1, store.ErrConflict))
	}
	if len(w.journals) >= rowsKept {
		clear(w.journals)
	}
	w.journals[c.Table] = journal{j.id, c.Expect + 1}
	return nil
}

// answered is the first answer to the command, as an error; nil if it is new.
func (w *writer) answered(c *store.Commit) error {
	if c.Command == (store.CommandKey{}) {
		return nil
	}
	var first []byte
	err := w.row(w.answer, c.Command.Player, c.Command.ID).Scan(&first)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return err
	}
	return store.DuplicateError{Answer: first}
}

// journal returns where a table's journal ends. One that is not begun has no id.
func (w *writer) journal(table string) (j journal, err error) {
	if j, known := w.journals[table]; known {
		return j, nil
	}
	err = w.row(w.findJournal, table).Scan(&j.id, &j.seq)
	if errors.Is(err, sql.ErrNoRows) {
		return journal{}, nil
	}
	return j, err
}

// move changes balances by the transfers, and returns those of the players among them.
func (w *writer) move(transfers []ledger.Transfer) ([]store.Balance, error) {
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
