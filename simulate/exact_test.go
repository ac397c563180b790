package simulate_test

import (
	"encoding/json"
	"math"
	"os"
	"runtime"
	"testing"

	"club99/blackjack"
	"club99/money"
	"club99/simulate"
	"club99/strategy"
)

// exactValue is the value of a game that an independent program worked out.
type exactValue struct {
	Decks         int     `json:"decks"`
	H17           bool    `json:"h17"`
	Double        string  `json:"double"`
	DAS           bool    `json:"das"`
	MaxHands      int     `json:"max_split_hands"`
	ResplitAces   bool    `json:"resplit_aces"`
	LateSurrender bool    `json:"late_surrender"`
	BlackjackPays float64 `json:"bj_pays"`
	EV            float64 `json:"ev"`
	Deviation     float64 `json:"sd_per_round"`
}

func exactValues(t *testing.T) []exactValue {
	t.Helper()
	data, err := os.ReadFile("testdata/total-dependent-values.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Values []exactValue `json:"values"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	return file.Values
}

// plainRules are rules that other programs know too.
func plainRules(decks int) blackjack.Rules {
	even := money.Ratio{Num: 1, Den: 1}
	return blackjack.Rules{
		Decks: decks, Shuffle: blackjack.ShuffleEveryRound, Seats: 1, SeatsPerPlayer: 1,
		MinBet: 2, MaxBet: 1000, BetStep: 2,
		WinPays: even, BlackjackPays: money.Ratio{Num: 3, Den: 2}, InsurancePays: money.Ratio{Num: 2, Den: 1}, EvenMoneyPays: even, CharliePays: even,
		Soft17: blackjack.Soft17Stand, Peek: blackjack.PeekAceAndTen, NoPeekLoss: blackjack.LoseAll, Surrender: blackjack.SurrenderOff,
		DoubleOn: blackjack.DoubleAny, DoubleAfterSplit: true, SplitOn: blackjack.SplitSameValue, MaxHands: 4,
		MaxCards: 21, BetTime: 15, ActTime: 15, ResultTime: 5,
	}
}

func (v *exactValue) rules() *blackjack.Rules {
	r := plainRules(v.Decks)
	r.DoubleAfterSplit, r.MaxHands, r.ResplitAces = v.DAS, v.MaxHands, v.ResplitAces
	if v.H17 {
		r.Soft17 = blackjack.Soft17Hit
	}
	if v.LateSurrender {
		r.Surrender = blackjack.SurrenderLate
	}
	return &r
}

// Playing the tables of an independent program meets the expectation and the
// standard deviation that it worked out exactly. Of results that are right, one
// in a hundred is outside the 99% band.
func TestExactValuesAreMet(t *testing.T) {
	rounds := simulate.Rounds(1e6, 2e8)
	outside := 0
	for i, v := range exactValues(t) {
		rules := v.rules()
		r, err := simulate.Run(simulate.Config{Rules: rules, Strategy: strategy.Basic(rules), Seed: uint64(i), Rounds: rounds, Seats: 1, Seat: 1, Threads: runtime.NumCPU()}, nil)
		if err != nil {
			t.Fatal(err)
		}
		z := (r.Expectation - v.EV) / r.Error
		if math.Abs(z) > 2.576 {
			outside++
		}
		if math.Abs(z) > 4 {
			t.Errorf("%s: %.6f, exactly %.6f: %.1f standard errors", rules, r.Expectation, v.EV, z)
		}
		if v.Deviation != 0 && math.Abs(r.Deviation/v.Deviation-1) > 5/math.Sqrt(float64(rounds)) {
			t.Errorf("%s: standard deviation %.5f, exactly %.5f", rules, r.Deviation, v.Deviation)
		}
		if simulate.Long() {
			t.Logf("%s: %.7f, exactly %.7f: %.2f standard errors", rules, r.Expectation, v.EV, z)
		}
	}
	if outside > 4 {
		t.Errorf("%d of 57 are outside the 99%% band", outside)
	}
}
