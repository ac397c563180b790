package fair

import (
	"encoding/binary"
	"errors"
	"testing"

	"club99/card"
	"club99/shoe"
)

// Attacks by a player. That the server takes none of it is tested where it
// takes seeds, internal/table: TestMismatch (another seed, another's seat, a
// second try), TestSilence (late), TestCommitments (too early, without a bet),
// TestNoSeeds (for a shoe that is sealed already).

func termsOfTwo() (shoe.Terms, []byte, []byte) {
	first, second := []byte("one"), []byte("two")
	return shoe.Terms{Table: "a1", Shoe: 3, Decks: 6, Players: []shoe.Commitment{
		{Seat: 2, Hash: shoe.CommitPlayer("a1", 3, 2, first)}, {Seat: 5, Hash: shoe.CommitPlayer("a1", 3, 5, second)},
	}}, first, second
}

// Harmless: what does not open the seat's commitment is left out, so it is as
// if the seat had kept silent. A record that took it in fails at seeds (see
// "swaps a player's seed").
func TestAttackRevealsSomethingElse(t *testing.T) {
	terms, first, second := termsOfTwo()
	if err := terms.Opens(2, first); err != nil {
		t.Error(err)
	}
	for name, seed := range map[string][]byte{"another's seed": second, "a longer one": append(first, 0), "a shorter one": first[:2], "zeros": make([]byte, 32)} {
		if terms.Opens(2, seed) == nil {
			t.Errorf("%s opens the commitment", name)
		}
	}
	for name, seed := range map[string][]byte{"none": nil, "an empty one": {}, "a giant": make([]byte, 65)} {
		if err := terms.Opens(2, seed); !errors.Is(err, shoe.ErrSeedLength) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Harmless: a commitment holds table, shoe and seat. Who copies another's finds
// that the other's seed does not open it, for that seat or anywhere else.
func TestAttackCopiesACommitment(t *testing.T) {
	terms, first, _ := termsOfTwo()
	terms.Players[1].Hash = terms.Players[0].Hash
	if terms.Opens(5, first) == nil {
		t.Error("seat 5 opens what it copied from seat 2")
	}
	if terms.Opens(3, first) == nil {
		t.Error("a seat that gave no seed reveals one")
	}
	for name, other := range map[string]shoe.Terms{"table": {Table: "a2", Shoe: 3}, "shoe": {Table: "a1", Shoe: 4}} {
		other.Players = terms.Players
		if other.Opens(2, first) == nil {
			t.Errorf("the commitment is good for another %s", name)
		}
	}
}

// cardOf is the first card of the shoe of two seeds. What is a number is a seed.
func cardOf(house, player uint64) int {
	var seed shoe.Seed
	binary.BigEndian.PutUint64(seed[:], house)
	own := binary.BigEndian.AppendUint64(nil, player)
	terms := shoe.Terms{
		Table: "a1", Shoe: 1, Decks: 1, House: shoe.CommitHouse("a1", 1, seed),
		Players: []shoe.Commitment{{Seat: 1, Hash: shoe.CommitPlayer("a1", 1, 1, own)}},
	}
	c := shoe.Order(shoe.DeriveKey(seed, []shoe.Reveal{{Seat: 1, Seed: own}}, terms.Hash()), 1)[0]
	return int(c.Suit())*13 + int(c.Rank()-card.Ace)
}

// Harmless: a player may look for a seed that gives the ace of spades first with
// every house's seed that comes to mind; with the one that the house has, each of
// the 52 cards comes first as often. So for a house that looks for a seed before
// it knows the player's. Chi-square, 51 degrees of freedom: outside 22 to 97
// twice in 10,000 such tests; fixed before the first run.
func TestAttackGrindsSeeds(t *testing.T) {
	const low, high, each = 22.0, 97.0, 100
	for who, shuffle := range map[string]func(own, others uint64) int{
		"player": func(own, others uint64) int { return cardOf(others, own) },
		"house":  func(own, others uint64) int { return cardOf(own, others) },
	} {
		best := uint64(0)
		for shuffle(best, 0) != 0 {
			best++
		}
		var count [card.PerDeck]float64
		for other := range uint64(each * card.PerDeck) {
			count[shuffle(best, 1+other)]++
		}
		chi := 0.0
		for _, n := range count {
			chi += (n - each) * (n - each) / each
		}
		if chi < low || chi > high {
			t.Errorf("the first cards of a %s who looked for a seed: chi-square is %.1f, want %.0f to %.0f", who, chi, low, high)
		}
	}
}
