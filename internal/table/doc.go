// Package table is a live table: the one goroutine that owns its seats, its
// round, its shoe and its clocks.
//
// # Model
//
//	Do -------------> mailbox ---+
//	Arrive, Depart -> presence --+--> Run: one thing at a time
//	the timer -------------------+      1 decide    blackjack.Decide on a draft
//	                                    2 account   cashier.Transfers
//	                                    3 commit    store.Commit, expected sequence
//	                                    4 apply     the draft is the state now
//	                                    5 tell      frame, private parts, lobby row
//
// What follows at once from a player's decision is part of its commit and its
// frame: the deal, once everybody has bet and revealed. Nothing is told before step
// 3 has returned. What the store refuses did not
// happen: the draft is thrown away and the state is as before.
//
// A [Guard] is asked before a seat, before a bet and between rounds whether a person
// may, by what they set for themselves, and told after each commit what they have here.
//
// # Clocks
//
// The server owns them. A deadline is an absolute moment in the journal; when it
// has passed, the table itself sends the rules a Timeout that names the turn. A
// command is measured by the moment it reached the mailbox: whoever was in time
// is served before the clock, whoever was late finds that the turn is over (R13).
//
//	Resting  no clock: nobody is here to play for
//	Betting  bet_time, or until everybody seated has confirmed and somebody bet
//	Sealing  two seconds, or until everybody has revealed the seed they committed
//	         to; passed by if nobody committed to one
//	Playing  act_time for each decision, one for all offers together
//	Showing  result_time
//	Closed   no clock: nothing is played until the operator opens the table again
//
// The machine's clock is looked at between rounds. Until the next one a table's time
// goes on by itself, so that setting that clock neither takes anybody's time nor
// freezes a table.
//
// # Starting again
//
// [Table.Load] folds the journal and goes on with the time that remains. A
// deadline that passed while the table was down is given a short grace, and one that
// is further away than the rules' own time, because the machine's clock was set back,
// is cut to that; both are recorded. The order of the cards is made again from the sealed seeds and the
// players' seeds in the journal, and must have the root that was published.
//
// After a panic, or when the store says that the journal went on without this
// writer, [Table.Run] returns; the pit loads the table again. The mailbox and
// who is present outlive that; what was committed and could not be told is told
// then.
//
// # Ending
//
// A second panic before another entry was written means that the table cannot go
// on: [Table.Shut] gives back in one entry what is at stake, gives up the shoe and
// closes the table. It stays closed, also after a restart, until [Reopen].
//
// [Table.Drain] lets no round begin any more: bets that are being taken go back, a
// round whose bets are closed is played to its end.
package table
