// Package journal is the log of one table, and the state of the table that
// follows from it.
//
// # Model
//
//	entry  = what one commit wrote: a list of records, stored as JSON
//	record = a table record (a seat was taken, betting opened, a deadline was
//	         set ...) or an event of the rules (a card was dealt ...)
//	State  = the fold of all records, and nothing else
//
// An entry is written before anything in it is told to anyone. Deadlines are
// absolute moments and stand in the journal, so that a table which starts again
// goes on with the time that remains.
//
//	                                 terms-fixed (seeds are awaited)
//	                          +--------------------> Sealing --+
//	                          |                                | bets-closed
//	          betting-opened  |         bets-closed            v  results-until
//	Resting ----------------> Betting ---------------> Playing ---------------> Showing
//	   ^                       |   ^                                             |  |
//	   +-------- rested -------+   +------------- betting-opened ----------------+  |
//	   +-------------------------------- rested ------------------------------------+
//
// From everywhere table-closed leads to Closed, once nothing is at stake any more:
// each seat's stakes were settled or went back by stake-returned, in the same entry.
// Only table-opened leads out of it, to Resting.
//
// No record has a place for a card that nobody has seen. The house's seed of a
// shoe is here once the shoe is over; before that the store keeps it apart, sealed.
//
// # Links
//
// Each entry is linked to all before it ([State.Link]); package shoe has the
// hash. A link is made from the entry's public form ([Public]), which says
// nothing of who sits where, so that everybody may have the entries of a round
// and check the links. The money ties players to seats; the audit checks that.
//
// # Reading it back
//
// The decoder takes exactly what the encoder writes: one spelling for each
// entry, every number in its range, no field that the kind does not use. What
// passes may still not fit the table as it stands (a card for a hand that is not
// there); [State.Apply] refuses that and changes nothing.
//
// A journal grows for ever, starting a table must not: from time to time betting
// opens with a checkpoint, a record of everything that is known at that moment.
// [Tail] starts from the last one.
package journal
