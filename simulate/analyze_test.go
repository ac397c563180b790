package simulate_test

import (
	"math"
	"runtime"
	"testing"

	"club99/analyze"
	"club99/blackjack"
	"club99/internal/rulegen"
	"club99/simulate"
	"club99/strategy"
)

func analyzer(t *testing.T, rules *blackjack.Rules) *analyze.Analyzer {
	t.Helper()
	a, err := analyze.New(rules)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Playing a strategy meets what the analyzer says of it, for random rules: the
// expectation, what is staked and, where it says so, the standard deviation.
func TestSimulationMeetsAnalysis(t *testing.T) {
	rounds := simulate.Rounds(1e6, 1e8)
	classes := []analyze.Class{analyze.CDZ, analyze.TotalDependent, analyze.CDP1}
	outside := 0
	sets := []int{4, 5, 7, 9, 12, 14, 16, 17, 19, 20, 24, 25} // those that are analyzed quickly
	sets = sets[:simulate.Sets(len(sets))]
	if simulate.Long() {
		sets = make([]int, 30)
		for n := range sets {
			sets[n] = n
		}
	}
	for _, n := range sets {
		rules := rulegen.Rules().Example(1000 + n)
		rules.Shuffle, rules.CutCard = blackjack.ShuffleEveryRound, 0
		a := analyzer(t, &rules)
		var play strategy.Strategy = strategy.Basic(&rules)
		exact, err := a.Follow(a.Full(), play)
		if n%4 != 1 && err == nil {
			exact, err = a.Game(a.Full(), classes[n%len(classes)])
			play = exact.Strategy
		}
		if err != nil {
			t.Fatal(err)
		}
		r, err := simulate.Run(simulate.Config{Rules: &rules, Strategy: play, Seed: uint64(n), Rounds: rounds, Seats: 1, Seat: 1, Threads: runtime.NumCPU()}, nil)
		if err != nil {
			t.Fatalf("%s: %v", rules.String(), err)
		}
		z := (r.Expectation - exact.Value) / r.Error
		if math.Abs(z) > 2.576 {
			outside++
		}
		if math.Abs(z) > 4 {
			t.Errorf("%s: simulated %.6f, analyzed %.6f: %.1f standard errors", rules.String(), r.Expectation, exact.Value, z)
		}
		if staked := r.Expectation / r.PerStaked; math.Abs(staked/exact.Staked-1) > 5/math.Sqrt(float64(rounds)) {
			t.Errorf("%s: staked %.5f, analyzed %.5f", rules.String(), staked, exact.Staked)
		}
		if exact.StdDev != 0 && math.Abs(r.Deviation/exact.StdDev-1) > 10/math.Sqrt(float64(rounds)) {
			t.Errorf("%s: standard deviation %.5f, analyzed %.5f", rules.String(), r.Deviation, exact.StdDev)
		}
		if simulate.Long() {
			t.Logf("%.6f, analyzed %.6f: %+.2f standard errors; deviation %.5f, %.5f; %s", r.Expectation, exact.Value, z, r.Deviation, exact.StdDev, rules.String())
		}
	}
	if outside > 3 {
		t.Errorf("%d of them are outside the 99%% band", outside)
	}
}
