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
// The same is done to three nodes over one PostgreSQL, in TestNodesUnderFaults and, with
// every kind of fault and in network namespaces, in TestCluster (make cluster):
//
//	players at each node ──▶ club99 ──[can be cut]──▶ PostgreSQL
//	   │ asked, answered,      │▲
//	   │ seen, and when        └┴──[can be cut]──▶ the other nodes, or NATS
//	   ▼
//	history ──────── porcupine ──────── journals and balances in the end
//
// A table is a counter, whose entries are one operation each: what was asked for at its
// time, what the clock did at any. A purse is a balance. If no order of the operations
// explains what everybody was told, an action was lost, done twice, or told wrongly.
//
// The tests are all there is in it. The short forms kill once at each point and a
// few times at random, and do three things to nodes; make soak and make cluster have
// the long ones.
package soak
