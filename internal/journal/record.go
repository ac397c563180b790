package journal

import (
	"club99/blackjack"
	"club99/card"
	"club99/money"
	"club99/shoe"
)

// Kind says what a record tells: one of the table's own kinds, or [Event].
type Kind uint8

// The kinds of record, and the fields of [Record] that each uses besides Kind.
const (
	Event         Kind = iota // Event: something that happened in the round
	SeatTaken                 // Seat Player Name Bot
	SeatLeaving               // Seat: its player leaves as soon as the round is over
	SeatLeft                  // Seat Why
	Shuffled                  // Shoe Decks Commitment Next: a new shoe, and what the house committed to
	BettingOpened             // Round Shoe Offset Rules At: bets are taken until At
	Confirmed                 // Player: has said what they bet
	RoundMissed               // Seat: its player had no bet when betting closed (R24)
	Deadline                  // Turn At: when the clock decides (R13); Turn is 0 while betting
	ResultsUntil              // At: results stay until then
	Rested                    // nobody is here to play for
	Checkpoint                // Standing: everything known before betting opens
	SeedCommitted             // Seat Commitment: to the player's seed for this shoe
	TermsFixed                // Terms: betting is closed, all commitments to the shoe are fixed
	SeedRevealed              // Seat Secret: the player's seed
	SeedLeftOut               // Seat Out
	ShoeSealed                // Root: the order is fixed
	ShoeOver                  // Shoe Secret Why: the house's seed, unless it is lost; why the shoe was given up, if it was
	StakeReturned             // Seat Player Amount: what the seat had at stake goes back, the round is void for it
	TableClosed               // At: nothing is played here until the table is opened again
	TableOpened               // At: by the operator
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
	SeedCommitted: "seed-committed",
	TermsFixed:    "terms-fixed",
	SeedRevealed:  "seed-revealed",
	SeedLeftOut:   "seed-left-out",
	ShoeSealed:    "shoe-sealed",
	ShoeOver:      "shoe-over",
	StakeReturned: "stake-returned",
	TableClosed:   "table-closed",
	TableOpened:   "table-opened",
}

// String returns the word for k, as it is written in the journal.
func (k Kind) String() string {
	if k < kindEnd {
		return kindNames[k]
	}
	return ""
}

// Why says why a seat was left, or a shoe given up.
type Why string

// The reasons.
const (
	ByPlayer Why = "player" // they asked to leave
	ByMissed Why = "missed" // three rounds without a bet (R24)
	ByAway   Why = "away"   // no connection for too long
	ByRules  Why = "rules"  // the table has fewer seats now, or another number of decks
	ByVoid   Why = "void"   // the shoe was called off
	ByClosed Why = "closed" // the table was closed
	ByLost   Why = "lost"   // nobody has the key any more to the house's seed, nor to that of the next shoe
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
	Amount money.Amount

	Commitment shoe.Hash
	Next       shoe.Hash
	Terms      shoe.Hash
	Root       shoe.Node
	Secret     string // a seed that is revealed, in small hexadecimal digits
	Out        Out

	Standing *Standing
}

// Standing is what a checkpoint keeps: the table between two rounds.
type Standing struct {
	Link  shoe.Hash // of the entry before
	Round uint64    // the last round
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
func Events(records []Record) []blackjack.Event { return AppendEvents(nil, records) }

// Returned is what the records give back to a player.
type Returned struct {
	Player blackjack.PlayerID
	Amount money.Amount
}

// AppendReturned appends what the records give back of a round that is void.
func AppendReturned(list []Returned, records []Record) []Returned {
	for i := range records {
		if r := &records[i]; r.Kind == StakeReturned {
			list = append(list, Returned{r.Player, r.Amount})
		}
	}
	return list
}

// AppendEvents appends the events of the rules among the records.
func AppendEvents(events []blackjack.Event, records []Record) []blackjack.Event {
	for i := range records {
		if records[i].Kind == Event {
			events = append(events, records[i].Event)
		}
	}
	return events
}

// line is a record as JSON. The order of the fields is the order in the file.
type line struct {
	Is      string       `json:"is"`
	Seat    uint8        `json:"seat,omitzero"`
	Hand    uint8        `json:"hand,omitzero"`
	Card    card.Card    `json:"card,omitzero"`
	Action  string       `json:"action,omitzero"`
	By      string       `json:"by,omitzero"`
	Status  string       `json:"status,omitzero"`
	Outcome string       `json:"outcome,omitzero"`
	Offers  []string     `json:"offers,omitempty"`
	Player  int64        `json:"player,omitzero"`
	Stake   money.Amount `json:"stake,omitzero"`
	Amount  money.Amount `json:"amount,omitzero"`
	Name    string       `json:"name,omitzero"`
	Bot     bool         `json:"bot,omitzero"`
	Why     Why          `json:"why,omitzero"`
	Round   uint64       `json:"round,omitzero"`
	Shoe    uint64       `json:"shoe,omitzero"`
	Decks   int          `json:"decks,omitzero"`
	Offset  int          `json:"offset,omitzero"`
	Rules   string       `json:"rules,omitzero"`
	Turn    uint16       `json:"turn,omitzero"`
	At      int64        `json:"at,omitzero"`
	Seen    []int        `json:"seen,omitempty"`

	Commitment shoe.Hash      `json:"commitment,omitzero"`
	Next       shoe.Hash      `json:"next,omitzero"`
	Terms      shoe.Hash      `json:"terms,omitzero"`
	Root       shoe.Node      `json:"root,omitzero"`
	Secret     string         `json:"seed,omitzero"`
	Out        Out            `json:"out,omitzero"`
	Link       shoe.Hash      `json:"link,omitzero"`
	Seeds      []standingSeed `json:"seeds,omitempty"`

	Standing []standingSeat `json:"seats,omitempty"`
}

type standingSeed struct {
	Seat       uint8     `json:"seat"`
	Commitment shoe.Hash `json:"commitment"`
	Seed       string    `json:"seed,omitzero"`
	Out        Out       `json:"out,omitzero"`
}

type standingSeat struct {
	Seat   uint8  `json:"seat"`
	Player int64  `json:"player"`
	Name   string `json:"name"`
	Bot    bool   `json:"bot,omitzero"`
	Missed uint8  `json:"missed,omitzero"`
}
