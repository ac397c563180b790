package fair

import (
	"errors"
	"fmt"
	"strings"

	"club99/blackjack"
	"club99/card"
)

// game plays the round once more: it makes the commands that were given from
// the events, has the rules decide them with the cards of the shoe, and compares.
func (v *verifier) game() Step {
	if v.rules == nil {
		return wrong("game", "it cannot be decided again without its rules")
	}
	cards := v.dealt
	if cards == nil {
		cards = v.known()
	}
	var decided []blackjack.Event
	for i := 0; i < len(v.events); {
		c, ok := commandOf(&v.events[i], &v.round)
		if !ok {
			return wrong("game", "event %d, %s: nobody asked for it", i+1, words(&v.events[i]))
		}
		var err error
		decided, err = blackjack.Decide(decided[:0], v.rules, &v.round, c, cards)
		var why blackjack.Refusal
		switch {
		case errors.As(err, &why):
			return wrong("game", "event %d, %s: the rules refuse it, %v", i+1, words(&v.events[i]), why)
		case err != nil:
			return wrong("game", "event %d, %s: after it the rules deal more cards than there are", i+1, words(&v.events[i]))
		}
		for _, want := range decided {
			if i == len(v.events) {
				return wrong("game", "the record ends where the rules say %s", words(&want))
			}
			if got := v.events[i]; got != want {
				if got.Kind == want.Kind && got.Card != want.Card {
					v.wrongCard(WrongCard{At: v.Offset + int(v.round.Drawn), Card: got.Card.String(), Want: want.Card.String()})
				}
				return wrong("game", "event %d, %s: the rules say %s", i+1, words(&got), words(&want))
			}
			v.round.Apply(want)
			i++
		}
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

// commandOf is the command that an event at the beginning of a decision answers.
func commandOf(e *blackjack.Event, r *blackjack.Round) (blackjack.Command, bool) {
	c := blackjack.Command{Seat: e.Seat, Player: e.Player, Funds: plenty, Turn: r.Turn}
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
