// Package scenario reads, prints and plays scenario files: one round of
// blackjack each, written so that a dealer can read it.
//
// A scenario stacks a shoe, plays the round through the engine of package
// blackjack, every bet and every decision by way of Check, Decide and Apply, and
// checks what must follow at the points where the file says so:
//
//	# R19: the dealer hits a soft 17 where the table says so
//	rules   club99 soft17=hit
//	bet     1 100000
//	shoe    Th Ad  7c 6s  4d
//	1 no-insurance
//	1 stand
//	= dealer Ad 6s 4d 21 stood
//	= net   1 -100000
//
// Set-up (rules, bet, shoe) comes first, in any order. "SEAT ACTION" is a
// decision, with "! REASON" one that must be refused and change nothing, and "="
// a check. Amounts of results are what the stake earned: a win is positive, a
// loss negative.
//
// [Parse] is strict: what it does not understand it refuses, naming file and
// line. [Scenario.String] prints what Parse reads. [Scenario.Run] answers with
// every [Failure], [Files] is the command line's part.
package scenario
