package cashier

import (
	"testing"

	"club99/blackjack"
	"club99/card"
	"club99/internal/ledger"
	"club99/preset"
)

// Two seats, one of them split and doubled: what the house counts, written out.
func TestTally(t *testing.T) {
	rules, err := preset.Load("club99")
	if err != nil {
		t.Fatal(err)
	}
	var shoe []card.Card
	// seat 1 gets 8 8, seat 2 gets T 9, the dealer 6 and T; 8 3 | 8 T; the double gets T; the dealer draws 2: 18
	for _, word := range []string{"8s", "Ts", "6h", "8d", "9s", "Th", "3c", "Td", "Tc", "2c"} {
		c, err := card.Parse(word)
		if err != nil {
			t.Fatal(err)
		}
		shoe = append(shoe, c)
	}
	var r blackjack.Round
	do := func(c blackjack.Command) {
		t.Helper()
		c.Turn, c.Funds = r.Turn, deep
		events, err := blackjack.Decide(nil, &rules, &r, c, shoe)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			r.Apply(e)
		}
	}
	do(blackjack.Command{Action: blackjack.PlaceBet, Seat: 1, Player: 1, Amount: 10000})
	do(blackjack.Command{Action: blackjack.PlaceBet, Seat: 2, Player: 2, Amount: 30000})
	do(blackjack.Command{Action: blackjack.Deal})
	do(blackjack.Command{Action: blackjack.Split, Seat: 1})
	do(blackjack.Command{Action: blackjack.Double, Seat: 1})
	do(blackjack.Command{Action: blackjack.Stand, Seat: 1})
	do(blackjack.Command{Action: blackjack.Stand, Seat: 2})
	want := ledger.Tally{
		Rounds: 1, Seats: 2, Bets: 40000, Staked: 60000,
		Net:     -20000 + 0 - 30000, // 21 doubled wins, 18 pushes, 19 wins
		Squares: 1e8 + 9e8, Crossed: 2 * 1e4 * 3e4,
	}
	if got := Tally(&r); got != want {
		t.Errorf("Tally = %+v, want %+v", got, want)
	}
}
