package shoe

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"club99/card"
)

func words(cards []card.Card) string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = c.String()
	}
	return strings.Join(words, " ")
}

// The key stream is the published one: RFC 8439, appendix A.1, vector 1.
func TestStreamIsChaCha20(t *testing.T) {
	s := newStream(Key{})
	var got []byte
	for range 8 {
		got = binary.LittleEndian.AppendUint32(got, s.word())
	}
	const want = "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
	if hex.EncodeToString(got) != want {
		t.Errorf("first 32 bytes of the stream: %x, want %s", got, want)
	}
}

func TestKnownAnswers(t *testing.T) {
	for _, k := range knownAnswers {
		var seed Key
		for i := range seed {
			seed[i] = k.first + byte(i)*k.step
		}
		cards := Order(seed, k.decks)
		if got := words(cards[:len(strings.Fields(k.head))]); got != k.head {
			t.Errorf("decks %d, first byte %d: the shoe begins\n%s, want\n%s", k.decks, k.first, got, k.head)
		}
		n := len(strings.Fields(k.tail))
		if got := words(cards[len(cards)-n:]); got != k.tail {
			t.Errorf("decks %d, first byte %d: the shoe ends\n%s, want\n%s", k.decks, k.first, got, k.tail)
		}
	}
}

// R01, BR-064: over a whole shoe each card comes exactly as often as there are decks.
func TestEveryCardOncePerDeck(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var seed Key
		copy(seed[:], rapid.SliceOfN(rapid.Byte(), SeedSize, SeedSize).Draw(t, "seed"))
		decks := rapid.IntRange(0, 8).Draw(t, "decks")
		count := map[card.Card]int{}
		for _, c := range Order(seed, decks) {
			count[c]++
		}
		for _, c := range card.Deck() {
			if count[c] != decks {
				t.Fatalf("%v comes %d times out of %d decks", c, count[c], decks)
			}
		}
		if decks > 0 && len(count) != card.PerDeck {
			t.Fatalf("%d different cards, want 52", len(count))
		}
	})
}

func TestSameSeedSameOrderOtherSeedOtherOrder(t *testing.T) {
	a, b := Key{1}, Key{2}
	if !slices.Equal(Order(a, 6), Order(a, 6)) {
		t.Error("one seed gave two orders")
	}
	if slices.Equal(Order(a, 6), Order(b, 6)) {
		t.Error("two seeds gave one order")
	}
}

// Every number below n is drawn, none at or above it, for each n a shoe uses.
func TestBelow(t *testing.T) {
	s := newStream(Key{7})
	for n := uint32(1); n <= 8*card.PerDeck; n++ {
		for range 64 {
			if v := s.below(n); v >= n {
				t.Fatalf("below(%d) = %d", n, v)
			}
		}
	}
	var count [6]int
	for range 60000 {
		count[s.below(6)]++
	}
	for v, c := range count {
		// Six standard deviations (91) each way, fixed before the first run.
		if c < 10000-548 || c > 10000+548 {
			t.Errorf("below(6) gave %d %d times in 60000", v, c)
		}
	}
}

func ExampleOrder() {
	key := Key{1, 2, 3} // a live table makes it with DeriveKey
	cards := Order(key, 6)
	fmt.Println(len(cards))
	// Output: 312
}

func BenchmarkOrder(b *testing.B) {
	for b.Loop() {
		Order(Key{9}, 6)
	}
}

// The text of a proof is written in one go where it is needed for every card.
func TestProofText(t *testing.T) {
	for decks := 1; decks <= 8; decks++ {
		sealed := Seal(Key{byte(decks)}, decks)
		for at := range sealed.Order() {
			if got, want := sealed.ProofText(at), sealed.Proof(at).String(); got != want {
				t.Fatalf("%d decks, place %d: %s, want %s", decks, at, got, want)
			}
		}
	}
}
