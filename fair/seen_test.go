package fair

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"club99/shoe"
)

// Attacks that leave a record without a fault in itself: the house makes the
// whole record up, log and all. What somebody saw in time contradicts it. An
// attack is what the house does otherwise while it writes such a record.
func TestAttackOnHistory(t *testing.T) {
	seats := []seat{{number: 1, bet: 1000, seed: []byte{1, 0xab}}, {number: 2, bet: 1000, seed: []byte{2, 0xab}}}
	truth := newHouse(t, usual, 5).play(cautious, seats...)
	published := Seen{Table: "a1", Shoe: 1, Commitment: truth.Shoe.Commitment, Next: truth.Shoe.Next}
	atClose := Seen{Table: "a1", Shoe: 1, Terms: truth.Shoe.Terms}
	sealed := Seen{Table: "a1", Shoe: 1, Root: truth.Shoe.Root}
	own := func(seat int) Seen {
		return Seen{Table: "a1", Shoe: 1, Seeds: []SeenSeed{{Seat: seat, Seed: truth.Shoe.Players[seat-1].Seed}}}
	}
	for _, a := range []struct {
		name   string
		seed   uint64
		seats  []seat
		seen   Seen   // by whom it concerns
		says   string // the step "seen"
		others []Seen // who cannot know it from what they hold
	}{
		{"draws another seed when the cards are known", 6, seats, published, "the commitment that was published was", []Seen{own(1), own(2)}},
		{"draws another seed, and nobody noted the commitment but the root", 6, seats, sealed, "the root that was published was", nil},
		{"says that seat 1 kept silent, which revealed in time", 5,
			[]seat{{1, 1000, []byte{1, 0xab}, Silent}, seats[1]}, own(1), "seat 1 revealed 01ab, the record leaves it out as silent", []Seen{own(2), published, atClose}},
		{"says that seat 2 revealed another seed than it did", 5,
			[]seat{seats[0], {2, 1000, []byte{2, 0xab}, Mismatch}}, own(2), "the record leaves it out as mismatch", []Seen{own(1), published, atClose}},
		{"takes a seed of its own for seat 1", 5,
			[]seat{{number: 1, bet: 1000, seed: []byte{66}}, seats[1]}, own(1), "seat 1 revealed 01ab, the record has 42", []Seen{own(2), published}},
		{"takes a seed of its own for seat 1, seen by who noted the terms", 5,
			[]seat{{number: 1, bet: 1000, seed: []byte{66}}, seats[1]}, atClose, "the hash of the terms that was published was", nil},
		{"forgets what seat 1 committed to", 5,
			[]seat{{number: 1, bet: 1000}, seats[1]}, own(1), "does not know that the seat committed", []Seen{own(2), published}},
		{"forgets it, seen by who noted the terms", 5, []seat{{number: 1, bet: 1000}, seats[1]}, atClose, "the hash of the terms", nil},
	} {
		t.Run(a.name, func(t *testing.T) {
			lie := newHouse(t, usual, a.seed).play(cautious, a.seats...)
			mustBe(t, lie, Verified)
			if lie.Shoe.Root == truth.Shoe.Root {
				t.Fatal("it changed nothing")
			}
			report := VerifySeen(lie, &a.seen)
			if s := step(t, &report, "seen"); report.Verdict != Failed || s.Result != Failed || !strings.Contains(s.Text, a.says) {
				t.Errorf("%s: %s", report.Verdict, s.Text)
			}
			for _, other := range a.others {
				if report := VerifySeen(lie, &other); report.Verdict != Verified {
					t.Errorf("%+v knows it: %+v", other, report)
				}
			}
			if report := VerifySeen(truth, &a.seen); report.Verdict != Verified {
				t.Errorf("the true record: %+v", report)
			}
		})
	}
}

// An earlier round is edited, and every link after it made again: the record of
// the later round passes by itself, and contradicts the link that any earlier
// record, or anybody who noted one, holds.
func TestAttackOnEarlierEntry(t *testing.T) {
	h := newHouse(t, cutCard, 4)
	first := h.play(cautious, seat{number: 1, bet: 1000, seed: []byte{1, 0xab}})
	second := h.play(cautious, seat{number: 2, bet: 2000})
	edited := clone(t, second)
	inLog(t, edited, `"outcome":"`, `"outcome":"push-`)
	mustBe(t, edited, Open)
	end := first.Log.Seq + uint64(len(first.Log.Entries)) - 1
	seen := Seen{Table: "a1", Shoe: 1, Links: []SeenLink{{Seq: end, Link: first.Log.After}, {Seq: 1 << 40}, {Seq: 0}}}
	report := VerifySeen(edited, &seen)
	if s := step(t, &report, "seen"); s.Result != Failed || !strings.Contains(s.Text, "the log was changed") {
		t.Errorf("%+v", s)
	}
	if report := VerifySeen(second, &seen); report.Verdict != Open || step(t, &report, "seen").Result != Verified {
		t.Errorf("the true record: %+v", report)
	}
	for i := range first.Log.Entries {
		seq := first.Log.Seq + uint64(i)
		before, _ := first.Log.at(seq - 1)
		if link, ok := first.Log.at(seq); !ok || link != shoe.Link(before, seq, []byte(first.Log.Entries[i])) {
			t.Errorf("the link of entry %d is %s", seq, link)
		}
	}
	seen = Seen{Table: "a1", Shoe: 1, Links: []SeenLink{{Seq: first.Log.Seq - 1, Link: first.Log.Before}}}
	if report := VerifySeen(second, &seen); step(t, &report, "seen").Result != Verified {
		t.Errorf("the link before: %+v", report)
	}
}

// What was seen of another shoe, or of nothing in the record, proves nothing.
func TestSeenOfAnother(t *testing.T) {
	r := newHouse(t, usual, 5).play(cautious, two...)
	for _, seen := range []Seen{{Table: "a2", Shoe: 1}, {Table: "a1", Shoe: 2}} {
		if report := VerifySeen(r, &seen); report.Verdict != Failed || step(t, &report, "seen").Result != Failed {
			t.Errorf("%+v: %+v", seen, report)
		}
	}
	seen := Seen{Table: "a1", Shoe: 1, Links: []SeenLink{{Seq: 99}}}
	if report := VerifySeen(r, &seen); report.Verdict != Open {
		t.Errorf("%+v", report)
	}
}

func TestDecodeSeen(t *testing.T) {
	r := newHouse(t, usual, 5).play(cautious, two...)
	data := `{"shoe": 1, "table": "a1", "root": "` + r.Shoe.Root.String() + `", "seeds": [{"seat": 1, "seed": "01ab"}], "links": [{"seq": 2, "link": "` + r.Log.Before.String() + `"}]}`
	s, err := DecodeSeen([]byte(data))
	if err != nil || s.Table != "a1" || s.Root != r.Shoe.Root || !bytes.Equal(s.Seeds[0].Seed, []byte{1, 0xab}) || s.Links[0].Link != r.Log.Before {
		t.Fatalf("%v: %+v", err, s)
	}
	for _, bad := range []string{``, `[]`, `{}`, `{"table":"a1"}`, `{"shoe":1}`, `{"table":"a1","shoe":1,"rot":"00"}`, `{"table":"a1","shoe":1,"root":"00"}`, `{"table":"a1","shoe":-1}`, data + "x"} {
		if _, err := DecodeSeen([]byte(bad)); err == nil {
			t.Errorf("%s is read", bad)
		}
	}
}

// A seat of the house's own can keep silent on purpose: of two orders it then
// takes the one it likes better. Nothing can hide it: the seat is named as silent
// in every record of the shoe, had to bet, and has one choice of two.
func TestAttackBySilence(t *testing.T) {
	seats := []seat{{number: 1, bet: 1000, seed: []byte{1, 0xab}}, {number: 2, bet: 1000, seed: []byte{2, 0xab}}}
	roots := map[shoe.Node]bool{}
	for _, out := range []Out{"", Silent} {
		choice := slices.Clone(seats)
		choice[1].out = out
		r := newHouse(t, usual, 5).play(cautious, choice...)
		report := mustBe(t, r, Verified)
		if named := strings.Contains(step(t, &report, "seeds").Text, "seat 2 was left out: silent"); named != (out == Silent) {
			t.Errorf("%+v", report)
		}
		roots[r.Shoe.Root] = true
	}
	if len(roots) != 2 {
		t.Errorf("%d orders", len(roots))
	}
}
