package simulate

import (
	"fmt"
	"math"
	"slices"
)

// Trips says how to follow a bankroll: how often, for how long, how large. The
// zero value is not at all.
type Trips struct {
	Number   int   // of trips, each with the bankroll anew
	Rounds   int   // of a trip
	Bankroll int64 // units
}

const (
	mostTrips = 100000
	// checkpoints is at how many places of a trip the bankroll is noted.
	checkpoints = 60
	// tripStreams are the numbers of the random streams of trips, far from those of blocks.
	tripStreams = 1 << 48
)

func (t Trips) validate() []error {
	if t == (Trips{}) {
		return nil
	}
	var wrong []error
	if t.Number < 1 || t.Number > mostTrips {
		wrong = append(wrong, fmt.Errorf("%d trips: take 1 to %d", t.Number, mostTrips))
	}
	if t.Rounds < 1 || t.Rounds > 1e8 {
		wrong = append(wrong, fmt.Errorf("trips of %d rounds: play 1 to 100000000", t.Rounds))
	}
	if t.Bankroll < 1 || t.Bankroll > 1e9 {
		wrong = append(wrong, fmt.Errorf("a bankroll of %d units: take 1 to 1000000000", t.Bankroll))
	}
	return wrong
}

// TripsDone is what became of the bankroll.
type TripsDone struct {
	Trips    int     `json:"trips"`
	Rounds   int     `json:"rounds"`
	Bankroll int64   `json:"bankroll"`
	Ruined   int     `json:"ruined"`      // trips that ended because the bankroll did not cover the next bet
	Ruin     float64 `json:"ruin"`        // their share
	Interval float64 `json:"interval_99"` // of the share
	Ever     float64 `json:"ruin_ever"`   // by the usual formula, with no end to the trip: exp(-2 x bankroll x mean / variance)
	Fan      []Fan   `json:"fan"`
}

// Fan is the bankroll after a number of rounds: the values below which lie 5,
// 25, 50, 75 and 95 of 100 trips.
type Fan struct {
	Rounds  int        `json:"rounds"`
	Percent [5]float64 `json:"percent_5_25_50_75_95"`
}

var fanPercents = [5]int{5, 25, 50, 75, 95}

// trip is one trip: the bankroll at each checkpoint, and whether it was ruined.
type trip struct {
	at     [checkpoints + 1]float64
	ruined bool
}

// checkpoint is after how many rounds a checkpoint is.
func (t Trips) checkpoint(i int) int {
	return int(math.Round(float64(i) * float64(t.Rounds) / checkpoints))
}

// trip plays one trip.
func (t *table) trip(number uint64) trip {
	t.shoe.begin(stream(t.config.Seed, tripStreams+number))
	t.count.running = 0
	plan, result := t.config.Trips, trip{}
	bankroll := plan.Bankroll * t.units
	next := 0
	for n := 0; ; n++ {
		for next <= checkpoints && n == plan.checkpoint(next) {
			result.at[next] = float64(bankroll) / float64(t.units)
			next++
		}
		if n == plan.Rounds {
			return result
		}
		if result.ruined {
			continue
		}
		if t.spent() {
			t.shuffle()
		}
		before := t.trueCount()
		bet := t.config.Ramp.bet(before)
		if bet*t.units > bankroll {
			result.ruined = true
			continue
		}
		t.round(bet)
		if bet > 0 {
			bankroll += bet * t.seats[t.config.Seat-1].net
		}
	}
}

// trips plays all trips, or fewer if goOn says so. r is the result of the rounds before.
func (p *plan) trips(r *Result, goOn func(trips int) bool) *TripsDone {
	done := &TripsDone{Rounds: p.Trips.Rounds, Bankroll: p.Trips.Bankroll}
	all := make([]trip, 0, p.Trips.Number)
	inOrder(p.Threads, uint64(p.Trips.Number), p.newSlowTable, (*table).trip, func(_ uint64, t trip) bool {
		all = append(all, t)
		if t.ruined {
			done.Ruined++
		}
		return goOn(len(all))
	})
	done.Trips = len(all)
	n := float64(done.Trips)
	done.Ruin = float64(done.Ruined) / n
	done.Interval = z99 * math.Sqrt(done.Ruin*(1-done.Ruin)/n)
	done.Ever = 1
	if r.PerRound > 0 {
		done.Ever = math.Exp(-2 * float64(done.Bankroll) * r.PerRound / (r.Deviation * r.Deviation))
	}
	column := make([]float64, len(all))
	for i := range checkpoints + 1 {
		for j := range all {
			column[j] = all[j].at[i]
		}
		slices.Sort(column)
		f := Fan{Rounds: p.Trips.checkpoint(i)}
		for k, percent := range fanPercents {
			f.Percent[k] = column[(len(column)-1)*percent/100]
		}
		done.Fan = append(done.Fan, f)
	}
	return done
}
