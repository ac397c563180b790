package odds

import (
	"context"
	"errors"
	"fmt"
	"math"

	"club99/blackjack"
	"club99/internal/ledger"
	"club99/internal/store"
	"club99/money"
)

// Outside is the standard score beyond which a table is marked: an honest one is
// there once in 370 times.
const Outside = 3

// together is the correlation of the results of two seats in the same round,
// which the same dealer's hand decides. It is 0.365 to 0.370 by the rules of
// every preset, in 150,000 rounds of each.
const together = 0.37

// House is a table's result by the same rules, beside what it should be.
// Expected is for players who play best: worse play makes the house win more.
type House struct {
	Table string `json:"table"`
	Rules string `json:"rules"` // their hash
	Line  string `json:"line"`  // the rules in one line
	First uint64 `json:"first"` // round from which on it was counted

	Rounds    int64        `json:"rounds"`
	Bets      money.Amount `json:"bets"`      // first bets
	Staked    money.Amount `json:"staked"`    // everything staked
	Result    money.Amount `json:"result"`    // what the house won
	Edge      float64      `json:"edge"`      // of each first bet
	Expected  float64      `json:"expected"`  // what the house should have won
	Deviation float64      `json:"deviation"` // standard deviation of the result
	Score     float64      `json:"score"`     // how many of them the result is above what was expected
	Outside   bool         `json:"outside"`   // the score is beyond 3
}

// Houses compares every table's results with theory, by table and rules. Odds
// that were not found before are computed, which takes a while for each rules:
// computing is told of them, as their one line, before. If it is nil, nothing is
// computed and rules without odds are left out.
func Houses(ctx context.Context, st store.Store, computing func(line string)) ([]House, error) {
	tallies, err := st.Tallies(ctx)
	if err != nil {
		return nil, err
	}
	list := []House{}
	found := map[string]*Findings{}
	for i := range tallies {
		t := &tallies[i]
		line, err := st.Rules(ctx, t.Rules)
		if err != nil {
			return nil, fmt.Errorf("table %s: %w", t.Table, err)
		}
		f := found[t.Rules]
		if f == nil {
			if f, err = findings(ctx, st, t.Rules, line, computing); err != nil {
				return nil, fmt.Errorf("table %s: %w", t.Table, err)
			}
			found[t.Rules] = f
		}
		if f != nil {
			list = append(list, house(t, line, &f.Summary))
		}
	}
	return list, nil
}

func findings(ctx context.Context, st store.Store, hash, line string, computing func(string)) (*Findings, error) {
	f, err := Kept(ctx, st, hash)
	if f != nil || computing == nil || err != nil && ctx.Err() != nil {
		return f, err
	}
	computing(line)
	rules, err := blackjack.ParseLine(line)
	if err != nil {
		return nil, fmt.Errorf("rules %s: %w", hash, err)
	}
	if f, err = Find(&rules); err != nil {
		return nil, err
	}
	return f.Complete(&rules)
}

func house(t *store.Tally, line string, s *Summary) House {
	h := House{
		Table: t.Table, Rules: t.Rules, Line: line, First: t.First,
		Rounds: t.Rounds, Bets: t.Bets, Staked: t.Staked, Result: t.Net, Edge: s.Edge,
	}
	h.Expected, h.Deviation = s.Edge*float64(t.Bets), deviation(&t.Tally, s)
	h.score()
	return h
}

// deviation is the standard deviation of what rounds come to.
func deviation(t *ledger.Tally, s *Summary) float64 {
	return s.SD * math.Sqrt(t.Squares+together*t.Crossed)
}

func (h *House) score() {
	h.Score = 0
	if h.Deviation > 0 {
		h.Score = (float64(h.Result) - h.Expected) / h.Deviation
	}
	h.Outside = math.Abs(h.Score) > Outside
}

// Tables adds up a table's results by different rules. Rules, Line, First and
// Edge of the sums are empty.
func Tables(list []House) []House {
	var sums []House
	for i := range list {
		h := &list[i]
		if n := len(sums); n == 0 || sums[n-1].Table != h.Table {
			sums = append(sums, House{Table: h.Table})
		}
		sum := &sums[len(sums)-1]
		sum.Rounds += h.Rounds
		sum.Bets += h.Bets
		sum.Staked += h.Staked
		sum.Result += h.Result
		sum.Expected += h.Expected
		sum.Deviation = math.Hypot(sum.Deviation, h.Deviation)
		sum.score()
	}
	return sums
}

// Houses compares the tables' results with theory, one for each table, for a
// reader of metrics: nothing is computed, and rules whose odds were never found
// are left out.
func (b *Book) Houses(ctx context.Context) ([]House, error) {
	list, err := Houses(ctx, b.store, nil)
	if err != nil && !errors.Is(err, context.Canceled) {
		b.log.Error("the house's results cannot be read", "error", err)
	}
	return Tables(list), err
}

// Theory says what rounds by the rules with that hash come to for the house on
// average, by best play, and their standard deviation. ok is false as long as that
// is not known. tally needs Bets, Squares and Crossed.
func (b *Book) Theory(ctx context.Context, hash string, tally *ledger.Tally) (expected, deviates float64, ok bool, err error) {
	f := b.find(hash)
	if f == nil { // rules that no table has any more
		if f, err = Kept(ctx, b.store, hash); err != nil {
			return 0, 0, false, err
		}
	}
	if f == nil || f.Summary.SD == 0 {
		return 0, 0, false, nil
	}
	return f.Summary.Edge * float64(tally.Bets), deviation(tally, &f.Summary), true, nil
}
