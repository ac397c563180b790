package journal

import (
	"bytes"
	"context"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"club99/blackjack"
	"club99/card"
)

// What was written is read back as it was, and folding it gives the state that
// the writer had.
func TestReplay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(presets).Draw(t, "preset")
		s := play(t, name, rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 60).Draw(t, "entries"))
		got, err := Replay(context.Background(), s, "a1")
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, s.state) {
			t.Fatalf("the journal says\n%+v\nthe writer had\n%+v", got, s.state)
		}
		for i, entry := range s.entries {
			records, err := Decode(entry)
			if err != nil {
				t.Fatal(err)
			}
			again, err := Encode(records)
			if err != nil || !bytes.Equal(again, entry) {
				t.Fatalf("entry %d is written again as\n%s\n%v", i+1, again, err)
			}
		}
	})
}

// The tail from the last checkpoint gives what the whole journal gives.
func TestTail(t *testing.T) {
	for _, entries := range []int{0, 1, tailLength, tailLength + 1, 3 * tailLength} {
		s := play(t, "club99", uint64(entries), entries)
		whole, err := Replay(t.Context(), s, "a1")
		if err != nil {
			t.Fatal(err)
		}
		tail, err := Tail(t.Context(), s, "a1")
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(whole, tail) {
			t.Errorf("%d entries: the tail says\n%+v\nthe whole\n%+v", entries, tail, whole)
		}
		if entries > tailLength && !strings.Contains(string(bytes.Join(s.entries[len(s.entries)-tailLength:], nil)), `"checkpoint"`) {
			t.Errorf("%d entries: no checkpoint in the tail", entries)
		}
	}
}

// One entry, as it stands in the store.
func TestSpelling(t *testing.T) {
	records := []Record{
		{Kind: SeatTaken, Seat: 3, Player: 12, Name: "Bình"},
		{Kind: BettingOpened, Round: 7, Shoe: 2, Offset: 31, Rules: strings.Repeat("ab", 32), At: 1700000000123},
		{Event: blackjack.Event{Kind: blackjack.BetPlaced, Seat: 3, Player: 12, Stake: 5000, Amount: -1000}},
		{Event: blackjack.Event{Kind: blackjack.CardDealt, Seat: 3, Hand: 1, Card: card.New(card.Ace, card.Hearts)}},
		{Event: blackjack.Event{Kind: blackjack.HoleCardDealt}},
		{Event: blackjack.Event{Kind: blackjack.Decided, Seat: 3, Hand: 1, Player: 12, Action: blackjack.Stand, By: blackjack.ByClock}},
		{Kind: Deadline, Turn: 4, At: 1700000000999},
	}
	const want = `[{"is":"seat-taken","seat":3,"player":12,"name":"Bình"},` +
		`{"is":"betting-opened","round":7,"shoe":2,"offset":31,"rules":"abababababababababababababababababababababababababababababababab","at":1700000000123},` +
		`{"is":"bet-placed","seat":3,"player":12,"stake":5000,"amount":-1000},` +
		`{"is":"card-dealt","seat":3,"hand":1,"card":"Ah"},` +
		`{"is":"hole-card-dealt"},` +
		`{"is":"decided","seat":3,"hand":1,"action":"stand","by":"clock","player":12},` +
		`{"is":"deadline","turn":4,"at":1700000000999}]`
	entry, err := Encode(records)
	if err != nil || string(entry) != want {
		t.Fatalf("%s\n%v, want\n%s", entry, err, want)
	}
	back, err := Decode(entry)
	if err != nil || !reflect.DeepEqual(back, records) {
		t.Fatalf("%+v\n%v", back, err)
	}
}

// The decoder takes one spelling of each entry and no value out of its range.
func TestDecodeRefuses(t *testing.T) {
	for _, text := range []string{
		``, `null`, `{}`, `[]`, `[null]`, `[{}]`, `[{"is":""}]`, `[{"is":"rested"}] `, `[{"is":"rested"}][]`, `[{"is": "rested"}]`,
		`[{"IS":"rested"}]`, `[{"is":"rested","is":"rested"}]`, `[{"is":"rested","seat":0}]`, `[{"is":"rested","extra":1}]`,
		`[{"is":"rested","seat":1}]`, `[{"is":"rested","seen":[1]}]`, `[{"is":"rested","stake":4}]`,
		`[{"is":"seat-taken","seat":8,"player":1,"name":"An"}]`, `[{"is":"seat-taken","seat":1,"player":-1,"name":"An"}]`,
		`[{"is":"seat-taken","seat":1,"player":1}]`, `[{"is":"seat-taken","seat":1.5,"player":1,"name":"An"}]`,
		`[{"is":"seat-left","seat":1}]`, `[{"is":"seat-left","seat":1,"why":"bored"}]`,
		`[{"is":"card-dealt","seat":1,"hand":1}]`, `[{"is":"card-dealt","seat":1,"hand":1,"card":"??"}]`,
		`[{"is":"card-dealt","seat":1,"hand":1,"card":"1h"}]`, `[{"is":"card-dealt","seat":1,"hand":9,"card":"Ah"}]`,
		`[{"is":"hole-card-dealt","card":"Ah"}]`, `[{"is":"shoe-shuffled","shoe":1,"decks":9}]`,
		`[{"is":"decided","seat":1,"hand":1,"action":"timeout","player":1}]`, `[{"is":"decided","seat":1,"hand":1,"action":"hit","player":1,"amount":-5}]`,
		`[{"is":"offers-made","seat":1,"offers":["hit"]}]`, `[{"is":"offers-made","seat":1,"offers":["insure","surrender"]}]`,
		`[{"is":"betting-opened","round":1,"shoe":1,"rules":"ABAB","at":1}]`, `[{"is":"betting-opened","round":1,"shoe":1,"offset":417,"rules":"` + strings.Repeat("0", 64) + `","at":1}]`,
		`[{"is":"checkpoint"}]`, `[{"is":"checkpoint","shoe":1,"decks":1,"seen":[1,2]}]`,
		`[{"is":"checkpoint","shoe":1,"decks":1,"seen":[0,0,0,0,0,0,0,0,0,-1]}]`,
		`[{"is":"checkpoint","shoe":1,"decks":1,"seen":[0,0,0,0,0,0,0,0,0,0],"seats":[{"seat":0,"player":1,"name":"An"}]}]`,
	} {
		if records, err := Decode([]byte(text)); err == nil {
			t.Errorf("%s was read as %+v", text, records)
		}
	}
	if _, err := Decode(bytes.Repeat([]byte(" "), MaxEntryBytes+1)); err == nil {
		t.Error("an entry that is too long was read")
	}
}

// A journal never holds a card that lies face down: there is no way to write one.
func TestHoleCardCannotBeWritten(t *testing.T) {
	r := Record{Event: blackjack.Event{Kind: blackjack.HoleCardDealt, Card: card.New(card.Ace, card.Spades)}}
	if entry, err := Encode([]Record{r}); err == nil {
		t.Errorf("it was written as %s", entry)
	}
	if _, err := Encode(nil); err == nil {
		t.Error("an entry without records was written")
	}
}

// What does not fit the table changes nothing.
func TestApplyRefusesWhatDoesNotFit(t *testing.T) {
	s := play(t, "club99", 3, 12)
	for _, text := range []string{
		`[{"is":"seat-taken","seat":1,"player":9,"name":"Chi"}]`, `[{"is":"seat-left","seat":3,"why":"player"}]`,
		`[{"is":"card-dealt","seat":1,"hand":1,"card":"Ah"}]`, `[{"is":"rested"},{"is":"round-over"}]`,
		`[{"is":"rested"},{"is":"betting-opened","round":9,"shoe":99,"rules":"` + strings.Repeat("0", 64) + `","at":1}]`,
		`[{"is":"rested"},{"is":"results-until","at":1}]`,
	} {
		records, err := Decode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		before := s.state
		if err := s.state.Apply(records); err == nil {
			t.Errorf("%s was applied", text)
		}
		if !reflect.DeepEqual(before, s.state) {
			t.Errorf("%s was refused and changed the state", text)
		}
	}
}

// Any list of lines either cannot be read, or can be applied, or is refused.
func FuzzJournal(f *testing.F) {
	for i, name := range presets {
		f.Add(bytes.Join(play(f, name, uint64(i), 12).entries, []byte("\n")))
	}
	f.Add([]byte(`[{"is":"checkpoint","shoe":1,"decks":1,"seen":[0,0,0,0,0,0,0,0,0,0],"seats":[{"seat":1,"player":1,"name":"An"}]}]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		s := New("a1")
		for line := range bytes.SplitSeq(text, []byte("\n")) {
			records, err := Decode(line)
			if err != nil {
				continue
			}
			again, err := Encode(records)
			if err != nil || !bytes.Equal(again, line) {
				t.Fatalf("%s is written again as %s, %v", line, again, err)
			}
			if s.Apply(records) == nil && (s.Left() < 0 || s.Seq == 0) {
				t.Fatalf("state: %+v", s)
			}
		}
	})
}

// The same, with records put together at random: most fit nowhere, some do.
func TestAnyRecordsAreSafe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := play(t, rapid.SampledFrom(presets).Draw(t, "preset"), rapid.Uint64().Draw(t, "seed"), 10)
		var pool [][]Record
		for _, entry := range s.entries {
			records, err := Decode(entry)
			if err != nil {
				t.Fatal(err)
			}
			for i := range records {
				pool = append(pool, records[i:i+1])
			}
		}
		state := New("a1")
		for range 200 {
			r := rapid.SampledFrom(pool).Draw(t, "record")
			changed := []Record{r[0]}
			if e := &changed[0].Event; r[0].Kind == Event && rapid.Bool().Draw(t, "change") {
				e.Hand, e.Seat = uint8(rapid.IntRange(0, 8).Draw(t, "hand")), uint8(rapid.IntRange(0, 7).Draw(t, "seat"))
			}
			if _, err := Encode(changed); err == nil {
				_ = state.Apply(changed) // a refusal is fine, a panic is not
			}
		}
	})
}
