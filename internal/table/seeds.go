package table

import (
	"encoding/hex"

	"club99/blackjack"
	"club99/internal/journal"
	"club99/internal/wire"
	"club99/shoe"
)

// commitSeeds notes what the player's seats commit to, while the shoe is still
// to be sealed. The house has no seed for a player who gives none.
func (t *Table) commitSeeds(d *journal.Draft, bets []wire.Bet) error {
	if !d.Shoe.Proved() || d.Shoe.Sealed() {
		return nil
	}
	for _, b := range bets {
		if b.Commitment == "" || d.Seat(b.Seat).Bot {
			continue
		}
		var h shoe.Hash
		if err := h.UnmarshalText([]byte(b.Commitment)); err != nil || h == (shoe.Hash{}) {
			return refuse(wire.BadMessage)
		}
		if d.Shoe.Seeds[b.Seat-1].Commitment == h {
			continue
		}
		if err := d.Add(journal.Record{Kind: journal.SeedCommitted, Seat: uint8(b.Seat), Commitment: h}); err != nil {
			return err
		}
	}
	return nil
}

// reveal takes the seeds that the player's seats committed to. One that is
// another is left out, and that is kept; the answer is a refusal then.
func (t *Table) reveal(m *message) (*journal.Draft, error) {
	s := &t.state
	switch {
	case m.Round != s.Number:
		return nil, refuse(wire.WrongRound)
	case s.Stage != journal.Sealing:
		return nil, refuse(wire.CodeOf(blackjack.WrongPhase))
	}
	var seen [blackjack.MaxSeats + 1]bool
	for _, r := range m.Seeds {
		switch {
		case r.Seat < 1 || r.Seat > blackjack.MaxSeats || s.Seat(r.Seat).Player != blackjack.PlayerID(m.Player):
			return nil, refuse(wire.NotSeated)
		case seen[r.Seat]:
			return nil, refuse(wire.DuplicateSeat)
		}
		seen[r.Seat] = true
	}
	d, terms, mismatch := t.draft(), s.Shoe.TermsOf(t.cfg.ID), false
	for _, r := range m.Seeds {
		known := &d.Shoe.Seeds[r.Seat-1]
		raw, err := hex.DecodeString(r.Seed)
		if err == nil {
			err = terms.Opens(r.Seat, raw)
		}
		switch {
		case known.Seed != "" && known.Seed == r.Seed:
			continue // it is so already
		case !known.Open():
			mismatch = true
			continue
		}
		record := journal.Record{Kind: journal.SeedRevealed, Seat: uint8(r.Seat), Secret: hex.EncodeToString(raw)}
		if err != nil {
			mismatch = true
			record = journal.Record{Kind: journal.SeedLeftOut, Seat: uint8(r.Seat), Out: journal.Mismatch}
		}
		if err := d.Add(record); err != nil {
			return nil, err
		}
	}
	if mismatch {
		return d, refusal{code: wire.SeedMismatch, kept: len(d.Records) > 0}
	}
	return d, nil
}

// closeSealing leaves out the seeds that were not revealed in time, and deals.
func (t *Table) closeSealing(d *journal.Draft) error {
	for i := range d.Shoe.Seeds {
		if !d.Shoe.Seeds[i].Open() {
			continue
		}
		if err := d.Add(journal.Record{Kind: journal.SeedLeftOut, Seat: uint8(i + 1), Out: journal.Silent}); err != nil {
			return err
		}
	}
	return t.deal(d)
}

// deal seals the shoe if it is a new one, and deals.
func (t *Table) deal(d *journal.Draft) error {
	if d.Shoe.Proved() && !d.Shoe.Sealed() {
		if err := t.seal(d); err != nil {
			return err
		}
	}
	if err := t.play(d, blackjack.Command{Action: blackjack.Deal}, t.shoeOf(d)); err != nil {
		return err
	}
	return t.setClock(d)
}
