package cashier

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"club99/blackjack"
	"club99/card"
	"club99/internal/ledger"
	"club99/money"
	"club99/preset"
	"club99/shoe"
)

const deep money.Amount = 1 << 50 // what every player has to begin with

func id(seq uint64, i int) ledger.TransferID {
	return ledger.TransferID{Table: "a1", Seq: seq, Index: i}
}

// What each kind of event moves, written out.
func TestTransfers(t *testing.T) {
	player, round, house := ledger.Player(12), ledger.Round("a1"), ledger.House("a1")
	move := func(from, to ledger.Account, amount money.Amount, reason string) ledger.Transfer {
		return ledger.Transfer{From: from, To: to, Amount: amount, Reason: reason}
	}
	for _, c := range []struct {
		name  string
		event blackjack.Event
		want  []ledger.Transfer
	}{
		{"bet", blackjack.Event{Kind: blackjack.BetPlaced, Stake: 500, Amount: 500}, []ledger.Transfer{move(player, round, 500, "bet")}},
		{"bet lowered", blackjack.Event{Kind: blackjack.BetPlaced, Stake: 200, Amount: -300}, []ledger.Transfer{move(round, player, 300, "bet-back")}},
		{"hit", blackjack.Event{Kind: blackjack.Decided, Action: blackjack.Hit}, nil},
		{"double", blackjack.Event{Kind: blackjack.Decided, Action: blackjack.Double, Amount: 500}, []ledger.Transfer{move(player, round, 500, "double")}},
		{"split", blackjack.Event{Kind: blackjack.Decided, Action: blackjack.Split, Amount: 500}, []ledger.Transfer{move(player, round, 500, "split")}},
		{"insurance", blackjack.Event{Kind: blackjack.Decided, Action: blackjack.Insure, Amount: 250}, []ledger.Transfer{move(player, round, 250, "insurance")}},
		{"lost", blackjack.Event{Kind: blackjack.HandSettled, Stake: 500}, []ledger.Transfer{move(round, house, 500, "lose")}},
		{"push", blackjack.Event{Kind: blackjack.HandSettled, Stake: 500, Amount: 500}, []ledger.Transfer{move(round, player, 500, "stake")}},
		{"won", blackjack.Event{Kind: blackjack.HandSettled, Stake: 500, Amount: 1250}, []ledger.Transfer{move(round, player, 500, "stake"), move(house, player, 750, "win")}},
		{"surrendered", blackjack.Event{Kind: blackjack.HandSettled, Stake: 501, Amount: 250}, []ledger.Transfer{move(round, player, 250, "stake"), move(round, house, 251, "lose")}},
		{"insurance won", blackjack.Event{Kind: blackjack.InsuranceSettled, Stake: 250, Amount: 750}, []ledger.Transfer{move(round, player, 250, "stake"), move(house, player, 500, "win")}},
		{"card", blackjack.Event{Kind: blackjack.CardDealt}, nil},
	} {
		c.event.Player = 12
		got := Transfers(nil, "a1", 7, []blackjack.Event{c.event})
		for i := range c.want {
			c.want[i].ID = id(7, i)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// Numbers go on from event to event, and begin at 0 behind what dst holds.
func TestNumbers(t *testing.T) {
	e := blackjack.Event{Kind: blackjack.HandSettled, Player: 12, Stake: 500, Amount: 1000}
	list := Transfers(nil, "a1", 7, []blackjack.Event{e, e})
	list = Transfers(list, "a1", 8, []blackjack.Event{e})
	for i, want := range []ledger.TransferID{id(7, 0), id(7, 1), id(7, 2), id(7, 3), id(8, 0), id(8, 1)} {
		if list[i].ID != want {
			t.Errorf("transfer %d is %v, want %v", i, list[i].ID, want)
		}
	}
}

// Property: over random rounds of every preset the books stay right: the
// round's account ends at zero, all accounts together too, each player has what
// the round says they earned, and at every moment the round's account holds
// exactly what is at risk.
func TestRoundsBalance(t *testing.T) {
	insured := false
	t.Cleanup(func() {
		if !insured && !t.Failed() {
			t.Error("no round had an insurance")
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		rules, err := preset.Load(rapid.SampledFrom(preset.Names()).Draw(t, "preset"))
		if err != nil {
			t.Fatal(err)
		}
		seats := rapid.IntRange(1, min(rules.Seats, 3)).Draw(t, "seats")
		var seed shoe.Seed
		copy(seed[:], rapid.SliceOfN(rapid.Byte(), 8, 8).Draw(t, "seed"))
		cards := shoe.Order(shoe.Key(seed), rules.Decks)
		if rapid.Bool().Draw(t, "an ace is the up card") {
			ace := slices.IndexFunc(cards, card.Card.IsAce)
			cards[seats], cards[ace] = cards[ace], cards[seats]
		}
		var book ledger.Book
		var round blackjack.Round
		for n := 1; n <= seats; n++ {
			if err := book.Apply([]ledger.Transfer{ledger.NewGrant(int64(n), deep)}); err != nil {
				t.Fatal(err)
			}
		}
		seq := uint64(0)
		decide := func(c blackjack.Command) {
			events, err := blackjack.Decide(nil, &rules, &round, c, cards)
			if err != nil {
				return
			}
			for _, e := range events {
				round.Apply(e)
			}
			seq++
			if err := book.Apply(Transfers(nil, "a1", seq, events)); err != nil {
				t.Fatal(err)
			}
			if got, want := book.Balance(ledger.Round("a1")), atRisk(&round); got != want {
				t.Fatalf("the round's account holds %d, at risk is %d", got, want)
			}
		}
		for n := 1; n <= seats; n++ {
			for range rapid.IntRange(1, 3).Draw(t, "bets") { // a bet may be changed
				amount := rules.MinBet * money.Amount(rapid.IntRange(1, 5).Draw(t, "bet"))
				decide(blackjack.Command{Action: blackjack.PlaceBet, Seat: uint8(n), Player: blackjack.PlayerID(n), Amount: amount, Funds: deep / 2})
			}
		}
		decide(blackjack.Command{Action: blackjack.Deal})
		for round.Phase != blackjack.PhaseOver {
			decide(anything(t, &rules, &round, seats))
		}
		insured = insured || round.Box(1).Insurance > 0
		if left := book.Balance(ledger.Round("a1")); left != 0 {
			t.Fatalf("the round is over and its account holds %d", left)
		}
		for n := 1; n <= seats; n++ {
			if got, want := book.Balance(ledger.Player(int64(n))), deep+round.Box(n).Net(); got != want {
				t.Fatalf("player %d has %d, want %d", n, got, want)
			}
		}
		if wrong := book.Wrong(); len(wrong) > 0 {
			t.Fatal(wrong)
		}
	})
}

// anything is a legal decision of somebody, or the clock's.
func anything(t *rapid.T, rules *blackjack.Rules, r *blackjack.Round, seats int) blackjack.Command {
	seat := rapid.IntRange(1, seats).Draw(t, "seat")
	actions := append(blackjack.Legal(rules, r, seat, deep/2).List(), blackjack.Timeout)
	c := blackjack.Command{Action: rapid.SampledFrom(actions).Draw(t, "action"), Seat: uint8(seat), Turn: r.Turn, Funds: deep / 2}
	if c.Action == blackjack.Insure {
		c.Amount = blackjack.Price(rules, r, seat, c.Action)
	}
	return c
}

// atRisk is the sum of all stakes that are not settled.
func atRisk(r *blackjack.Round) money.Amount {
	var sum money.Amount
	for i := range r.Boxes {
		b := &r.Boxes[i]
		if r.Phase == blackjack.PhaseBetting {
			sum += b.Bet
		}
		for j := range b.Hands() {
			if h := &b.Hands()[j]; !h.Settled() {
				sum += h.Stake
			}
		}
		if b.InsuranceOutcome == blackjack.OutcomeNone {
			sum += b.Insurance
		}
	}
	return sum
}
