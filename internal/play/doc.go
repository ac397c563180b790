// Package play says what a player would do next who sees what any player sees:
// the frame that everybody gets and the player's own part of it, nothing else.
//
//	state + you ──Next──▶ sit, bet, act, or nothing to be done
//	                       │
//	               Strategy: which of the legal actions; By plays by a [strategy.Strategy]
//
// The house's marked bots and the load generator play by it. There is no other
// way for them into a table than a command, and none to a card but a frame.
package play
