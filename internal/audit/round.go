package audit

import (
	"fmt"
	"strings"

	"club99/blackjack"
	"club99/card"
)

// played is a round as the journal has it.
type played struct {
	number uint64
	rules  string // their hash
	events []blackjack.Event
	seqs   []uint64 // the entry of each event
}

func (p *played) add(seq uint64, e blackjack.Event) {
	if len(p.events) == 0 {
		p.seqs = nil
	}
	p.events = append(p.events, e)
	p.seqs = append(p.seqs, seq)
}

// decideAgain has the rules decide the round once more with the cards that were
// opened. It returns the entry and a sentence where the two differ first; "" if
// they do not.
func (p *played) decideAgain(rules *blackjack.Rules) (seq uint64, wrong string) {
	var r blackjack.Round
	d := blackjack.DecideAgain(rules, &r, p.events, p.shoe())
	if d == nil {
		return 0, ""
	}
	if d.Why == blackjack.EndsEarly {
		return p.seqs[d.At-1], fmt.Sprintf("the journal ends where the rules say %s", words(&d.Want))
	}
	seq, says := p.seqs[d.At], "the journal says "+words(&p.events[d.At])
	switch d.Why {
	case blackjack.NobodyAsked:
		return seq, says + ", and nobody asked for it"
	case blackjack.Refused:
		return seq, fmt.Sprintf("%s, the rules refuse it: %v", says, d.Refusal)
	case blackjack.CardsRanOut:
		return seq, says + ", and after it the rules deal more cards than it has"
	}
	return seq, fmt.Sprintf("%s, the rules say %s", says, words(&d.Want))
}

// shoe is the cards in the order in which they left it. A hole card that was
// never opened is unknown; since the round went on as if it made no Blackjack, a
// five stands for it.
func (p *played) shoe() []card.Card {
	var cards []card.Card
	hole := -1
	for i := range p.events {
		switch e := &p.events[i]; e.Kind {
		case blackjack.CardDealt, blackjack.UpCardDealt, blackjack.DealerDrew:
			cards = append(cards, e.Card)
		case blackjack.HoleCardDealt:
			hole = len(cards)
			cards = append(cards, card.New(card.Five, card.Spades))
		case blackjack.HoleCardOpened:
			if hole >= 0 {
				cards[hole] = e.Card
			}
		}
	}
	return cards
}

// words is an event in words, with what it uses.
func words(e *blackjack.Event) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q", e.Kind)
	part := func(present bool, format string, args ...any) {
		if present {
			fmt.Fprintf(&b, " "+format, args...)
		}
	}
	part(e.Seat != 0 && e.Hand == 0, "seat %d", e.Seat)
	part(e.Hand != 0, "hand %d.%d", e.Seat, e.Hand)
	part(e.Card != card.None, "card %v", e.Card)
	part(e.Action != 0, "%v", e.Action)
	part(e.By != 0, "by the %v", e.By)
	part(e.Status != 0, "%v", e.Status)
	part(e.Offers != 0, "of %v", e.Offers.List())
	part(e.Outcome != 0, "%v", e.Outcome)
	part(e.Player != 0, "player %d", e.Player)
	part(e.Stake != 0, "stake %d", e.Stake)
	part(e.Amount != 0 || e.Outcome != 0, "amount %d", e.Amount)
	return b.String()
}
