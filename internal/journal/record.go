package journal

import (
	"club99/blackjack"
	"club99/card"
	"club99/money"
)

// Kind says what a record tells: one of the table's own kinds, or [Event].
type Kind uint8

// The kinds of record, and the fields of [Record] that each uses besides Kind.
const (
	Event         Kind = iota // Event: something that happened in the round
	SeatTaken                 // Seat Player Name Bot
	SeatLeaving               // Seat: its player leaves as soon as the round is over
	SeatLeft                  // Seat Why
	Shuffled                  // Shoe Decks: a new shoe, from its own seed
	BettingOpened             // Round Shoe Offset Rules At: bets are taken until At
	Confirmed                 // Player: has said what they bet
	RoundMissed               // Seat: its player had no bet when betting closed (R24)
	Deadline                  // Turn At: when the clock decides (R13); Turn is 0 while betting
	ResultsUntil              // At: results stay until then
	Rested                    // nobody is here to play for
	Checkpoint                // Standing: everything known before betting opens
	kindEnd
)

var kindNames = [kindEnd]string{
	SeatTaken:     "seat-taken",
	SeatLeaving:   "seat-leaving",
	SeatLeft:      "seat-left",
	Shuffled:      "shoe-shuffled",
	BettingOpened: "betting-opened",
	Confirmed:     "bets-confirmed",
	RoundMissed:   "round-missed",
	Deadline:      "deadline",
	ResultsUntil:  "results-until",
	Rested:        "rested",
	Checkpoint:    "checkpoint",
}

// String returns the word for k, as it is written in the journal.
func (k Kind) String() string {
	if k < kindEnd {
		return kindNames[k]
	}
	return ""
}

// Why says why a seat was left.
type Why string

// The reasons.
const (
	ByPlayer Why = "player" // they asked to leave
	ByMissed Why = "missed" // three rounds without a bet (R24)
	ByAway   Why = "away"   // no connection for too long
	ByRules  Why = "rules"  // the table has fewer seats now
)

// Record is one line of the journal. Which fields are used depends on Kind; the
// others are zero.
type Record struct {
	Kind   Kind
	Event  blackjack.Event // Event
	Seat   uint8           // from 1
	Player blackjack.PlayerID
	Name   string // the player's, when the seat was taken
	Bot    bool
	Why    Why
	Round  uint64 // counts from 1
	Shoe   uint64 // counts from 1
	Decks  int    // in the new shoe
	Offset int    // cards that had left the shoe before the round
	Rules  string // hash of the rules the round is played by, 64 hexadecimal digits
	Turn   uint16 // the decision that is awaited
	At     int64  // Unix milliseconds

	Standing *Standing
}

// Standing is what a checkpoint keeps: the table between two rounds.
type Standing struct {
	Round uint64 // the last round
	Shoe  Shoe
	Seats [blackjack.MaxSeats]Seat
}

// Of wraps events of the rules as records.
func Of(dst []Record, events ...blackjack.Event) []Record {
	for _, e := range events {
		dst = append(dst, Record{Kind: Event, Event: e})
	}
	return dst
}

// Events returns the events of the rules among the records.
func Events(records []Record) []blackjack.Event {
	var events []blackjack.Event
	for i := range records {
		if records[i].Kind == Event {
			events = append(events, records[i].Event)
		}
	}
	return events
}

// line is a record as JSON. The order of the fields is the order in the file.
type line struct {
	Is       string         `json:"is"`
	Seat     uint8          `json:"seat,omitzero"`
	Hand     uint8          `json:"hand,omitzero"`
	Card     card.Card      `json:"card,omitzero"`
	Action   string         `json:"action,omitzero"`
	By       string         `json:"by,omitzero"`
	Status   string         `json:"status,omitzero"`
	Outcome  string         `json:"outcome,omitzero"`
	Offers   []string       `json:"offers,omitempty"`
	Player   int64          `json:"player,omitzero"`
	Stake    money.Amount   `json:"stake,omitzero"`
	Amount   money.Amount   `json:"amount,omitzero"`
	Name     string         `json:"name,omitzero"`
	Bot      bool           `json:"bot,omitzero"`
	Why      Why            `json:"why,omitzero"`
	Round    uint64         `json:"round,omitzero"`
	Shoe     uint64         `json:"shoe,omitzero"`
	Decks    int            `json:"decks,omitzero"`
	Offset   int            `json:"offset,omitzero"`
	Rules    string         `json:"rules,omitzero"`
	Turn     uint16         `json:"turn,omitzero"`
	At       int64          `json:"at,omitzero"`
	Seen     []int          `json:"seen,omitempty"`
	Standing []standingSeat `json:"seats,omitempty"`
}

type standingSeat struct {
	Seat   uint8  `json:"seat"`
	Player int64  `json:"player"`
	Name   string `json:"name"`
	Bot    bool   `json:"bot,omitzero"`
	Missed uint8  `json:"missed,omitzero"`
}
