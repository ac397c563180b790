package ledger

import (
	"errors"
	"fmt"

	"club99/money"
)

// TransferID is a transfer's number: the table and sequence of the journal
// entry that explains it, and its place among that entry's transfers, from 0.
// The grant to player 12 is {"grant", 12, 0}. An id is used once, ever.
type TransferID struct {
	Table string
	Seq   uint64
	Index int
}

// String writes the id as "a1/7/0".
func (id TransferID) String() string { return fmt.Sprintf("%s/%d/%d", id.Table, id.Seq, id.Index) }

// Reasons of transfers.
const (
	ReasonBet       = "bet"       // player to round: a bet is placed or raised
	ReasonBetBack   = "bet-back"  // round to player: a bet is lowered or taken back
	ReasonDouble    = "double"    // player to round
	ReasonSplit     = "split"     // player to round
	ReasonInsurance = "insurance" // player to round
	ReasonStake     = "stake"     // round to player: a stake or a part of it comes back
	ReasonWin       = "win"       // house to player: winnings above the stake
	ReasonLose      = "lose"      // round to house: a lost stake or the lost part
	ReasonVoid      = "void"      // round to player: a stake comes back because the table is closed in mid-round
	ReasonGrant     = "grant"     // grant to player: play chips
)

// Transfer moves Amount, above zero, from one account to another.
type Transfer struct {
	ID       TransferID
	From, To Account
	Amount   money.Amount
	Reason   string
}

// Validate reports the first thing wrong with the transfer by itself: an
// amount not above zero, an unknown account, the same account twice, no
// reason, or money of a table other than the one that numbers it.
func (t Transfer) Validate() error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("transfer %v: %s", t.ID, fmt.Sprintf(format, args...))
	}
	if t.Amount <= 0 {
		return fail("the amount is %d, it must be above zero", t.Amount)
	}
	if t.From == t.To {
		return fail("it goes from %s to itself", t.From)
	}
	if t.Reason == "" {
		return fail("it has no reason")
	}
	if t.ID.Index < 0 {
		return fail("its place is below zero")
	}
	for _, a := range [2]Account{t.From, t.To} {
		if err := a.Validate(); err != nil {
			return fail("%v", err)
		}
		if (a == Grant) != (t.ID.Table == GrantTable) && !isPlayer(a) {
			return fail("%s does not belong in a transfer of %s", a, t.ID.Table)
		}
		if table, ok := a.Table(); ok && table != t.ID.Table {
			return fail("%s is another table's account", a)
		}
	}
	return nil
}

func isPlayer(a Account) bool {
	_, ok := a.PlayerID()
	return ok
}

// InsufficientError says that an account which may not owe would fall below zero.
type InsufficientError struct{ Account Account }

func (e InsufficientError) Error() string {
	return fmt.Sprintf("%s does not hold enough for this transfer", e.Account)
}

// ErrDifferent says that a transfer's id is already used by a transfer with
// other contents.
var ErrDifferent = errors.New("the id belongs to another transfer")

// Movement is what a list of transfers, taken in order, does to one account.
type Movement struct {
	Account Account
	Net     money.Amount // the change in the end
	Low     money.Amount // the lowest point on the way, relative to the start; at most 0
}

// Movements appends one Movement for every account that the transfers touch,
// in order of first appearance. An account that may not owe must hold at least
// -Low beforehand: winnings of the same list cannot pay for an earlier stake.
// The error is [money.ErrOverflow], wrapped.
func Movements(dst []Movement, transfers []Transfer) ([]Movement, error) {
	start := len(dst)
	for _, t := range transfers {
		for side, a := range [2]Account{t.From, t.To} {
			change := t.Amount
			if side == 0 {
				change = -t.Amount
			}
			m := movementOf(&dst, start, a)
			net, err := money.Add(m.Net, change)
			if err != nil {
				return dst[:start], fmt.Errorf("transfer %v: %s: %w", t.ID, a, err)
			}
			m.Net, m.Low = net, min(m.Low, net)
		}
	}
	return dst, nil
}

// movementOf finds a's movement or appends one. A commit touches few accounts,
// so a walk is faster than a map.
func movementOf(list *[]Movement, start int, a Account) *Movement {
	for i := start; i < len(*list); i++ {
		if (*list)[i].Account == a {
			return &(*list)[i]
		}
	}
	*list = append(*list, Movement{Account: a})
	return &(*list)[len(*list)-1]
}

// NewGrant is the transfer that gives a new player chips to play with.
func NewGrant(player int64, amount money.Amount) Transfer {
	return Transfer{
		ID:     TransferID{Table: GrantTable, Seq: uint64(player)},
		From:   Grant,
		To:     Player(player),
		Amount: amount,
		Reason: ReasonGrant,
	}
}
