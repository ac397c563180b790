package blackjack_test

import (
	"errors"
	"testing"

	"club99/blackjack"
	"club99/money"
	"club99/preset"
)

// What a scenario file cannot say, for its bets are accepted and its commands
// name the turn that is: refused bets, and turns that are past.

// BR-041 R23: everything that is no bet of this table is refused by name, and
// changes nothing; a good bet is accepted afterwards. (What is not a whole
// number is refused where amounts are read.)
func TestBetsThatAreRefused(t *testing.T) {
	g := betting(t, "club99", 10_000_000)
	for _, amount := range []money.Amount{
		0, -1, g.rules.MinBet - 1, g.rules.MinBet + 1, g.rules.MaxBet + 1, g.rules.MaxBet + g.rules.BetStep, money.Max, -money.Max - 1, 15_001,
	} {
		if err := g.place(t, 1, 1, amount); !errors.Is(err, blackjack.BadAmount) {
			t.Errorf("a bet of %d: %v", amount, err)
		}
	}
	if g.round != (blackjack.Round{}) {
		t.Error("a refused bet changed the round")
	}
	if err := g.place(t, 1, 1, g.rules.MinBet); err != nil {
		t.Errorf("the smallest bet: %v", err)
	}
}

// BR-042 R23: a bet that the balance does not cover is refused.
func TestBetNeedsTheMoney(t *testing.T) {
	g := betting(t, "club99", 90_000)
	if err := g.place(t, 1, 1, 100_000); !errors.Is(err, blackjack.InsufficientFunds) {
		t.Errorf("a bet of 100000 with 90000: %v", err)
	}
	if err := g.place(t, 1, 1, 90_000); err != nil {
		t.Errorf("a bet of all 90000: %v", err)
	}
	if err := g.place(t, 2, 1, 1000); !errors.Is(err, blackjack.InsufficientFunds) {
		t.Errorf("a second seat with nothing left: %v", err)
	}
}

// BR-045 R23: a bet replaces the one before it and never adds to it; what the
// first had taken counts as money for the second.
func TestBetReplacesABet(t *testing.T) {
	g := betting(t, "club99", 100_000)
	for _, amount := range []money.Amount{100_000, 100_000, 50_000, 100_000} {
		if err := g.place(t, 1, 1, amount); err != nil {
			t.Fatalf("a bet of %d: %v", amount, err)
		}
		if g.round.Box(1).Bet != amount || g.funds[1] != 100_000-amount {
			t.Errorf("after a bet of %d: bet %d, %d left", amount, g.round.Box(1).Bet, g.funds[1])
		}
	}
	if err := g.place(t, 1, 1, 0); err != nil || g.funds[1] != 100_000 {
		t.Errorf("taking the bet back: %v, %d left", err, g.funds[1])
	}
	if _, err := g.ask(t, blackjack.Command{Action: blackjack.Deal}); !errors.Is(err, blackjack.NoBets) {
		t.Errorf("a deal without a bet: %v", err)
	}
}

// R24: one player holds no more seats than the table allows, and nobody bets on
// somebody else's.
func TestSeatsOfOnePlayer(t *testing.T) {
	g := betting(t, "club99", 1_000_000)
	g.funds[2] = 1_000_000
	for seat := 1; seat <= g.rules.SeatsPerPlayer; seat++ {
		if err := g.place(t, seat, 1, 1000); err != nil {
			t.Fatalf("seat %d: %v", seat, err)
		}
	}
	if err := g.place(t, 7, 1, 1000); !errors.Is(err, blackjack.TooManySeats) {
		t.Errorf("a seat too many: %v", err)
	}
	if err := g.place(t, 1, 2, 1000); !errors.Is(err, blackjack.NoSuchSeat) {
		t.Errorf("a bet on somebody else's seat: %v", err)
	}
	if err := g.place(t, 8, 2, 1000); !errors.Is(err, blackjack.NoSuchSeat) {
		t.Errorf("a bet on a seat that the table does not have: %v", err)
	}
	if err := g.place(t, 7, 2, 1000); err != nil {
		t.Errorf("another player's bet: %v", err)
	}
}

// BR-046: no bet and no deal while a round is played, nor after it.
func TestNoBetsInARound(t *testing.T) {
	g := betting(t, "club99", 1_000_000)
	g.shoe = cards(t, "Ts 7d 6h Tc Kd")
	if err := g.place(t, 1, 1, 1000); err != nil {
		t.Fatal(err)
	}
	if err := g.take(t, blackjack.Command{Action: blackjack.Deal}); err != nil {
		t.Fatal(err)
	}
	refused := func() {
		t.Helper()
		if err := g.place(t, 1, 1, 2000); !errors.Is(err, blackjack.WrongPhase) {
			t.Errorf("phase %v, a bet: %v", g.round.Phase, err)
		}
		if err := g.take(t, blackjack.Command{Action: blackjack.Deal}); !errors.Is(err, blackjack.WrongPhase) {
			t.Errorf("phase %v, a deal: %v", g.round.Phase, err)
		}
	}
	refused()
	if err := g.take(t, blackjack.Command{Action: blackjack.Hit, Seat: 1, Turn: g.round.Turn}); err != nil {
		t.Fatal(err)
	}
	refused()
}

// BR-056 R13: a clock or a click that comes for a turn that is past changes
// nothing, also where the same seat is in turn again.
func TestLateCommands(t *testing.T) {
	g := betting(t, "club99", 1_000_000)
	g.shoe = cards(t, "2s 7d 3h Tc 4c 5c 6c")
	if err := g.place(t, 1, 1, 1000); err != nil {
		t.Fatal(err)
	}
	if err := g.take(t, blackjack.Command{Action: blackjack.Deal}); err != nil {
		t.Fatal(err)
	}
	past := g.round.Turn
	if err := g.take(t, blackjack.Command{Action: blackjack.Hit, Seat: 1, Turn: past}); err != nil {
		t.Fatal(err)
	}
	for _, a := range []blackjack.Action{blackjack.Timeout, blackjack.Hit, blackjack.Stand, blackjack.Double} {
		if err := g.take(t, blackjack.Command{Action: a, Seat: 1, Turn: past, Funds: 1000}); !errors.Is(err, blackjack.StaleTurn) {
			t.Errorf("%v for the turn before: %v", a, err)
		}
	}
}

// R13: the events say which decisions the clock made.
func TestClockDecisionsAreMarked(t *testing.T) {
	g := betting(t, "club99", 1_000_000)
	g.shoe = cards(t, "Ts Ad 9h 8c")
	if err := g.place(t, 1, 1, 1000); err != nil {
		t.Fatal(err)
	}
	if err := g.take(t, blackjack.Command{Action: blackjack.Deal}); err != nil {
		t.Fatal(err)
	}
	var decided []blackjack.Action
	for g.round.Phase != blackjack.PhaseOver {
		before := len(g.events)
		if err := g.take(t, blackjack.Command{Action: blackjack.Timeout, Seat: 1, Turn: g.round.Turn}); err != nil {
			t.Fatal(err)
		}
		for _, e := range g.events[before:] {
			if e.Kind != blackjack.Decided {
				continue
			}
			if decided = append(decided, e.Action); e.By != blackjack.ByClock {
				t.Errorf("%v is not marked as the clock's", e.Action)
			}
		}
	}
	if len(decided) != 2 || decided[0] != blackjack.DeclineInsurance || decided[1] != blackjack.Stand {
		t.Errorf("the clock decided %v", decided)
	}
}

// betting is an empty table of a preset; player 1 has the funds.
func betting(t *testing.T, presetName string, funds money.Amount) *game {
	t.Helper()
	rules, err := preset.Load(presetName)
	if err != nil {
		t.Fatal(err)
	}
	return &game{rules: rules, funds: map[blackjack.PlayerID]money.Amount{1: funds}}
}
