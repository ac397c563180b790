package simulate_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"club99/blackjack"
	"club99/money"
	"club99/simulate"
	"club99/strategy"
)

func cutCard(decks, behind int) *blackjack.Rules {
	rules := plainRules(decks)
	rules.Seats, rules.Shuffle, rules.CutCard = 3, blackjack.ShuffleAtCutCard, behind
	return &rules
}

func run(t *testing.T, c simulate.Config, progress func(simulate.Progress) bool) *simulate.Result {
	t.Helper()
	r, err := simulate.Run(c, progress)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The number of threads changes nothing, not even the block at which a run
// knows enough.
func TestThreadsChangeNothing(t *testing.T) {
	fresh := plainRules(6)
	cut := cutCard(6, 78)
	for _, c := range []simulate.Config{
		{Rules: &fresh, Strategy: strategy.Basic(&fresh), Rounds: 1e7, Until: 0.0022, Seats: 1, Seat: 1},
		{Rules: cut, Strategy: strategy.Basic(cut), Rounds: simulate.Rounds(1e6, 1e7), Seats: 2, Seat: 2, Count: simulate.HiLo(), Ramp: simulate.Ramp{{Bet: 0}, {From: 1, Bet: 3}},
			Trips: simulate.Trips{Number: 30, Rounds: 300, Bankroll: 40}},
	} {
		c.Threads = 1
		one := run(t, c, nil)
		c.Threads = 5
		if five := run(t, c, nil); !reflect.DeepEqual(one, five) {
			t.Errorf("one thread finds\n%+v\nfive find\n%+v", one, five)
		}
		if c.Until > 0 && (one.Interval > c.Until || one.Rounds >= c.Rounds) {
			t.Errorf("±%v after %d rounds", one.Interval, one.Rounds)
		}
	}
}

// Who stops a run gets what is known.
func TestRunStops(t *testing.T) {
	rules := plainRules(6)
	calls := 0
	r := run(t, simulate.Config{Rules: &rules, Strategy: strategy.Basic(&rules), Rounds: 1e12, Seats: 1, Seat: 1, Threads: 2}, func(p simulate.Progress) bool {
		calls++
		return p.Rounds < 600000
	})
	if calls != 3 || r.Rounds != 3<<18 {
		t.Errorf("%d calls, %d rounds", calls, r.Rounds)
	}
}

// The interval of a shoe with a cut card and a ramp holds what it says: the
// results of many runs spread as far as one run's error.
func TestErrorIsTheSpreadOfRuns(t *testing.T) {
	rules := cutCard(2, 52)
	c := simulate.Config{Rules: rules, Strategy: strategy.Basic(rules), Rounds: simulate.Rounds(20000, 100000), Seats: 1, Seat: 1, Threads: 2,
		Count: simulate.HiLo(), Ramp: simulate.Ramp{{Bet: 1}, {From: 1, Bet: 10}}}
	const runs = 200
	var sum, squares, errors float64
	for seed := range uint64(runs) {
		c.Seed = seed
		r := run(t, c, nil)
		sum += r.Expectation
		squares += r.Expectation * r.Expectation
		errors += r.Error
	}
	spread := math.Sqrt((squares - sum*sum/runs) / (runs - 1))
	if ratio := spread / (errors / runs); math.Abs(ratio-1) > 0.2 {
		t.Errorf("runs spread by %.5f, the error says %.5f", spread, errors/runs)
	}
}

// A result's parts agree with each other.
func TestResultAddsUp(t *testing.T) {
	rules := cutCard(6, 78)
	rules.Surrender, rules.Insurance = blackjack.SurrenderLate, true
	table := strategy.Basic(rules)
	table.Insurance = true
	r := run(t, simulate.Config{Rules: rules, Strategy: table, Rounds: 200000, Seats: 2, Seat: 1, Threads: 2, Count: simulate.HiLo(), Ramp: simulate.Ramp{{Bet: 0}, {From: 0, Bet: 2}}}, nil)
	var rounds uint64
	var earned float64
	for _, n := range r.Distribution {
		rounds += n.Rounds
		earned += n.Net * float64(n.Rounds)
	}
	if rounds != r.Rounds-r.SatOut || r.SatOut == 0 {
		t.Errorf("%d rounds in the distribution, %d of %d sat out", rounds, r.SatOut, r.Rounds)
	}
	if per := earned / float64(r.Rounds); math.Abs(per-r.PerRound) > 1e-9 {
		t.Errorf("the distribution earns %v a round, the result says %v", per, r.PerRound)
	}
	var atCounts uint64
	for _, c := range r.Counts {
		atCounts += c.Rounds
	}
	h := r.Hands
	if ends := h.Won + h.Lost + h.Pushed + h.Blackjack + h.Bust + h.Surrendered; atCounts != r.Rounds || ends != h.Hands || h.Hands != rounds+h.Split {
		t.Errorf("%d rounds at counts, %d ends: %+v", atCounts, ends, r)
	}
	if share := float64(h.InsuranceWon) / float64(h.Insured); math.Abs(share-0.33) > 0.02 {
		t.Errorf("%.3f of all insurance won", share)
	}
}

// Index plays pay: insurance from a true count of 3, and the ramp, make the game better.
func TestCountingPays(t *testing.T) {
	rules := cutCard(2, 40)
	rules.Insurance = true
	c := simulate.Config{Rules: rules, Strategy: strategy.Basic(rules), Rounds: simulate.Rounds(1e6, 1e7), Seats: 1, Seat: 1, Threads: 2, Count: simulate.HiLo()}
	flat := run(t, c, nil)
	table := strategy.Basic(rules)
	table.Index = []strategy.Play{{At: 3, Cell: strategy.Hit}}
	c.Strategy, c.Ramp = table, simulate.Ramp{{Bet: 1}, {From: 2, Bet: 8}}
	counted := run(t, c, nil)
	if counted.Expectation < flat.Expectation+0.01 && !simulate.Racing() {
		t.Errorf("%v flat, %v counted", flat.Expectation, counted.Expectation)
	}
	for _, at := range counted.Counts {
		if want := int64(1); at.Count < 2 && at.Bet != want {
			t.Errorf("%d units at %d", at.Bet, at.Count)
		}
	}
	if h := counted.Hands; h.Insured == 0 || float64(h.InsuranceWon)/float64(h.Insured) < 0.34 {
		t.Errorf("%d of %d insurances won", h.InsuranceWon, h.Insured)
	}
}

// Ruin comes as often as the formula for a walk without end says, when trips are long and the game is good.
func TestRuin(t *testing.T) {
	rules := plainRules(6)
	rules.BlackjackPays = money.Ratio{Num: 3, Den: 1}
	r := run(t, simulate.Config{Rules: &rules, Strategy: strategy.Basic(&rules), Rounds: 1e6, Seats: 1, Seat: 1, Threads: 2,
		Trips: simulate.Trips{Number: 100 * simulate.Sets(30), Rounds: 2000, Bankroll: 20}}, nil)
	if d := math.Abs(r.Trips.Ruin - r.Trips.Ever); d > r.Trips.Interval+0.04 || r.Trips.Ruined == 0 {
		t.Errorf("ruin %.4f ±%.4f, the formula says %.4f", r.Trips.Ruin, r.Trips.Interval, r.Trips.Ever)
	}
	first, last := r.Trips.Fan[0], r.Trips.Fan[len(r.Trips.Fan)-1]
	if first.Rounds != 0 || first.Percent[0] != 20 || last.Rounds != 2000 || last.Percent[2] < 50 || last.Percent[4] < last.Percent[2] {
		t.Errorf("the fan goes from %v to %v", first, last)
	}
}

// Rules whose payouts have no small common unit are played too.
func TestOddPayouts(t *testing.T) {
	rules := plainRules(6)
	rules.WinPays, rules.BlackjackPays = money.Ratio{Num: 997, Den: 991}, money.Ratio{Num: 983, Den: 977}
	r := run(t, simulate.Config{Rules: &rules, Strategy: strategy.Mimic(false), Rounds: simulate.Rounds(200000, 1e6), Seats: 1, Seat: 1, Threads: 1}, nil)
	if r.Expectation < -0.12 || r.Expectation > -0.03 || len(r.Distribution) != 4 {
		t.Errorf("%+v", r)
	}
}

// What cannot be played is refused, with every reason.
func TestConfigIsChecked(t *testing.T) {
	rules := plainRules(6)
	table := strategy.Basic(&rules)
	table.Index = []strategy.Play{{At: 3, Cell: strategy.Hit}}
	err := (&simulate.Config{Rules: &rules, Strategy: table, Seats: 2, Seat: 3, Until: math.NaN(), Ramp: simulate.Ramp{{Bet: 0}}, Trips: simulate.Trips{Bankroll: 1}}).Validate()
	for _, want := range []string{"2 seats", "seat 3", "no rounds", "precision", "ramp needs a count", "index plays", "0 trips", "of 0 rounds"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in %v", want, err)
		}
	}
}

func TestParseRampAndCount(t *testing.T) {
	for text, want := range map[string]string{
		"1,2:4,3:8": "", "1": "", "x": "no bet", "2:4": "only the first", "1,2": "only the first", "1,2:4,2:5": "ascend", "1,99:2": "ascend", "1,a:2": "no count", "1,2:-1": "no bet",
	} {
		if _, err := simulate.ParseRamp(text); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	good := "name X\nA -1\n2 0.5\n3 1\n4 1\n5 1.5 # most\n6 1\n7 .25\n8 0\n9 -0.5\nT -1\n"
	c, err := simulate.ParseCount(good)
	if err != nil || c.Name != "X" || c.Tags != [11]int64{0, -100, 50, 100, 100, 150, 100, 25, 0, -50, -100} {
		t.Errorf("%+v, %v", c, err)
	}
	for _, c := range []struct{ from, to, want string }{
		{"A -1", "", "A has no tag"}, {"8 0", "8 0\n8 1", "line 10: 8 has a tag already"}, {"8 0", "K 0", "line 9: \"K 0\" is no tag"},
		{"8 0", "8 0.001", "at most two decimals"}, {"8 0", "8 x", "\"x\" is no tag"}, {"8 0", "8 NaN", "is no tag"}, {"8 0", "10 0", "is no tag"},
	} {
		if _, err := simulate.ParseCount(strings.Replace(good, c.from, c.to, 1)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v", c.to, c.from, err)
		}
	}
}
