package card_test

import (
	"fmt"
	"testing"

	"club99/card"
)

func TestEveryCardPrintsAndParsesBack(t *testing.T) {
	seen := map[card.Card]bool{}
	for _, c := range card.Deck() {
		if !c.Valid() || seen[c] {
			t.Fatalf("%v is not valid, or stands twice in the deck", c)
		}
		seen[c] = true
		back, err := card.Parse(c.String())
		if err != nil || back != c {
			t.Errorf("Parse(%q) = %v, %v", c.String(), back, err)
		}
	}
	if len(seen) != card.PerDeck {
		t.Errorf("%d different cards in a deck", len(seen))
	}
}

func TestValuesOfR03(t *testing.T) {
	for text, want := range map[string]int{"Ah": 1, "2c": 2, "9d": 9, "Ts": 10, "Jh": 10, "Qd": 10, "Kc": 10} {
		c, err := card.Parse(text)
		if err != nil || c.Value() != want {
			t.Errorf("%s counts %d (%v), want %d", text, c.Value(), err, want)
		}
	}
	if card.None.Value() != 0 || card.None.Valid() || card.None.String() != "??" {
		t.Error("no card must count nothing and print as ??")
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"Ah", "10h", "??", "", "ah", "AH", "Tc\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := card.Parse(s)
		if err == nil && (c.String() != s || !c.Valid()) {
			t.Errorf("Parse(%q) = %v, which prints otherwise", s, c)
		}
		if err != nil && c != card.None {
			t.Errorf("Parse(%q) failed but gave %v", s, c)
		}
	})
}

func ExampleParse() {
	c, _ := card.Parse("Td")
	fmt.Println(c, c.Value(), c.Rank() == card.Ten, c.Suit() == card.Diamonds)
	// Output: Td 10 true true
}
