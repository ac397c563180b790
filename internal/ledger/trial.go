package ledger

import (
	"cmp"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"club99/money"
)

// Compare orders ids by table, then sequence, then place.
func (id TransferID) Compare(other TransferID) int {
	return cmp.Or(cmp.Compare(id.Table, other.Table), cmp.Compare(id.Seq, other.Seq), cmp.Compare(id.Index, other.Index))
}

// Trial is a trial balance: it adds up transfers, is told the balances that
// are kept, and says where the two differ. The zero value is ready. Memory is
// a few words for each account; transfers are not kept.
type Trial struct {
	sums     map[Account]*big.Int // exact, whatever a damaged book says
	kept     map[Account]money.Amount
	findings []string
}

// Post adds a transfer, in any order.
func (t *Trial) Post(tr Transfer) {
	if err := tr.Validate(); err != nil {
		t.findings = append(t.findings, err.Error())
	}
	amount := big.NewInt(int64(tr.Amount))
	from, to := t.sum(tr.From), t.sum(tr.To)
	from.Sub(from, amount)
	to.Add(to, amount)
}

func (t *Trial) sum(a Account) *big.Int {
	if t.sums == nil {
		t.sums = make(map[Account]*big.Int)
	}
	s := t.sums[a]
	if s == nil {
		s = new(big.Int)
		t.sums[a] = s
	}
	return s
}

// Kept tells the balance that the books keep for an account.
func (t *Trial) Kept(a Account, balance money.Amount) {
	if t.kept == nil {
		t.kept = make(map[Account]money.Amount)
	}
	if _, twice := t.kept[a]; twice {
		t.findings = append(t.findings, fmt.Sprintf("%s: the account is kept twice", a))
	}
	t.kept[a] = balance
}

// Findings returns a sentence for each fault: malformed transfers, balances
// that differ from their transfers, players' and rounds' accounts below zero,
// and a sum of all balances that is not zero.
func (t *Trial) Findings() []string {
	findings := slices.Clone(t.findings)
	all := make(map[Account]bool)
	for a := range t.sums {
		all[a] = true
	}
	for a := range t.kept {
		all[a] = true
	}
	total := new(big.Int)
	for _, a := range slices.Sorted(maps.Keys(all)) {
		kept := t.kept[a]
		total.Add(total, big.NewInt(int64(kept)))
		if err := a.Validate(); err != nil {
			findings = append(findings, err.Error())
		}
		if sum := t.sum(a); sum.Cmp(big.NewInt(int64(kept))) != 0 {
			findings = append(findings, fmt.Sprintf("%s: the balance kept is %d, but its transfers add up to %d", a, kept, sum))
		}
		if kept < 0 && !a.MayOwe() {
			findings = append(findings, fmt.Sprintf("%s: the balance is %d, below zero", a, kept))
		}
	}
	if total.Sign() != 0 {
		findings = append(findings, fmt.Sprintf("all balances: they add up to %d instead of 0", total))
	}
	return findings
}
