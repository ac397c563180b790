package ledger

import (
	"fmt"
	"maps"
	"slices"

	"club99/money"
)

// Book holds balances and the transfers that made them. The zero value is an
// empty book. It is not safe for concurrent use.
type Book struct {
	balances  map[Account]money.Amount
	transfers map[TransferID]Transfer
}

// Apply books all the transfers in order, or none of them. A transfer that is
// booked already is passed over, so applying a list again does nothing. The
// error is an [InsufficientError], [ErrDifferent] or [money.ErrOverflow],
// wrapped, or says what is wrong with a transfer by itself.
func (b *Book) Apply(transfers []Transfer) error {
	fresh := make([]Transfer, 0, len(transfers))
	pending := make(map[TransferID]Transfer, len(transfers))
	for _, t := range transfers {
		if err := t.Validate(); err != nil {
			return err
		}
		known, ok := b.transfers[t.ID]
		if !ok {
			known, ok = pending[t.ID]
		}
		if ok && known != t {
			return fmt.Errorf("transfer %v: %w", t.ID, ErrDifferent)
		}
		if !ok {
			pending[t.ID] = t
			fresh = append(fresh, t)
		}
	}
	moves, err := Movements(nil, fresh)
	if err != nil {
		return err
	}
	after, err := b.after(moves)
	if err != nil {
		return err
	}
	if b.balances == nil {
		b.balances = make(map[Account]money.Amount)
		b.transfers = make(map[TransferID]Transfer)
	}
	for i, m := range moves {
		b.balances[m.Account] = after[i]
	}
	maps.Copy(b.transfers, pending)
	return nil
}

// after computes the balance of each moved account, changing nothing.
func (b *Book) after(moves []Movement) ([]money.Amount, error) {
	after := make([]money.Amount, len(moves))
	for i, m := range moves {
		have := b.balances[m.Account]
		if !m.Account.MayOwe() && have < -m.Low {
			return nil, InsufficientError{m.Account}
		}
		sum, err := money.Add(have, m.Net)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Account, err)
		}
		after[i] = sum
	}
	return after, nil
}

// Balance returns what the account holds; an account never used holds zero.
func (b *Book) Balance(a Account) money.Amount { return b.balances[a] }

// Accounts returns every account ever used, sorted.
func (b *Book) Accounts() []Account { return slices.Sorted(maps.Keys(b.balances)) }

// Transfers returns every transfer booked, ordered by id.
func (b *Book) Transfers() []Transfer {
	return slices.SortedFunc(maps.Values(b.transfers), func(x, y Transfer) int { return x.ID.Compare(y.ID) })
}

// Wrong recomputes every balance and returns a sentence for each fault; none
// if the book is right.
func (b *Book) Wrong() []string {
	var trial Trial
	for _, t := range b.Transfers() {
		trial.Post(t)
	}
	for _, a := range b.Accounts() {
		trial.Kept(a, b.balances[a])
	}
	return trial.Findings()
}
