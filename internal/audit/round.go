package audit

import (
	"errors"
	"fmt"
	"strings"

	"club99/blackjack"
	"club99/card"
	"club99/money"
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

// decideAgain plays the round once more: it makes the commands that were given
// from the events, has the rules decide them with the cards that were opened,
// and compares. It returns the entry and a sentence where the two differ first;
// "" if they do not.
func (p *played) decideAgain(rules *blackjack.Rules) (seq uint64, wrong string) {
	var r blackjack.Round
	shoe := p.shoe()
	for i := 0; i < len(p.events); {
		c, ok := commandOf(&p.events[i], &r)
		if !ok {
			return p.seqs[i], fmt.Sprintf("the journal says %s, and nobody asked for it", words(&p.events[i]))
		}
		again, err := blackjack.Decide(nil, rules, &r, c, shoe)
		var why blackjack.Refusal
		switch {
		case errors.As(err, &why):
			return p.seqs[i], fmt.Sprintf("the journal says %s, the rules refuse it: %v", words(&p.events[i]), why)
		case err != nil:
			return p.seqs[i], fmt.Sprintf("the journal says %s, and after it the rules deal more cards than it has", words(&p.events[i]))
		}
		for _, want := range again {
			if i == len(p.events) {
				return p.seqs[i-1], fmt.Sprintf("the journal ends where the rules say %s", words(&want))
			}
			if p.events[i] != want {
				return p.seqs[i], fmt.Sprintf("the journal says %s, the rules say %s", words(&p.events[i]), words(&want))
			}
			r.Apply(want)
			i++
		}
	}
	return 0, ""
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

// commandOf is the command that an event at the beginning of a decision answers.
func commandOf(e *blackjack.Event, r *blackjack.Round) (blackjack.Command, bool) {
	c := blackjack.Command{Seat: e.Seat, Player: e.Player, Funds: money.Max, Turn: r.Turn}
	switch {
	case e.Kind == blackjack.BetPlaced:
		c.Action, c.Amount = blackjack.PlaceBet, e.Stake
	case e.Kind == blackjack.BetsClosed:
		c.Action = blackjack.Deal
	case e.Kind == blackjack.Decided && e.By == blackjack.ByClock:
		c.Action = blackjack.Timeout
	case e.Kind == blackjack.Decided:
		c.Action = e.Action
		if e.Action == blackjack.Insure {
			c.Amount = e.Amount
		}
	default:
		return c, false
	}
	return c, true
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
