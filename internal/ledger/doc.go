// Package ledger keeps the club's money by double entry: every transfer takes
// from one account exactly what it gives to another, so that all balances
// always add up to zero.
//
//	grant ──grant──▶ player/12 ──stake──▶ round/a1 ──lost stake──▶ house/a1
//	                     ▲                   │                        │
//	                     ├──returned stake───┘                        │
//	                     └──winnings──────────────────────────────────┘
//
// Money at risk is held on the round's account from the moment the bet is
// accepted, so it cannot be spent at another table. A player's or a round's
// account never falls below zero, not even between two transfers of one
// commit; the house and the grant account may.
//
// The package is pure. [Movements] says what a list of transfers does to each
// account, [Book] applies transfers in memory, [Trial] recomputes balances
// from transfers and says in sentences what is wrong with those kept.
package ledger
