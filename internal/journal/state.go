package journal

import (
	"club99/blackjack"
	"club99/card"
	"club99/shoe"
)

// Stage is what the table is doing, around the phases of a round.
type Stage uint8

// The stages; see the package's diagram.
const (
	Resting Stage = iota // nobody to play for: no betting, no clock
	Betting
	Sealing // bets are closed; the seeds that players committed to are awaited
	Playing // from the deal to the last settlement; Round.Phase says more
	Showing // the results lie on the table
	Closed  // nothing is played here until the operator opens the table again
)

var stageNames = []string{"resting", "betting", "sealing", "playing", "showing", "closed"}

// String returns the word for s.
func (s Stage) String() string {
	if int(s) < len(stageNames) {
		return stageNames[s]
	}
	return "?"
}

// Seat is who sits where.
type Seat struct {
	Player    blackjack.PlayerID // 0: nobody
	Name      string
	Bot       bool // of the house
	Leaving   bool // is freed when the round is over
	Confirmed bool // has said what they bet on this round
	Missed    uint8
}

// State is a table as its journal tells it: everything that everybody may know.
// [New] is a table before its first entry. A copy shares only Decisions and
// Turned, whose elements are never changed.
type State struct {
	Table    string
	Link     shoe.Hash // of the last entry: stands for the whole journal, as far as it is public
	Seq      uint64    // entries so far
	Stage    Stage
	Number   uint64 // of the round, from 1; 0 before the first
	Rules    string // hash of the rules the round is played by
	Deadline int64  // when the clock acts, Unix milliseconds; 0: never
	Seats    [blackjack.MaxSeats]Seat
	Shoe     Shoe
	Round    blackjack.Round
	// Decisions are the round's events of that kind, in order, for the history.
	Decisions []blackjack.Event
	Turned    []Turned // the cards that the round turned up, in that order
	// SinceCheckpoint counts entries, so that the next checkpoint comes in time.
	SinceCheckpoint int
}

// New is a table before its first entry.
func New(table string) State { return State{Table: table, Link: shoe.LogStart(table)} }

// Seat returns a seat, 1 to [blackjack.MaxSeats].
func (s *State) Seat(n int) *Seat { return &s.Seats[n-1] }

// Left is how many cards are in the shoe.
func (s *State) Left() int {
	return max(s.Shoe.Decks*card.PerDeck-s.Shoe.Offset-int(s.Round.Drawn), 0)
}

// InRound reports whether the seat is part of a round whose bets are closed and
// which still lies on the table.
func (s *State) InRound(seat int) bool {
	return (s.Stage == Sealing || s.Stage == Playing || s.Stage == Showing) && s.Round.Box(seat).Bet != 0
}

// HasBet reports whether the player has a bet in the round, on any seat.
func (s *State) HasBet(p blackjack.PlayerID) bool {
	for i := range s.Round.Boxes {
		if b := &s.Round.Boxes[i]; b.Bet != 0 && b.Player == p {
			return true
		}
	}
	return false
}
