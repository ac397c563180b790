// Package audit goes through a club's books from the first entry to the last.
//
// # Model
//
//	balances   = the sum of their transfers, zero all together     package store
//	transfers  = what the cashier makes of the entry's events      here
//	events     = what the rules decide about the same bets,        here
//	             decisions and cards
//	journal    = one entry after another, each fitting the state   here
//
// Every round is played again: the bets and decisions of its events are put to
// the rules it was played by, with a shoe made of the cards that were shown, and
// the rules must decide the same events, payouts included. A hole card that was
// never shown stays unknown here as well; it is known to have made no Blackjack
// where the dealer looked.
package audit
