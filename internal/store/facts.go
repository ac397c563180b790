package store

import (
	"time"

	"club99/money"
)

// Facts are what a result is searched and counted by. The zero Facts are those
// of a result that is older than facts are kept.
type Facts struct {
	Kinds   Kinds
	Rules   string       // the hash of the rules that the round was played by
	Bets    money.Amount // first bets
	Staked  money.Amount // all that was put at stake: first bets, doubles, splits, insurance
	Squares float64      // sum of the squares of the first bets: only its size matters
	Hands   []byte       // what became of each hand, as package history writes it
}

// Kinds is a set of what can be said of a result. One that has facts is of one of
// the first four kinds at least.
type Kinds uint32

// The kinds. The numbers are kept.
const (
	Won Kinds = 1 << iota
	Lost
	Push // neither won nor lost
	Void // the table was closed in the middle of it
	Blackjack
	Bust
	Doubled
	SplitPair
	Surrendered
	Insured
	EvenMoney
	Charlie
	ByClock // a decision was the clock's
)

// Search says which of a player's results are looked for.
type Search struct {
	Before uint64    // with an ID below this; 0: from the newest
	Table  string    // "": of any table
	From   time.Time // over at this moment or later; zero: whenever
	Until  time.Time // over before this moment; zero: whenever

	// Kinds are what a result must all be; 0: anything. Results without facts
	// are found too: whoever looks for them has to read their bodies.
	Kinds Kinds
	Limit int
}

// Has reports whether all of the kinds are among these.
func (k Kinds) Has(all Kinds) bool { return k&all == all }

// Meets reports whether a result is looked for, but for the limit.
func (s *Search) Meets(r *Result) bool {
	return (s.Before == 0 || r.ID < s.Before) && (s.Table == "" || r.Table == s.Table) &&
		(s.From.IsZero() || !r.At.Before(s.From)) && (s.Until.IsZero() || r.At.Before(s.Until)) &&
		(r.Kinds == 0 || r.Kinds.Has(s.Kinds))
}
