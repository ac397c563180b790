package analyze

import (
	"math"

	"club99/blackjack"
	"club99/strategy"
)

// Game is what a game is worth from one shoe with one strategy. All amounts are
// in initial bets; a probability is that of the whole round.
type Game struct {
	Value    float64     // expectation of one round
	ByUp     [11]float64 // expectation given the up card, by its value; 0 where the shoe has none
	Staked   float64     // expectation of everything staked: doubles, splits and insurance included
	StdDev   float64     // standard deviation of one round's result
	Hands    []Hand      // by up card, then by the values of the two cards, low to high
	Strategy *strategy.Composition

	// Unsure is an estimate of how far Value can be off; 0: it is exact.
	Unsure float64
	// Outcomes are all results of a round with their probabilities, from the worst to the best.
	Outcomes []Outcome
	// Approximate names what is not exact, with how far it can be off: a bound, or an
	// estimate where it says so; empty when everything is exact.
	Approximate []string
}

// Edge is what the house earns of each initial bet.
func (g *Game) Edge() float64 { return -g.Value }

// PerUnitStaked is the expectation per unit of everything staked; its negative is the element of risk.
func (g *Game) PerUnitStaked() float64 { return g.Value / g.Staked }

// Outcome is one result of a round.
type Outcome struct {
	Net         float64 // in initial bets
	Probability float64
}

// Hand is what a hand of two cards is worth against an up card.
type Hand struct {
	Hand        strategy.Hand
	Up          int
	Paired      bool    // the cards may be split; two ten-values stand in two entries where one rank pairs only
	Probability float64 // of being dealt these cards against this up card

	// Legal are the actions at the hand's turn, Offers what it is asked before
	// the check. A Blackjack has no turn.
	Legal, Offers blackjack.Actions

	// EV is the expectation by action. At the hand's turn, where the dealer
	// has checked, it is that of a round in which there is no Blackjack. Insure
	// is what a full insurance earns by itself; TakeEvenMoney, and Surrender
	// where it is offered, are those of the round, to be compared with Value.
	// It is NaN for what is not legal.
	EV [blackjack.DeclineSurrender + 1]float64

	Preference strategy.Preference // how the hand is played
	Play       blackjack.Action    // the action at its turn; 0 for a Blackjack
	Value      float64             // expectation of the round from this deal, played so
}

// Actions that [Hand.EV] is found for.
var valued = [...]blackjack.Action{blackjack.Stand, blackjack.Hit, blackjack.Double, blackjack.Split, blackjack.Surrender,
	blackjack.Insure, blackjack.TakeEvenMoney}

// hand translates a deal. Values at the hand's turn are weighted with the chance
// that there is no Blackjack where the dealer checks; here they are given that.
func (t *tableOf[T]) hand(d *deal[T]) Hand {
	h := Hand{Hand: d.hand, Up: d.up, Paired: d.paired, Probability: d.probability.Float(), Legal: d.legal,
		Offers: d.offers, Preference: d.prefer, Value: d.total.Float()}
	weight := 1.0
	if t.rules.Peek.Checks(d.up) {
		weight = 1 - d.dealer.Float()
	}
	for a := range h.EV {
		h.EV[a] = math.NaN()
	}
	for _, a := range valued {
		switch {
		case d.legal.Has(a):
			h.EV[a] = d.value[a].Float() / weight
		case d.offers.Has(a):
			h.EV[a] = d.value[a].Float()
		}
	}
	if d.legal != 0 {
		h.Play = d.prefer.Action(d.legal)
	}
	return h
}
