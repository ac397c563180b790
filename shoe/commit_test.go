package shoe

import (
	"bytes"
	"encoding"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func hashOf(b byte) Hash { return Hash{b} }

func someTerms() Terms {
	return Terms{Table: "a1", Shoe: 7, Decks: 6, House: hashOf(1), Next: hashOf(2), Players: []Commitment{{1, hashOf(3)}, {4, hashOf(4)}}}
}

// Whatever is changed about the terms, their hash is another; and no two of
// these have the same.
func TestTermsHashEverything(t *testing.T) {
	seen := map[Hash]string{}
	for name, change := range map[string]func(t *Terms){
		"as they are":            func(*Terms) {},
		"table":                  func(t *Terms) { t.Table = "a2" },
		"table, longer":          func(t *Terms) { t.Table = "a1\x00" },
		"no table":               func(t *Terms) { t.Table = "" },
		"shoe":                   func(t *Terms) { t.Shoe = 8 },
		"a giant shoe":           func(t *Terms) { t.Shoe += 1 << 32 },
		"decks":                  func(t *Terms) { t.Decks = 8 },
		"shoe and decks swapped": func(t *Terms) { t.Shoe, t.Decks = 6, 7 },
		"house":                  func(t *Terms) { t.House[31] = 1 },
		"next":                   func(t *Terms) { t.Next[31] = 1 },
		"house and next swapped": func(t *Terms) { t.House, t.Next = t.Next, t.House },
		"a seat":                 func(t *Terms) { t.Players[0].Seat = 2 },
		"a commitment":           func(t *Terms) { t.Players[0].Hash[31] = 1 },
		"commitments swapped":    func(t *Terms) { t.Players[0].Hash, t.Players[1].Hash = t.Players[1].Hash, t.Players[0].Hash },
		"players swapped":        func(t *Terms) { slices.Reverse(t.Players) },
		"a player less":          func(t *Terms) { t.Players = t.Players[:1] },
		"the other player less":  func(t *Terms) { t.Players = t.Players[1:] },
		"no players":             func(t *Terms) { t.Players = nil },
		"a player more":          func(t *Terms) { t.Players = append(t.Players, Commitment{5, hashOf(5)}) },
		"a player twice":         func(t *Terms) { t.Players = append(t.Players, t.Players[1]) },
	} {
		terms := someTerms()
		change(&terms)
		if other, twice := seen[terms.Hash()]; twice {
			t.Errorf("%q and %q have one hash", name, other)
		}
		seen[terms.Hash()] = name
	}
	a, b := someTerms(), someTerms()
	b.Players = append([]Commitment{}, b.Players...)
	if a.Hash() != b.Hash() {
		t.Error("the same terms have two hashes")
	}
}

// A commitment is for one purpose, one table, one shoe, one seat and one seed.
func TestCommitmentsAreForOnePurpose(t *testing.T) {
	seen := map[Hash]bool{}
	count := 0
	add := func(h Hash) { seen[h] = true; count++ }
	for _, table := range []string{"a1", "a2", "a", "1", ""} {
		add(LogStart(table))
		for shoe := range uint64(4) {
			for _, seed := range []Seed{{}, {1}, {31: 1}} {
				add(CommitHouse(table, shoe, seed))
			}
			for seat := 1; seat <= 3; seat++ {
				for _, seed := range [][]byte{{0}, {0, 0}, {1}, make([]byte, SeedSize)} {
					add(CommitPlayer(table, shoe, seat, seed))
				}
			}
		}
	}
	if len(seen) != count {
		t.Errorf("%d of %d commitments are the same as another", count-len(seen), count)
	}
}

// The key depends on every seed, whose it is, how many there are, and the terms:
// two lists of reveals give one key only if they are the same.
func TestKeyDependsOnEverything(t *testing.T) {
	reveal := rapid.Custom(func(t *rapid.T) Reveal {
		return Reveal{Seat: rapid.IntRange(1, 7).Draw(t, "seat"), Seed: rapid.SliceOfN(rapid.ByteRange(0, 2), 1, 20).Draw(t, "seed")}
	})
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.SliceOfN(reveal, 0, 3).Draw(t, "a")
		b := rapid.SliceOfN(reveal, 0, 3).Draw(t, "b")
		same := slices.EqualFunc(a, b, func(x, y Reveal) bool { return x.Seat == y.Seat && bytes.Equal(x.Seed, y.Seed) })
		key := DeriveKey(Seed{1}, a, hashOf(9))
		if (key == DeriveKey(Seed{1}, b, hashOf(9))) != same {
			t.Fatalf("%v and %v", a, b)
		}
		if key == DeriveKey(Seed{2}, a, hashOf(9)) || key == DeriveKey(Seed{1}, a, hashOf(8)) || key == DeriveKey(Seed{1}, append(a, Reveal{1, []byte{0}}), hashOf(9)) {
			t.Fatalf("%v: another house's seed, other terms or one more seed give the same key", a)
		}
	})
	// What one seed ends with is not what the next begins with.
	a := DeriveKey(Seed{}, []Reveal{{1, []byte("ab")}, {2, []byte("c")}}, Hash{})
	if a == DeriveKey(Seed{}, []Reveal{{1, []byte("a")}, {2, []byte("bc")}}, Hash{}) || a == DeriveKey(Seed{}, []Reveal{{2, []byte("c")}, {1, []byte("ab")}}, Hash{}) {
		t.Error("seeds run into each other")
	}
}

// A link stands for every byte of every entry, their order and their numbers.
func TestLink(t *testing.T) {
	start := LogStart("a1")
	chain := func(entries ...string) Hash {
		link := start
		for i, e := range entries {
			link = Link(link, uint64(i+1), []byte(e))
		}
		return link
	}
	seen := map[Hash]bool{}
	for _, h := range []Hash{
		start, chain(""), chain("a"), chain("b"), chain("a", "b"), chain("b", "a"), chain("ab"), chain("a", "", "b"), chain("", "ab"), chain("a", "b", ""),
		Link(start, 2, []byte("a")), Link(LogStart("a2"), 1, []byte("a")), Link(Hash{}, 1, []byte("a")),
	} {
		if seen[h] {
			t.Errorf("two logs have the link %s", h)
		}
		seen[h] = true
	}
}

// A hash, a root and a proof each have one spelling.
func TestTextRoundTripAndRefusals(t *testing.T) {
	h, n := hashOf(0xab), Node{0xab, 23: 1}
	var hash Hash
	var node Node
	for _, c := range []struct {
		is, to encoding.TextUnmarshaler
		text   string
	}{{&h, &hash, h.String()}, {&n, &node, n.String()}} {
		text, err := c.is.(encoding.TextMarshaler).MarshalText()
		if err != nil || string(text) != c.text {
			t.Errorf("%v: %q, %q", err, text, c.text)
		}
		if err := c.to.UnmarshalText(text); err != nil {
			t.Error(err)
		}
		for _, bad := range []string{"", c.text[:len(c.text)-2], c.text + "00", strings.ToUpper(c.text), "g" + c.text[1:], " " + c.text[1:], c.text + " ", "0x" + c.text[2:], strings.Repeat("é", len(c.text)/2)} {
			if err := c.to.UnmarshalText([]byte(bad)); err == nil {
				t.Errorf("%q is read", bad)
			}
		}
	}
	if hash != h || node != n {
		t.Errorf("they came back as %s and %s", hash, node)
	}
}

func FuzzHash(f *testing.F) {
	f.Add([]byte(strings.Repeat("0f", 32)))
	f.Add([]byte("AB"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var h Hash
		if h.UnmarshalText(text) == nil && h.String() != string(text) {
			t.Fatalf("%q is read as %s", text, h)
		}
	})
}

func BenchmarkDeriveKey(b *testing.B) {
	terms, seed := someTerms(), make([]byte, 32)
	for b.Loop() {
		DeriveKey(Seed{1}, []Reveal{{1, seed}, {4, seed}}, terms.Hash())
	}
}
