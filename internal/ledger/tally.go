package ledger

import "club99/money"

// Tally is what rounds come to for the house, and what is needed to say how
// likely that was. The zero value is no rounds.
type Tally struct {
	Rounds int64
	Seats  int64        // seats that had a bet, over all rounds
	Bets   money.Amount // first bets
	Staked money.Amount // all that was put at stake: first bets, doubles, splits, insurance
	Net    money.Amount // what the house won; below zero: lost

	// Squares is the sum of the squares of the first bets. Crossed is twice the
	// sum of the products of any two first bets in the same round, which the same
	// dealer's hand decides. Only their size matters: they are no money.
	Squares, Crossed float64
}

// Add adds other rounds.
func (t *Tally) Add(o Tally) {
	t.Rounds += o.Rounds
	t.Seats += o.Seats
	t.Bets += o.Bets
	t.Staked += o.Staked
	t.Net += o.Net
	t.Squares += o.Squares
	t.Crossed += o.Crossed
}
