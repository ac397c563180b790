// Package limits is the rules of playing well: limits that players set for
// themselves, breaks and self-exclusion, and the time at the tables. It is pure:
// times come in as values, and what is kept is kept by others.
//
// # Limits
//
//	Set: stricter ---------> holds at once, and what was waiting is gone
//	Set: looser, or none --> waits for [Cooling], shown as Next and From
//	Set: what holds now ---> what was waiting is gone
//
// So a limit in force is never looser than any that was in force in the last 24
// hours, whatever was asked for in between.
//
// # What is held against what
//
//	loss  what the settled rounds of the day (week) cost, winnings counted
//	      against losses, and what is at stake at all tables now, and the bet
//	      that is asked for: together no more than the limit
//	time  the time at the tables today
//	check the time at the tables in this session since the last answer
//
// A bet is held against them with its first stake. A seat is held against what is
// lost alone: what is at stake may be won. A limit that becomes stricter than what is
// at stake takes back a bet that no card was dealt for. What follows in a round that has
// begun (doubling, splitting, insurance) is always allowed, so that no limit can
// make anybody play a hand badly: a loss can be larger than its limit by that much.
//
// # Away
//
//	break      hours or days    neither can be shortened or taken back;
//	exclusion  months           both can be made longer
//
// A day begins at midnight and a week on Monday, by the zone of the times that are
// given. A session is the time at the tables with no gap longer than [Gap].
package limits
