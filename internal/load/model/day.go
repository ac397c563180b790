package model

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Day is who comes when.
type Day struct {
	Players int     // who come in a day
	Stay    float64 // seconds, on the average; how long differs as exponential times do
	Swing   float64 // how much more than the mean come at the busiest hour, and less twelve hours away from it: 0 to 1
	Busiest float64 // hour
}

// Hours is how many players are there on the average in each hour of a day, and the most
// at any moment, when the day before was like it.
func (d *Day) Hours(seed uint64) (hours [24]float64, most int) {
	const day = 86400
	r := rand.New(rand.NewPCG(seed, 24))
	var moves []move
	for range d.Players {
		came := d.arrival(r)
		left := came + r.ExpFloat64()*d.Stay
		for ; left > 0; came, left = came-day, left-day { // who stays over midnight was there the night before
			moves = append(moves, move{max(came, 0), 1})
			if left < day {
				moves = append(moves, move{left, -1})
			}
		}
	}
	slices.SortFunc(moves, func(a, b move) int {
		if a.at != b.at {
			return int(math.Copysign(1, a.at-b.at))
		}
		return b.by - a.by
	})
	there, last := 0, 0.0
	add := func(until float64) {
		for last < until {
			end := min(until, (math.Floor(last/3600)+1)*3600)
			hours[int(last/3600)] += float64(there) * (end - last) / 3600
			last = end
		}
	}
	for _, m := range moves {
		if m.at >= day {
			break
		}
		add(m.at)
		there += m.by
		most = max(most, there)
	}
	add(day)
	return hours, most
}

// move is somebody's coming or going.
type move struct {
	at float64
	by int
}

// arrival is when somebody comes: more at some hours than at others.
func (d *Day) arrival(r *rand.Rand) float64 {
	for {
		at := r.Float64() * 24
		if r.Float64()*(1+d.Swing) <= 1+d.Swing*math.Cos((at-d.Busiest)*2*math.Pi/24) {
			return at * 3600
		}
	}
}
