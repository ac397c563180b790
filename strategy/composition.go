package strategy

import "club99/blackjack"

// Preference says how to play one hand against one up card: a set of wishes,
// each better than all that stand below it in this list. What is not legal is
// passed over; at the bottom is stand if [PreferStand] is set, or else hit.
type Preference uint8

// The wishes, the first first; and the answers to what is offered before the check.
const (
	PreferSurrender Preference = 1 << iota // R14, at the hand's turn
	PreferSplit                            // R12
	PreferDouble                           // R11
	PreferStand                            // else hit
	AcceptSurrender                        // R14, the early offer
	AcceptInsurance                        // R15
	AcceptEvenMoney                        // R21
)

// Action returns the preferred one of the legal actions of a hand at its turn.
func (p Preference) Action(legal blackjack.Actions) blackjack.Action {
	switch {
	case p&PreferSurrender != 0 && legal.Has(blackjack.Surrender):
		return blackjack.Surrender
	case p&PreferSplit != 0 && legal.Has(blackjack.Split):
		return blackjack.Split
	case p&PreferDouble != 0 && legal.Has(blackjack.Double):
		return blackjack.Double
	case p&PreferStand == 0 && legal.Has(blackjack.Hit):
		return blackjack.Hit
	}
	return blackjack.Stand
}

// Composition is a composition-dependent [Strategy]: a preference for every
// hand and up card. Where hands that come from a split are played in another way
// than the same cards without one, After holds their preferences.
type Composition struct {
	Preferences [11][Hands]Preference // by up card, 1 to 10
	After       map[Origin]*[Hands]Preference
}

// Origin names the hands that come from splitting a pair under an up card.
type Origin struct{ Up, Pair int }

var _ Strategy = (*Composition)(nil)

// Play answers from the hand's preference.
func (c *Composition) Play(s Situation) blackjack.Action {
	if s.Pair != 0 {
		if after := c.After[Origin{s.Up, s.Pair}]; after != nil {
			return after[s.Hand].Action(s.Legal)
		}
	}
	return c.Preferences[s.Up][s.Hand].Action(s.Legal)
}

// Insure answers for each hand under an ace.
func (c *Composition) Insure(h Hand) bool { return c.Preferences[1][h]&AcceptInsurance != 0 }

// TakeEvenMoney answers for the Blackjack under an ace.
func (c *Composition) TakeEvenMoney() bool {
	return c.Preferences[1][Of(1, 10)]&AcceptEvenMoney != 0
}

// SurrenderEarly answers for each hand and up card.
func (c *Composition) SurrenderEarly(h Hand, up int) bool {
	return c.Preferences[up][h]&AcceptSurrender != 0
}
