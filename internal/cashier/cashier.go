package cashier

import (
	"club99/blackjack"
	"club99/internal/ledger"
	"club99/money"
)

// Transfers appends what the events of one journal entry move, numbered from 0
// within that entry (table, seq) as if dst were empty. Events that move nothing
// give no transfer.
func Transfers(dst []ledger.Transfer, table string, seq uint64, events []blackjack.Event) []ledger.Transfer {
	c := counter{list: dst, start: len(dst), table: table, seq: seq, round: ledger.Round(table), house: ledger.House(table)}
	for i := range events {
		c.event(&events[i])
	}
	return c.list
}

type counter struct {
	list         []ledger.Transfer
	start        int
	table        string
	seq          uint64
	round, house ledger.Account
}

func (c *counter) move(from, to ledger.Account, amount money.Amount, reason string) {
	if amount == 0 {
		return
	}
	id := ledger.TransferID{Table: c.table, Seq: c.seq, Index: len(c.list) - c.start}
	c.list = append(c.list, ledger.Transfer{ID: id, From: from, To: to, Amount: amount, Reason: reason})
}

func (c *counter) event(e *blackjack.Event) {
	switch e.Kind {
	case blackjack.BetPlaced, blackjack.Decided, blackjack.HandSettled, blackjack.InsuranceSettled:
	default:
		return
	}
	if e.Stake == 0 && e.Amount == 0 {
		return
	}
	player := ledger.Player(int64(e.Player))
	switch e.Kind {
	case blackjack.BetPlaced:
		if e.Amount < 0 {
			c.move(c.round, player, -e.Amount, ledger.ReasonBetBack)
			return
		}
		c.move(player, c.round, e.Amount, ledger.ReasonBet)
	case blackjack.Decided:
		c.move(player, c.round, e.Amount, reasonOf(e.Action))
	case blackjack.HandSettled, blackjack.InsuranceSettled:
		back := min(e.Stake, e.Amount)
		c.move(c.round, player, back, ledger.ReasonStake)
		c.move(c.house, player, e.Amount-back, ledger.ReasonWin)
		c.move(c.round, c.house, e.Stake-back, ledger.ReasonLose)
	}
}

// Void appends what goes back of a round that is given up in the journal entry
// (table, seq), numbered from 0. In that entry nothing else moves.
func Void(dst []ledger.Transfer, table string, seq uint64, player blackjack.PlayerID, amount money.Amount) []ledger.Transfer {
	id := ledger.TransferID{Table: table, Seq: seq, Index: len(dst)}
	return append(dst, ledger.Transfer{ID: id, From: ledger.Round(table), To: ledger.Player(int64(player)), Amount: amount, Reason: ledger.ReasonVoid})
}

func reasonOf(a blackjack.Action) string {
	switch a {
	case blackjack.Double:
		return ledger.ReasonDouble
	case blackjack.Split:
		return ledger.ReasonSplit
	}
	return ledger.ReasonInsurance
}
