package fair

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"club99/shoe"
)

// Seen is what somebody kept for themselves while a shoe was in use. A record
// alone shows that a round is right in itself; only what was seen before the
// house knew the cards shows that the house did not make it up afterwards. What
// is not known is left out.
type Seen struct {
	Table      string     `json:"table"`
	Shoe       uint64     `json:"shoe"`
	Commitment shoe.Hash  `json:"commitment,omitzero"` // published before the betting
	Next       shoe.Hash  `json:"next,omitzero"`
	Terms      shoe.Hash  `json:"terms,omitzero"` // published when betting closed
	Root       shoe.Node  `json:"root,omitzero"`  // published before the first card
	Seeds      []SeenSeed `json:"seeds,omitempty"`
	Links      []SeenLink `json:"links,omitempty"`
}

// SeenSeed is a seed of one's own that was revealed in time.
type SeenSeed struct {
	Seat int `json:"seat"`
	Seed Hex `json:"seed"`
}

// SeenLink is a link of the table's log, as another record had it.
type SeenLink struct {
	Seq  uint64    `json:"seq"` // of the entry
	Link shoe.Hash `json:"link"`
}

// DecodeSeen reads what was seen: JSON with fields in any order. The error says
// which is not known, or cannot be read.
func DecodeSeen(data []byte) (*Seen, error) {
	s := new(Seen)
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(s); err != nil {
		return nil, fmt.Errorf("what was seen cannot be read: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("what was seen goes on after its end")
	}
	if s.Table == "" || s.Shoe == 0 {
		return nil, errors.New("what was seen does not say at which table, or of which shoe")
	}
	return s, nil
}

// VerifySeen is [Verify] and one more step, "seen": the record says what was seen.
func VerifySeen(r *Record, s *Seen) Report {
	report := Verify(r)
	report.add(s.step(r))
	return report
}

func (s *Seen) step(r *Record) Step {
	if s.Table != r.Table || s.Shoe != r.Shoe.Number {
		return wrong("seen", "it was shoe %d of table %s that was seen, the record is of shoe %d of table %s", s.Shoe, s.Table, r.Shoe.Number, r.Table)
	}
	compared := 0
	for _, f := range []struct {
		name     string
		seen, is string
		known    bool
	}{
		{"commitment", s.Commitment.String(), r.Shoe.Commitment.String(), s.Commitment != (shoe.Hash{})},
		{"commitment to the next shoe", s.Next.String(), r.Shoe.Next.String(), s.Next != (shoe.Hash{})},
		{"hash of the terms", s.Terms.String(), r.Shoe.Terms.String(), s.Terms != (shoe.Hash{})},
		{"root", s.Root.String(), r.Shoe.Root.String(), s.Root != (shoe.Node{})},
	} {
		if !f.known {
			continue
		}
		if f.seen != f.is {
			return wrong("seen", "the %s that was published was %s, the record has %s", f.name, f.seen, f.is)
		}
		compared++
	}
	for _, own := range s.Seeds {
		if why := r.Shoe.lacks(own); why != "" {
			return wrong("seen", "seat %d revealed %x, %s", own.Seat, []byte(own.Seed), why)
		}
		compared++
	}
	for _, l := range s.Links {
		link, known := r.Log.at(l.Seq)
		if known && link != l.Link {
			return wrong("seen", "entry %d of the log had the link %s, in the record it has %s: the log was changed", l.Seq, l.Link, link)
		}
		if known {
			compared++
		}
	}
	if compared == 0 {
		return open("seen", "nothing that was seen can be compared with this record")
	}
	return right("seen", "the record agrees with the %d facts that were seen", compared)
}

// lacks says what the shoe has in place of a seed that was revealed; "" if it has the seed.
func (s *Shoe) lacks(own SeenSeed) string {
	for _, p := range s.Players {
		switch {
		case p.Seat != own.Seat:
			continue
		case p.Out != "":
			return fmt.Sprintf("the record leaves it out as %s", p.Out)
		case !bytes.Equal(p.Seed, own.Seed):
			return fmt.Sprintf("the record has %x", []byte(p.Seed))
		}
		return ""
	}
	return "the record does not know that the seat committed to a seed"
}

// at is the link of an entry, if the log has it.
func (l *Log) at(seq uint64) (shoe.Hash, bool) {
	if seq < l.Seq-1 || seq > l.Seq+uint64(len(l.Entries))-1 {
		return shoe.Hash{}, false
	}
	link := l.Before
	for i := range seq - (l.Seq - 1) {
		link = shoe.Link(link, l.Seq+i, []byte(l.Entries[i]))
	}
	return link, true
}
