package analyze

import (
	"cmp"
	"math/rand/v2"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"club99/blackjack"
	"club99/money"
	"club99/strategy"
)

// cpu reports the processor's time per operation, which others on the machine do not change.
func cpu(b *testing.B, f func()) {
	now := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_THREAD, &u); err != nil {
			b.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	b.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	b.ReportAllocs()
	f() // builds the dealer's trees, once for all
	start := now()
	for b.Loop() {
		f()
	}
	b.ReportMetric(float64(now()-start)/float64(b.N), "cpu-ns/op")
}

// Another shoe each time: nothing is remembered.
func BenchmarkTable(b *testing.B) {
	rules := basicRules()
	a := newAnalyzer(&rules, NewDealers())
	i := 0
	cpu(b, func() {
		shoe := Full(6)
		for v, n := 1, i; n > 0; v, n = v+1, n/3 {
			shoe[v] -= n % 3
		}
		i++
		if _, err := a.Table(shoe, CDZ); err != nil {
			b.Fatal(err)
		}
	})
}

// Of the shoe only the dealer's chances are remembered.
func BenchmarkTableSameShoe(b *testing.B) {
	rules := basicRules()
	a := newAnalyzer(&rules, NewDealers())
	cpu(b, func() {
		clear(a.table.dealers.kept)
		if _, err := a.Table(Full(6), CDZ); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkDecide(b *testing.B) {
	rules := basicRules()
	a := newAnalyzer(&rules, NewDealers())
	shoe := Full(6)
	shoe[2] -= 3
	legal := blackjack.SetOf(blackjack.Hit, blackjack.Stand, blackjack.Double, blackjack.Split)
	cpu(b, func() {
		if _, err := a.Decide(shoe, Situation{Hand: strategy.Of(2, 2), Up: 2, Hands: 1, Legal: legal}); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkFind(b *testing.B) {
	d := NewDealers()
	var u upEnds
	cpu(b, func() {
		for up := 1; up <= 10; up++ {
			u.reset(Full(6), up, d.tree(blackjack.Soft17Hit, up, 0))
			d.find(&u, standing)
		}
	})
}

func BenchmarkGame(b *testing.B) {
	rules := basicRules()
	a := newAnalyzer(&rules, NewDealers())
	cpu(b, func() {
		if _, err := a.Game(Full(6), CDZ); err != nil {
			b.Fatal(err)
		}
	})
}

// A thousand sets of rules, each another one, from an empty memory; one shoe at a
// time or in any order.
func BenchmarkRuleSets(b *testing.B) {
	sorted := manyRules(1000)
	mixed := slices.Clone(sorted)
	slices.SortStableFunc(sorted, func(a, b blackjack.Rules) int { return cmp.Compare(a.Decks, b.Decks) })
	for name, sets := range map[string][]blackjack.Rules{"Sorted": sorted, "Mixed": mixed} {
		b.Run(name, func(b *testing.B) {
			cpu(b, func() {
				dealers := NewDealers()
				for i := range sets {
					a := newAnalyzer(&sets[i], dealers)
					if _, err := a.Table(a.Full(), CDZ); err != nil {
						b.Fatal(err)
					}
				}
			})
		})
	}
}

// manyRules returns different valid rules as tables have them, by chance.
func manyRules(n int) []blackjack.Rules {
	r := rand.New(rand.NewPCG(3, 4))
	yes := func() bool { return r.IntN(2) == 0 }
	seen := map[string]bool{}
	var sets []blackjack.Rules
	for len(sets) < n {
		rules := basicRules()
		rules.Decks = pick(r, 1, 2, 4, 6, 8)
		rules.Soft17 = pick(r, blackjack.Soft17Stand, blackjack.Soft17Hit)
		rules.BlackjackPays = pick(r, money.Ratio{Num: 3, Den: 2}, money.Ratio{Num: 6, Den: 5})
		rules.Peek = pick(r, blackjack.PeekAceAndTen, blackjack.PeekNone)
		rules.NoPeekLoss = blackjack.LoseAll
		rules.Surrender = pick(r, blackjack.SurrenderOff, blackjack.SurrenderLate, blackjack.SurrenderEarly)
		rules.DoubleOn = pick(r, blackjack.DoubleAny, blackjack.Double9To11, blackjack.Double10To11)
		rules.SplitOn = pick(r, blackjack.SplitSameRank, blackjack.SplitSameValue)
		rules.DoubleAfterSplit, rules.ResplitAces, rules.HitSplitAces = yes(), yes(), yes()
		rules.MaxHands = 2 + r.IntN(3)
		rules.Charlie = pick(r, 0, 0, 5, 6, 7)
		if line := rules.String(); !seen[line] {
			seen[line] = true
			sets = append(sets, rules)
		}
	}
	return sets
}
