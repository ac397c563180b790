// Package blackjack is the rules of the game: a round of blackjack as a pure
// state machine that knows no clock, no randomness and no I/O.
//
// # Model
//
// [Rules] are the settings of a table. A [Round] is the state of one round, and
// is nothing but the fold of its [Event]s: [Round.Apply] adds one. A [Command]
// asks for something: a bet, a player's decision, the clock running out.
//
//	Check   says whether a command is allowed now, and if not, why not
//	Legal   says which actions of a seat are allowed: it is made from Check
//	Decide  begins with Check and answers with all events that follow, up to
//	        the next decision that somebody has to make
//	Apply   changes the round by one event; it never refuses
//
// The caller decides, stores the events, and only then applies and tells them.
// The cards come in as a value: the shoe is a slice in the order in which cards
// will leave it, and the round remembers how many have left.
//
// # Phases
//
//	betting --Deal--> offers --all answered--> players --all done--> dealer --> over
//	             |                                ^  |                           ^
//	             +--nothing to offer, no dealer---+  +--nobody left in the round-+
//	                Blackjack
//
// The order within a round is the one of the house rules: bets, deal, offers
// (insurance, even money, early surrender) to all seats at once, the dealer's
// check, the hands clockwise, the dealer, settlement.
//
// # The hole card
//
// An event never holds a card that is not face up. [HoleCardDealt] says that a
// card lies there; its face is read from the shoe to answer the check and to
// open it, and is in no event and in no Round before [HoleCardOpened].
//
// # Money
//
// Funds come in with the command as a value. Events say what moves: Amount of a
// bet or decision goes from the player to the round, Amount of a settlement goes
// to the player. Package cashier turns them into transfers.
package blackjack
