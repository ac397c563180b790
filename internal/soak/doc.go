// Package soak kills a club that is being played at, again and again, and compares
// what players were told with what the books say.
//
//	players (load, client) ──▶ club99, built with the tag faults ──▶ data folder
//	   │ every answer, every frame        kill -9 at a point of package fault,
//	   ▼                                  or at any time
//	notes ◀──────── compare ─────────── journal, answers, ledger verify
//
// After each kill, before the club is opened again: the ledger verifies; every
// action that was answered is in the journal, as an entry of that player's, once;
// every frame that anybody saw is what the journal says at its sequence, card by
// card, shoe, root and deadline included. Then the club is opened again and every
// table must go on. In the end every entry that a player caused is claimed by
// exactly one answer.
//
// The tests are all there is in it. The short form kills once at each point and a
// few times at random; make soak has the long one.
package soak
