package cashier

import (
	"club99/blackjack"
	"club99/internal/ledger"
)

// Tally is what a round that is over comes to for the house.
func Tally(r *blackjack.Round) ledger.Tally {
	t := ledger.Tally{Rounds: 1}
	for i := range r.Boxes {
		b := &r.Boxes[i]
		if b.Bet == 0 {
			continue
		}
		bet := float64(b.Bet)
		t.Seats++
		t.Crossed += 2 * float64(t.Bets) * bet
		t.Squares += bet * bet
		t.Bets += b.Bet
		t.Staked += b.Insurance
		for j := range b.Hands() {
			t.Staked += b.Hands()[j].Stake
		}
		t.Net -= b.Net()
	}
	return t
}
