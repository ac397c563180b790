// Package view is what each viewer of a table may see: the pure projection of a
// round and its table onto the messages of package wire.
//
// # Model
//
//	Round + Table --State, Frame--> everyone: seated, watching, arriving late
//	Round + Table --You-----------> one player: balance, own seats, legal actions
//	both at once  --Snapshot------> whoever joins
//	finished round --Past---------> one player's history
//
// # What cannot be seen
//
// This package never sees a shoe or a seed, and may not import them: a round
// knows the face of no card before it is opened, so neither can anything made
// here. A card that lies face down is "??" and while it does the dealer has no
// total. Its tests play thousands of rounds to every kind of viewer, exchange
// the cards that nobody has seen, and demand the same stream byte for byte.
package view
