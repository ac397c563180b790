package play

import (
	"math/rand/v2"

	"club99/blackjack"
	"club99/internal/wire"
	"club99/strategy"
)

// Situation is a decision that is awaited, as far as it may be looked at.
type Situation struct {
	Hand  *wire.Hand
	Up    int               // value of the dealer's up card, 1 for an ace to 10
	Legal blackjack.Actions // at least one
}

// Strategy decides.
type Strategy interface {
	// Play returns one of the legal actions.
	Play(s Situation) blackjack.Action
}

// By plays by a strategy of the game's own: the offers as they are made, the
// hand when it has its turn.
func By(s strategy.Strategy) Strategy { return by{s} }

type by struct{ strategy.Strategy }

func (b by) Play(s Situation) blackjack.Action {
	var hand strategy.Hand
	for _, c := range s.Hand.Cards {
		hand = hand.Add(c.Value())
	}
	yes := func(wants bool, accept, decline blackjack.Action) blackjack.Action {
		if wants && s.Legal.Has(accept) {
			return accept
		}
		return decline
	}
	switch {
	case s.Legal.Has(blackjack.DeclineEvenMoney):
		return yes(b.TakeEvenMoney(), blackjack.TakeEvenMoney, blackjack.DeclineEvenMoney)
	case s.Legal.Has(blackjack.DeclineSurrender):
		return yes(b.SurrenderEarly(hand, s.Up), blackjack.Surrender, blackjack.DeclineSurrender)
	case s.Legal.Has(blackjack.DeclineInsurance):
		return yes(b.Insure(hand), blackjack.Insure, blackjack.DeclineInsurance)
	}
	pair := 0
	if s.Hand.Split {
		pair = s.Hand.Cards[0].Value()
	}
	return b.Strategy.Play(strategy.Situation{Hand: hand, Up: s.Up, Pair: pair, Legal: s.Legal & ownMoves})
}

// ownMoves are what a strategy is asked about.
var ownMoves = blackjack.SetOf(blackjack.Hit, blackjack.Stand, blackjack.Double, blackjack.Split, blackjack.Surrender)

// Wild does anything that is legal, to try what nobody would.
func Wild() Strategy { return wild{} }

type wild struct{}

func (wild) Play(s Situation) blackjack.Action {
	list := s.Legal.List()
	return list[rand.IntN(len(list))]
}
