package load

import (
	"strings"
	"testing"

	"club99/blackjack"
	"club99/card"
	"club99/client"
	"club99/internal/wire"
	"club99/money"
)

func cards(t *testing.T, text string) []card.Card {
	t.Helper()
	var list []card.Card
	for word := range strings.FieldsSeq(text) {
		if word == "??" {
			list = append(list, card.None)
			continue
		}
		c, err := card.Parse(word)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	return list
}

// playing is a table where seat 1 has a turn.
func playing(t *testing.T) *client.State {
	return &client.State{
		Phase: client.Players, Round: 3, Turn: &client.Turn{N: 1, Seat: 1, Hand: 1},
		Dealer: client.Dealer{Cards: cards(t, "6d ??")},
		Seats: []client.Place{
			{Seat: 1, Bet: 1000, Hands: []client.Hand{{Cards: cards(t, "As 6d"), Total: 17, Soft: true, Status: blackjack.StatusPlaying, Stake: 1000}}},
			{Seat: 2, Hands: []client.Hand{}},
		},
		Shoe: client.Shoe{Decks: 6, Left: 300},
	}
}

func TestWhatCannotBeIsFound(t *testing.T) {
	if bad := stateProblems(playing(t)); len(bad) != 0 {
		t.Fatalf("a right state: %q", bad)
	}
	hand := func(s *client.State) *client.Hand { return &s.Seats[0].Hands[0] }
	for want, change := range map[string]func(s *client.State){
		"is called 18, it is 17": func(s *client.State) { hand(s).Total = 18 },
		"is called 7, it is 17":  func(s *client.State) { hand(s).Total, hand(s).Soft = 7, false },
		"is called bust":         func(s *client.State) { hand(s).Status = blackjack.StatusBust },
		"is called a Blackjack":  func(s *client.State) { hand(s).Status = blackjack.StatusBlackjack },
		"of a player lies face":  func(s *client.State) { hand(s).Cards[1] = card.None },
		"was paid 5":             func(s *client.State) { hand(s).Outcome, hand(s).Paid = blackjack.OutcomeLose, 5 },
		"a push of 1000":         func(s *client.State) { hand(s).Outcome, hand(s).Paid = blackjack.OutcomePush, 999 },
		"a win of 1000":          func(s *client.State) { hand(s).Outcome, hand(s).Paid = blackjack.OutcomeWin, 1000 },
		"stake -1":               func(s *client.State) { hand(s).Stake = -1 },
		"lies face down":         func(s *client.State) { s.Dealer.Total = 16 },
		"the dealer's":           func(s *client.State) { s.Dealer = client.Dealer{Cards: cards(t, "6d Th"), Total: 17} },
		"the turn is seat 2's":   func(s *client.State) { s.Turn.Seat = 2 },
		"that is stood":          func(s *client.State) { hand(s).Status = blackjack.StatusStood },
		"a turn in the phase":    func(s *client.State) { s.Phase = client.Over },
		"phase \"dealing\"":      func(s *client.State) { s.Phase = "dealing" },
		"cards left of":          func(s *client.State) { s.Shoe.Left = 313 },
		"stands in place":        func(s *client.State) { s.Seats[1].Seat = 5 },
	} {
		s := playing(t)
		change(s)
		if bad := strings.Join(stateProblems(s), "; "); !strings.Contains(bad, want) {
			t.Errorf("found %q, want %q", bad, want)
		}
	}
}

func TestFeltFindsWhatOneFrameCannotShow(t *testing.T) {
	f := &felt{id: "t", tally: newTally()}
	at := 4
	turned := func(seq uint64, c string) *client.Frame {
		return &client.Frame{Seq: seq, State: *playing(t), Events: []client.Event{{Kind: "card-dealt", Card: cards(t, c)[0], At: &at}}}
	}
	if bad := f.see(turned(1, "As")); len(bad) != 0 {
		t.Fatalf("a right frame: %q", bad)
	}
	if bad := f.see(turned(1, "As")); len(bad) != 0 {
		t.Errorf("the same frame for another player: %q", bad)
	}
	if bad := f.see(turned(1, "Kd")); len(bad) != 1 || !strings.Contains(bad[0], "different things") {
		t.Errorf("another card for another player: %q", bad)
	}
	if bad := f.see(turned(2, "Kd")); len(bad) != 1 || !strings.Contains(bad[0], "turned up twice, as As and Kd") {
		t.Errorf("a place turned up twice: %q", bad)
	}
	wrong := turned(3, "2d")
	at = 5
	wrong.State.Shoe.Root, wrong.Events[0].Proof = strings.Repeat("0", 48), "AAAAAAAAAAAAAAAAAAAAAA"
	if bad := f.see(wrong); len(bad) != 1 || !strings.Contains(bad[0], "proof") {
		t.Errorf("a wrong proof: %q", bad)
	}
	terms := &client.Frame{Seq: 4, State: *playing(t)}
	terms.State.Shoe = client.Shoe{Decks: 6, Number: 2, Commitment: strings.Repeat("1", 64), Next: strings.Repeat("2", 64), Terms: strings.Repeat("3", 64)}
	if bad := f.see(terms); len(bad) != 1 || !strings.Contains(bad[0], "terms") {
		t.Errorf("wrong terms: %q", bad)
	}
}

func TestPurseFindsMoneyThatIsNotThere(t *testing.T) {
	own := []wire.YourSeat{{Seat: 1}}
	over := func(paid, net money.Amount) *client.State {
		s := playing(t)
		s.Phase, s.Turn = client.Over, nil
		s.Seats[0].Hands[0].Paid, s.Seats[0].Net = paid, &net
		return s
	}
	var p purse
	step := func(s *client.State, balance money.Amount, want string) {
		t.Helper()
		got := p.check(s, &client.You{Balance: balance, Seats: own})
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("found %q, want %q", got, want)
		}
	}
	p.begin(10000, 2)
	step(playing(t), 9000, "")
	step(playing(t), 9001, "said to be 9001")
	step(over(2000, 1000), 11000, "")
	step(over(2000, 1000), 9000, "said to be 9000")
	step(over(2000, 2000), 11000, "said to have brought 2000")
	next := &client.State{Phase: client.Betting, Round: 4, Seats: []client.Place{{Seat: 1}, {Seat: 2}}}
	step(next, 11000, "")
	next.Seats[0].Bet = 500
	step(next, 10500, "")
	own = nil // left before the deal: the bet is given back
	step(next, 11000, "")
	p.unsure = true
	step(next, 4000, "")
	step(next, 4000, "")
}
