package view_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"club99/blackjack"
	"club99/card"
	"club99/internal/view"
	"club99/internal/wire"
	"club99/money"
)

// club is a table with the club's usual rules and one player on seats 1 and 3.
func club(t *testing.T, funds money.Amount, words ...string) *showing {
	t.Helper()
	even := money.Ratio{Num: 1, Den: 1}
	rules := &blackjack.Rules{
		Decks: 6, Shuffle: blackjack.ShuffleAtCutCard, CutCard: 78, Seats: 3, SeatsPerPlayer: 2, MinBet: 1000, MaxBet: 5000000, BetStep: 1000,
		WinPays: even, BlackjackPays: money.Ratio{Num: 3, Den: 2}, InsurancePays: money.Ratio{Num: 2, Den: 1}, EvenMoneyPays: even, CharliePays: even,
		Soft17: blackjack.Soft17Stand, Peek: blackjack.PeekAceAndTen, NoPeekLoss: blackjack.LoseAll, Insurance: true, EvenMoney: true,
		Surrender: blackjack.SurrenderLate, DoubleOn: blackjack.DoubleAny, DoubleAfterSplit: true, SplitOn: blackjack.SplitSameRank, MaxHands: 4,
		MaxCards: 11, Charlie: 11, CharlieBeatsBlackjack: true, BetTime: 15, ActTime: 15, ResultTime: 5,
	}
	if err := rules.Validate(); err != nil {
		t.Fatal(err)
	}
	s := newShowing(rules, parse(t, words...))
	s.funds = funds
	s.table.Seats = []view.Seat{{Player: 1, Name: "Lan"}, {}, {Player: 1, Name: "Lan"}}
	return s
}

func parse(t *testing.T, words ...string) []card.Card {
	t.Helper()
	list := make([]card.Card, len(words))
	for i, w := range words {
		c, err := card.Parse(w)
		if err != nil {
			t.Fatal(err)
		}
		list[i] = c
	}
	return list
}

func (s *showing) bet(seats ...uint8) {
	for _, seat := range seats {
		s.do(blackjack.Command{Action: blackjack.PlaceBet, Seat: seat, Player: 1, Amount: 100000, Funds: 1000000})
	}
	s.do(blackjack.Command{Action: blackjack.Deal})
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func TestTheHiddenCardHasNoFaceAndTheDealerNoTotal(t *testing.T) {
	s := club(t, 150000, "8s", "6h", "8d", "Th")
	s.bet(1)
	state := view.State(&s.table, &s.round)
	equal(t, "dealer", state.Dealer, wire.Dealer{Cards: []card.Card{card.New(card.Six, card.Hearts), card.None}})
	equal(t, "phase", state.Phase, wire.PhasePlayers)
	equal(t, "turn", state.Turn, &wire.Turn{N: 1, Seat: 1, Hand: 1})
	equal(t, "seat 1", state.Seats[0], wire.Seat{Seat: 1, Player: &wire.Player{Name: "Lan"}, Bet: 100000, Hands: []wire.Hand{
		{Cards: parse(t, "8s", "8d"), Total: 16, Status: blackjack.StatusPlaying, Stake: 100000}}})
	equal(t, "seat 2", state.Seats[1], wire.Seat{Seat: 2, Hands: []wire.Hand{}})
}

func TestYouAreToldWhatYouMayDoAndWhatItCosts(t *testing.T) {
	s := club(t, 150000, "8s", "Tc", "6h", "8d", "9c", "Th")
	s.bet(1, 3)
	want := []wire.Legal{{Action: blackjack.Hit}, {Action: blackjack.Stand}, {Action: blackjack.Double, Cost: 100000},
		{Action: blackjack.Split, Cost: 100000}, {Action: blackjack.Surrender}}
	y := view.You(&s.table, &s.round, 1, 150000)
	equal(t, "seats", y.Seats, []wire.YourSeat{{Seat: 1, Legal: want}, {Seat: 3, Ahead: []wire.Legal{want[0], want[1], want[2], want[4]}}})
	y = view.You(&s.table, &s.round, 1, 50000)
	equal(t, "with 50,000 left", y.Seats[0].Legal, []wire.Legal{want[0], want[1], want[4]})
	equal(t, "a watcher", view.You(&s.table, &s.round, 0, 0), wire.You{Table: "t", Seq: s.table.Seq, Seats: []wire.YourSeat{}})
	s.table.Seats[0].Leaving = true
	equal(t, "leaving", view.You(&s.table, &s.round, 1, 150000).Seats[0], wire.YourSeat{Seat: 1})
}

func TestInsuranceNamesItsPriceAndTheMostThatIsLeftForIt(t *testing.T) {
	s := club(t, 30000, "Ts", "Ac", "9h", "Kd")
	s.bet(1)
	equal(t, "offers", view.State(&s.table, &s.round).Seats[0].Offers, []blackjack.Action{blackjack.Insure})
	equal(t, "legal", view.You(&s.table, &s.round, 1, 30000).Seats[0].Legal,
		[]wire.Legal{{Action: blackjack.Insure, Cost: 50000, Max: 30000}, {Action: blackjack.DeclineInsurance}})
	s.do(blackjack.Command{Action: blackjack.Insure, Seat: 1, Turn: s.round.Turn, Amount: 30000, Funds: 30000})
	state := view.State(&s.table, &s.round)
	net := money.Amount(-100000 + 60000)
	equal(t, "seat", state.Seats[0], wire.Seat{Seat: 1, Player: &wire.Player{Name: "Lan"}, Bet: 100000, Net: &net,
		Insurance: &wire.Insurance{Stake: 30000, Outcome: blackjack.OutcomeWin, Paid: 90000},
		Hands:     []wire.Hand{{Cards: parse(t, "Ts", "9h"), Total: 19, Status: s.round.Box(1).Hands()[0].Status, Stake: 100000, Outcome: blackjack.OutcomeLose}}})
	equal(t, "dealer", state.Dealer, wire.Dealer{Cards: parse(t, "Ac", "Kd"), Total: 21, Status: blackjack.StatusBlackjack})
}

// R13, R17: the history marks the clock's decisions and keeps a covered card covered.
func TestHistoryIsWhatThePlayerSaw(t *testing.T) {
	s := club(t, 150000, "Ts", "6c", "6h", "Kd", "9d")
	s.bet(1)
	s.do(blackjack.Command{Action: blackjack.Hit, Seat: 1, Turn: s.round.Turn})
	p := view.Past(&s.table, &s.round, 1, s.told)
	equal(t, "net", p.Net, money.Amount(-100000))
	equal(t, "dealer", p.Dealer, wire.Dealer{Cards: append(parse(t, "6c"), card.None)})
	equal(t, "somebody else's", view.Past(&s.table, &s.round, 2, s.told).Seats, []wire.Seat{})
	s = club(t, 150000, "Ts", "6c", "6h", "Kd", "9d")
	s.bet(1)
	s.do(blackjack.Command{Action: blackjack.Timeout, Seat: 1, Turn: s.round.Turn})
	p = view.Past(&s.table, &s.round, 1, s.told)
	if len(p.Decisions) != 1 || p.Decisions[0].By != blackjack.ByClock || p.Decisions[0].Action != blackjack.Stand {
		t.Errorf("the clock's stand is written as %+v", p.Decisions)
	}
	equal(t, "net", p.Net, money.Amount(100000))
}
