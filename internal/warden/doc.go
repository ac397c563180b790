// Package warden holds players to the limits that they set for themselves: it knows
// what each of them has at all tables together, how long they have been there, and
// what that came to.
//
//	gateway --sets--------> Warden --keeps--> store    limits at once, times now and then
//	table   --may? -------> Warden                     before a seat, before a bet, between rounds
//	table   --keep it? ---> Warden                     a bet before the deal, once its owner has set something
//	table   --stands, settled--> Warden                after each commit that changes it
//
// The rules are package limits'. A question of one table and what it leads to are
// one step: what a table was allowed counts before another table is, so that two bets
// at two tables cannot both use up what is left of a limit.
//
// Each player has two locks. What is remembered is under one that nobody holds while
// the store is waited for, so that no table waits that tells something; who reads or
// writes what is kept of the player holds the other.
//
// What rounds brought is read from the store once, and then counted along; a round is
// counted by its number, so that what was read and told counts once. The time at the
// tables is kept every [keepEvery]: a club that is killed forgets that much of it, and
// nothing of limits, breaks and exclusions, which are kept before anybody is told.
//
// If what a player has set cannot be read, they may not bet until it can.
package warden
