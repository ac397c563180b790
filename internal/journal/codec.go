package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"club99/blackjack"
)

// MaxEntryBytes is more than any entry needs: a whole round played out at once
// at a full table is some 30,000 bytes.
const MaxEntryBytes = 1 << 20

// Encode writes an entry: one line of JSON, the same bytes for the same
// records. The error says which record is not one that [Decode] would take.
func Encode(records []Record) ([]byte, error) {
	if len(records) == 0 {
		return nil, errors.New("a journal entry needs at least one record")
	}
	for i := range records {
		if err := check(&records[i]); err != nil {
			return nil, fmt.Errorf("record %d (%s): %w", i+1, toLine(&records[i]).Is, err)
		}
	}
	return appendRecords(make([]byte, 0, entryRoom*len(records)), records, false), nil
}

// entryRoom is more than most records are long, in bytes.
const entryRoom = 96

// Decode reads an entry. It takes what [Encode] writes and nothing else.
func Decode(entry []byte) ([]Record, error) {
	if len(entry) > MaxEntryBytes {
		return nil, fmt.Errorf("the entry has %d bytes, more than %d", len(entry), MaxEntryBytes)
	}
	d := json.NewDecoder(bytes.NewReader(entry))
	d.DisallowUnknownFields()
	var lines []line
	if err := d.Decode(&lines); err != nil {
		return nil, fmt.Errorf("the entry is not a list of records: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("the entry goes on after its list of records")
	}
	records := make([]Record, len(lines))
	for i := range lines {
		r, err := fromLine(&lines[i])
		if err != nil {
			return nil, fmt.Errorf("record %d: %w", i+1, err)
		}
		records[i] = r
	}
	again, err := Encode(records)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(again, entry) {
		return nil, errors.New("the entry is not spelled as the journal spells it")
	}
	return records, nil
}

func toLine(r *Record) line {
	if r.Kind == Event {
		return eventLine(&r.Event)
	}
	l := line{
		Is: r.Kind.String(), Seat: r.Seat, Player: int64(r.Player), Amount: r.Amount, Name: r.Name, Bot: r.Bot, Why: r.Why,
		Round: r.Round, Shoe: r.Shoe, Decks: r.Decks, Offset: r.Offset, Rules: r.Rules, Turn: r.Turn, At: r.At,
		Commitment: r.Commitment, Next: r.Next, Terms: r.Terms, Root: r.Root, Secret: r.Secret, Out: r.Out,
	}
	if s := r.Standing; s != nil {
		l.standing(s)
	}
	return l
}

func (l *line) standing(s *Standing) {
	l.Round, l.Shoe, l.Decks, l.Offset, l.Seen = s.Round, s.Shoe.Number, s.Shoe.Decks, s.Shoe.Offset, s.Shoe.Seen[1:]
	l.Commitment, l.Next, l.Terms, l.Root, l.Link = s.Shoe.Commitment, s.Shoe.Next, s.Shoe.Terms, s.Shoe.Root, s.Link
	for i := range s.Shoe.Seeds {
		if p := &s.Shoe.Seeds[i]; *p != (Seed{}) {
			l.Seeds = append(l.Seeds, standingSeed{uint8(i + 1), p.Commitment, p.Seed, p.Out})
		}
	}
	for i := range s.Seats {
		if p := &s.Seats[i]; p.Player != 0 {
			l.Standing = append(l.Standing, standingSeat{uint8(i + 1), int64(p.Player), p.Name, p.Bot, p.Missed})
		}
	}
}

// Public is an entry as anybody may read it, and as the links of the journal
// are made from it: who sits where is left out, and a seat's number stands for
// its player.
func Public(records []Record) []byte {
	return appendRecords(make([]byte, 0, entryRoom*len(records)), records, true)
}

func eventLine(e *blackjack.Event) line {
	l := line{
		Is: e.Kind.String(), Seat: e.Seat, Hand: e.Hand, Card: e.Card, Player: int64(e.Player),
		Action: e.Action.String(), Status: e.Status.String(), Outcome: e.Outcome.String(),
		Stake: e.Stake, Amount: e.Amount,
	}
	if e.By != blackjack.ByPlayer {
		l.By = e.By.String()
	}
	for _, a := range e.Offers.List() {
		l.Offers = append(l.Offers, a.String())
	}
	return l
}

func fromLine(l *line) (Record, error) {
	var r Record
	for k := SeatTaken; k < kindEnd; k++ {
		if kindNames[k] == l.Is {
			return tableRecord(k, l)
		}
	}
	e, err := event(l)
	r.Event = e
	return r, err
}

// tableRecord reads a record of the table's own. Fields that belong to events
// only are lost here, and found missing when the spelling is compared.
func tableRecord(k Kind, l *line) (Record, error) {
	r := Record{
		Kind: k, Seat: l.Seat, Player: blackjack.PlayerID(l.Player), Amount: l.Amount, Name: l.Name, Bot: l.Bot, Why: l.Why,
		Round: l.Round, Shoe: l.Shoe, Decks: l.Decks, Offset: l.Offset, Rules: l.Rules, Turn: l.Turn, At: l.At,
		Commitment: l.Commitment, Next: l.Next, Terms: l.Terms, Root: l.Root, Secret: l.Secret, Out: l.Out,
	}
	if k != Checkpoint {
		return r, nil
	}
	s, err := l.stood()
	return Record{Kind: k, Standing: s}, err
}

// stood reads a checkpoint.
func (l *line) stood() (*Standing, error) {
	s := &Standing{Link: l.Link, Round: l.Round, Shoe: Shoe{
		Number: l.Shoe, Decks: l.Decks, Offset: l.Offset, Commitment: l.Commitment, Next: l.Next, Terms: l.Terms, Root: l.Root,
	}}
	if len(l.Seen) != len(s.Shoe.Seen)-1 {
		return s, fmt.Errorf("%d counts of seen cards, want %d", len(l.Seen), len(s.Shoe.Seen)-1)
	}
	copy(s.Shoe.Seen[1:], l.Seen)
	for _, p := range l.Seeds {
		if p.Seat < 1 || p.Seat > blackjack.MaxSeats {
			return s, fmt.Errorf("seat %d is not 1 to %d", p.Seat, blackjack.MaxSeats)
		}
		s.Shoe.Seeds[p.Seat-1] = Seed{Commitment: p.Commitment, Seed: p.Seed, Out: p.Out}
	}
	for _, p := range l.Standing {
		if p.Seat < 1 || p.Seat > blackjack.MaxSeats {
			return s, fmt.Errorf("seat %d is not 1 to %d", p.Seat, blackjack.MaxSeats)
		}
		s.Seats[p.Seat-1] = Seat{Player: blackjack.PlayerID(p.Player), Name: p.Name, Bot: p.Bot, Missed: p.Missed}
	}
	return s, nil
}

func event(l *line) (blackjack.Event, error) {
	e := blackjack.Event{
		Seat: l.Seat, Hand: l.Hand, Card: l.Card, Player: blackjack.PlayerID(l.Player), Stake: l.Stake, Amount: l.Amount,
	}
	err := e.Kind.UnmarshalText([]byte(l.Is))
	read := func(word string, to interface{ UnmarshalText([]byte) error }) {
		if err == nil && word != "" {
			err = to.UnmarshalText([]byte(word))
		}
	}
	read(l.Action, &e.Action)
	read(l.By, &e.By)
	read(l.Status, &e.Status)
	read(l.Outcome, &e.Outcome)
	for _, word := range l.Offers {
		var a blackjack.Action
		read(word, &a)
		e.Offers |= blackjack.SetOf(a)
	}
	return e, err
}
