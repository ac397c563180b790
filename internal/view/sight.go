package view

import "club99/blackjack"

// Sight is all that a player can see of what the value of a decision depends on.
// It has no room for a card that lies face down: the round knows none, and the
// unseen cards are counted without a word of where they lie.
type Sight struct {
	Rules  *blackjack.Rules
	Round  blackjack.Round
	Seat   int
	Legal  blackjack.Actions // what the seat may do now, with the player's chips
	Unseen [11]int           // cards of the shoe that nobody has seen, by value, 1 for aces to 10
	Seen   int               // cards of the shoe that lie or lay open
}
