package analyze

import (
	"runtime"
	"syscall"
	"testing"
	"time"

	"club99/blackjack"
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

func BenchmarkTable(b *testing.B) {
	rules := basicRules()
	a := newAnalyzer(&rules, NewDealers())
	i := 0
	cpu(b, func() {
		shoe := Full(6)
		shoe[1+i%10]-- // another shoe each time: nothing is remembered
		i++
		if _, err := a.Table(shoe, CDZ); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkTableSameShoe(b *testing.B) {
	rules := basicRules()
	a := newAnalyzer(&rules, NewDealers())
	cpu(b, func() {
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

// Another set of rules each time, of the 96 that differ in everything but the
// shoe: what is known of the dealer is shared.
func BenchmarkRuleSets(b *testing.B) {
	dealers := NewDealers()
	i := 0
	cpu(b, func() {
		rules := basicRules()
		rules.Soft17 = blackjack.Soft17Stand + blackjack.Soft17Rule(i%2)
		rules.DoubleAfterSplit = i/2%2 == 0
		rules.DoubleOn = blackjack.DoubleAny + blackjack.DoubleRule(i/4%3)
		rules.ResplitAces = i/12%2 == 0
		rules.Surrender = blackjack.SurrenderOff + blackjack.SurrenderRule(i/24%2)
		rules.MaxHands = 4 - i/48%2
		i++
		if _, err := newAnalyzer(&rules, dealers).Table(Full(6), CDZ); err != nil {
			b.Fatal(err)
		}
	})
}
