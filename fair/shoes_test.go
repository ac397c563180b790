package fair

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"club99/shoe"
)

// shoesOf is a table's list of four shoes: one without players' seeds, one with,
// one that was given up before betting closed, and one that is in use.
func shoesOf(t *testing.T) *ShoeList {
	t.Helper()
	h := newHouse(t, usual, 5)
	list := &ShoeList{Format: ShoesFormat, Version: shoe.Version, Table: h.table}
	h.play(cautious, seat{number: 3, bet: 1000})
	list.Shoes = append(list.Shoes, h.shoe)
	h.play(cautious, seat{1, 1000, []byte{1}, Silent}, seat{number: 2, bet: 1000, seed: []byte{2}})
	list.Shoes = append(list.Shoes, h.shoe)
	h.shuffle()
	h.over(NewRules)
	list.Shoes = append(list.Shoes, h.shoe)
	h.shuffle()
	h.shoe.Players = append(h.shoe.Players, Player{Seat: 1, Commitment: shoe.CommitPlayer(h.table, 4, 1, []byte{9})})
	list.Shoes = append(list.Shoes, h.shoe)
	list.Shoes[3].Terms = func() shoe.Hash { terms := h.shoe.terms(h.table); return terms.Hash() }()
	return again(t, list)
}

// again goes through the text, so that nothing is shared.
func again(t *testing.T, l *ShoeList) *ShoeList {
	t.Helper()
	data, err := l.Encode()
	if err != nil {
		t.Fatal(err)
	}
	other, err := DecodeShoes(data)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := other.Encode(); err != nil || string(second) != string(data) || !reflect.DeepEqual(l, other) {
		t.Fatalf("it came back as another: %v", err)
	}
	return other
}

func TestShoesWithoutAGap(t *testing.T) {
	list := shoesOf(t)
	report := VerifyShoes(list)
	if report.Verdict != Open || step(t, &report, "house").Result != Open {
		t.Errorf("the last is in use: %+v", report)
	}
	if s := step(t, &report, "list"); s.Result != Verified || s.Text != "shoes 1 to 4 without a gap, 1 of them abandoned" {
		t.Errorf("%+v", s)
	}
	list.Shoes = list.Shoes[:3]
	if report = VerifyShoes(list); report.Verdict != Verified || len(report.Steps) != 5 {
		t.Errorf("all are over: %+v", report)
	}
	list.Shoes = list.Shoes[1:]
	if report = VerifyShoes(list); report.Verdict != Verified || !strings.HasPrefix(step(t, &report, "list").Text, "shoes 2 to 3 ") {
		t.Errorf("a part: %+v", report)
	}
	list.Shoes = []Shoe{}
	if report = VerifyShoes(list); report.Verdict != Verified || step(t, &report, "list").Text != "no shoe has been shuffled" {
		t.Errorf("none: %+v", report)
	}
}

// What a house may do to its list of shoes, and the step that finds it.
func TestAttackOnShoes(t *testing.T) {
	for _, a := range []struct {
		name  string
		forge func(l *ShoeList)
		step  string
	}{
		{"hides a shoe", func(l *ShoeList) { l.Shoes = slices.Delete(l.Shoes, 1, 2) }, "list"},
		{"hides a shoe and counts the others anew", func(l *ShoeList) {
			l.Shoes = slices.Delete(l.Shoes, 1, 2)
			l.Shoes[1].Number, l.Shoes[2].Number = 2, 3
		}, "list"},
		{"hides it and mends the commitment before", func(l *ShoeList) {
			l.Shoes = slices.Delete(l.Shoes, 1, 2)
			l.Shoes[1].Number, l.Shoes[2].Number, l.Shoes[0].Next = 2, 3, l.Shoes[1].Commitment
		}, "house"},
		{"lists a shoe twice", func(l *ShoeList) { l.Shoes = slices.Insert(l.Shoes, 1, l.Shoes[1]) }, "list"},
		{"lists them the other way round", func(l *ShoeList) { slices.Reverse(l.Shoes) }, "list"},
		{"swaps two", func(l *ShoeList) { l.Shoes[0], l.Shoes[1] = l.Shoes[1], l.Shoes[0] }, "list"},
		{"takes another shoe than it had committed to", func(l *ShoeList) {
			s := &l.Shoes[1]
			s.Seed[0] ^= 1
			s.Commitment = shoe.CommitHouse(l.Table, 2, shoe.Seed(s.Seed))
		}, "list"},
		{"withholds a shoe", func(l *ShoeList) { l.Shoes[1].Seed = nil }, "house"},
		{"withholds a shoe that was never dealt", func(l *ShoeList) { l.Shoes[2].Seed, l.Shoes[2].Abandoned = nil, "" }, "house"},
		{"shows another seed", func(l *ShoeList) { l.Shoes[1].Seed[0] ^= 0x80 }, "house"},
		{"reveals a shoe and never sealed it", func(l *ShoeList) { l.Shoes[2].Abandoned = "" }, "format"},
		{"does not say what became of a shoe", func(l *ShoeList) { l.Shoes[1].Root = shoe.Node{} }, "format"},
		{"gives no reason of the known ones", func(l *ShoeList) { l.Shoes[2].Abandoned = "bad luck" }, "format"},
		{"abandons a shoe in secret", func(l *ShoeList) { l.Shoes[2].Seed = nil }, "format"},
		{"asks for seeds before the terms", func(l *ShoeList) { l.Shoes[3].Terms, l.Shoes[3].Players[0].Seed = shoe.Hash{}, []byte{9} }, "format"},
		{"changes a player's seed", func(l *ShoeList) { l.Shoes[1].Players[1].Seed[0] ^= 1 }, "seeds"},
		{"leaves a player's seed out", func(l *ShoeList) { l.Shoes[1].Players[1].Seed, l.Shoes[1].Players[1].Out = nil, Silent }, "order"},
		{"drops a player", func(l *ShoeList) { l.Shoes[1].Players = l.Shoes[1].Players[:1] }, "terms"},
		{"sealed another order", func(l *ShoeList) { l.Shoes[1].Root[0] ^= 1 }, "order"},
		{"changes the decks", func(l *ShoeList) { l.Shoes[1].Decks = 8 }, "terms"},
		{"shows the shoes of another table", func(l *ShoeList) { l.Table = "a2" }, "house"},
		{"calls it another format", func(l *ShoeList) { l.Format = RoundFormat }, "format"},
		{"calls it another version", func(l *ShoeList) { l.Version++ }, "format"},
		{"has no list", func(l *ShoeList) { l.Shoes = nil }, "format"},
		{"has no table", func(l *ShoeList) { l.Table = "" }, "format"},
	} {
		t.Run(a.name, func(t *testing.T) {
			list := shoesOf(t)
			a.forge(list)
			report := VerifyShoes(list)
			if first := report.FirstFailed(); report.Verdict != Failed || first == nil || first.Name != a.step {
				t.Errorf("found by %+v, want %s", first, a.step)
			}
			if _, err := list.Encode(); a.step == "format" && err == nil {
				t.Error("it is written")
			}
		})
	}
}

// One seed for two shoes: the commitments differ, and the list tells all the same.
func TestAttackSameSeedTwice(t *testing.T) {
	list := shoesOf(t)
	list.Shoes = list.Shoes[1:3]
	last := &list.Shoes[1]
	last.Seed = list.Shoes[0].Seed
	last.Commitment = shoe.CommitHouse(list.Table, last.Number, shoe.Seed(last.Seed))
	list.Shoes[0].Next = last.Commitment
	report := VerifyShoes(list)
	if s := step(t, &report, "list"); s.Result != Failed || !strings.Contains(s.Text, "has the seed of shoe 2") {
		t.Errorf("%+v", s)
	}
}

func FuzzDecodeShoes(f *testing.F) {
	f.Add([]byte(`{"format":"club99 shoes","version":1,"table":"a1","shoes":[]}`))
	h := newHouse(f, usual, 5)
	h.play(cautious, two...)
	list := ShoeList{Format: ShoesFormat, Version: shoe.Version, Table: "a1", Shoes: []Shoe{h.shoe}}
	data, err := list.Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := DecodeShoes(data)
		if err != nil {
			return
		}
		if _, err := l.Encode(); err != nil {
			t.Fatal(err)
		}
		VerifyShoes(l)
	})
}
