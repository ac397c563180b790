package simulate

import (
	"math"
	"slices"

	"club99/blackjack"
)

// z99 is how many standard errors to either side hold 99 of 100 results.
const z99 = 2.5758293035489004

// Result is what a run found. A unit is the smallest bet.
type Result struct {
	Rounds  uint64  `json:"rounds"`            // played at the table
	SatOut  uint64  `json:"sat_out,omitempty"` // of them without a bet of the seat
	Shoes   uint64  `json:"shoes,omitempty"`   // that were dealt to the cut card
	Average float64 `json:"average_bet"`       // units bet first, per round with a bet

	Expectation float64 `json:"expectation"`    // per unit bet first
	Interval    float64 `json:"interval_99"`    // 99% of such runs are no further from the truth
	Error       float64 `json:"standard_error"` // of the expectation
	PerStaked   float64 `json:"per_staked"`     // per unit staked, doubles, splits and insurance included
	PerRound    float64 `json:"per_round"`      // units earned per round, those that were sat out included
	Deviation   float64 `json:"deviation"`      // standard deviation of a round's result, in units

	Hands        Hands      `json:"hands"`
	Distribution []Net      `json:"distribution"`
	Counts       []AtCount  `json:"counts,omitempty"`
	Trips        *TripsDone `json:"trips,omitempty"`
}

// Net is how many rounds earned so much.
type Net struct {
	Net    float64 `json:"net"` // units
	Rounds uint64  `json:"rounds"`
}

// AtCount is the result of rounds at one true count, taken when the bet was made.
type AtCount struct {
	Count       int     `json:"count"`
	Rounds      uint64  `json:"rounds"`
	Bet         int64   `json:"bet"`
	Expectation float64 `json:"expectation"` // per unit bet first; 0 where none was
	Interval    float64 `json:"interval_99"`
}

// Hands counts hands by how they ended, and what was done with them.
type Hands struct {
	Hands        uint64 `json:"hands"`
	Won          uint64 `json:"won"`
	Lost         uint64 `json:"lost"` // against the dealer's hand
	Pushed       uint64 `json:"pushed"`
	Blackjack    uint64 `json:"blackjack"`
	Bust         uint64 `json:"bust"`
	Surrendered  uint64 `json:"surrendered"`
	Charlie      uint64 `json:"charlie"`
	EvenMoney    uint64 `json:"even_money"`
	Doubled      uint64 `json:"doubled"`
	Split        uint64 `json:"split"`
	Insured      uint64 `json:"insured"`
	InsuranceWon uint64 `json:"insurance_won"`
}

// sums are what a result is worked out from, in units of the machine.
type sums struct {
	rounds, played uint64
	bet, x         float64 // what was bet first, what was earned
	xx, xb, bb     float64
	staked         float64
}

func (s *sums) of(b *bin, bet int64, units float64) {
	s.rounds += b.rounds
	if bet == 0 {
		return
	}
	w := float64(bet)
	b.nets.each(func(net int64, times uint64) {
		n, x := float64(times), w*float64(net)/units
		s.played += times
		s.bet += n * w
		s.x += n * x
		s.xx += n * x * x
		s.xb += n * x * w
		s.bb += n * w * w
	})
	s.staked += w * float64(b.hands.staked) / 2
}

// expectation is what is earned per unit bet first, and its standard error: that
// of a ratio of two sums.
func (s *sums) expectation() (mean, err float64) {
	if s.bet == 0 {
		return 0, 0
	}
	mean = s.x / s.bet
	return mean, ratioError(float64(s.played), mean, s.bet, s.xx, s.xb, s.bb)
}

// ratioError is the standard error of the ratio of the sums of x and b over n
// independent pairs.
func ratioError(n, ratio, sumB, xx, xb, bb float64) float64 {
	if n < 2 {
		return 0
	}
	rest := xx - 2*ratio*xb + ratio*ratio*bb
	return math.Sqrt(max(rest, 0)*n/(n-1)) / sumB
}

// result works out what a tally says.
func (p *plan) result(t *tally) *Result {
	var s sums
	units := float64(p.units)
	r := &Result{Shoes: t.shoes.n}
	var ended hands
	byNet := map[int64]uint64{}
	for i := range t.byCount {
		b := &t.byCount[i]
		at := LowestCount + i
		bet := p.Ramp.bet(at)
		s.of(b, bet, units)
		ended.add(&b.hands, 1)
		b.nets.each(func(net int64, times uint64) { byNet[net*bet] += times })
		if p.Count != nil && b.rounds > 0 {
			var one sums
			one.of(b, bet, units)
			mean, err := one.expectation()
			r.Counts = append(r.Counts, AtCount{at, b.rounds, bet, mean, z99 * err})
		}
	}
	r.Rounds, r.SatOut = s.rounds, s.rounds-s.played
	r.Expectation, r.Error = s.expectation()
	if t.shoes.n > 0 {
		// Results within a shoe are not independent: shoes are.
		r.Error = ratioError(float64(t.shoes.n), r.Expectation, s.bet, t.shoes.xx/(units*units), t.shoes.xb/units, t.shoes.bb)
	}
	r.Interval = z99 * r.Error
	if s.played > 0 {
		n := float64(s.played)
		r.Average = s.bet / n
		r.PerStaked = s.x / s.staked
		r.PerRound = s.x / float64(s.rounds)
		r.Deviation = math.Sqrt(max(s.xx/n-s.x/n*s.x/n, 0))
	}
	r.Hands = ended.result()
	r.Distribution = distribution(byNet, units)
	return r
}

func distribution(byNet map[int64]uint64, units float64) []Net {
	var list []Net
	for net, rounds := range byNet {
		list = append(list, Net{float64(net) / units, rounds})
	}
	slices.SortFunc(list, func(a, b Net) int {
		if a.Net < b.Net {
			return -1
		}
		return 1
	})
	return list
}

func (h *hands) result() Hands {
	o := &h.outcomes
	r := Hands{
		Won: o[blackjack.OutcomeWin], Lost: o[blackjack.OutcomeLose], Pushed: o[blackjack.OutcomePush],
		Blackjack: o[blackjack.OutcomeBlackjack], Bust: o[blackjack.OutcomeBust], Surrendered: o[blackjack.OutcomeSurrender],
		Charlie: o[blackjack.OutcomeCharlie], EvenMoney: o[blackjack.OutcomeEvenMoney],
		Doubled: h.doubled, Split: h.split, Insured: h.insured, InsuranceWon: h.insurance,
	}
	for _, n := range o {
		r.Hands += n
	}
	return r
}
