package fair

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"club99/blackjack"
	"club99/card"
	"club99/money"
	"club99/shoe"
)

// The formats, as the records name themselves.
const (
	RoundFormat = "club99 round"
	ShoesFormat = "club99 shoes"
)

// MaxBytes is the length of the longest record that is read.
const MaxBytes = 4 << 20

// Record is one round with everything that a third party needs to check it.
// The JSON has its fields in this order.
type Record struct {
	Format  string   `json:"format"`  // RoundFormat
	Version int      `json:"version"` // shoe.Version
	Table   string   `json:"table"`
	Round   uint64   `json:"round"` // counts from 1
	Shoe    Shoe     `json:"shoe"`
	Offset  int      `json:"offset"` // cards that had left the shoe before the round
	Cards   []Card   `json:"cards"`  // those that were turned up, by place
	Rules   Rules    `json:"rules"`
	Events  []Event  `json:"events"`
	Results []Result `json:"results"` // by seat; none before the round is over
	Log     Log      `json:"log"`
}

// Shoe is what is public about a shoe.
type Shoe struct {
	Number     uint64    `json:"number"`
	Decks      int       `json:"decks"`
	Commitment shoe.Hash `json:"commitment"` // to the house's seed
	Next       shoe.Hash `json:"next"`       // to the house's seed of the next shoe
	Players    []Player  `json:"players"`    // by seat; seats that committed to a seed
	Terms      shoe.Hash `json:"terms,omitzero"`
	Root       shoe.Node `json:"root,omitzero"`  // none: it was never sealed
	Seed       Hex       `json:"seed,omitempty"` // the house's; none before the shoe is over
	Abandoned  Why       `json:"abandoned,omitempty"`
}

// Why says why a shoe was given up before its end.
type Why string

// The reasons.
const (
	Shutdown Why = "shutdown" // the server stopped
	Void     Why = "void"     // its round was called off
	NewRules Why = "rules"    // the table plays with another number of decks
	Lost     Why = "lost"     // nobody has the house's seed any more; in lists alone
)

// Player is the part that one seat has in a shoe.
type Player struct {
	Seat       int       `json:"seat"` // from 1
	Commitment shoe.Hash `json:"commitment"`
	Seed       Hex       `json:"seed,omitempty"` // revealed in time, and part of the key
	Out        Out       `json:"out,omitempty"`  // why it has no part in the key
}

// Out says why a player's seed was left out.
type Out string

// The reasons.
const (
	Silent   Out = "silent"   // nothing was revealed in time
	Mismatch Out = "mismatch" // what was revealed was not what had been committed to
)

// Card is a card that was turned up.
type Card struct {
	At    int        `json:"at"` // its place in the shoe, counted from 0
	Card  card.Card  `json:"card"`
	Proof shoe.Proof `json:"proof"`
}

// Rules are the rules of the round: [blackjack.Rules.String] and the hash.
type Rules struct {
	Line string    `json:"line"`
	Hash shoe.Hash `json:"hash"`
}

// Result is what a seat that had a bet won or lost in all.
type Result struct {
	Seat int          `json:"seat"`
	Net  money.Amount `json:"net"`
}

// Log is the part of the table's log that leads to the round: from the entry in
// which its shoe was shuffled to the one in which the round was over. So every
// record shows that the shoe was committed to before the betting, when it was
// sealed, and that no card left it between the rounds.
type Log struct {
	Seq     uint64    `json:"seq"`     // number of the first of these entries
	Before  shoe.Hash `json:"before"`  // the link before it
	Entries []string  `json:"entries"` // as they were written, byte for byte
	After   shoe.Hash `json:"after"`   // the link of the last
}

// ShoeList is a table's shoes without a gap.
type ShoeList struct {
	Format  string `json:"format"`  // ShoesFormat
	Version int    `json:"version"` // shoe.Version
	Table   string `json:"table"`
	Shoes   []Shoe `json:"shoes"`
}

// Hex is bytes, written in small hexadecimal digits.
type Hex []byte

// MarshalText writes the bytes.
func (h Hex) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h), nil }

// UnmarshalText reads what MarshalText writes.
func (h *Hex) UnmarshalText(text []byte) error {
	raw, err := hex.DecodeString(string(text))
	*h = raw
	return err // another spelling is found when the record is compared with its own
}

// Encode writes the record in its one spelling, without a space or a line's end.
func (r *Record) Encode() ([]byte, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	return encode(r)
}

// Encode writes the list as [Record.Encode] does.
func (l *ShoeList) Encode() ([]byte, error) {
	if err := l.check(); err != nil {
		return nil, err
	}
	return encode(l)
}

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// Decode reads a record. It takes what [Record.Encode] writes, with or without
// spaces between its parts, and nothing else.
func Decode(data []byte) (*Record, error) {
	r := new(Record)
	if err := decode(data, r); err != nil {
		return nil, fmt.Errorf("the record of a round: %w", err)
	}
	if err := r.check(); err != nil {
		return nil, fmt.Errorf("the record of a round: %w", err)
	}
	return r, nil
}

// DecodeShoes reads a list of shoes, as strictly.
func DecodeShoes(data []byte) (*ShoeList, error) {
	l := new(ShoeList)
	if err := decode(data, l); err != nil {
		return nil, fmt.Errorf("the list of shoes: %w", err)
	}
	if err := l.check(); err != nil {
		return nil, fmt.Errorf("the list of shoes: %w", err)
	}
	return l, nil
}

func decode(data []byte, to any) error {
	if len(data) > MaxBytes {
		return fmt.Errorf("it has %d bytes, more than %d", len(data), MaxBytes)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return fmt.Errorf("it cannot be read: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("it goes on after its end")
	}
	again, err := encode(to)
	if err != nil {
		return err
	}
	var plain bytes.Buffer
	if err := json.Compact(&plain, data); err != nil {
		return err
	}
	if !bytes.Equal(plain.Bytes(), again) {
		return errors.New("it is not spelled as the format says: every field once, in its order, each value in its one spelling")
	}
	return nil
}

// maxNumber is the greatest number that every JSON reader keeps exact.
const maxNumber = 1<<53 - 1

func (r *Record) check() error {
	if err := r.Shoe.check(); err != nil {
		return err
	}
	switch {
	case r.Format != RoundFormat || r.Version != shoe.Version:
		return fmt.Errorf("it is %q, version %d; this reads %q, version %d", r.Format, r.Version, RoundFormat, shoe.Version)
	case !tableName(r.Table):
		return fmt.Errorf("%.80q is no name of a table", r.Table)
	case r.Round < 1 || r.Round > maxNumber:
		return fmt.Errorf("round %d is out of range", r.Round)
	case r.Offset < 0 || r.Offset >= r.Shoe.Decks*card.PerDeck:
		return fmt.Errorf("a shoe of %d decks has no place %d", r.Shoe.Decks, r.Offset)
	case r.Log.Seq < 1 || r.Log.Seq > maxNumber:
		return fmt.Errorf("entry %d is out of range", r.Log.Seq)
	case len(r.Log.Entries) == 0:
		return errors.New("it has no entries of the log")
	case r.Cards == nil || r.Events == nil || r.Results == nil:
		return errors.New("an empty list is written [], never null")
	}
	for _, c := range r.Cards {
		if !c.Card.Valid() {
			return fmt.Errorf("the card in place %d has no face", c.At)
		}
		if c.At < 0 || c.At >= r.Shoe.Decks*card.PerDeck {
			return fmt.Errorf("a shoe of %d decks has no place %d", r.Shoe.Decks, c.At)
		}
	}
	for i := range r.Events {
		if _, err := r.Events[i].event(); err != nil {
			return fmt.Errorf("event %d: %w", i+1, err)
		}
	}
	for _, s := range r.Results {
		if s.Net < -maxNumber || s.Net > maxNumber {
			return fmt.Errorf("the result of seat %d is out of range", s.Seat)
		}
	}
	for _, text := range append([]string{r.Rules.Line}, r.Log.Entries...) {
		if !plain(text) {
			return fmt.Errorf("%.80q is not printable ASCII alone", text)
		}
	}
	if r.Shoe.Abandoned == Lost {
		return errors.New("the shoe is lost: there is no record of its rounds")
	}
	if r.Shoe.Root == (shoe.Node{}) {
		return errors.New("the shoe has no root: cards cannot have been dealt from it")
	}
	return nil
}

// plain reports whether a text has only printable ASCII, which every JSON writer spells alike.
func plain(text string) bool {
	for _, c := range []byte(text) {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

func (l *ShoeList) check() error {
	switch {
	case l.Format != ShoesFormat || l.Version != shoe.Version:
		return fmt.Errorf("it is %q, version %d; this reads %q, version %d", l.Format, l.Version, ShoesFormat, shoe.Version)
	case !tableName(l.Table):
		return fmt.Errorf("%.80q is no name of a table", l.Table)
	case l.Shoes == nil:
		return errors.New("an empty list is written [], never null")
	}
	for i := range l.Shoes {
		if err := l.Shoes[i].check(); err != nil {
			return fmt.Errorf("shoe %d: %w", l.Shoes[i].Number, err)
		}
	}
	return nil
}

// tableName reports whether s can be a table's name: 1 to 64 characters that need no escape in JSON or in an address.
func tableName(s string) bool {
	return plain(s) && !strings.ContainsAny(s, ` "\`) && len(s) >= 1 && len(s) <= 64
}

func (s *Shoe) check() error {
	switch {
	case s.Number < 1 || s.Number > maxNumber:
		return fmt.Errorf("shoe %d is out of range", s.Number)
	case s.Decks < 1 || s.Decks > blackjack.MaxDecks:
		return fmt.Errorf("a shoe has 1 to %d decks, not %d", blackjack.MaxDecks, s.Decks)
	case s.Players == nil:
		return errors.New("an empty list is written [], never null")
	case len(s.Seed) != 0 && len(s.Seed) != shoe.SeedSize:
		return fmt.Errorf("the house's seed has %d bytes, not %d", len(s.Seed), shoe.SeedSize)
	case !slices.Contains([]Why{"", Shutdown, Void, NewRules, Lost}, s.Abandoned):
		return fmt.Errorf("%q is no reason to abandon a shoe", s.Abandoned)
	case s.Root != (shoe.Node{}) && s.Terms == (shoe.Hash{}):
		return errors.New("a sealed shoe has terms")
	case s.Root == (shoe.Node{}) && len(s.Seed) > 0 && s.Abandoned == "":
		return errors.New("it is over, and was neither sealed nor said to be abandoned")
	case s.Abandoned == Lost && len(s.Seed) > 0:
		return errors.New("the house's seed is lost, and shown")
	case s.Abandoned != "" && s.Abandoned != Lost && len(s.Seed) == 0:
		return errors.New("it is abandoned, and the house's seed is not shown")
	}
	last := 0
	for _, p := range s.Players {
		switch {
		case p.Seat <= last || p.Seat > blackjack.MaxSeats:
			return fmt.Errorf("seat %d after seat %d: seats are 1 to %d, each once, from the lowest", p.Seat, last, blackjack.MaxSeats)
		case !slices.Contains([]Out{"", Silent, Mismatch}, p.Out):
			return fmt.Errorf("seat %d: %q is no reason to leave out a seed", p.Seat, p.Out)
		case p.Out != "" && len(p.Seed) != 0:
			return fmt.Errorf("seat %d: a seed that was left out is not shown", p.Seat)
		case s.Terms == (shoe.Hash{}) && (p.Out != "" || len(p.Seed) != 0):
			return fmt.Errorf("seat %d: its seed was asked for before the terms were fixed", p.Seat)
		case s.Root != (shoe.Node{}) && p.Out == "" && len(p.Seed) == 0:
			return fmt.Errorf("seat %d: neither a seed nor why there is none", p.Seat)
		case len(p.Seed) > shoe.MaxPlayerSeed:
			return fmt.Errorf("seat %d: %w", p.Seat, shoe.ErrSeedLength)
		}
		last = p.Seat
	}
	return nil
}
