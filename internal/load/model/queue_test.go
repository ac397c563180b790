package model

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// served has customers come to a station by chance, so many a second, and returns how long
// they were there, in the order in which they left, and the station.
func served(rate float64, servers, customers int, work func(*rand.Rand) float64) ([]float64, *station, float64) {
	r := rand.New(rand.NewPCG(9, 9))
	s := &sim{}
	desk := newStation(s, servers)
	var stays []float64
	var come func()
	come = func() {
		came := s.now
		desk.do(work(r), func() { stays = append(stays, s.now-came) })
		s.in(r.ExpFloat64()/rate, come)
	}
	come()
	for until := 1.0; len(stays) < customers; until++ {
		s.run(until)
	}
	return stays, desk, s.now
}

func mean(list []float64) (m float64) {
	for _, v := range list {
		m += v
	}
	return m / float64(len(list))
}

// near reports whether a figure is a result within so many hundredths of it.
func near(t *testing.T, what string, got, want, hundredths float64) {
	t.Helper()
	if math.Abs(got-want) > want*hundredths/100 {
		t.Errorf("%s: %.5f, by the formula %.5f", what, got, want)
	}
}

// What is known of the queue M/M/1: at a load of ρ a customer stays 1/(μ-λ), and the part
// that stays longer than x is exp(-(μ-λ)x).
func TestOneServerIsAsTheFormulaSays(t *testing.T) {
	for _, rate := range []float64{50, 80} {
		stays, desk, span := served(rate, 1, 120_000, func(r *rand.Rand) float64 { return r.ExpFloat64() / 100 })
		near(t, "how long a customer stays", mean(stays), 1/(100-rate), 5)
		near(t, "how busy the server is", desk.busy/span, rate/100, 1)
		slices.Sort(stays)
		near(t, "median", stays[len(stays)/2], math.Ln2/(100-rate), 5)
		near(t, "99 of 100", stays[len(stays)*99/100], math.Log(100)/(100-rate), 7)
	}
}

// M/D/1, by Pollaczek and Khinchine: with work that always takes D, a customer waits
// ρD/(2(1-ρ)).
func TestWorkThatIsAlwaysTheSame(t *testing.T) {
	const rate, work = 70, 0.01
	stays, _, _ := served(rate, 1, 100_000, func(*rand.Rand) float64 { return work })
	near(t, "how long a customer stays", mean(stays), work+0.7*work/(2*0.3), 2)
}

// M/M/c, by Erlang: two servers at a load of 0.75 each keep a customer waiting
// C/(2μ-λ), where C = 2ρ²/(1+ρ) for two.
func TestTwoServersAreAsErlangSays(t *testing.T) {
	stays, desk, span := served(150, 2, 100_000, func(r *rand.Rand) float64 { return r.ExpFloat64() / 100 })
	c := 2 * 0.75 * 0.75 / 1.75
	near(t, "how long a customer stays", mean(stays), 1.0/100+c/(200-150), 3)
	near(t, "how busy the servers are", desk.busy/span/2, 0.75, 1)
}

// Those who wait for a sync of the disk share the next one: with customers that come
// always and a sync of D, as many are served a second as come, each waits for the rest of
// a sync and for its own: 1.5 D on the average when syncs follow each other.
func TestThoseWhoWaitShareASync(t *testing.T) {
	const rate, sync = 5000, 0.002
	r := rand.New(rand.NewPCG(9, 9))
	s := &sim{}
	syncs := 0
	disk := &batches[func()]{free: 1, most: math.MaxInt, begin: func(batch []func(), done func()) {
		syncs++
		s.in(sync, func() {
			for _, then := range batch {
				then()
			}
			done()
		})
	}}
	var stays []float64
	var come func()
	come = func() {
		came := s.now
		disk.put(func() { stays = append(stays, s.now-came) })
		s.in(r.ExpFloat64()/rate, come)
	}
	come()
	s.run(60)
	near(t, "syncs a second", float64(syncs)/60, 1/sync, 1)
	near(t, "customers a second", float64(len(stays))/60, rate, 1)
	near(t, "how long a customer waits", mean(stays), 1.5*sync, 2)
}

func TestNoBatchIsLargerThanItMayBe(t *testing.T) {
	s := &sim{}
	var sizes []int
	b := &batches[int]{free: 1, most: 3, begin: func(batch []int, done func()) {
		sizes = append(sizes, len(batch))
		s.in(1, done)
	}}
	for i := range 8 {
		b.put(i)
	}
	s.run(10)
	if !slices.Equal(sizes, []int{1, 3, 3, 1}) {
		t.Errorf("batches of %v", sizes)
	}
}
