package client

import (
	"encoding/hex"
	"fmt"

	"club99/card"
	"club99/shoe"
)

// Seed is a player's own part in a shoe, 1 to 64 bytes that nobody else knows
// before it is revealed.
type Seed []byte

// String writes the seed as [Reveal] wants it.
func (s Seed) String() string { return hex.EncodeToString(s) }

// Commit is the commitment to a seed for one seat and the shoe in use, as [Bet]
// wants it.
func Commit(table string, s *Shoe, seat int, seed Seed) string {
	return shoe.CommitPlayer(table, s.Number, seat, seed).String()
}

// CheckTerms checks that the terms of the shoe in use are those of all commitments
// that are published with them. Whether the own commitment is among them is for the
// player to see, in Shoe.Seeds.
func CheckTerms(table string, s *Shoe) error {
	t := shoe.Terms{Table: table, Shoe: s.Number, Decks: s.Decks}
	if err := t.House.UnmarshalText([]byte(s.Commitment)); err != nil {
		return fmt.Errorf("shoe %d: the house's commitment: %w", s.Number, err)
	}
	if err := t.Next.UnmarshalText([]byte(s.Next)); err != nil {
		return fmt.Errorf("shoe %d: the commitment of the next shoe: %w", s.Number, err)
	}
	for _, p := range s.Seeds {
		c := shoe.Commitment{Seat: p.Seat}
		if err := c.Hash.UnmarshalText([]byte(p.Commitment)); err != nil {
			return fmt.Errorf("shoe %d: the commitment of seat %d: %w", s.Number, p.Seat, err)
		}
		t.Players = append(t.Players, c)
	}
	if h := t.Hash().String(); h != s.Terms {
		return fmt.Errorf("shoe %d: the commitments have the terms %s, published are %s", s.Number, h, s.Terms)
	}
	return nil
}

// CheckCards checks that every card turned up by the events lies where it should:
// its proof leads to the root of the shoe in use. A shoe without a root, as tests
// have, proves nothing.
func CheckCards(s *Shoe, events []Event) error {
	for i := range events {
		e := &events[i]
		if s.Root == "" || e.Card == card.None {
			continue
		}
		if e.At == nil {
			return fmt.Errorf("shoe %d: %v was turned up without its place", s.Number, e.Card)
		}
		if err := CheckCard(s, CardProof{At: *e.At, Card: e.Card, Proof: e.Proof}); err != nil {
			return err
		}
	}
	return nil
}

// CheckCard checks the proof of one card.
func CheckCard(s *Shoe, c CardProof) error {
	var root shoe.Node
	var proof shoe.Proof
	if err := root.UnmarshalText([]byte(s.Root)); err != nil {
		return fmt.Errorf("shoe %d: its root: %w", s.Number, err)
	}
	if err := proof.UnmarshalText([]byte(c.Proof)); err != nil {
		return fmt.Errorf("shoe %d: the proof of place %d: %w", s.Number, c.At, err)
	}
	if err := shoe.VerifyCard(root, s.Decks, c.At, c.Card, proof); err != nil {
		return fmt.Errorf("shoe %d: %w", s.Number, err)
	}
	return nil
}
