package wire

import (
	"github.com/tidwall/gjson"

	"club99/blackjack"
)

// Odds is what a table's rules are worth to who plays them best.
type Odds struct {
	Edge   float64 `json:"edge"`   // what the house earns of each first bet: 0.0042 is 0.42%; below zero the player earns it
	Return float64 `json:"return"` // what comes back of each first bet on average: 1 less the edge
	Class  string  `json:"class"`  // what the strategy looks at: "cdz" is every card of the hand, "total-dependent" its total
	Method string  `json:"method"` // how it was found: MethodExact or MethodApproximate
}

// How odds are found.
const (
	MethodExact       = "exact"       // every order of the cards was counted
	MethodApproximate = "approximate" // something was left out; the rules page says what
)

// HintRequest asks what each action of an own seat is worth now.
type HintRequest struct {
	Table string `json:"table"`
	Seat  int    `json:"seat"`
}

// DecodeHint reads a request for a hint. The error is a [*Fault].
func DecodeHint(data []byte) (h HintRequest, err error) {
	if len(data) > MaxCommandBytes {
		return h, &Fault{Code: TooLarge}
	}
	has, err := readObject(data, "", reader{
		"table": func(v gjson.Result, at string) error { return readToken(v, at, MaxTableBytes, &h.Table) },
		"seat":  func(v gjson.Result, at string) error { return readInt(v, at, 1, blackjack.MaxSeats, &h.Seat) },
	})
	for _, f := range []string{"table", "seat"} {
		if err == nil && !has[f] {
			err = fault(f, Missing, "")
		}
	}
	return h, err
}

// Choice is an action with what it is worth, in parts of the first bet. For a
// hand that came from a split it is what this hand alone is worth.
type Choice struct {
	Action blackjack.Action `json:"action"`
	EV     float64          `json:"ev"`
}

// Hint answers a request for one: the legal actions, the best first, valued from
// the cards that everybody can see. While offers are open it has an accepting
// and a declining action for each.
type Hint struct {
	Turn    uint16   `json:"turn"` // State.Turn.N that it is about
	Choices []Choice `json:"choices"`
	Seen    int      `json:"seen"` // cards of the shoe that lie or lay open
}

// Decision is a decision of a round that is over, with what it cost.
type Decision struct {
	Seat    uint8            `json:"seat"`
	Hand    uint8            `json:"hand"` // from 1; 0 answers an offer
	Turn    uint16           `json:"turn"`
	Action  blackjack.Action `json:"action"`
	By      string           `json:"by"`   // ByPlayer or ByClock
	Best    blackjack.Action `json:"best"` // the chosen action where several are best
	Cost    float64          `json:"cost"` // what the best would have been worth more, in parts of the first bet
	Choices []Choice         `json:"choices"`
}

// Who decided.
const (
	ByPlayer = "player"
	ByClock  = "clock"
)

// Grades are a player's decisions in one round, in order.
type Grades struct {
	Decisions []Decision `json:"decisions"`
}

// Chart is how a table's rules are best played by total. Cells are written as in
// a strategy file: S stand, H hit, D double else hit, Ds double else stand, P
// split, Rh, Rs, Rp surrender else hit, stand, split.
type Chart struct {
	Class     string     `json:"class"`
	Up        []string   `json:"up"`        // the dealer's cards, one for each cell of a row: 2 to 9, T, A
	Hard      []ChartRow `json:"hard"`      // first two cards
	Soft      []ChartRow `json:"soft"`      // first two cards
	Pairs     []ChartRow `json:"pairs"`     // none where nothing can be split
	HardLater []ChartRow `json:"hardLater"` // three cards or more
	SoftLater []ChartRow `json:"softLater"` // three cards or more
	Early     []EarlyRow `json:"early,omitempty"`
	Insurance string     `json:"insurance"` // yes, no, or off where it is not offered
	EvenMoney string     `json:"evenMoney"` // yes, no, or off where it is not offered
}

// ChartRow is a total, or a pair, against every card of the dealer.
type ChartRow struct {
	Total int      `json:"total,omitzero"`
	Pair  string   `json:"pair,omitzero"` // A, 2 to 9, T
	Cells []string `json:"cells"`
}

// EarlyRow is a hand that is given up before the dealer's check.
type EarlyRow struct {
	Hand string `json:"hand"` // as in "hard 16", "soft 13", "pair 8"
	Ten  bool   `json:"ten"`  // against a ten-value card
	Ace  bool   `json:"ace"`  // against an ace
}
