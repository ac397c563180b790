package fair

import (
	"fmt"
	"strings"

	"club99/blackjack"
	"club99/card"
)

// game has the rules decide the round once more with the cards of the shoe.
func (v *verifier) game() Step {
	if v.rules == nil {
		return wrong("game", "it cannot be decided again without its rules")
	}
	cards := v.dealt
	if cards == nil {
		cards = v.known()
	}
	if d := blackjack.DecideAgain(v.rules, &v.round, v.events, cards); d != nil {
		return v.differs(d)
	}
	v.played = true
	if !v.over && v.Shoe.Abandoned != "" {
		return open("game", "%d events are as the rules decide them; the round was given up: %s", len(v.events), v.Shoe.Abandoned)
	}
	if !v.over && len(v.Shoe.Seed) > 0 {
		return wrong("game", "the shoe is over and not abandoned, and the round breaks off after %d events", len(v.events))
	}
	if !v.over {
		return open("game", "%d events are as the rules decide them; the round goes on", len(v.events))
	}
	return right("game", "the rules decide all %d events as they happened", len(v.events))
}

// differs says where the rules decide otherwise.
func (v *verifier) differs(d *blackjack.Difference) Step {
	if d.Why == blackjack.EndsEarly {
		return wrong("game", "the record ends where the rules say %s", words(&d.Want))
	}
	got := v.events[d.At]
	at := fmt.Sprintf("event %d, %s", d.At+1, words(&got))
	switch d.Why {
	case blackjack.NobodyAsked:
		return wrong("game", "%s: nobody asked for it", at)
	case blackjack.Refused:
		return wrong("game", "%s: the rules refuse it, %v", at, d.Refusal)
	case blackjack.CardsRanOut:
		return wrong("game", "%s: after it the rules deal more cards than there are", at)
	}
	if got.Kind == d.Want.Kind && got.Card != d.Want.Card {
		v.wrongCard(WrongCard{At: v.Offset + int(v.round.Drawn), Card: got.Card.String(), Want: d.Want.Card.String()})
	}
	return wrong("game", "%s: the rules say %s", at, words(&d.Want))
}

// known is the shoe as far as the round turned it up. A hole card that was not
// opened is unknown; since the round went on as if it made no Blackjack, a five
// stands for it.
func (v *verifier) known() []card.Card {
	var cards []card.Card
	for _, t := range turnedUp(v.events, 0) {
		for len(cards) < t.at {
			cards = append(cards, card.New(card.Five, card.Spades))
		}
		cards = append(cards, t.card)
	}
	return append(cards, card.New(card.Five, card.Spades))
}

// words is an event in words, with what it uses.
func words(e *blackjack.Event) string {
	var b strings.Builder
	b.WriteString(e.Kind.String())
	part := func(present bool, format string, args ...any) {
		if present {
			fmt.Fprintf(&b, " "+format, args...)
		}
	}
	part(e.Seat != 0 && e.Hand == 0, "seat %d", e.Seat)
	part(e.Hand != 0, "hand %d.%d", e.Seat, e.Hand)
	part(e.Card != card.None, "%v", e.Card)
	part(e.Action != 0, "%v", e.Action)
	part(e.By != 0, "by the %v", e.By)
	part(e.Status != 0, "%v", e.Status)
	part(e.Offers != 0, "%v", e.Offers.List())
	part(e.Outcome != 0, "%v", e.Outcome)
	part(e.Stake != 0, "stake %d", e.Stake)
	part(e.Amount != 0 || e.Outcome != 0, "amount %d", e.Amount)
	return b.String()
}
