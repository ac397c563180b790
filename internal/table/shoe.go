package table

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"club99/blackjack"
	"club99/card"
	"club99/internal/journal"
	"club99/internal/store"
	"club99/shoe"
)

// SealingTime is how long players' seeds are awaited once betting has closed.
const SealingTime = 2 * time.Second

// inHand is the shoe in use, with everything about it that is secret.
type inHand struct {
	house  shoe.Seed    // of this shoe
	next   shoe.Seed    // of the next
	sealed *shoe.Sealed // once it is sealed; never for a script
	order  []card.Card  // the cards, from the first; none before it is sealed
}

// String keeps the shoe out of logs.
func (*inHand) String() string { return "shoe (hidden)" }

// GoString keeps the shoe out of logs.
func (*inHand) GoString() string { return "shoe (hidden)" }

// mustShuffle reports whether the shoe must be shuffled before betting opens:
// the rules say so, or it could run out with a bet on every seat (R01).
func (t *Table) mustShuffle(s *journal.State, rules *blackjack.Rules) bool {
	scripted := t.cfg.Script != nil
	if s.Shoe.Number == 0 || s.Shoe.Decks != rules.Decks || s.Shoe.Over() || scripted == s.Shoe.Proved() {
		return true
	}
	used := s.Shoe.Offset + int(s.Round.Drawn)
	if used == 0 {
		return false // nobody has seen a card of it
	}
	if rules.Shuffle == blackjack.ShuffleEveryRound || scripted {
		return true
	}
	left := rules.Decks*card.PerDeck - used
	return left <= rules.CutCard || blackjack.MostCards(rules, rules.Seats, s.Shoe.Unseen()) > left
}

// shuffle ends the shoe in use, and begins the next one in the draft: with the
// seed that was committed to when the last one began. The seed after it is
// drawn here, so that it depends on nothing that any player sends later.
func (t *Table) shuffle(d *journal.Draft, rules *blackjack.Rules) error {
	why := journal.Why("")
	switch {
	case d.Shoe.Decks != rules.Decks:
		why = journal.ByRules
	case t.cfg.Script != nil:
		why = journal.ByVoid
	}
	if err := t.endShoe(d, why); err != nil {
		return err
	}
	number := d.Shoe.Number + 1
	r := journal.Record{Kind: journal.Shuffled, Shoe: number, Decks: rules.Decks}
	t.fresh, t.boxes = &inHand{house: t.shoe.next}, nil
	if t.cfg.Script != nil {
		t.fresh.order = t.scripted(number, rules.Decks)
		return d.Add(r)
	}
	if !d.Shoe.Proved() {
		t.fresh.house = t.draw(number)
	}
	t.fresh.next = t.draw(number + 1)
	r.Commitment = shoe.CommitHouse(t.cfg.ID, number, t.fresh.house)
	r.Next = shoe.CommitHouse(t.cfg.ID, number+1, t.fresh.next)
	return d.Add(r)
}

// draw draws the house's seed of a shoe, to be kept sealed with the draft.
func (t *Table) draw(number uint64) (seed shoe.Seed) {
	rand.Read(seed[:]) // never fails: the program ends if the system has no randomness
	t.boxes = append(t.boxes, store.SealedShoe{Table: t.cfg.ID, Number: number, Box: t.cfg.Sealer.Seal(t.cfg.ID, number, seed)})
	return seed
}

// endShoe reveals the house's seed: no card comes from the shoe any more. why
// says why it was given up before its end, if it was.
func (t *Table) endShoe(d *journal.Draft, why journal.Why) error {
	if !d.Shoe.Proved() || d.Shoe.Over() {
		return nil
	}
	return d.Add(journal.Record{Kind: journal.ShoeOver, Shoe: d.Shoe.Number, Secret: hex.EncodeToString(t.shoe.house[:]), Why: why})
}

// seal fixes the order of the draft's shoe. Everything that it is made from was
// fixed before the first player's seed was revealed, but for who kept silent.
func (t *Table) seal(d *journal.Draft) error {
	in := t.shoe
	in.seal(t.cfg.ID, &d.Shoe)
	t.fresh = &in
	return d.Add(journal.Record{Kind: journal.ShoeSealed, Root: in.sealed.Root()})
}

func (in *inHand) seal(table string, s *journal.Shoe) {
	terms := s.TermsOf(table)
	in.sealed = shoe.Seal(shoe.DeriveKey(in.house, s.Reveals(), terms.Hash()), s.Decks)
	in.order = in.sealed.Order()
}

// scripted is a test's shoe: the listed cards, and after them enough others for
// every round to end.
func (t *Table) scripted(number uint64, decks int) []card.Card {
	list := t.cfg.Script[(number-1)%uint64(len(t.cfg.Script))]
	return slices.Concat(list, shoe.Order(shoe.Key{}, decks))
}

// shoeOf is the shoe from where the draft's round began.
func (t *Table) shoeOf(d *journal.Draft) []card.Card {
	in := &t.shoe
	if t.fresh != nil {
		in = t.fresh
	}
	return in.order[min(d.Shoe.Offset, len(in.order)):]
}

// startOver forgets what was made for a draft that is not to be committed.
func (t *Table) startOver() { t.fresh, t.boxes = nil, nil }

// remake makes the shoe in use again, from the sealed seeds and the journal. The
// error says what does not agree with what was published.
func (t *Table) remake(ctx context.Context, s *journal.State) (in inHand, err error) {
	number := s.Shoe.Number
	if !s.Shoe.Proved() {
		if number != 0 && t.cfg.Script != nil {
			in.order = t.scripted(number, s.Shoe.Decks)
		}
		if s.Stage == journal.Playing && in.order == nil {
			return in, fmt.Errorf("table %s: shoe %d was scripted by a test, and its round is not over", t.cfg.ID, number)
		}
		return in, nil
	}
	if err := t.unsealBoth(ctx, s, &in); err != nil {
		return in, err
	}
	if s.Shoe.Sealed() {
		in.seal(t.cfg.ID, &s.Shoe)
		if in.sealed.Root() != s.Shoe.Root {
			return in, fmt.Errorf("table %s: the seeds of shoe %d give another order than the one whose root was published", t.cfg.ID, number)
		}
	}
	return in, nil
}

// unsealBoth opens the house's seeds of the shoe and of the next.
func (t *Table) unsealBoth(ctx context.Context, s *journal.State, in *inHand) (err error) {
	if in.house, err = t.unseal(ctx, s.Shoe.Number, s.Shoe.Commitment); err == nil {
		in.next, err = t.unseal(ctx, s.Shoe.Number+1, s.Shoe.Next)
	}
	return err
}

// unseal opens the house's seed of a shoe.
func (t *Table) unseal(ctx context.Context, number uint64, commitment shoe.Hash) (shoe.Seed, error) {
	box, err := t.cfg.Store.SealedShoe(ctx, t.cfg.ID, number)
	var seed shoe.Seed
	if err == nil {
		seed, err = t.cfg.Sealer.Open(t.cfg.ID, number, box)
	}
	if err == nil && shoe.CommitHouse(t.cfg.ID, number, seed) != commitment {
		err = errors.New("it is not the one that was committed to")
	}
	if err != nil {
		return seed, fmt.Errorf("table %s: the seed of shoe %d: %w", t.cfg.ID, number, err)
	}
	return seed, nil
}
