package simulate_test

import (
	"encoding/json"
	"flag"
	"math"
	"os"
	"runtime"
	"strconv"
	"testing"

	"club99/analyze"
	"club99/blackjack"
	"club99/simulate"
)

var curves = flag.String("curves", "", "file of house edges by place of the cut card; make simulate-cut")

// The house edge by the place of the cut card is that of a file that the user
// has: {"data": {"6": {"edge_by_position_from_1": [...]}}} by decks, for H17,
// late surrender, doubling any two cards and after splits, four hands.
func TestCutCardCurves(t *testing.T) {
	if *curves == "" {
		return
	}
	data, err := os.ReadFile(*curves)
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Data map[string]struct {
			Edges []float64 `json:"edge_by_position_from_1"`
		} `json:"data"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	for _, decks := range []int{1, 2, 4, 6, 8} {
		curve := file.Data[strconv.Itoa(decks)]
		for _, front := range []int{20, 26, 39, 52, 78, 104, 130, 156, 208, 234, 260, 312, 338} {
			if front > len(curve.Edges) {
				continue
			}
			rules := plainRules(decks)
			rules.Soft17, rules.Surrender = blackjack.Soft17Hit, blackjack.SurrenderLate
			rules.Shuffle, rules.CutCard = blackjack.ShuffleAtCutCard, decks*52-front
			if rules.CutCard < blackjack.MostCards(&rules, 1, analyze.Full(decks)) {
				continue // the club shuffles before the cut card comes, so that no round can run out of cards
			}
			game, err := analyzer(t, &rules).Game(analyze.Full(decks), analyze.TotalDependent)
			if err != nil {
				t.Fatal(err)
			}
			r, err := simulate.Run(simulate.Config{Rules: &rules, Strategy: game.Strategy, Seed: uint64(front), Rounds: 2e8, Seats: 1, Seat: 1, Threads: runtime.NumCPU()}, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := -curve.Edges[front-1]
			t.Logf("%d decks, %3d cards in front: %+.6f ±%.6f, the file has %+.6f: %+.1f standard errors, difference %+.6f", decks, front, r.Expectation, r.Interval, want, (r.Expectation-want)/r.Error, r.Expectation-want)
			if math.Abs(r.Expectation-want) > 0.0005+4*r.Error {
				t.Errorf("%d decks, %d cards in front: %+.6f, the file has %+.6f", decks, front, r.Expectation, want)
			}
		}
	}
}
