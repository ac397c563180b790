package wire

import (
	"time"

	"github.com/tidwall/gjson"

	"club99/money"
)

// Kind names of rounds: what can be said of a round in the history, and be looked
// for. A round is of one of the first four at least.
const (
	RoundWon         = "won"
	RoundLost        = "lost"
	RoundPush        = "push" // neither won nor lost
	RoundVoid        = "void"
	RoundBlackjack   = "blackjack"
	RoundBust        = "bust"
	RoundDoubled     = "double"
	RoundSplit       = "split"
	RoundSurrendered = "surrender"
	RoundInsured     = "insurance"
	RoundEvenMoney   = "even-money"
	RoundCharlie     = "charlie"
	RoundByClock     = "clock" // a decision was the clock's
)

// RoundKinds are the kinds of rounds, in the order in which they are told.
var RoundKinds = []string{RoundWon, RoundLost, RoundPush, RoundVoid, RoundBlackjack, RoundBust, RoundDoubled, RoundSplit,
	RoundSurrendered, RoundInsured, RoundEvenMoney, RoundCharlie, RoundByClock}

// PlayedRound is a round in the history with what it did to the account. Before
// is what the player would have held after it without this round: where one table
// at a time is played at, what they held before its bets.
type PlayedRound struct {
	PastRound
	Kinds  []string      `json:"kinds"` // of [RoundKinds], in that order
	Before *money.Amount `json:"before,omitempty"`
	After  *money.Amount `json:"after,omitempty"` // free to stake when it was over; nothing for rounds from before this was kept
}

// Rounds answers the request for past rounds, newest first.
type Rounds struct {
	Rounds []PlayedRound `json:"rounds"`
	Next   uint64        `json:"next,omitzero"` // RoundsRequest.Before of the next page; 0: no more. A page before the last may be short.
}

// RoundsRequest asks for past rounds. Days are those of the time zone.
type RoundsRequest struct {
	Before uint64 `json:"before,omitzero"` // older than this id; 0: the newest
	Limit  int    `json:"limit,omitzero"`  // 1 to MaxRoundsLimit; 0: 20
	Table  string `json:"table,omitzero"`
	From   string `json:"from,omitzero"`   // the first day, as in "2026-11-30"
	To     string `json:"to,omitzero"`     // the last day
	Zone   string `json:"zone,omitzero"`   // the name of a time zone, as in "Asia/Ho_Chi_Minh"; none: UTC
	Result string `json:"result,omitzero"` // one of RoundKinds
}

// DefaultRoundsLimit is how many past rounds are answered when no limit is named.
const DefaultRoundsLimit = 20

// DecodeRounds reads a request for past rounds; empty data asks for the newest.
// The error is a [*Fault].
func DecodeRounds(data []byte) (RoundsRequest, error) {
	r := RoundsRequest{Limit: DefaultRoundsLimit}
	if len(data) == 0 {
		return r, nil
	}
	if len(data) > MaxCommandBytes {
		return r, &Fault{Code: TooLarge}
	}
	_, err := readObject(data, "", reader{
		"before": func(v gjson.Result, at string) error { return readInt(v, at, 0, MaxAmount, &r.Before) },
		"limit":  func(v gjson.Result, at string) error { return readInt(v, at, 1, MaxRoundsLimit, &r.Limit) },
		"table":  func(v gjson.Result, at string) error { return readToken(v, at, MaxTableBytes, &r.Table) },
		"from":   func(v gjson.Result, at string) error { return readDay(v, at, &r.From) },
		"to":     func(v gjson.Result, at string) error { return readDay(v, at, &r.To) },
		"zone":   func(v gjson.Result, at string) error { return readZone(v, at, &r.Zone) },
		"result": func(v gjson.Result, at string) error { return readOneOf(v, at, &r.Result, RoundKinds...) },
	})
	return r, err
}

// Span is the time that the request asks about: from the beginning of the first
// day to the end of the last, zero where no day is named; and the zone.
func (r *RoundsRequest) Span() (from, until time.Time, zone *time.Location) {
	zone, err := time.LoadLocation(r.Zone)
	if err != nil {
		zone = time.UTC // it was read by DecodeRounds
	}
	if day, err := time.ParseInLocation(time.DateOnly, r.From, zone); err == nil {
		from = day
	}
	if day, err := time.ParseInLocation(time.DateOnly, r.To, zone); err == nil {
		until = day.AddDate(0, 0, 1) // days of 23 hours too
	}
	return from, until, zone
}

// HandCount is how often one kind of hand came, and how its stakes ended.
type HandCount struct {
	Hand  string `json:"hand"`
	Count int64  `json:"count"`
	Won   int64  `json:"won"`
	Push  int64  `json:"push"`
	Lost  int64  `json:"lost"`
}

// Sums are what rounds come to.
type Sums struct {
	Rounds int64        `json:"rounds"`
	Staked money.Amount `json:"staked"`
	Net    money.Amount `json:"net"`
}

// TableSums are the rounds at one table.
type TableSums struct {
	Table string `json:"table"`
	Sums
}

// DaySums are the rounds of one day of the player's time zone.
type DaySums struct {
	Day string `json:"day"` // as in "2026-11-30"
	Sums
	Balance *money.Amount `json:"balance,omitempty"` // after the day's last round
}

// BalancePoint is the balance after a round, or before the first one whose balance
// is known.
type BalancePoint struct {
	Round   int64        `json:"round"` // how many rounds of those counted there were until then
	At      Millis       `json:"at"`
	Balance money.Amount `json:"balance"`
}

// Theory is what rounds came to beside what the same first bets come to on
// average by best play, and where 95 of 100 such stretches lie.
type Theory struct {
	Rounds   int64        `json:"rounds"`
	Bets     money.Amount `json:"bets"` // first bets: what the returns are parts of
	Net      money.Amount `json:"net"`
	Expected float64      `json:"expected"` // of the net
	Low      float64      `json:"low"`      // of the net: 1.96 standard deviations below what is expected
	High     float64      `json:"high"`
}

// Statistics are a player's rounds, counted.
type Statistics struct {
	Zone string `json:"zone"` // of the days
	Sums
	Bets    money.Amount   `json:"bets"` // first bets
	Won     int64          `json:"won"`
	Push    int64          `json:"push"`
	Lost    int64          `json:"lost"`
	Void    int64          `json:"void"`
	First   Millis         `json:"first,omitzero"`
	Last    Millis         `json:"last,omitzero"`
	Tables  []TableSums    `json:"tables"`  // most rounds first
	Days    []DaySums      `json:"days"`    // newest first, MaxDays at most
	Balance []BalancePoint `json:"balance"` // oldest first, thinned out
	Dealt   []HandCount    `json:"dealt"`   // by the first two cards of each seat
	Ended   []HandCount    `json:"ended"`   // every hand, by how it ended
	Theory  *Theory        `json:"theory,omitempty"`
	Outside int64          `json:"outside,omitzero"` // rounds that Theory does not count: void, too old, or the odds of their rules are not known
}

// MaxDays is how many days the statistics list at most: the newest.
const MaxDays = 400

// Replay is a round that is over, told again to somebody who played in it: what
// everybody at the table saw, one card after another.
type Replay struct {
	Table  string  `json:"table"`
	Round  uint64  `json:"round"`
	Rules  string  `json:"rules"`  // in one line
	Seats  []int   `json:"seats"`  // the player's own
	Frames []Frame `json:"frames"` // numbered from 1; the first shows the seats before the bets
}
