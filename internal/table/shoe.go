package table

import (
	"context"
	"crypto/rand"
	"fmt"

	"club99/blackjack"
	"club99/card"
	"club99/internal/journal"
	"club99/shoe"
)

// freshShoe is a shoe that was shuffled for a draft and is not committed yet.
type freshShoe struct {
	order []card.Card
	box   []byte // its sealed seed; none for a scripted shoe
}

// mustShuffle reports whether the shoe must be shuffled before a round with
// that many seats: the rules say so, or it could run out (R01).
func (t *Table) mustShuffle(s *journal.State, rules *blackjack.Rules, seats int) bool {
	if s.Shoe.Number == 0 || s.Shoe.Decks != rules.Decks {
		return true
	}
	used := s.Shoe.Offset + int(s.Round.Drawn)
	if used == 0 {
		return false // nobody has seen a card of it
	}
	if rules.Shuffle == blackjack.ShuffleEveryRound || t.cfg.Script != nil {
		return true
	}
	left := rules.Decks*card.PerDeck - used
	return left <= rules.CutCard || blackjack.MostCards(rules, seats, s.Shoe.Unseen()) > left
}

// shuffle puts a new shoe into the draft. Its seed is the operating system's
// and leaves this function sealed, or as the order of the cards.
func (t *Table) shuffle(d *journal.Draft, rules *blackjack.Rules) error {
	number := d.Shoe.Number + 1
	t.fresh = freshShoe{}
	if t.cfg.Script != nil {
		t.fresh.order = t.scripted(number, rules.Decks)
	} else {
		var seed shoe.Seed
		rand.Read(seed[:]) // never fails: the program ends if the system has no randomness
		t.fresh = freshShoe{order: shoe.Order(shoe.Key(seed), rules.Decks), box: t.cfg.Sealer.Seal(t.cfg.ID, number, seed)}
	}
	return d.Add(journal.Record{Kind: journal.Shuffled, Shoe: number, Decks: rules.Decks})
}

// scripted is a test's shoe: the listed cards, and after them enough others for
// every round to end.
func (t *Table) scripted(number uint64, decks int) []card.Card {
	list := t.cfg.Script[(number-1)%uint64(len(t.cfg.Script))]
	return append(append([]card.Card(nil), list...), shoe.Order(shoe.Key{}, decks)...)
}

// shoeOf is the shoe from where the draft's round began.
func (t *Table) shoeOf(d *journal.Draft) []card.Card {
	order := t.order
	if d.Shoe.Number != t.state.Shoe.Number {
		order = t.fresh.order
	}
	return order[min(d.Shoe.Offset, len(order)):]
}

// remake makes the order of the shoe in use again, from its sealed seed.
func (t *Table) remake(ctx context.Context, s *journal.State) ([]card.Card, error) {
	number := s.Shoe.Number
	switch {
	case number == 0:
		return nil, nil
	case t.cfg.Script != nil:
		return t.scripted(number, s.Shoe.Decks), nil
	}
	box, err := t.cfg.Store.SealedShoe(ctx, t.cfg.ID, number)
	if err != nil {
		return nil, fmt.Errorf("table %s: the seed of shoe %d: %w", t.cfg.ID, number, err)
	}
	seed, err := t.cfg.Sealer.Open(t.cfg.ID, number, box)
	if err != nil {
		return nil, fmt.Errorf("table %s: the seed of shoe %d: %w", t.cfg.ID, number, err)
	}
	return shoe.Order(shoe.Key(seed), s.Shoe.Decks), nil
}
