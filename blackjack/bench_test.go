package blackjack_test

import (
	"math/rand/v2"
	"testing"

	"club99/blackjack"
	"club99/card"
	"club99/money"
)

// club99Rules are the club's own rules, for benchmarks that must not depend on
// how rules are loaded.
func club99Rules() *blackjack.Rules {
	return &blackjack.Rules{
		Decks: 6, Shuffle: blackjack.ShuffleEveryRound, Seats: 7, SeatsPerPlayer: 3,
		MinBet: 1000, MaxBet: 5000000, BetStep: 1000,
		WinPays: money.Ratio{Num: 1, Den: 1}, BlackjackPays: money.Ratio{Num: 3, Den: 2}, InsurancePays: money.Ratio{Num: 2, Den: 1},
		EvenMoneyPays: money.Ratio{Num: 1, Den: 1}, CharliePays: money.Ratio{Num: 1, Den: 1},
		Soft17: blackjack.Soft17Stand, Peek: blackjack.PeekAceAndTen, NoPeekLoss: blackjack.LoseAll,
		Insurance: true, EvenMoney: true, Surrender: blackjack.SurrenderLate,
		DoubleOn: blackjack.DoubleAny, DoubleAfterSplit: true, SplitOn: blackjack.SplitSameRank, MaxHands: 4,
		MaxCards: 11, Charlie: 11, CharlieBeatsBlackjack: true, BetTime: 15, ActTime: 15, ResultTime: 5,
	}
}

// benchShoe is a shuffled six-deck shoe, always the same.
func benchShoe() []card.Card {
	var shoe []card.Card
	for range 6 {
		d := card.Deck()
		shoe = append(shoe, d[:]...)
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(shoe), func(i, j int) { shoe[i], shoe[j] = shoe[j], shoe[i] })
	return shoe
}

// mimic plays a round at one seat the way the dealer plays, and answers no to
// every offer. It is the simple strategy of the benchmark.
func mimic(b testing.TB, rules *blackjack.Rules, r *blackjack.Round, shoe []card.Card, buf []blackjack.Event) []blackjack.Event {
	do := func(c blackjack.Command) {
		c.Seat, c.Player, c.Funds, c.Turn = 1, 1, 1000000, r.Turn
		events, err := blackjack.Decide(buf[:0], rules, r, c, shoe)
		if err != nil {
			b.Fatalf("%v: %v", c.Action, err)
		}
		for i := range events {
			r.Apply(events[i])
		}
		buf = events
	}
	do(blackjack.Command{Action: blackjack.PlaceBet, Amount: 1000})
	do(blackjack.Command{Action: blackjack.Deal})
	for r.Phase != blackjack.PhaseOver {
		action := blackjack.Timeout
		if r.Phase == blackjack.PhasePlayers {
			action = blackjack.Stand
			if total, _ := r.Box(1).Hands()[0].Total(); total < 17 {
				action = blackjack.Hit
			}
		}
		do(blackjack.Command{Action: action})
	}
	return buf
}

// BenchmarkRound is a whole heads-up round from the bet to the settlement.
func BenchmarkRound(b *testing.B) {
	rules, shoe := club99Rules(), benchShoe()
	buf := make([]blackjack.Event, 0, 64)
	var r blackjack.Round
	b.ReportAllocs()
	at := 0
	for b.Loop() {
		r = blackjack.Round{}
		buf = mimic(b, rules, &r, shoe[at:], buf)
		at += int(r.Drawn)
		if at > 250 {
			at = 0
		}
	}
}

// BenchmarkAction is one decision in the middle of a full table's round: decide and apply a hit.
func BenchmarkAction(b *testing.B) {
	rules, shoe := club99Rules(), benchShoe()
	var start blackjack.Round
	buf := make([]blackjack.Event, 0, 64)
	for seat := 1; seat <= 7; seat++ {
		events, err := blackjack.Decide(buf[:0], rules, &start, blackjack.Command{Action: blackjack.PlaceBet, Seat: uint8(seat), Player: blackjack.PlayerID(seat), Amount: 1000, Funds: 5000}, shoe)
		if err != nil {
			b.Fatal(err)
		}
		for _, e := range events {
			start.Apply(e)
		}
	}
	events, err := blackjack.Decide(buf[:0], rules, &start, blackjack.Command{Action: blackjack.Deal}, shoe)
	if err != nil {
		b.Fatal(err)
	}
	for _, e := range events {
		start.Apply(e)
	}
	b.ReportAllocs()
	r := start
	for b.Loop() {
		if r.Phase != blackjack.PhasePlayers {
			r = start
		}
		events, err = blackjack.Decide(buf[:0], rules, &r, blackjack.Command{Action: blackjack.Hit, Seat: r.Seat, Turn: r.Turn}, shoe)
		if err != nil {
			b.Fatal(err)
		}
		for i := range events {
			r.Apply(events[i])
		}
	}
}

// TestDecidingAllocatesNothing holds the engine to it.
func TestDecidingAllocatesNothing(t *testing.T) {
	rules, shoe := club99Rules(), benchShoe()
	buf := make([]blackjack.Event, 0, 64)
	var r blackjack.Round
	if n := testing.AllocsPerRun(100, func() {
		r = blackjack.Round{}
		buf = mimic(t, rules, &r, shoe, buf)
	}); n != 0 {
		t.Errorf("a round allocates %v times", n)
	}
}
