package shoe

import (
	"encoding/binary"
	"flag"
	"math/bits"
	"testing"

	"club99/card"
)

// shuffles is how many shuffles the statistics look at; make shuffle-stats has a million and more.
var shuffles = flag.Int("shuffles", 50_000, "shuffles that TestShuffleStatistics looks at")

// index is the place of a card in a new deck, from 0.
func index(c card.Card) int { return int(c.Suit())*13 + int(c.Rank()-card.Ace) }

// tableShuffle is one deck as a table deals it: terms of both commitments and the
// players', seeds of the house and, in two shuffles of three, of one or two
// players, key, order. All seeds are made from n: it gives the same order each time.
func tableShuffle(n uint64) (order [card.PerDeck]int) {
	var house, next Seed
	binary.LittleEndian.PutUint64(house[:], n)
	binary.LittleEndian.PutUint64(next[:], n+1)
	t := Terms{Table: "stats", Shoe: n, Decks: 1, House: CommitHouse("stats", n, house), Next: CommitHouse("stats", n+1, next)}
	var reveals []Reveal
	for i := range int(n % 3) {
		seat, seed := 1+3*i, binary.BigEndian.AppendUint64([]byte{byte(i)}, n)
		t.Players = append(t.Players, Commitment{Seat: seat, Hash: CommitPlayer("stats", n, seat, seed)})
		reveals = append(reveals, Reveal{Seat: seat, Seed: seed})
	}
	for i, c := range Order(DeriveKey(house, reveals, t.Hash()), 1) {
		order[i] = index(c)
	}
	return order
}

// The statistics. Each is a chi-square against what shuffles give in which all
// orders are equally likely, with limits that it leaves once in 10,000 tests.
// The limits were fixed before the first run, and the seeds are numbers from 0:
// there is no second try.
const (
	// Place by card: 52 by 52 counts, 51*51 degrees of freedom. The counts of one
	// shuffle hang together, which makes their sum of squares 52/51 of a chi-square's.
	placesLow, placesHigh = 2329.8, 2891.1
	// Neighbours: which card follows which, one pair of each shuffle, all 51 in
	// turn: 52*51 ordered pairs, 2651 degrees of freedom.
	pairsLow, pairsHigh = 2377.1, 2943.8
	// Ascending runs: 19 and fewer, 20, 21 ... 33, 34 and more; 15 degrees of
	// freedom. How often each number comes is Euler's, exactly.
	runsLow, runsHigh    = 2.2, 46.2
	fewestRuns, mostRuns = 19, 34
)

// figures counts what the statistics look at.
type figures struct {
	n      int
	places [card.PerDeck][card.PerDeck]int
	pairs  [card.PerDeck][card.PerDeck]int
	runs   [mostRuns + 1]int
}

func (f *figures) add(order *[card.PerDeck]int) {
	runs := 1
	for i, c := range order {
		f.places[i][c]++
		if i > 0 && c < order[i-1] {
			runs++
		}
	}
	at := f.n % (card.PerDeck - 1)
	f.pairs[order[at]][order[at+1]]++
	f.runs[min(max(runs, fewestRuns), mostRuns)]++
	f.n++
}

func square(got int, want float64) float64 {
	return (float64(got) - want) * (float64(got) - want) / want
}

// chi returns the three chi-squares.
func (f *figures) chi() (places, pairs, runs float64) {
	const n = card.PerDeck
	total := float64(f.n)
	for i := range n {
		for j := range n {
			places += square(f.places[i][j], total/n) * (n - 1) / n
			if i != j {
				pairs += square(f.pairs[i][j], total/(n*(n-1)))
			}
		}
	}
	likely := runsOf(n)
	want := map[int]float64{}
	for k, p := range likely {
		want[min(max(k, fewestRuns), mostRuns)] += p * total
	}
	for k, w := range want {
		runs += square(f.runs[k], w)
	}
	return places, pairs, runs
}

// runsOf is how likely each number of ascending runs is in n cards: of the
// numbers of Euler, A(n, k) = (k+1) A(n-1, k) + (n-k) A(n-1, k-1), each of n!.
func runsOf(n int) []float64 {
	p := []float64{0, 1} // by runs, in one card
	for m := 2; m <= n; m++ {
		q := make([]float64, m+1)
		for k := 1; k <= m; k++ {
			if k < m {
				q[k] += p[k] * float64(k) / float64(m)
			}
			q[k] += p[k-1] * float64(m-k+1) / float64(m)
		}
		p = q
	}
	return p
}

// caught says which statistics are outside their limits.
func (f *figures) caught() (places, pairs, runs bool) {
	a, b, c := f.chi()
	return a < placesLow || a > placesHigh, b < pairsLow || b > pairsHigh, c < runsLow || c > runsHigh
}

// The shuffles of a table are uniform as far as the statistics see.
func TestShuffleStatistics(t *testing.T) {
	var f figures
	for n := range uint64(*shuffles) {
		order := tableShuffle(n)
		f.add(&order)
	}
	places, pairs, runs := f.chi()
	t.Logf("%d shuffles of one deck", f.n)
	t.Logf("place by card   chi-square %7.1f   within %.1f to %.1f", places, placesLow, placesHigh)
	t.Logf("neighbours      chi-square %7.1f   within %.1f to %.1f", pairs, pairsLow, pairsHigh)
	t.Logf("ascending runs  chi-square %7.1f   within %.1f to %.1f", runs, runsLow, runsHigh)
	if a, b, c := f.caught(); a || b || c {
		t.Errorf("outside of its limits: place by card %v, neighbours %v, ascending runs %v", a, b, c)
	}
}

// biased are shuffles with well-known faults, from the same stream of words.
var biased = map[string]func(s *stream, order *[card.PerDeck]int){
	"modulo": func(s *stream, order *[card.PerDeck]int) { // a byte folded into each range
		for i := card.PerDeck - 1; i > 0; i-- {
			j := int(s.word()&0xff) % (i + 1)
			order[i], order[j] = order[j], order[i]
		}
	},
	"swap any": func(s *stream, order *[card.PerDeck]int) { // each place with any place
		for i := range order {
			j := s.below(card.PerDeck)
			order[i], order[j] = order[j], order[i]
		}
	},
	"never stays": func(s *stream, order *[card.PerDeck]int) { // a place is never swapped with itself
		for i := card.PerDeck - 1; i > 0; i-- {
			j := s.below(uint32(i))
			order[i], order[j] = order[j], order[i]
		}
	},
	"riffle": func(s *stream, order *[card.PerDeck]int) { // five times: what a hand does
		for range 5 {
			var left, right []int
			word := uint64(s.word())<<32 | uint64(s.word())
			cut := bits.OnesCount64(word & (1<<card.PerDeck - 1))
			left, right = append(left, order[:cut]...), append(right, order[cut:]...)
			for i := range order {
				if int(s.below(uint32(len(left)+len(right)))) < len(left) {
					order[i], left = left[0], left[1:]
				} else {
					order[i], right = right[0], right[1:]
				}
			}
		}
	},
	"only cut": func(s *stream, order *[card.PerDeck]int) {
		cut := int(s.below(card.PerDeck))
		for i := range order {
			order[i] = (i + cut) % card.PerDeck
		}
	},
}

// The statistics can fail: each finds at least one faulty shuffle, each faulty
// shuffle is found, and by the statistics that are named.
func TestStatisticsFindBias(t *testing.T) {
	const enough = 20_000
	find := map[string][3]bool{ // place by card, neighbours, ascending runs
		"modulo":      {true, false, false},
		"swap any":    {true, false, false},
		"never stays": {true, false, false},
		"riffle":      {true, true, true},
		"only cut":    {false, true, true},
	}
	for name, shuffle := range biased {
		var f figures
		for n := range uint64(enough) {
			var key Key
			binary.LittleEndian.PutUint64(key[:], n)
			var order [card.PerDeck]int
			for i := range order {
				order[i] = i
			}
			shuffle(newStream(key), &order)
			f.add(&order)
		}
		places, pairs, runs := f.chi()
		t.Logf("%-12s place by card %9.1f, neighbours %9.1f, ascending runs %9.1f", name, places, pairs, runs)
		a, b, c := f.caught()
		for i, got := range []bool{a, b, c} {
			if find[name][i] && !got {
				t.Errorf("%s is not found by statistic %d", name, i+1)
			}
		}
	}
}

// Euler's numbers for four cards: 1, 11, 11 and 1 of 24.
func TestRunsOfFourCards(t *testing.T) {
	for k, want := range []float64{0, 1, 11, 11, 1} {
		if got := runsOf(4)[k] * 24; got < want-1e-9 || got > want+1e-9 {
			t.Errorf("%d runs: %f of 24, want %f", k, got, want)
		}
	}
}
