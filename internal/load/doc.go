// Package load fills a club's tables with players who play real rounds over the
// network, and checks everything that they are told.
//
//	Run ──▶ players ──client──▶ the club             each: sign in, sit, bet, reveal, act
//	          │ every frame
//	          ├──▶ felt    shared by the players of a table: sequence, totals, phases,
//	          │            terms, proofs, no place of a shoe dealt twice
//	          └──▶ purse   each player's: balance is start plus results minus open stakes
//
// What is reported is counted from when everybody sits until the time is over.
// A player who is out of chips is replaced by a new one.
package load
