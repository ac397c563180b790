package blackjack

import (
	"errors"

	"club99/card"
	"club99/money"
)

// Difference is where the events of a round and the rules part.
type Difference struct {
	At  int // index of the event; the number of events where they end too early
	Why DifferenceKind

	Want    Event   // what the rules say there, for Differs and EndsEarly
	Refusal Refusal // why they refuse it, for Refused
}

// DifferenceKind says in which way events and rules part.
type DifferenceKind uint8

// The ways.
const (
	NobodyAsked DifferenceKind = 1 + iota // no command begins with such an event
	Refused                               // the rules refuse the command
	CardsRanOut                           // after it they deal more cards than there are
	Differs                               // they decide another event
	EndsEarly                             // they decide more events
)

// DecideAgain plays a round once more: it makes the commands that were given
// from the events, has the rules decide them with the cards of the shoe, and
// compares. The round takes all events up to the first difference; nil if there
// is none. Balances are not part of events: everybody is taken to have plenty.
func DecideAgain(rules *Rules, r *Round, events []Event, shoe []card.Card) *Difference {
	var decided []Event
	for i := 0; i < len(events); {
		c, ok := commandOf(&events[i], r)
		if !ok {
			return &Difference{At: i, Why: NobodyAsked}
		}
		var err error
		decided, err = Decide(decided[:0], rules, r, c, shoe)
		var why Refusal
		switch {
		case errors.As(err, &why):
			return &Difference{At: i, Why: Refused, Refusal: why}
		case err != nil:
			return &Difference{At: i, Why: CardsRanOut}
		}
		for _, want := range decided {
			if i == len(events) {
				return &Difference{At: i, Why: EndsEarly, Want: want}
			}
			if events[i] != want {
				return &Difference{At: i, Why: Differs, Want: want}
			}
			r.Apply(want)
			i++
		}
	}
	return nil
}

// commandOf is the command that an event at the beginning of a decision answers.
func commandOf(e *Event, r *Round) (Command, bool) {
	c := Command{Seat: e.Seat, Player: e.Player, Funds: money.Max, Turn: r.Turn}
	switch {
	case e.Kind == BetPlaced:
		c.Action, c.Amount = PlaceBet, e.Stake
	case e.Kind == BetsClosed:
		c.Action = Deal
	case e.Kind == Decided && e.By == ByClock:
		c.Action = Timeout
	case e.Kind == Decided:
		c.Action = e.Action
		if e.Action == Insure {
			c.Amount = e.Amount
		}
	default:
		return c, false
	}
	return c, true
}
