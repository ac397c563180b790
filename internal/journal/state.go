package journal

import (
	"club99/blackjack"
	"club99/card"
)

// Stage is what the table is doing, around the phases of a round.
type Stage uint8

// The stages; see the package's diagram.
const (
	Resting Stage = iota // nobody to play for: no betting, no clock
	Betting
	Playing // from the deal to the last settlement; Round.Phase says more
	Showing // the results lie on the table
)

var stageNames = []string{"resting", "betting", "playing", "showing"}

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

// Shoe is what is known of the shoe.
type Shoe struct {
	Number uint64 // counts from 1; 0 before the first
	Decks  int
	Offset int     // cards that had left it before the round
	Seen   [11]int // cards of it that were seen face up, by value, 1 for aces to 10
}

// Unseen counts, by value, the cards of the shoe that nobody has seen face up:
// those still in it, and hole cards that went away unseen.
func (s *Shoe) Unseen() [11]int {
	var counts [11]int
	for v := 1; v <= 9; v++ {
		counts[v] = max(4*s.Decks-s.Seen[v], 0)
	}
	counts[10] = max(16*s.Decks-s.Seen[10], 0)
	return counts
}

// State is a table as its journal tells it: everything that everybody may know.
// The zero State is a table before its first entry. A copy shares only
// Decisions, whose elements are never changed.
type State struct {
	Seq      uint64 // entries so far
	Stage    Stage
	Number   uint64 // of the round, from 1; 0 before the first
	Rules    string // hash of the rules the round is played by
	Deadline int64  // when the clock acts, Unix milliseconds; 0: never
	Seats    [blackjack.MaxSeats]Seat
	Shoe     Shoe
	Round    blackjack.Round
	// Decisions are the round's events of that kind, in order, for the history.
	Decisions []blackjack.Event
	// SinceCheckpoint counts entries, so that the next checkpoint comes in time.
	SinceCheckpoint int
}

// Seat returns a seat, 1 to [blackjack.MaxSeats].
func (s *State) Seat(n int) *Seat { return &s.Seats[n-1] }

// Left is how many cards are in the shoe.
func (s *State) Left() int {
	return max(s.Shoe.Decks*card.PerDeck-s.Shoe.Offset-int(s.Round.Drawn), 0)
}

// InRound reports whether the seat is part of a round that was dealt and whose
// cards still lie on the table.
func (s *State) InRound(seat int) bool {
	return (s.Stage == Playing || s.Stage == Showing) && s.Round.Box(seat).Bet != 0
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
