package simulate

import (
	"testing"

	"club99/preset"
	"club99/strategy"
)

func BenchmarkCompile(b *testing.B) {
	rules, err := preset.Load("club99")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		m, err := compile(&rules, nil, []strategy.Strategy{strategy.Basic(&rules)})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(m.stands)), "nodes")
	}
}

func BenchmarkRound(b *testing.B) {
	rules, err := preset.Load("club99")
	if err != nil {
		b.Fatal(err)
	}
	m, err := compile(&rules, nil, []strategy.Strategy{strategy.Basic(&rules)})
	if err != nil {
		b.Fatal(err)
	}
	r := &round{machine: m, shoe: newShoe(6, stream(1, 1)), seats: make([]seat, 1), pay: payFor(&rules, 10)}
	r.seats[0].bet = 1
	for b.Loop() {
		r.shuffle()
		r.play()
	}
}

func BenchmarkFast(b *testing.B) {
	rules, err := preset.Load("club99")
	if err != nil {
		b.Fatal(err)
	}
	m, err := compile(&rules, nil, []strategy.Strategy{strategy.Basic(&rules)})
	if err != nil {
		b.Fatal(err)
	}
	f := newFast(round{machine: m, shoe: newShoe(6, stream(1, 1)), seats: []seat{{bet: 1}}, pay: payFor(&rules, 10)})
	b.ReportAllocs()
	const rounds = 10000
	for b.Loop() {
		f.run(rounds)
	}
	b.ReportMetric(float64(b.N)*rounds/1e6/b.Elapsed().Seconds(), "Mrounds/s")
	t := f.tally()
	sum, n := int64(0), uint64(0)
	t.byCount[uncounted].nets.each(func(net int64, times uint64) { sum += net * int64(times); n += times })
	b.ReportMetric(float64(sum)/float64(n)/10*1e6, "ppm-ev")
}
