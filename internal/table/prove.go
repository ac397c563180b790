package table

import (
	"club99/blackjack"
	"club99/internal/journal"
	"club99/internal/view"
	"club99/internal/wire"
	"club99/shoe"
)

// prover adds to the events of an entry where their cards lay in the shoe, and
// the proofs.
type prover struct {
	sealed *shoe.Sealed // nil: nothing can be proved
	next   int          // place of the next card
	hole   int          // place of the hole card
}

// prove follows one event. A card that lies face down gets neither place nor
// proof before it is opened: with its salt, a proof would tell which card it is.
func (p *prover) prove(e *wire.Event, kind blackjack.EventKind) {
	at := p.next
	switch kind {
	case blackjack.CardDealt, blackjack.UpCardDealt, blackjack.DealerDrew:
		p.next++
	case blackjack.HoleCardDealt:
		p.hole = p.next
		p.next++
		return
	case blackjack.HoleCardOpened:
		at = p.hole
	default:
		return
	}
	if p.sealed != nil {
		e.At, e.Proof = &at, p.sealed.ProofText(at)
	}
}

// proofs are the proofs of the cards that lie open, for who comes late.
func proofs(s *journal.State, sealed *shoe.Sealed) []wire.CardProof {
	list := []wire.CardProof{}
	if sealed == nil {
		return list
	}
	for _, c := range s.Turned {
		list = append(list, wire.CardProof{At: c.At, Card: c.Card, Proof: sealed.ProofText(c.At)})
	}
	return list
}

// published is what is published about a shoe's shuffle, written down once for all
// frames that say it.
type published struct {
	of  journal.Shoe // as far as it is published
	all view.Shuffle
}

// shuffleOf is what is published about the shoe's shuffle.
func (t *Table) shuffleOf(s *journal.Shoe) view.Shuffle {
	if t.published == nil {
		t.published = new(published)
	}
	p, of := t.published, journal.Shoe{Number: s.Number, Commitment: s.Commitment, Next: s.Next, Terms: s.Terms, Root: s.Root, Seeds: s.Seeds}
	if p.of != of {
		p.of, p.all = of, shuffle(s)
	}
	return p.all
}

func shuffle(s *journal.Shoe) view.Shuffle {
	v := view.Shuffle{
		Number: s.Number, Commitment: hash(s.Commitment), Next: hash(s.Next), Terms: hash(s.Terms),
	}
	if s.Sealed() {
		v.Root = s.Root.String()
	}
	for i := range s.Seeds {
		if p := &s.Seeds[i]; p.Commitment != (shoe.Hash{}) {
			v.Seeds = append(v.Seeds, wire.Seed{Seat: i + 1, Commitment: hash(p.Commitment), Seed: p.Seed, Out: string(p.Out)})
		}
	}
	return v
}

// hash writes a hash; none is "".
func hash(h shoe.Hash) string {
	if h == (shoe.Hash{}) {
		return ""
	}
	return h.String()
}

// heardOfShoe is a record about the shoe as everyone may hear it.
func heardOfShoe(events []wire.Event, r *journal.Record) []wire.Event {
	e := wire.Event{
		Seat: r.Seat, Shoe: r.Shoe, Commitment: hash(r.Commitment), Next: hash(r.Next), Terms: hash(r.Terms), Seed: r.Secret, Out: string(r.Out),
	}
	switch r.Kind {
	case journal.Shuffled:
		e.Kind = wire.ShoeShuffled
	case journal.SeedCommitted:
		e.Kind = wire.SeedCommitted
	case journal.TermsFixed:
		e.Kind = wire.TermsFixed
	case journal.SeedRevealed:
		e.Kind = wire.SeedRevealed
	case journal.SeedLeftOut:
		e.Kind = wire.SeedLeftOut
	case journal.ShoeSealed:
		e.Kind, e.Root = wire.ShoeSealed, r.Root.String()
	case journal.ShoeOver:
		e.Kind = wire.ShoeOver
	default:
		return events
	}
	return append(events, e)
}
