package wire

import (
	"time"

	"club99/blackjack"
	"club99/card"
	"club99/money"
)

// Millis is a moment in Unix milliseconds. 0 is no moment.
type Millis int64

// At is the Millis of t; 0 for the zero time.
func At(t time.Time) Millis {
	if t.IsZero() {
		return 0
	}
	return Millis(t.UnixMilli())
}

// Frame is one step of a table as everyone may see it.
type Frame struct {
	Table  string  `json:"table"`
	Seq    uint64  `json:"seq"` // the table's journal entry that it shows
	Now    Millis  `json:"now"` // the server's clock, to read deadlines by
	State  State   `json:"state"`
	Events []Event `json:"events"` // since the frame before; never null
}

// Phase is the part of the game that a table is in.
type Phase string

// The phases that clients see; dealing and the dealer's play are passed through
// within one frame.
const (
	PhaseWaiting Phase = "waiting" // nobody is seated
	PhaseBetting Phase = "betting"
	PhaseSealing Phase = "sealing" // bets are closed, the players' seeds are awaited
	PhaseOffers  Phase = "offers"
	PhasePlayers Phase = "players"
	PhaseOver    Phase = "over"   // results lie on the table
	PhaseClosed  Phase = "closed" // nothing is played here until the operator opens the table again
)

// State is everything there is to see at a table.
type State struct {
	Phase    Phase  `json:"phase"`
	Round    uint64 `json:"round"`             // counts from 1; 0 before the first
	Deadline Millis `json:"deadline,omitzero"` // when the clock acts
	Turn     *Turn  `json:"turn,omitempty"`    // in offers and players
	Dealer   Dealer `json:"dealer"`
	Seats    []Seat `json:"seats"` // every seat of the table in order; never null
	Shoe     Shoe   `json:"shoe"`
	Watching int    `json:"watching"` // people connected without a seat
	Notice   Notice `json:"notice,omitzero"`
}

// Notice is something that everybody at the table should know.
type Notice string

// The notices.
const (
	NoticeClosing Notice = "closing" // the server is about to stop: no new round begins
)

// Turn is the decision that is awaited.
type Turn struct {
	N    uint16 `json:"n"`    // what Command.Turn must name
	Seat uint8  `json:"seat"` // 0 in offers: every seat with open offers
	Hand uint8  `json:"hand"`
}

// Dealer is the dealer's hand. While a card lies face down there is no total.
type Dealer struct {
	Cards  []card.Card      `json:"cards"` // card.None ("??") lies face down; never null
	Total  int              `json:"total,omitzero"`
	Soft   bool             `json:"soft,omitzero"`
	Status blackjack.Status `json:"status,omitzero"`
}

// Seat is one place at the table.
type Seat struct {
	Seat      int                `json:"seat"` // from 1
	Player    *Player            `json:"player,omitempty"`
	Away      bool               `json:"away,omitzero"`      // no connection
	Leaving   bool               `json:"leaving,omitzero"`   // freed after this round
	Confirmed bool               `json:"confirmed,omitzero"` // has said what it bets
	Bet       money.Amount       `json:"bet,omitzero"`       // the first bet
	Insurance *Insurance         `json:"insurance,omitempty"`
	Offers    []blackjack.Action `json:"offers,omitempty"` // open: insure, even-money, surrender
	Hands     []Hand             `json:"hands"`            // left to right; never null
	Net       *money.Amount      `json:"net,omitempty"`    // what the round brought, once it is over
}

// Player is who sits there.
type Player struct {
	Name string `json:"name"`
	Bot  bool   `json:"bot,omitzero"` // of the house, playing by the basic strategy
}

// Insurance is a seat's insurance bet (R15).
type Insurance struct {
	Stake   money.Amount      `json:"stake"`
	Outcome blackjack.Outcome `json:"outcome,omitzero"`
	Paid    money.Amount      `json:"paid,omitzero"` // what went to the player, the stake included
}

// Hand is one hand of a seat.
type Hand struct {
	Cards   []card.Card       `json:"cards"` // never null
	Total   int               `json:"total"`
	Soft    bool              `json:"soft,omitzero"`
	Status  blackjack.Status  `json:"status"`
	Stake   money.Amount      `json:"stake"`
	Outcome blackjack.Outcome `json:"outcome,omitzero"`
	Paid    money.Amount      `json:"paid,omitzero"` // what went to the player, the stake included
	Split   bool              `json:"split,omitzero"`
}

// Shoe is what can be seen of the shoe: how thick it is, and what is published
// about its shuffle. Hashes and seeds are in small hexadecimal digits. A scripted
// shoe, as tests have, has no commitment and nothing that follows from one.
type Shoe struct {
	Decks int `json:"decks"`
	Left  int `json:"left"`         // cards in it
	Cut   int `json:"cut,omitzero"` // cards behind the cut card; none where every round is shuffled

	Number     uint64 `json:"number"`              // counts from 1; 0 before the first
	Commitment string `json:"commitment,omitzero"` // to the house's seed of this shoe
	Next       string `json:"next,omitzero"`       // and of the next one
	Terms      string `json:"terms,omitzero"`      // once betting has closed
	Root       string `json:"root,omitzero"`       // once it is sealed
	Seeds      []Seed `json:"seeds,omitempty"`     // by seat; seats that committed to a seed
}

// Seed is the part that one seat has in a shoe.
type Seed struct {
	Seat       int    `json:"seat"`
	Commitment string `json:"commitment"`
	Seed       string `json:"seed,omitzero"` // once it is revealed
	Out        string `json:"out,omitzero"`  // why it is left out: "silent" or "mismatch"
}

// Kind says what an [Event] tells: a kind of the rules ("card-dealt") or one of
// the table's own.
type Kind string

// The table's own kinds.
const (
	SeatIsTaken   Kind = "seat-taken"     // Seat Name
	SeatIsLeft    Kind = "seat-left"      // Seat Name
	BettingOpened Kind = "betting-opened" //
	ShoeShuffled  Kind = "shoe-shuffled"  // Shoe Commitment Next
	SeedCommitted Kind = "seed-committed" // Seat Commitment
	TermsFixed    Kind = "terms-fixed"    // Terms: all commitments, which are fixed now
	SeedRevealed  Kind = "seed-revealed"  // Seat Seed
	SeedLeftOut   Kind = "seed-left-out"  // Seat Out
	ShoeSealed    Kind = "shoe-sealed"    // Root
	ShoeOver      Kind = "shoe-over"      // Shoe Seed: the house's
	RoundMissed   Kind = "round-missed"   // Seat: it had no bet (R24)
	StakeReturned Kind = "stake-returned" // Seat Amount: the round is void, this comes back
	TableIsClosed Kind = "table-closed"   //
)

// Event is one thing that happened. Fields that a kind does not use are left
// out. Every card that is turned up carries its place in the shoe and its proof.
type Event struct {
	Kind    Kind               `json:"kind"`
	Seat    uint8              `json:"seat,omitzero"`
	Hand    uint8              `json:"hand,omitzero"`
	Card    card.Card          `json:"card,omitzero"` // lies face up
	Action  blackjack.Action   `json:"action,omitzero"`
	By      blackjack.By       `json:"by,omitzero"` // only "clock" is written
	Status  blackjack.Status   `json:"status,omitzero"`
	Outcome blackjack.Outcome  `json:"outcome,omitzero"`
	Stake   money.Amount       `json:"stake,omitzero"`
	Amount  money.Amount       `json:"amount,omitzero"`
	Offers  []blackjack.Action `json:"offers,omitempty"`
	Name    string             `json:"name,omitzero"`

	At         *int   `json:"at,omitempty"` // the card's place in the shoe, from 0
	Proof      string `json:"proof,omitzero"`
	Shoe       uint64 `json:"shoe,omitzero"`
	Commitment string `json:"commitment,omitzero"`
	Next       string `json:"next,omitzero"`
	Terms      string `json:"terms,omitzero"`
	Root       string `json:"root,omitzero"`
	Seed       string `json:"seed,omitzero"`
	Out        string `json:"out,omitzero"`
}

// You is what one player alone is told about a table.
type You struct {
	Table   string       `json:"table"`
	Seq     uint64       `json:"seq"`
	Balance money.Amount `json:"balance"` // what is free to stake, at any table
	Seats   []YourSeat   `json:"seats"`   // that the player holds; never null
}

// YourSeat is a seat of the player's own and what may be done with it.
type YourSeat struct {
	Seat  int     `json:"seat"`
	Legal []Legal `json:"legal,omitempty"` // now
	// Ahead is what can be done with the first hand once its turn comes, while others
	// play: to choose by, before it comes. A command before that turn is refused.
	Ahead []Legal `json:"ahead,omitempty"`
}

// Legal is an action that the rules and the balance allow.
type Legal struct {
	Action blackjack.Action `json:"action"`
	Cost   money.Amount     `json:"cost,omitzero"` // what it takes from the balance: double, split, full insurance
	Max    money.Amount     `json:"max,omitzero"`  // insure: the most that can be staked now
}

// Snapshot answers join: the table as it is, the player's own part, and the
// proofs of the cards that lie open.
type Snapshot struct {
	Frame Frame       `json:"frame"`
	You   You         `json:"you"`
	Cards []CardProof `json:"cards"` // turned up in this round, by place; never null
}

// CardProof is a card that lies open, and the proof that it lay in its place.
type CardProof struct {
	At    int       `json:"at"` // place in the shoe, from 0
	Card  card.Card `json:"card"`
	Proof string    `json:"proof"`
}
