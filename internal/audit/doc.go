// Package audit checks the club's books against what happened at the tables: it
// is what `club99 ledger verify` says.
//
//	every entry   can be read, follows the one before, fits the table
//	every round   is decided again, event by event, by the rules it was played
//	              under and with the cards that were opened: same cards to the
//	              same hands, same payouts
//	every shoe    that is over is made again from its seeds: the root that was
//	              published, and the cards that were dealt; seeds are the ones
//	              committed to, and no shoe is passed over
//	every link    of the journal is the one that was kept when a round or a shoe
//	              began: an entry that was edited later shows
//	every sum     over the rounds of a table is what its rounds come to
//	every transfer is what the cashier makes of its entry's events, no more and
//	              no less; grants come from the grant account
//	every balance is the sum of its transfers; players and rounds are never below
//	              zero; a round's account holds exactly what is at risk
//
// It reads one moment of the store, while the club goes on, and changes nothing.
// It never asks for a shoe's sealed seed: it reads those that were revealed.
package audit
