// Package client plays at a club over the network, as the page in the browser
// does: it signs in, joins tables, sends commands and follows what happens.
//
// # Model
//
//	New ──Guest, Login, Resume──▶ signed in       a session, kept as a token
//	    ──Connect──▶ connected                    one connection, kept up by itself
//	    ──Join──▶ Table                           its frames and the player's own part
//	                Next: one step after the other, in order, none left out
//	                Sit, Bet, Reveal, Act, Leave: one answer each
//
// A [Table] is followed by calling [Table.Next] again and again. Each [Update] holds
// the newest [Frame], which is complete by itself, and the newest [You]: balance,
// own seats and what may be done now. You is always as new as the frame.
//
// # Lost connections
//
// A connection that is lost is made again, and what was missed meanwhile is
// delivered as if nothing had happened. The sequence of every frame is checked: if
// the server has forgotten what was missed, the table is joined anew and the update
// says so ([Update.Missed]). A command whose answer was lost, or said no more than that
// the club is busy or cannot write, is sent again under the same id until ctx ends, so
// that it is carried out once.
//
// # Shuffle
//
// A bet may carry the commitment to a seed of the player's own ([Seed], [Commit]);
// [CheckTerms] and [CheckCards] are what a player does to trust nobody. See
// docs/fairness.md.
//
// # Types
//
// The messages are those of the server itself, under another name: Frame here is
// the type that the server encodes. There is one definition of each, so that client
// and server cannot drift apart. Their fields are documented in internal/wire, whose
// testdata shows one example of each.
//
// # Many clients in one process
//
// A client costs some 60 KiB. Clients that sit at the same tables can share their
// frames ([Frames]), so that a frame is read once for all of them.
package client
