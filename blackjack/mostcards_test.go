package blackjack_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"club99/blackjack"
	"club99/card"
	"club99/internal/rulegen"
)

func TestMostCardsByHand(t *testing.T) {
	for _, c := range []struct {
		change string
		seats  int
		decks  int
		want   int
	}{
		// One hand and the dealer: cards of 20 + 16 = 36 at most, and a last one for each. In one deck: 4 aces,
		// twos, threes (24), and 3 fours.
		{"max_hands=1", 1, 1, 15 + 2},
		// Ten hands and the dealer: 216 is all up to the nines (180) and 3 tens; 11 last ones.
		{"max_hands=2", 5, 1, 36 + 3 + 11},
		// A Charlie of 3 cards: no hand takes more; the dealer's 16 is 4 aces, 4 twos, 1 three, and a last one.
		{"charlie=3 max_hands=1", 7, 1, 7*3 + 9 + 1},
		// Seven seats of four hands in six decks: 576 is all up to the sixes (504) and 10 sevens; 29 last ones.
		{"max_hands=4", 7, 6, 144 + 10 + 29},
	} {
		rules := changed(t, c.change)
		if got := blackjack.MostCards(&rules, c.seats, counts(fresh(c.decks))); got != c.want {
			t.Errorf("club99 %s, %d seats, %d decks: %d, want %d", c.change, c.seats, c.decks, got, c.want)
		}
	}
}

// No round takes more cards than MostCards says, from a fresh shoe or the rest
// of one, however greedily it is played and however low the cards come.
func TestNoRoundTakesMoreThanMostCards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rulegen.Rules().Draw(t, "rules")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		shoe := fresh(rules.Decks)
		lowFirst(rng, shoe, rapid.IntRange(0, 60).Draw(t, "disorder"))
		shoe = shoe[rapid.IntRange(0, len(shoe)-1).Draw(t, "gone"):]
		seats := rapid.IntRange(1, rules.Seats).Draw(t, "seats")
		most := blackjack.MostCards(&rules, seats, counts(shoe))
		drawn, err := playGreedily(rng, &rules, seats, shoe)
		if errors.Is(err, blackjack.ErrShoeShort) && most <= len(shoe) {
			t.Fatalf("%s: %d seats ran out of %d cards, but need at most %d", &rules, seats, len(shoe), most)
		}
		if err == nil && drawn > most {
			t.Fatalf("%s: %d seats took %d cards, at most %d were possible", &rules, seats, drawn, most)
		}
	})
}

// playGreedily plays a round so that it takes many cards, and returns how many it took.
func playGreedily(rng *rand.Rand, rules *blackjack.Rules, seats int, shoe []card.Card) (int, error) {
	var r blackjack.Round
	do := func(c blackjack.Command) error {
		c.Funds, c.Turn = 1<<60, r.Turn
		events, err := blackjack.Decide(nil, rules, &r, c, shoe)
		for _, e := range events {
			r.Apply(e)
		}
		return err
	}
	for seat := 1; seat <= seats; seat++ {
		bet := blackjack.Command{Action: blackjack.PlaceBet, Seat: uint8(seat), Player: blackjack.PlayerID(seat), Amount: rules.MinBet}
		if err := do(bet); err != nil {
			return 0, err
		}
	}
	err := do(blackjack.Command{Action: blackjack.Deal})
	for err == nil && r.Phase != blackjack.PhaseOver {
		for seat := 1; seat <= seats && err == nil; seat++ {
			legal := blackjack.Legal(rules, &r, seat, 1<<60).List()
			if len(legal) == 0 {
				continue
			}
			action := legal[rng.IntN(len(legal))]
			for _, greedy := range []blackjack.Action{blackjack.Split, blackjack.Hit} {
				if slices.Contains(legal, greedy) && rng.IntN(20) != 0 {
					action = greedy
					break
				}
			}
			err = do(blackjack.Command{Action: action, Seat: uint8(seat)})
		}
	}
	return int(r.Drawn), err
}

func fresh(decks int) []card.Card {
	var shoe []card.Card
	for range decks {
		deck := card.Deck()
		shoe = append(shoe, deck[:]...)
	}
	return shoe
}

// lowFirst sorts the shoe so that low cards come first, with each card up to disorder places of value away.
func lowFirst(rng *rand.Rand, shoe []card.Card, disorder int) {
	key := make([]int, len(shoe))
	for i, c := range shoe {
		key[i] = c.Value()*10 + rng.IntN(disorder+1)
	}
	order := rng.Perm(len(shoe))
	slices.SortStableFunc(order, func(a, b int) int { return key[a] - key[b] })
	sorted := make([]card.Card, len(shoe))
	for i, from := range order {
		sorted[i] = shoe[from]
	}
	copy(shoe, sorted)
}

func counts(shoe []card.Card) (byValue [11]int) {
	for _, c := range shoe {
		byValue[c.Value()]++
	}
	return byValue
}
