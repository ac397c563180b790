// Package simulate plays many rounds fast and says what they earned.
//
// # Use
//
//	result, err := simulate.Run(simulate.Config{
//		Rules: &rules, Strategy: strategy.Basic(&rules), Rounds: 1e8, Seats: 1, Seat: 1, Threads: 2,
//	}, nil)
//
// # Model
//
//	strategy + rules --compile--> machine: a graph of hands
//	machine --> round    any game: seats, cut cards, counts, ramps
//	machine --> fast     one seat, one bet, a fresh shoe: automata without branches
//	blackjack.Decide --> engine    the slow path, and what the others are compared with
//
// All three play the same game: the same cards and decisions give every seat
// the same net. Rounds are played for a single bet and tallied by what they
// earned, in units in which nothing is a fraction, and by the true count; what a
// ramp of bets makes of it is worked out from the tally.
//
// # Order
//
// Rounds are played in blocks, each with a stream of random numbers of its own,
// made from the seed and the block's number. Goroutines take blocks as they
// come, and blocks are added up in their order, so that a seed has one result. A
// shoe that is dealt to the cut card is played to its end within its block.
//
// # Random numbers
//
// They come from a generator that is fast and easily foretold. Nothing that
// deals cards to people may use this package; internal/archtest holds that.
package simulate
