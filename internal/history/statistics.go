package history

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/internal/wire"
	"club99/money"
)

// usual is how many standard deviations to either side hold 95 of 100 results.
const usual = 1.96

// Statistics counts the player's rounds that the request names by table and days.
func (h *History) Statistics(ctx context.Context, player int64, request *wire.RoundsRequest) (wire.Statistics, error) {
	from, until, zone := request.Span()
	c := count{zone: zone, days: map[string]*wire.DaySums{}, tables: map[string]*wire.Sums{}, rules: map[string]*ledger.Tally{}}
	err := h.Store.Played(ctx, player, store.Search{Table: request.Table, From: from, Until: until}, c.add)
	if err != nil {
		return wire.Statistics{}, err
	}
	s := wire.Statistics{
		Zone: zone.String(), Sums: c.Sums, Bets: c.bets, Won: c.won, Push: c.push, Lost: c.lost, Void: c.void,
		First: wire.At(c.first), Last: wire.At(c.last), Tables: c.byTable(), Days: c.byDay(), Balance: c.curve.points(),
		Dealt: counted(&c.hands.dealt, dealtWords), Ended: counted(&c.hands.ended, endedWords), Outside: c.Rounds,
	}
	s.Theory, err = h.theory(ctx, c.rules)
	if s.Theory != nil {
		s.Outside -= s.Theory.Rounds
	}
	return s, err
}

// theory compares what rounds came to with what they should have; nil if that is
// known of none of them.
func (h *History) theory(ctx context.Context, rules map[string]*ledger.Tally) (*wire.Theory, error) {
	t, variance := wire.Theory{}, 0.0
	for hash, tally := range rules {
		if h.Theory == nil || hash == "" {
			continue
		}
		expected, deviation, ok, err := h.Theory(ctx, hash, tally)
		if err != nil {
			return nil, fmt.Errorf("the odds of rules %s: %w", hash, err)
		}
		if !ok {
			continue
		}
		t.Rounds += tally.Rounds
		t.Bets += tally.Bets
		t.Net -= tally.Net
		t.Expected -= expected
		variance += deviation * deviation
	}
	if t.Rounds == 0 || t.Bets == 0 {
		return nil, nil
	}
	band := usual * math.Sqrt(variance)
	t.Low, t.High = t.Expected-band, t.Expected+band
	return &t, nil
}

// count is the walk over a player's rounds.
type count struct {
	zone *time.Location
	wire.Sums
	bets                  money.Amount
	won, push, lost, void int64
	first, last           time.Time
	days                  map[string]*wire.DaySums
	tables                map[string]*wire.Sums
	rules                 map[string]*ledger.Tally // as the house has it: its gain is the player's loss
	hands                 handCounts
	curve                 curve

	day      string    // of the last round
	dayBegan time.Time // and when it began and ends: most rounds are on the day of the one before
	dayEnds  time.Time
}

func (c *count) add(r *store.Result) error {
	f := r.Facts
	if f.Kinds == 0 {
		var past wire.PastRound
		if err := json.Unmarshal(r.Body, &past); err != nil {
			return fmt.Errorf("past round %d of player %d: %w", r.ID, r.Player, err)
		}
		f = FactsOf(&past, "")
	}
	if c.Rounds == 0 {
		c.first = r.At
	}
	c.last = r.At
	c.bets += f.Bets
	c.sort(f.Kinds)
	c.hands.add(f.Hands)
	day, table := c.dayOf(r), c.tables[r.Table]
	if table == nil {
		table = new(wire.Sums)
		c.tables[r.Table] = table
	}
	for _, sums := range []*wire.Sums{&c.Sums, &day.Sums, table} {
		sums.Rounds++
		sums.Staked += f.Staked
		sums.Net += r.Net
	}
	if r.Balance != nil {
		day.Balance = r.Balance
		if c.curve.n == 0 {
			c.curve.add(wire.BalancePoint{Round: c.Rounds - 1, At: wire.At(r.At), Balance: *r.Balance - r.Net})
		}
		c.curve.add(wire.BalancePoint{Round: c.Rounds, At: wire.At(r.At), Balance: *r.Balance})
	}
	if !f.Kinds.Has(store.Void) {
		tally := c.rules[f.Rules]
		if tally == nil {
			tally = new(ledger.Tally)
			c.rules[f.Rules] = tally
		}
		bets := float64(f.Bets)
		tally.Add(ledger.Tally{Rounds: 1, Bets: f.Bets, Staked: f.Staked, Net: -r.Net, Squares: f.Squares, Crossed: bets*bets - f.Squares})
	}
	return nil
}

func (c *count) sort(k store.Kinds) {
	switch {
	case k.Has(store.Void):
		c.void++
	case k.Has(store.Won):
		c.won++
	case k.Has(store.Lost):
		c.lost++
	default:
		c.push++
	}
}

// dayOf returns the sums of the day on which the round was over.
func (c *count) dayOf(r *store.Result) *wire.DaySums {
	if c.day == "" || r.At.Before(c.dayBegan) || !r.At.Before(c.dayEnds) {
		at := r.At.In(c.zone)
		c.day = at.Format(time.DateOnly)
		c.dayBegan = time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, c.zone)
		c.dayEnds = c.dayBegan.AddDate(0, 0, 1)
	}
	day := c.days[c.day]
	if day == nil {
		day = &wire.DaySums{Day: c.day}
		c.days[c.day] = day
	}
	return day
}

func (c *count) byDay() []wire.DaySums {
	list := []wire.DaySums{}
	for _, day := range slices.Backward(slices.Sorted(maps.Keys(c.days))) {
		if len(list) == wire.MaxDays {
			break
		}
		list = append(list, *c.days[day])
	}
	return list
}

func (c *count) byTable() []wire.TableSums {
	list := []wire.TableSums{}
	for _, table := range slices.Sorted(maps.Keys(c.tables)) {
		list = append(list, wire.TableSums{Table: table, Sums: *c.tables[table]})
	}
	slices.SortStableFunc(list, func(a, b wire.TableSums) int { return cmp.Compare(b.Rounds, a.Rounds) })
	return list
}

// curvePoints is how many points of the balance are kept at least, where there
// are as many rounds; at most twice as many and four.
const curvePoints = 200

// curve is the balance before the first round and after each, thinned out evenly as it grows. The first
// point, the last, the highest and the lowest are always there.
type curve struct {
	kept                   []wire.BalancePoint
	n, stride              int
	first, last, high, low wire.BalancePoint
}

func (c *curve) add(p wire.BalancePoint) {
	if c.n == 0 {
		c.first, c.high, c.low, c.stride = p, p, p, 1
	}
	c.last = p
	if p.Balance > c.high.Balance {
		c.high = p
	}
	if p.Balance < c.low.Balance {
		c.low = p
	}
	if c.n%c.stride == 0 {
		c.kept = append(c.kept, p)
	}
	c.n++
	if len(c.kept) <= 2*curvePoints {
		return
	}
	half := c.kept[:0]
	for i, k := range c.kept {
		if i%2 == 0 {
			half = append(half, k)
		}
	}
	c.kept = half
	c.stride *= 2
}

func (c *curve) points() []wire.BalancePoint {
	if c.n == 0 {
		return []wire.BalancePoint{}
	}
	all := append([]wire.BalancePoint{c.first, c.last, c.high, c.low}, c.kept...)
	slices.SortFunc(all, func(a, b wire.BalancePoint) int { return cmp.Compare(a.Round, b.Round) })
	return slices.CompactFunc(all, func(a, b wire.BalancePoint) bool { return a.Round == b.Round })
}
