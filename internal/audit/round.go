package audit

import (
	"fmt"

	"club99/blackjack"
	"club99/card"
	"club99/money"
)

// unseen stands for a hole card that was never shown. It makes no Blackjack with
// any up card, and so does the real one where the dealer looked.
var unseen = card.New(card.Five, card.Clubs)

// Round plays the events of one round again, from its first bet to its end or as
// far as it came. The error names the first event that the rules would not have
// decided.
func Round(rules *blackjack.Rules, events []blackjack.Event) error {
	shoe := shoeOf(events)
	var r blackjack.Round
	for done := 0; done < len(events); {
		c, ok := commandOf(&r, &events[done])
		if !ok {
			return fmt.Errorf("event %d, %v, follows from nothing", done+1, events[done].Kind)
		}
		decided, err := blackjack.Decide(nil, rules, &r, c, shoe)
		if err != nil {
			return fmt.Errorf("event %d: the rules refuse to %v on seat %d: %w", done+1, c.Action, c.Seat, err)
		}
		for i := range decided {
			switch {
			case done+i >= len(events):
				return fmt.Errorf("after event %d the rules go on with %v", done+i, decided[i].Kind)
			case decided[i] != events[done+i]:
				return fmt.Errorf("event %d should be %s, and is %s", done+i+1, words(&decided[i]), words(&events[done+i]))
			}
			r.Apply(decided[i])
		}
		done += len(decided)
	}
	return nil
}

// shoeOf is the round's shoe as far as it was shown.
func shoeOf(events []blackjack.Event) []card.Card {
	var shoe []card.Card
	hole := -1
	for i := range events {
		switch e := &events[i]; e.Kind {
		case blackjack.CardDealt, blackjack.UpCardDealt, blackjack.DealerDrew:
			shoe = append(shoe, e.Card)
		case blackjack.HoleCardDealt:
			hole = len(shoe)
			shoe = append(shoe, unseen)
		case blackjack.HoleCardOpened:
			if hole >= 0 {
				shoe[hole] = e.Card
			}
		}
	}
	return shoe
}

// commandOf is what was asked when the event was the first of an answer. Funds
// are not judged here: that nobody staked what they did not have is the ledger's
// to say.
func commandOf(r *blackjack.Round, e *blackjack.Event) (blackjack.Command, bool) {
	c := blackjack.Command{Seat: e.Seat, Player: e.Player, Funds: money.Max, Turn: r.Turn}
	switch e.Kind {
	case blackjack.BetPlaced:
		c.Action, c.Amount = blackjack.PlaceBet, e.Stake
	case blackjack.BetsClosed:
		c.Action = blackjack.Deal
	case blackjack.Decided:
		c.Action = e.Action
		if e.By == blackjack.ByClock {
			c.Action = blackjack.Timeout
		} else if e.Action == blackjack.Insure {
			c.Amount = e.Amount
		}
	default:
		return c, false
	}
	return c, true
}

func words(e *blackjack.Event) string {
	text := e.Kind.String()
	if e.Seat != 0 {
		text += fmt.Sprintf(" on %d.%d", e.Seat, e.Hand)
	}
	for _, w := range []string{e.Card.String(), e.Status.String(), e.Outcome.String()} {
		if w != "" && w != card.None.String() {
			text += " " + w
		}
	}
	if e.Stake != 0 || e.Amount != 0 {
		text += fmt.Sprintf(" stake %d amount %d", e.Stake, e.Amount)
	}
	return text
}
