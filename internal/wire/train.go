package wire

import (
	"github.com/tidwall/gjson"

	"club99/blackjack"
	"club99/card"
	"club99/money"
)

// Spot is a situation as players learn it: the hand against the dealer's card.
type Spot struct {
	Offer string `json:"offer,omitzero"` // OfferInsurance, OfferEvenMoney, OfferSurrender before the check; "" at the hand's turn
	Kind  string `json:"kind,omitzero"`  // KindHard, KindSoft, KindPair; "" where the hand does not matter
	Total int    `json:"total,omitzero"` // of a hard or a soft hand; of a pair the value of a card, 1 for an ace
	Later bool   `json:"later,omitzero"` // three cards or more
	Up    int    `json:"up"`             // the dealer's card by value, 1 for an ace
}

// What may be offered before the check.
const (
	OfferInsurance = "insurance"
	OfferEvenMoney = "even-money"
	OfferSurrender = "surrender"
)

// The kinds of hand.
const (
	KindHard = "hard"
	KindSoft = "soft"
	KindPair = "pair"
)

// Habit is a mistake that a player makes in one situation, with what it came to.
type Habit struct {
	Spot
	Action blackjack.Action `json:"action"` // what was done
	Best   blackjack.Action `json:"best"`
	Times  int              `json:"times"`
	Cost   float64          `json:"cost"`  // all times together, in parts of a bet
	Chips  money.Amount     `json:"chips"` // and in units, by what was bet
	Table  string           `json:"table"` // where it happened last
}

// Accuracy is how well a player decided.
type Accuracy struct {
	Decisions int          `json:"decisions"` // the player's own
	Best      int          `json:"best"`      // of those
	Cost      float64      `json:"cost"`      // all together, in parts of a bet
	Chips     money.Amount `json:"chips"`
	Clock     int          `json:"clock,omitzero"` // that the clock made; not among the others
}

// Training is what the last rounds say about how a player plays.
type Training struct {
	Rounds  int       `json:"rounds"` // the last ones, that are looked at
	Graded  int       `json:"graded"` // of those; fewer: ask again for the rest
	All     Accuracy  `json:"all"`
	Session *Accuracy `json:"session,omitempty"` // of the rounds of this session; none without one
	Habits  []Habit   `json:"habits"`            // the most expensive first, MostHabits at most; never null
}

// MostHabits is how many habits are told.
const MostHabits = 10

// DrillRequest asks for something to decide under a table's rules.
type DrillRequest struct {
	Table string
	N     uint64 // chooses among what is alike
	Spot  *Spot  // nil: any that is worth learning
}

// Drill is something to decide, from a full shoe, and what each action is worth.
type Drill struct {
	Spot    Spot        `json:"spot"`
	Cards   []card.Card `json:"cards"`
	Up      card.Card   `json:"up"`
	Choices []Choice    `json:"choices"` // the best first
}

// MaxDrill bounds DrillRequest.N.
const MaxDrill = 1<<32 - 1

// DecodeDrill reads a request for a drill. The error is a [*Fault].
func DecodeDrill(data []byte) (d DrillRequest, err error) {
	var s Spot
	later := 0
	has, err := readObject(data, "", reader{
		"table": func(v gjson.Result, at string) error { return readToken(v, at, MaxTableBytes, &d.Table) },
		"n":     func(v gjson.Result, at string) error { return readInt(v, at, 0, MaxDrill, &d.N) },
		"kind": func(v gjson.Result, at string) error {
			return readOneOf(v, at, &s.Kind, KindHard, KindSoft, KindPair)
		},
		"offer": func(v gjson.Result, at string) error {
			return readOneOf(v, at, &s.Offer, OfferInsurance, OfferEvenMoney, OfferSurrender)
		},
		"total": func(v gjson.Result, at string) error { return readInt(v, at, 1, 20, &s.Total) },
		"up":    func(v gjson.Result, at string) error { return readInt(v, at, 1, 10, &s.Up) },
		"later": func(v gjson.Result, at string) error { return readInt(v, at, 0, 1, &later) },
	})
	if err != nil {
		return d, err
	}
	s.Later = later == 1
	needs := []string{"table"}
	if len(has) > 2 || len(has) == 2 && !has["n"] {
		needs, d.Spot = append(needs, "up"), &s
		if !has["offer"] || s.Offer == OfferSurrender {
			needs = append(needs, "kind", "total")
		}
	}
	for _, f := range needs {
		if !has[f] {
			return d, fault(f, Missing, "")
		}
	}
	return d, nil
}
