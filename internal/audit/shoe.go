package audit

import (
	"encoding/hex"

	"club99/blackjack"
	"club99/card"
	"club99/internal/journal"
	"club99/internal/store"
	"club99/shoe"
)

// dealt is a card that was turned up: from which place, in which entry.
type dealt struct {
	at   int
	card card.Card
	seq  uint64
}

// shoes follows the shoes: that the journal's links are those that were kept
// when rounds and shoes began, and once a shoe is over that all seeds together
// give its root and the cards that were dealt from it. That seeds are the ones
// committed to, and that no shoe is passed over, is asked when an entry is applied.
func (w *walker) shoes(seq uint64, before *journal.State, records []journal.Record) {
	place := before.Shoe.Offset + int(before.Round.Drawn)
	hole := before.Shoe.Offset + int(before.Round.HoleAt) - 1
	add := func(at int, c card.Card) { w.dealt = append(w.dealt, dealt{at, c, seq}) }
	for i := range records {
		switch r := &records[i]; r.Kind {
		case journal.Shuffled:
			w.dealt = nil
			w.mark(seq, before, store.MarkShoe, r.Shoe)
		case journal.BettingOpened:
			place = r.Offset
			w.mark(seq, before, store.MarkRound, r.Round)
		case journal.ShoeOver:
			w.order(seq, before, records[:i+1])
		case journal.Event:
			switch e := &r.Event; e.Kind {
			case blackjack.CardDealt, blackjack.UpCardDealt, blackjack.DealerDrew:
				add(place, e.Card)
				place++
			case blackjack.HoleCardDealt:
				hole = place
				place++
			case blackjack.HoleCardOpened:
				add(hole, e.Card)
			}
		}
	}
}

// mark compares the link of the journal with the one that was kept. After a
// difference it goes on from the one kept: each edit is said once.
func (w *walker) mark(seq uint64, before *journal.State, kind store.MarkKind, number uint64) {
	at, m, err := w.store.Mark(w.ctx, w.table, kind, number)
	switch {
	case err != nil:
		w.say(seq, "that %s %d begins here was not kept: %v", kind, number, err)
	case at != seq:
		w.say(seq, "%s %d begins here, and was kept as beginning in entry %d", kind, number, at)
	case m.Link != [32]byte(before.Link):
		w.say(seq, "entries before it were changed: the journal's link was %x, it is %s", m.Link, before.Link)
		w.state.Link = shoe.Link(m.Link, seq, journal.Public(w.records))
		before.Link = m.Link
	}
}

// order makes a shoe that is over again, from its seeds.
func (w *walker) order(seq uint64, before *journal.State, records []journal.Record) {
	d := before.Draft()
	if err := d.Add(records...); err != nil || !d.Shoe.Sealed() {
		return // what does not fit was said; what was not sealed was not dealt from
	}
	raw, err := hex.DecodeString(d.Shoe.Secret)
	if err != nil || len(raw) != shoe.SeedSize {
		return // it was refused when the entry was applied
	}
	terms := d.Shoe.TermsOf(w.table)
	sealed := shoe.Seal(shoe.DeriveKey([shoe.SeedSize]byte(raw), d.Shoe.Reveals(), terms.Hash()), d.Shoe.Decks)
	if sealed.Root() != d.Shoe.Root {
		w.say(seq, "the seeds of shoe %d give the root %s, it was sealed with %s", d.Shoe.Number, sealed.Root(), d.Shoe.Root)
	}
	w.report.Shoes++
	order := sealed.Order()
	for _, c := range w.dealt {
		if c.at < 0 || c.at >= len(order) || order[c.at] != c.card {
			w.say(c.seq, "%v was dealt from place %d of shoe %d, the seeds put another card there", c.card, c.at, d.Shoe.Number)
			return
		}
	}
}
