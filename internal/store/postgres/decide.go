package postgres

import (
	"bytes"
	"errors"
	"fmt"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/money"
)

// decide gives each job its receipt or its error, one after another, and returns those
// that are to be written.
func (b *books) decide(jobs []*job) []*job {
	var accepted []*job
	for _, j := range jobs {
		c := j.commit
		if j.doubtful && b.written[place{c.Table, c.Expect + 1}].is(c) {
			j.err, j.doubtful = nil, false // with the receipt from when it was sent
			continue
		}
		if j.err = b.extend(c); j.err == nil {
			j.err = b.move(j.moves)
		}
		if j.err != nil {
			j.err = b.surely(j)
			continue
		}
		b.ends[c.Table]++
		if c.Command != (store.CommandKey{}) {
			b.answers[c.Command] = bytes.Clone(c.Answer)
		}
		b.settle(j)
		accepted = append(accepted, j)
	}
	return accepted
}

// extend refuses a commit whose command was answered, whose lease does not hold, or
// whose table's journal does not end where it should; in this order.
func (b *books) extend(c *store.Commit) error {
	end, acknowledged := b.ends[c.Table], b.acknowledged[c.Table]
	if answer, ok := b.answers[c.Command]; ok && c.Command != (store.CommandKey{}) {
		return store.DuplicateError{Answer: bytes.Clone(answer)}
	}
	if c.Lease != (store.Lease{}) && b.leases[c.Table] != c.Lease {
		return fmt.Errorf("table %s: node %s, epoch %d: %w", c.Table, c.Lease.Node, c.Lease.Epoch, store.ErrFenced)
	}
	if end < acknowledged {
		return fmt.Errorf("%w: table %s: entry %d was acknowledged, and PostgreSQL has %d: it lost commits, as when a standby took over that was not synchronous; nothing is written to this table until the server is started anew",
			store.ErrUnavailable, c.Table, acknowledged, end)
	}
	if end != c.Expect {
		return fmt.Errorf("table %s: expected entry %d to be the last, it is %d: %w", c.Table, c.Expect, end, store.ErrConflict)
	}
	return nil
}

// surely is the refusal of a job, unless it was sent before and may still be written by
// the transaction that was lost. It may not where another entry has its place, or where
// the refusal was found on rows that the transaction would hold.
func (b *books) surely(j *job) error {
	_, taken := b.written[place{j.commit.Table, j.commit.Expect + 1}]
	if !j.doubtful || taken || b.ends[j.commit.Table] == j.commit.Expect && !isFence(j.err) {
		j.doubtful = false
		return j.err
	}
	return fmt.Errorf("%w: table %s, entry %d: %w", store.ErrUncertain, j.commit.Table, j.commit.Expect+1, j.err)
}

// move changes balances by the movements of a job, all of them or none.
func (b *books) move(moves []ledger.Movement) error {
	for _, m := range moves {
		a := b.accounts[m.Account]
		if !m.Account.MayOwe() && a.amount < -m.Low {
			return ledger.InsufficientError{Account: m.Account}
		}
		after := a.amount + m.Net
		if (m.Net > 0) != (after > a.amount) && m.Net != 0 {
			return fmt.Errorf("%s: %w: %d and %d is out of range", m.Account, store.ErrInvalid, a.amount, m.Net)
		}
	}
	for _, m := range moves {
		a := b.accounts[m.Account]
		a.amount, a.moved = a.amount+m.Net, true
	}
	return nil
}

// settle writes down what a job that was accepted leaves.
func (b *books) settle(j *job) {
	j.receipt = store.Receipt{Seq: j.commit.Expect + 1}
	for _, m := range j.moves {
		if id, ok := m.Account.PlayerID(); ok {
			j.receipt.Balances = append(j.receipt.Balances, store.Balance{Player: id, Amount: b.accounts[m.Account].amount})
		}
	}
	j.balances = make([]money.Amount, len(j.commit.Results))
	for i := range j.commit.Results {
		j.balances[i] = b.accounts[ledger.Player(j.commit.Results[i].Player)].amount
	}
}

// isFence reports whether a refusal says nothing about what is written: the lease is over,
// or the journal went backwards.
func isFence(err error) bool {
	return errors.Is(err, store.ErrFenced) || errors.Is(err, store.ErrUnavailable)
}
