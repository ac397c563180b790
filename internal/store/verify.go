package store

import (
	"context"
	"fmt"

	"club99/internal/ledger"
	"club99/money"
)

// Verify recomputes the books and returns a sentence for each fault; none if
// all is right. It checks that every balance is what its transfers add up to,
// that all balances add up to zero, that no player's or round's account is
// below zero, that every journal runs from 1 to its head without a gap, and
// that every transfer is explained by an entry and numbered in order.
//
// check, if not nil, is given every posting, a table's in order, and returns
// what it finds: whether the money moved is what the entry says, for example.
func Verify(ctx context.Context, s Store, check func(Posting) []string) ([]string, error) {
	a := audit{last: make(map[string]uint64), check: check}
	err := s.Audit(ctx, func(b Books) error {
		if err := b.Postings(ctx, a.posting); err != nil {
			return fmt.Errorf("reading journals and transfers: %w", err)
		}
		if err := b.Heads(ctx, a.head); err != nil {
			return fmt.Errorf("reading the journals' heads: %w", err)
		}
		if err := b.Accounts(ctx, a.account); err != nil {
			return fmt.Errorf("reading the balances: %w", err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for table, seq := range a.last {
		a.find("table %s: its journal has %d entries but no head", table, seq)
	}
	return append(a.findings, a.trial.Findings()...), nil
}

// audit is what Verify has seen so far.
type audit struct {
	trial    ledger.Trial
	last     map[string]uint64 // the last entry of each table whose head has not come yet
	check    func(Posting) []string
	findings []string
}

func (a *audit) find(format string, args ...any) {
	a.findings = append(a.findings, fmt.Sprintf(format, args...))
}

func (a *audit) posting(p Posting) error {
	grant := p.Table == ledger.GrantTable
	switch {
	case grant && p.Entry != nil:
		a.find("table %s: nothing but grants may have that name", p.Table)
	case !grant && p.Entry == nil:
		a.find("table %s: transfers are numbered %d, but there is no such journal entry", p.Table, p.Seq)
	case !grant:
		if last := a.last[p.Table]; p.Seq != last+1 {
			a.find("table %s: journal entry %d follows %d", p.Table, p.Seq, last)
		}
		a.last[p.Table] = p.Seq
	}
	for i, t := range p.Transfers {
		if t.ID.Index != i {
			a.find("transfer %v: it should be number %d of its entry", t.ID, i)
		}
		a.trial.Post(t)
	}
	if a.check != nil {
		a.findings = append(a.findings, a.check(p)...)
	}
	return nil
}

func (a *audit) head(h Head) error {
	if last := a.last[h.Table]; last != h.Seq {
		a.find("table %s: the last journal entry should be %d, it is %d", h.Table, h.Seq, last)
	}
	delete(a.last, h.Table)
	return nil
}

func (a *audit) account(name ledger.Account, balance money.Amount) error {
	a.trial.Kept(name, balance)
	return nil
}
