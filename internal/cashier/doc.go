// Package cashier says what the events of a round do to the money: a pure
// mapping from events to ledger transfers, and the only place where it stands.
//
//	bet placed or raised, double, split, insurance   player ─▶ round
//	bet lowered or taken back                        player ◀─ round
//	the round is given up: what is not settled       player ◀─ round
//	a stake is settled: what comes back of it        player ◀─ round
//	                    what was won above it        player ◀─ house
//	                    what was lost of it                    round ─▶ house
//
// The round's account holds exactly the stakes at risk: it is zero before the
// first bet and after the last settlement.
package cashier
