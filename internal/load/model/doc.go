// Package model is what a club costs, and what that makes of a million players.
//
//	Measured   what one action costs the nodes, PostgreSQL and the bus: the only place for it
//	Load       by these costs, how busy everything is: sums and divisions, nothing else
//	Play       the same club played through, event by event: queues, groups of commits,
//	           syncs that many share, and from them how long an action takes
//	Day        who comes when, and how many are there at once
//
// All three are functions of what they are given: chance comes from a generator with a
// seed. The simulation is tested against queues whose results are known.
package model
