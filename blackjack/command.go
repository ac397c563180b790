package blackjack

import "club99/money"

// Action is something that can be asked of a round: what players do, what the
// clock does, and what the table does before the cards are dealt.
type Action uint8

// The actions. From Hit to DeclineSurrender they are the players' own.
const (
	Hit Action = 1 + iota
	Stand
	Double
	Split
	Surrender
	Insure           // for Amount: up to half the bet (R15)
	DeclineInsurance // R15
	TakeEvenMoney    // R21
	DeclineEvenMoney // R21
	DeclineSurrender // an early surrender that was offered (R14)
	Timeout          // the clock ran out for a seat (R13)
	PlaceBet         // sets a seat's bet to Amount; 0 takes it back
	Deal             // betting is closed: the cards are dealt
	actionEnd
)

// Command asks a round for one thing. It is a value: everything the answer
// depends on besides rules, round and shoe is in it.
type Command struct {
	Action Action
	Seat   uint8        // 1 to Rules.Seats; not used by Deal
	Player PlayerID     // PlaceBet: who bets
	Amount money.Amount // PlaceBet, Insure
	Funds  money.Amount // what the player has left to stake: PlaceBet, Double, Split, Insure
	Turn   uint16       // Round.Turn that the command answers; not used by PlaceBet and Deal
}

// PlayerID names a player to the ledger. The rules only compare it.
type PlayerID int64

// Actions is a set of actions.
type Actions uint16

// SetOf returns the set of the given actions.
func SetOf(actions ...Action) Actions {
	var s Actions
	for _, a := range actions {
		s |= 1 << a
	}
	return s
}

// Has reports whether a is in the set.
func (s Actions) Has(a Action) bool { return s>>a&1 != 0 }

// List returns the actions of the set in the order of their declaration.
func (s Actions) List() []Action {
	var list []Action
	for a := Hit; a < actionEnd; a++ {
		if s.Has(a) {
			list = append(list, a)
		}
	}
	return list
}

// Refusal is why a command was refused. It is an error; its text is the stable
// code that scenario files and clients use.
type Refusal uint8

// The refusals.
const (
	NotYourTurn Refusal = 1 + iota
	WrongPhase
	CardsDoNotPair
	SplitLimit
	AcesSplitOnce
	NotFirstTwoCards
	TotalNotAllowed
	NotAfterSplit
	OneCardOnSplitAces
	NotOffered
	AlreadyAnswered
	HandIsOver
	InsufficientFunds
	BadAmount
	StaleTurn    // the command answers a turn that is past
	NoSuchSeat   // the table has no such seat, or somebody else bets on it
	TooManySeats // the player bets on as many seats as one may hold (R24)
	NoBets       // Deal without a bet
	NotACommand  // the action is none of the actions
	refusalEnd
)

// Error returns the refusal's code, as in "not-your-turn".
func (r Refusal) Error() string { return r.String() }
