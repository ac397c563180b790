package strategy

import "club99/blackjack"

// Situation is a hand that is to be played, as far as a strategy may look at it.
type Situation struct {
	Hand  Hand              // the cards by value, ten-values as one
	Up    int               // value of the dealer's up card, 1 for an ace to 10
	Pair  int               // value of the pair from whose split the hand came; 0 if from none
	Legal blackjack.Actions // what the rules allow of Hit, Stand, Double, Split, Surrender; Stand always
}

// Strategy decides for a seat. The answers depend on the arguments alone.
type Strategy interface {
	// Play returns one of the legal actions.
	Play(s Situation) blackjack.Action
	// Insure says whether a hand of two cards is insured under an ace, for half the bet (R15).
	Insure(h Hand) bool
	// TakeEvenMoney says whether a Blackjack under an ace takes even money (R21).
	TakeEvenMoney() bool
	// SurrenderEarly says whether a hand of two cards is given up before the
	// dealer's check, under an ace or a ten-value card (R14). Such a hand is not insured.
	SurrenderEarly(h Hand, up int) bool
}
