package blackjack_test

import (
	"testing"

	"pgregory.net/rapid"

	"club99/blackjack"
	"club99/internal/rulegen"
	"club99/money"
)

// anyCommands sends whatever it draws, sense or not. What is asked never
// panics, and what is refused changes nothing.
func anyCommands(t *rapid.T) {
	g := newGame(t, rulegen.Rules().Draw(t, "rules"))
	for range rapid.IntRange(0, 60).Draw(t, "commands") {
		c := blackjack.Command{
			Action: blackjack.Action(rapid.OneOf(rapid.Uint8Range(0, uint8(blackjack.Deal)+1), rapid.Uint8()).Draw(t, "action")),
			Seat:   rapid.OneOf(rapid.Uint8Range(1, blackjack.MaxSeats), rapid.Uint8()).Draw(t, "seat"),
			Player: blackjack.PlayerID(rapid.IntRange(1, players).Draw(t, "player")),
			Amount: money.Amount(rapid.OneOf(rapid.Just(int64(g.rules.MinBet)), rapid.Int64()).Draw(t, "amount")),
			Turn:   g.round.Turn + rapid.SampledFrom([]uint16{0, 0, 0, 1}).Draw(t, "turns off"),
		}
		c.Funds = g.funds[c.Player]
		if c.Seat >= 1 && c.Seat <= blackjack.MaxSeats && c.Action != blackjack.PlaceBet {
			c.Funds = g.fundsOf(int(c.Seat))
		}
		_ = g.take(t, c) // refused or not: ask has checked it
	}
	var fold blackjack.Round
	for _, e := range g.events {
		fold.Apply(e)
	}
	if fold != g.round {
		t.Fatalf("the fold of the events is\n%+v\nthe round\n%+v", fold, g.round)
	}
}

func TestAnyCommands(t *testing.T) { rapid.Check(t, anyCommands) }

func FuzzCommands(f *testing.F) {
	f.Add([]byte("\x00\x01\x02\x03\x04\x05\x06\x07"))
	f.Fuzz(rapid.MakeFuzz(anyCommands))
}
