// Package history is what a player finds again of the rounds they played: pages
// of them, sums over them, files of them, and a round told once more.
//
//	table ──result──▶ FactsOf ──▶ store      in the commit that ends the round
//	                                │
//	          Page, Each ◀── Find ──┤        newest first, by cursor
//	          Statistics ◀── Played ┤        one walk over facts, without bodies
//	              Replay ◀── journal┘        entries through package view again
//
// Everything is asked for one player and answers about that player alone. A
// result that is older than its facts has them read from its body; what the body
// does not say - the balance, the rules - stays unknown.
//
// Days are the player's: the request names a time zone, and a round belongs to
// the day on which it was over there.
package history
