package shoe

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"club99/card"
)

// The bits of a draw: for each n, each text of bits of a length that comes at
// all comes from exactly one number below n. So, given the length, all texts
// are equally likely if all numbers are: every bit is a fair one, and says
// nothing about another. This goes through all numbers of all draws of a deck.
func TestBitsOfADrawAreFair(t *testing.T) {
	for n := uint32(1); n <= card.PerDeck; n++ {
		seen := map[string]bool{}
		widths := map[uint]int{}
		for d := range n {
			var b Bytes
			b.draw(d, n)
			text := fmt.Sprintf("%0*b", b.count, b.bits)
			if b.count == 0 {
				text = ""
			}
			if seen[text] {
				t.Errorf("below %d: the bits %q come twice", n, text)
			}
			seen[text] = true
			widths[b.count]++
		}
		for width, count := range widths {
			if count != 1<<width {
				t.Errorf("below %d: %d of %d texts of %d bits come", n, count, 1<<width, width)
			}
		}
	}
}

// The 51 draws of a deck are its order written otherwise: each order has its own
// draws, each list of draws its own order, so draws are independent and uniform
// just when orders are equally likely.
func TestDrawsAreTheOrder(t *testing.T) {
	b := NewBytes(Seed{3})
	for shoe := uint64(1); shoe <= 50; shoe++ {
		draws := b.deck()
		terms := Terms{Table: "bytes", Shoe: shoe, Decks: 1, House: CommitHouse("bytes", shoe, Seed{3}), Next: CommitHouse("bytes", shoe+1, Seed{3})}
		deck := card.Deck()
		left := deck[:]
		for i, want := range Order(DeriveKey(Seed{3}, nil, terms.Hash()), 1) {
			d := draws[i]
			if int(d.left) != len(left) || d.before >= d.left || left[d.before] != want {
				t.Fatalf("shoe %d, draw %d is %+v, the card is %v", shoe, i, d, want)
			}
			left = append(append([]card.Card{}, left[:d.before]...), left[d.before+1:]...)
		}
	}
}

// Bits fill bytes from the highest, over the ends of bytes and decks.
func TestBytesOfBits(t *testing.T) {
	var text strings.Builder
	source := NewBytes(Seed{5})
	for range 40 {
		for _, d := range source.deck() {
			var b Bytes
			b.draw(d.before, d.left)
			if b.count > 0 {
				fmt.Fprintf(&text, "%0*b", b.count, b.bits)
			}
		}
	}
	got := make([]byte, text.Len()/8)
	if n, err := NewBytes(Seed{5}).Read(got); n != len(got) || err != nil {
		t.Fatal(n, err)
	}
	var want strings.Builder
	for _, c := range got {
		fmt.Fprintf(&want, "%08b", c)
	}
	if !strings.HasPrefix(text.String(), want.String()) || len(got) < 40*20 {
		t.Errorf("%d bytes are not the bits in their order", len(got))
	}
}

// In whatever pieces they are read, they are the same bytes; another seed gives others.
func TestBytesInPieces(t *testing.T) {
	whole := make([]byte, 3000)
	if _, err := NewBytes(Seed{8}).Read(whole); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		b := NewBytes(Seed{8})
		var got []byte
		for _, n := range rapid.SliceOfN(rapid.IntRange(0, 200), 1, 12).Draw(t, "pieces") {
			piece := bytes.Repeat([]byte{0xee}, n)
			if read, err := b.Read(piece); read != n || err != nil {
				t.Fatal(read, err)
			}
			got = append(got, piece...)
		}
		if !bytes.Equal(got, whole[:len(got)]) {
			t.Fatal("read in pieces, they are others")
		}
	})
	other := make([]byte, len(whole))
	if _, err := NewBytes(Seed{9}).Read(other); err != nil || bytes.Equal(other, whole) {
		t.Errorf("%v: two seeds give the same bytes", err)
	}
}

// A short form of what dieharder is given: how often each byte comes, each bit,
// and each bit with the one before it. Limits that are left once in 10,000 such
// tests, fixed before the first run: chi-square with 255 degrees of freedom, and
// four standard deviations of half a million bits.
func TestBytesAreEven(t *testing.T) {
	const size, low, high, most = 1 << 18, 176.4, 352.4, 4 * 724.1
	data := make([]byte, size)
	if _, err := NewBytes(Seed{1}).Read(data); err != nil {
		t.Fatal(err)
	}
	var count [256]int
	ones, changes, last := 0, 0, byte(0)
	for _, c := range data {
		count[c]++
		for bit := 7; bit >= 0; bit-- {
			now := c >> bit & 1
			ones += int(now)
			changes += int(now ^ last)
			last = now
		}
	}
	chi := 0.0
	for _, n := range count {
		chi += square(n, size/256)
	}
	t.Logf("chi-square of bytes %.1f; of %d bits %d are ones, %d differ from the one before", chi, 8*size, ones, changes)
	if chi < low || chi > high {
		t.Errorf("chi-square of bytes is %.1f, want %.0f to %.0f", chi, low, high)
	}
	for _, n := range []int{ones, changes} {
		if d := float64(n - 4*size); d < -most || d > most {
			t.Errorf("%d of %d bits, want half within %.0f", n, 8*size, most)
		}
	}
}

func BenchmarkBytes(b *testing.B) {
	s, block := NewBytes(Seed{1}), make([]byte, 1<<14)
	b.SetBytes(int64(len(block)))
	for b.Loop() {
		if _, err := s.Read(block); err != nil {
			b.Fatal(err)
		}
	}
}
