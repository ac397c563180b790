package audit

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"club99/internal/cashier"
	"club99/internal/journal"
	"club99/internal/ledger"
	"club99/internal/store"
)

// sums are the sums over a table's rounds by the same rules: as they are kept,
// and as the journal has them.
type sums struct {
	kept, found ledger.Tally
}

type sumsKey struct{ table, rules string }

// keptSums reads the sums that are kept, and from which round on each table has them.
func (a *auditor) keptSums(ctx context.Context, b store.Books) error {
	a.sums, a.counted = map[sumsKey]sums{}, map[string]uint64{}
	return b.Tallies(ctx, func(t store.Tally) error {
		a.sums[sumsKey{t.Table, t.Rules}] = sums{kept: t.Tally}
		if first, known := a.counted[t.Table]; !known || t.First < first {
			a.counted[t.Table] = t.First
		}
		return nil
	})
}

// foundRound adds a round that is over, unless it is older than the sums.
func (a *auditor) foundRound(s *journal.State) {
	if first, counted := a.counted[s.Table]; !counted || s.Number < first {
		return
	}
	key := sumsKey{s.Table, s.Rules}
	of := a.sums[key]
	of.found.Add(cashier.Tally(&s.Round))
	a.sums[key] = of
}

// compareSums says which sums are not those of their rounds.
func (a *auditor) compareSums() {
	for _, key := range slices.SortedFunc(maps.Keys(a.sums), func(x, y sumsKey) int {
		return cmp.Or(cmp.Compare(x.table, y.table), cmp.Compare(x.rules, y.rules))
	}) {
		kept, found := a.sums[key].kept, a.sums[key].found
		if near(kept.Squares, found.Squares) && near(kept.Crossed, found.Crossed) {
			kept.Squares, kept.Crossed = found.Squares, found.Crossed
		}
		if kept != found {
			a.say("table %s: by rules %.12s… the sums kept are %+v, the rounds come to %+v", key.table, key.rules, kept, found)
		}
	}
}

// near compares two sums of the same floating-point numbers.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b)) }
