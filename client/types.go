package client

import (
	"club99/blackjack"
	"club99/internal/wire"
)

// The messages, as the server defines them.
type (
	// Frame is one step of a table as everyone may see it.
	Frame = wire.Frame
	// State is everything there is to see at a table.
	State = wire.State
	// Phase is the part of the game that a table is in.
	Phase = wire.Phase
	// Turn is the decision that is awaited.
	Turn = wire.Turn
	// Dealer is the dealer's hand.
	Dealer = wire.Dealer
	// Place is one place at the table: who sits there, bet, hands, result.
	Place = wire.Seat
	// Hand is one hand of a place.
	Hand = wire.Hand
	// Insurance is a place's insurance bet.
	Insurance = wire.Insurance
	// Shoe is what is published about the shoe and its shuffle.
	Shoe = wire.Shoe
	// Event is one thing that happened between two frames.
	Event = wire.Event
	// You is what one player alone is told: balance, own seats, legal actions.
	You = wire.You
	// YourSeat is a seat of the player's own and what may be done with it now.
	YourSeat = wire.YourSeat
	// Legal is an action that rules and balance allow.
	Legal = wire.Legal
	// CardProof is a card that lies open, and the proof that it lay in its place.
	CardProof = wire.CardProof
	// LobbyTable is a table as seen from the door.
	LobbyTable = wire.LobbyTable
	// Me is the signed-in player and the balance.
	Me = wire.Me
	// PastRound is a round of the player's history.
	PastRound = wire.PlayedRound
	// Bet is the bet on one seat.
	Bet = wire.Bet
	// Reveal is a player's seed for one seat.
	Reveal = wire.Reveal
	// Command is what a player asks of a table.
	Command = wire.Command
	// Answer is what a command was answered.
	Answer = wire.Answer
	// Code is the stable name of a refusal.
	Code = wire.Code
)

// The phases of a table.
const (
	Waiting = wire.PhaseWaiting
	Betting = wire.PhaseBetting
	Sealing = wire.PhaseSealing
	Offers  = wire.PhaseOffers
	Players = wire.PhasePlayers
	Over    = wire.PhaseOver
	Closed  = wire.PhaseClosed
)

// Refused is the error of a request that the server understood and refused.
// Nothing happened.
type Refused struct {
	Code    Code
	Message string             // the sentence for the player
	Legal   []blackjack.Action // what would be allowed now, where the rules refused a decision
}

// Error gives code and sentence.
func (r *Refused) Error() string {
	if r.Message == "" {
		return string(r.Code)
	}
	return string(r.Code) + ": " + r.Message
}
