package blackjack

import (
	"club99/card"
	"club99/money"
)

// EventKind says what happened.
type EventKind uint8

// The kinds of event, and the fields of [Event] that each uses besides Kind.
const (
	BetPlaced        EventKind = 1 + iota // Seat Player Stake Amount: the bet is now Stake; Amount moved from the player (below 0: back to them)
	BetsClosed                            // the deal begins
	CardDealt                             // Seat Hand Card
	UpCardDealt                           // Card
	HoleCardDealt                         // a card lies face down; no event says which
	OffersMade                            // Seat Offers: the offers this seat must answer
	Decided                               // Seat Hand Player Action By Amount: a player or the clock decided; Amount moved from the player. Hand is 0 for an answer to an offer
	Checked                               // Status: the dealer looked under the up card: StatusBlackjack or none
	HandEnded                             // Seat Hand Status: nothing more can be done with the hand
	TurnCame                              // Seat Hand: a decision on this hand is awaited
	HoleCardOpened                        // Card
	DealerDrew                            // Card
	DealerEnded                           // Status: StatusStood, StatusBust or StatusBlackjack
	HandSettled                           // Seat Hand Player Outcome Stake Amount: Stake is over; Amount goes to the player
	InsuranceSettled                      // Seat Player Outcome Stake Amount: likewise
	RoundOver                             //
	eventKindEnd
)

// By says who made a decision (R13).
type By uint8

// The player, or the clock in the player's place.
const (
	ByPlayer By = iota
	ByClock
)

// Status is the state of a hand.
type Status uint8

// The states of a hand. The dealer's is StatusNone until played, then Stood,
// Bust or Blackjack.
const (
	StatusNone Status = iota
	StatusPlaying
	StatusWaiting // a split hand before its turn
	StatusStood
	StatusDoubled
	StatusBust
	StatusBlackjack
	StatusCharlie
	StatusSurrendered
	StatusEvenMoney
	statusEnd
)

// Outcome is how a stake ended.
type Outcome uint8

// The outcomes.
const (
	OutcomeNone Outcome = iota
	OutcomeWin
	OutcomeLose
	OutcomePush
	OutcomeBlackjack
	OutcomeCharlie
	OutcomeSurrender
	OutcomeEvenMoney
	OutcomeBust
	outcomeEnd
)

// Event is one thing that happened in a round. It is flat, so that deciding
// allocates nothing; which fields an event uses depends on its kind, the others
// are zero. Every card in an event lies face up.
type Event struct {
	Kind    EventKind
	Action  Action
	By      By
	Seat    uint8 // from 1
	Hand    uint8 // from 1, left to right
	Card    card.Card
	Status  Status
	Outcome Outcome
	Offers  Actions
	Player  PlayerID
	Stake   money.Amount
	Amount  money.Amount
}
