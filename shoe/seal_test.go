package shoe

import (
	"bytes"
	"crypto/sha256"
	"math/bits"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"club99/card"
)

// mostProof is how long the text of a proof may be on the wire.
const mostProof = 400

// Every card of every shoe is proved in its place, by a proof that is short, and
// comes back from its text.
func TestEveryPlaceIsProved(t *testing.T) {
	for decks := 1; decks <= 8; decks++ {
		s := Seal(Key{byte(decks)}, decks)
		if len(s.Order()) != decks*card.PerDeck {
			t.Fatalf("%d cards in %d decks", len(s.Order()), decks)
		}
		longest := 0
		for at, c := range s.Order() {
			p := s.Proof(at)
			if err := VerifyCard(s.Root(), decks, at, c, p); err != nil {
				t.Fatal(err)
			}
			text := p.String()
			longest = max(longest, len(text))
			var again Proof
			if err := again.UnmarshalText([]byte(text)); err != nil || again.String() != text {
				t.Fatalf("%v: %s came back as %s", err, text, again)
			}
			if err := VerifyCard(s.Root(), decks, at, c, again); err != nil {
				t.Fatal(err)
			}
			if p.Salt != s.Salt(at) {
				t.Fatalf("the proof of place %d has another salt", at)
			}
		}
		if longest >= mostProof || longest > 310 {
			t.Errorf("a proof of %d decks has %d characters", decks, longest)
		}
	}
}

// naiveRoot is the root as its definition has it: the left part is the greatest
// power of two of places that leaves something for the right.
func naiveRoot(leaves []Node) Node {
	if len(leaves) == 1 {
		return leaves[0]
	}
	split := 1 << (bits.Len(uint(len(leaves)-1)) - 1)
	left, right := naiveRoot(leaves[:split]), naiveRoot(leaves[split:])
	sum := sha256.Sum256(append(append([]byte("club99 fairness 1 node\n"), left[:]...), right[:]...))
	return Node(sum[:24])
}

// The tree is the one that a second way of making it gives, on levels with an
// odd number of nodes too.
func TestTreeOfOddLevels(t *testing.T) {
	for decks := 1; decks <= 8; decks++ {
		s := Seal(Key{0xd0, byte(decks)}, decks)
		if root := naiveRoot(s.tree[0]); root != s.Root() {
			t.Errorf("%d decks: the root is %s, want %s", decks, s.Root(), root)
		}
		odd := 0
		for _, level := range s.tree {
			odd += len(level) % 2
		}
		if odd < 2 { // the root and at least one more
			t.Errorf("%d decks have no odd level", decks)
		}
		// The last place has no neighbour on odd levels: its path is shorter by each.
		if got, want := len(s.Proof(len(s.order)-1).Path), len(s.tree)-odd; got != want {
			t.Errorf("%d decks: the path of the last place has %d nodes, want %d", decks, got, want)
		}
	}
}

// A leaf is the hash that the page of the scheme says: tag, place, card, salt.
func TestLeaf(t *testing.T) {
	s := Seal(Key{7}, 1)
	for at, c := range s.Order() {
		salt := s.Salt(at)
		sum := sha256.Sum256(bytes.Join([][]byte{[]byte("club99 fairness 1 card\n"), {0, 0, 0, 0, 0, 0, 0, byte(at)}, []byte(c.String()), salt[:]}, nil))
		if s.tree[0][at] != Node(sum[:24]) {
			t.Fatalf("the leaf of place %d is %s", at, s.tree[0][at])
		}
	}
}

// A proof is for one card in one place: no other card, no other place, and no
// bit of it may be another.
func TestProofIsForOneCardInOnePlace(t *testing.T) {
	const decks = 6
	s := Seal(Key{6}, decks)
	root := s.Root()
	for at, c := range s.Order() {
		p := s.Proof(at)
		for _, other := range card.Deck() {
			if other != c && VerifyCard(root, decks, at, other, p) == nil {
				t.Fatalf("place %d has %v, its proof shows %v", at, c, other)
			}
		}
		for other := -2; other < len(s.order)+2; other++ {
			if other != at && VerifyCard(root, decks, other, c, p) == nil {
				t.Fatalf("the proof of place %d is good for place %d", at, other)
			}
		}
	}
}

func TestEveryBitOfAProofMatters(t *testing.T) {
	for decks := range 9 {
		if decks == 0 {
			continue
		}
		s := Seal(Key{1, byte(decks)}, decks)
		root, last := s.Root(), len(s.order)-1
		for _, at := range []int{0, 1, last / 2, last - 1, last} {
			c := s.order[at]
			refused := func(what string, p Proof, bit int) {
				if VerifyCard(root, decks, at, c, p) == nil {
					t.Errorf("%d decks, place %d: bit %d of the %s does not matter", decks, at, bit, what)
				}
			}
			p := s.Proof(at)
			for bit := range SaltSize * 8 {
				p.Salt[bit/8] ^= 1 << (bit % 8)
				refused("salt", p, bit)
				p.Salt[bit/8] ^= 1 << (bit % 8)
			}
			for i := range p.Path {
				for bit := range NodeSize * 8 {
					p.Path[i][bit/8] ^= 1 << (bit % 8)
					refused("path", p, bit)
					p.Path[i][bit/8] ^= 1 << (bit % 8)
				}
			}
			for bit := range NodeSize * 8 {
				other := root
				other[bit/8] ^= 1 << (bit % 8)
				if VerifyCard(other, decks, at, c, p) == nil {
					t.Errorf("bit %d of the root does not matter", bit)
				}
			}
			longer, shorter := p, p
			longer.Path = append(longer.Path[:len(p.Path):len(p.Path)], Node{})
			shorter.Path = p.Path[:len(p.Path)-1]
			refused("path, one node longer", longer, 0)
			refused("path, one node shorter", shorter, 0)
			refused("path, none", Proof{Salt: p.Salt}, 0)
			if err := VerifyCard(root, decks, at, c, p); err != nil {
				t.Errorf("it was put back: %v", err)
			}
		}
	}
}

// The same proof for a shoe that is said to have another number of decks is
// refused where the way up is another. Where it is the same, it shows the same
// card in the same place; the number of decks is held by the terms and the key.
func TestProofOfAnotherNumberOfDecks(t *testing.T) {
	way := func(decks, at int) (way string) {
		for n := decks * card.PerDeck; n > 1; n, at = (n+1)/2, at/2 {
			switch {
			case at^1 >= n:
				way += "-"
			case at%2 == 0:
				way += "l"
			default:
				way += "r"
			}
		}
		return strings.ReplaceAll(way, "-", "") // what moves up as it is leaves no trace
	}
	refused, shown := 0, 0
	for decks := 1; decks <= 8; decks++ {
		s := Seal(Key{0xdd, byte(decks)}, decks)
		for other := 1; other <= 8; other++ {
			for at, c := range s.Order() {
				if other == decks {
					continue
				}
				err := VerifyCard(s.Root(), other, at, c, s.Proof(at))
				same := at < other*card.PerDeck && way(decks, at) == way(other, at)
				if (err == nil) != same {
					t.Fatalf("place %d of %d decks, checked with %d: %v", at, decks, other, err)
				}
				if err != nil {
					refused++
					continue
				}
				shown++
				if VerifyCard(s.Root(), other, at, s.order[(at+1)%len(s.order)], s.Proof(at)) == nil && c != s.order[(at+1)%len(s.order)] {
					t.Fatalf("place %d shows another card", at)
				}
			}
		}
	}
	t.Logf("%d refused, %d show the same card in the same place", refused, shown)
}

func TestPositionsOutOfRange(t *testing.T) {
	s := Seal(Key{}, 2)
	p := s.Proof(0)
	for _, at := range []int{-1, -104, 104, 105, 1 << 40, -1 << 62} {
		if VerifyCard(s.Root(), 2, at, s.order[0], p) == nil {
			t.Errorf("a shoe of two decks has place %d", at)
		}
	}
	for _, decks := range []int{0, -1, -1 << 40} {
		if VerifyCard(s.Root(), decks, 0, s.order[0], p) == nil {
			t.Errorf("a shoe of %d decks has place 0", decks)
		}
	}
	for name, f := range map[string]func(){
		"no decks":         func() { Seal(Key{}, 0) },
		"decks below none": func() { Seal(Key{}, -1) },
		"place -1":         func() { s.Proof(-1) },
		"place 104":        func() { s.Proof(104) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: it does not panic", name)
				}
			}()
			f()
		}()
	}
}

// Salts are all different, and so are the salts, orders and roots of two keys;
// the stream of salts is not the stream of the order.
func TestSalts(t *testing.T) {
	seen := map[[SaltSize]byte]bool{}
	roots := map[Node]bool{}
	for k := range 8 {
		key := Key{byte(k)}
		s := Seal(key, 8)
		for at := range s.order {
			seen[s.Salt(at)] = true
		}
		roots[s.Root()] = true
		stream := newStream(key)
		var first [SaltSize]byte
		for i := range first {
			if i%4 == 0 {
				w := stream.word()
				first[i], first[i+1], first[i+2], first[i+3] = byte(w), byte(w>>8), byte(w>>16), byte(w>>24)
			}
		}
		if s.Salt(0) == first {
			t.Error("the salts come from the stream of the order")
		}
	}
	if len(seen) != 8*8*card.PerDeck || len(roots) != 8 {
		t.Errorf("%d salts, %d roots", len(seen), len(roots))
	}
}

// What a key seals is what it always seals, whoever asks, and nobody sees the key.
func TestSealIsPure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := Key(rapid.SliceOfN(rapid.Byte(), SeedSize, SeedSize).Draw(t, "key"))
		decks := rapid.IntRange(1, 8).Draw(t, "decks")
		a, b := Seal(key, decks), Seal(key, decks)
		at := rapid.IntRange(0, decks*card.PerDeck-1).Draw(t, "place")
		if a.Root() != b.Root() || a.Proof(at).String() != b.Proof(at).String() || words(a.Order()) != words(Order(key, decks)) {
			t.Fatal("it seals otherwise the second time")
		}
		other := key
		bit := rapid.IntRange(0, SeedSize*8-1).Draw(t, "bit")
		other[bit/8] ^= 1 << (bit % 8)
		if Seal(other, decks).Root() == a.Root() {
			t.Fatalf("bit %d of the key does not matter", bit)
		}
	})
}

func TestProofTextRefusals(t *testing.T) {
	good := Seal(Key{}, 6).Proof(3).String()
	for name, text := range map[string]string{
		"nothing":               "",
		"a salt cut short":      good[:20],
		"half a node":           good[:len(good)-16],
		"padding":               good + "=",
		"a line's end":          good + "\n",
		"a line's end within":   good[:8] + "\r\n" + good[8:],
		"a space":               " " + good,
		"the other alphabet":    strings.NewReplacer("-", "+", "_", "/").Replace("--__" + good[4:]),
		"bits too many":         strings.TrimRight(Proof{}.String(), "A") + "AAAAAAAAAAAAAAAAAAAAAB",
		"seventeen nodes":       Proof{Path: make([]Node, 17)}.String(),
		"one character":         "A",
		"letters out of ASCII":  "é" + good[2:],
		"a character too many":  good + "A",
		"three characters more": good + "AAA",
	} {
		var p Proof
		if err := p.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%s is read: %q", name, text)
		}
	}
	var p Proof
	if err := p.UnmarshalText([]byte(Proof{}.String())); err != nil || len(p.Path) != 0 {
		t.Errorf("a salt alone: %v", err) // it proves nothing, but has a text
	}
	if err := p.UnmarshalText([]byte(good)); err != nil {
		t.Error(err)
	}
	if err := p.UnmarshalText([]byte(good)); err != nil || p.String() != good {
		t.Errorf("read into one that was not empty: %v", err)
	}
}

func FuzzProof(f *testing.F) {
	f.Add([]byte(Seal(Key{}, 6).Proof(311).String()))
	f.Add([]byte(Proof{}.String()))
	f.Add([]byte("=\n-"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var p Proof
		if p.UnmarshalText(text) != nil {
			return
		}
		if p.String() != string(text) {
			t.Fatalf("%q is read as %s", text, p)
		}
		if VerifyCard(Node{}, 6, 0, card.New(card.Ace, card.Spades), p) == nil {
			t.Fatalf("%q is a proof for the root of zeros", text)
		}
	})
}

// Sealing six decks, the tree included, is to take less than a millisecond.
func BenchmarkSeal(b *testing.B) {
	for b.Loop() {
		Seal(Key{9}, 6)
	}
	b.ReportMetric(float64(len(Seal(Key{9}, 6).Proof(0).String())), "chars/proof")
}

func BenchmarkProof(b *testing.B) {
	s := Seal(Key{9}, 6)
	for b.Loop() {
		_ = s.Proof(200).String()
	}
}

func BenchmarkVerifyCard(b *testing.B) {
	s := Seal(Key{9}, 6)
	root, c, p := s.Root(), s.order[200], s.Proof(200)
	for b.Loop() {
		if err := VerifyCard(root, 6, 200, c, p); err != nil {
			b.Fatal(err)
		}
	}
}
