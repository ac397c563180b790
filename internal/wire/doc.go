// Package wire is what goes over the line: the JSON messages between the server
// and its clients, as Go types.
//
// # Model
//
//	client --Command--> server --Answer--> client           one answer to every command
//	                    server --Frame---> table's channel   everyone at the table, watchers too
//	                    server --You-----> player's channel  what only the owner of a seat is told, when it has changed
//	                    server --Lobby---> lobby's channel   the tables that changed
//	client --EmoteRequest-> server --Said-> table's talk     one of a few fixed words, from a seat
//
// A [Frame] carries the complete public [State]; the newest one alone is enough
// to draw the table. Its events say how the state came about since the frame
// before, for motion, sound and the spoken table. A [You] of the same sequence is
// sent before its frame; where none is, the last one still holds. It says what may be
// done now, and for a seat that waits for its turn what may be done then: a client
// may let its player choose ahead, and sends the choice when the turn has come, with
// that turn's number, as any other decision.
//
// A table's talk is a channel of its own, without a history: who does not want to
// hear what is said does not listen to it.
//
// Over HTTP come [Rounds] and [Statistics] to a [RoundsRequest], as a query, and
// a [Replay].
//
// What comes in is read by [DecodeCommand] and its kin, which accept exactly the
// documented fields: anything else is a [Fault] that names the place and the
// mend. Refusals have a stable [Code] for the client and a sentence in Vietnamese
// and in English for the player.
//
// All times are Unix milliseconds, all amounts whole units, a card is two
// letters ("Ah") and "??" face down. Amounts stay below 2^53, so that every
// client can hold them exactly.
//
// testdata holds an example of each message. The web client's tests read the
// same files.
package wire
