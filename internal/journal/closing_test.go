package journal

import (
	"encoding/hex"
	"testing"

	"club99/blackjack"
)

// inPlay is a table in the middle of a round.
func inPlay(t *testing.T) State {
	t.Helper()
	state := New("a1")
	for _, entry := range play(t, "club99", 5, 80).entries {
		records, err := Decode(entry)
		if err != nil {
			t.Fatal(err)
		}
		if err := state.Apply(records); err != nil {
			t.Fatal(err)
		}
		if state.Stage == Playing && state.AtStake(1) > 0 && state.AtStake(2) > 0 {
			return state
		}
	}
	t.Fatal("no round is in play after any entry")
	return State{}
}

// back is all that is at stake.
func back(s *State) (list []Record) {
	for n := 1; n <= blackjack.MaxSeats; n++ {
		if amount := s.AtStake(n); amount != 0 {
			list = append(list, Record{Kind: StakeReturned, Seat: uint8(n), Player: s.Round.Box(n).Player, Amount: amount})
		}
	}
	return list
}

// A table can be closed only when each stake went back once, to whom it belongs;
// and then nothing can be written but that it is opened.
func TestClosingRefuses(t *testing.T) {
	s := inPlay(t)
	all, closed := back(&s), Record{Kind: TableClosed, At: 1700000000000}
	whole := s.Draft()
	add(t, whole, append(all, closed)...)
	entry, err := Encode(whole.Records)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := Decode(entry); err != nil || len(AppendReturned(nil, again)) != len(all) {
		t.Errorf("read back: %v, %v", again, err)
	}
	for name, records := range map[string][]Record{
		"closed with a stake on the table": {all[0], closed},
		"the same stake twice":             {all[0], all[0]},
		"less than was at stake":           {{Kind: StakeReturned, Seat: all[0].Seat, Player: all[0].Player, Amount: all[0].Amount - 1}},
		"to somebody else":                 {{Kind: StakeReturned, Seat: all[0].Seat, Player: all[0].Player + 1, Amount: all[0].Amount}},
		"of an empty seat":                 {{Kind: StakeReturned, Seat: 7, Player: 11, Amount: 1000}},
		"opened before it was closed":      {{Kind: TableOpened, At: 1700000000000}},
	} {
		if err := s.Draft().Add(records...); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	after := whole.After()
	if after.Stage != Closed || after.Deadline != 0 || after.Round != (blackjack.Round{}) {
		t.Errorf("the closed table is %+v", after)
	}
	for _, r := range []Record{
		{Kind: SeatTaken, Seat: 5, Player: 15, Name: "Chi"}, {Kind: Rested}, closed, {Kind: Deadline, At: 1700000000000}, all[0],
		{Kind: BettingOpened, Round: after.Number + 1, Shoe: after.Shoe.Number, Offset: after.Shoe.Offset, Rules: after.Rules, At: 1700000000000},
	} {
		if err := after.Draft().Add(r); err == nil {
			t.Errorf("%v was taken at a closed table", r.Kind)
		}
	}
	seed := houseSeed(after.Shoe.Number)
	add(t, after.Draft(), Record{Kind: ShoeOver, Shoe: after.Shoe.Number, Secret: hex.EncodeToString(seed[:]), Why: ByVoid},
		Record{Kind: TableOpened, At: 1700000000000}, Record{Kind: SeatTaken, Seat: 5, Player: 15, Name: "Chi"})
}
