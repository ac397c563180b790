package journal

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"

	"club99/shoe"
)

// upTo is the state of a played journal right before the first record of a kind,
// at or after the given entry.
func upTo(t *testing.T, kind Kind) (State, Record) {
	t.Helper()
	s, state := play(t, "club99", 5, 60), New("a1")
	for _, entry := range s.entries {
		records, err := Decode(entry)
		if err != nil {
			t.Fatal(err)
		}
		d := state.Draft()
		for _, r := range records {
			if r.Kind == kind && d.Number > 1 {
				return d.State, r
			}
			add(t, d, r)
		}
		state = d.After()
	}
	t.Fatalf("no %v", kind)
	return State{}, Record{}
}

// What the house might write to favour itself does not fit its own journal.
func TestShoeRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		kind   Kind
		change func(*Record)
	}{
		"another shoe than was committed to": {Shuffled, func(r *Record) { r.Commitment[0] ^= 1 }},
		"a shoe without a next":              {Shuffled, func(r *Record) { r.Next = shoe.Hash{} }},
		"other terms":                        {TermsFixed, func(r *Record) { r.Terms[0] ^= 1 }},
		"another player's seed":              {SeedRevealed, func(r *Record) { r.Secret = "00" }},
		"a seed of nobody":                   {SeedRevealed, func(r *Record) { r.Seat = 7 }},
		"another seed of the house":          {ShoeOver, func(r *Record) { r.Secret = strings.Repeat("00", 32) }},
		"another shoe's end":                 {ShoeOver, func(r *Record) { r.Shoe++ }},
		"sealed before it may be":            {TermsFixed, func(r *Record) { *r = Record{Kind: ShoeSealed, Root: shoe.Node{1}} }},
		"over while it is in use":            {TermsFixed, func(r *Record) { *r = Record{Kind: ShoeOver, Shoe: 2, Secret: strings.Repeat("01", 32)} }},
	} {
		s, r := upTo(t, c.kind)
		d := s.Draft()
		if err := d.Add(r); err != nil {
			t.Fatalf("%s: as it was: %v", name, err)
		}
		d = s.Draft()
		c.change(&r)
		if err := d.Add(r); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	s, _ := upTo(t, ShoeOver)
	s.Stage = Showing
	if err := s.Draft().Add(Record{Kind: Shuffled, Shoe: s.Shoe.Number + 1, Decks: 6, Commitment: s.Shoe.Next, Next: shoe.Hash{1}}); err == nil {
		t.Error("a shoe was passed over without its seed")
	}
}

// A link stands for every public byte before it, and the public form names nobody.
func TestLinks(t *testing.T) {
	s := play(t, "european", 8, 40)
	link := shoe.LogStart("a1")
	for i, entry := range s.entries {
		records, err := Decode(entry)
		if err != nil {
			t.Fatal(err)
		}
		public := Public(records)
		for _, told := range []string{`"An"`, "Bình", `"name"`, `"player":11`, `"player":12`} {
			if bytes.Contains(public, []byte(told)) {
				t.Errorf("entry %d tells %s: %s", i+1, told, public)
			}
		}
		link = shoe.Link(link, uint64(i+1), public)
	}
	if link != s.state.Link {
		t.Errorf("the link is %s, want %s", s.state.Link, link)
	}
	seed := houseSeed(s.state.Shoe.Number)
	if last := s.entries[len(s.entries)-1]; s.state.Shoe.Secret == "" && bytes.Contains(last, []byte(hex.EncodeToString(seed[:]))) {
		t.Error("the seed of a shoe in use is in the journal")
	}
}
