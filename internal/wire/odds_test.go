package wire_test

import (
	"errors"
	"strings"
	"testing"

	"club99/blackjack"
	"club99/internal/wire"
)

// oddsExamples adds the messages about what decisions are worth.
func oddsExamples(all map[string]any) {
	all["hint-request"] = wire.HintRequest{Table: "club-1", Seat: 2}
	all["hint"] = wire.Hint{Turn: 3, Seen: 11, Choices: []wire.Choice{
		{Action: blackjack.Double, EV: 0.6679}, {Action: blackjack.Hit, EV: 0.3339}, {Action: blackjack.Stand, EV: -0.1537}}}
	all["grades"] = wire.Grades{Decisions: []wire.Decision{
		{Seat: 1, Turn: 1, Action: blackjack.DeclineInsurance, By: wire.ByClock, Best: blackjack.DeclineInsurance,
			Choices: []wire.Choice{{Action: blackjack.DeclineInsurance, EV: -0.2}, {Action: blackjack.Insure, EV: -0.2375}}},
		{Seat: 1, Hand: 1, Turn: 2, Action: blackjack.Stand, By: wire.ByPlayer, Best: blackjack.Hit, Cost: 0.0621,
			Choices: []wire.Choice{{Action: blackjack.Hit, EV: -0.4148}, {Action: blackjack.Stand, EV: -0.4769}}}}}
	row := func(words string) []string { return strings.Fields(words) }
	all["chart"] = wire.Chart{
		Class: "total-dependent", Up: row("2 3 4 5 6 7 8 9 T A"),
		Hard:      []wire.ChartRow{{Total: 11, Cells: row("D D D D D D D D D H")}, {Total: 16, Cells: row("S S S S S H H Rh Rh Rh")}},
		Soft:      []wire.ChartRow{{Total: 18, Cells: row("S Ds Ds Ds Ds S S H H H")}},
		Pairs:     []wire.ChartRow{{Pair: "A", Cells: row("P P P P P P P P P P")}},
		HardLater: []wire.ChartRow{{Total: 16, Cells: row("S S S S S H H H H H")}},
		SoftLater: []wire.ChartRow{{Total: 18, Cells: row("S S S S S S S H H H")}},
		Early:     []wire.EarlyRow{{Hand: "hard 16", Ten: true, Ace: true}},
		Insurance: "no", EvenMoney: "off",
	}
}

func TestHintRequestsAreReadStrictly(t *testing.T) {
	h, err := wire.DecodeHint(wire.Encode(wire.HintRequest{Table: "club-1", Seat: 2}))
	if err != nil || h != (wire.HintRequest{Table: "club-1", Seat: 2}) {
		t.Errorf("%+v, %v", h, err)
	}
	for text, want := range map[string]string{
		`{"table":"t"}`:                    "seat is missing",
		`{"seat":1}`:                       "table is missing",
		`{"table":"t","seat":0}`:           "seat must be in 1..7",
		`{"table":"t","seat":1,"round":1}`: "round is an unknown field",
		`{"table":"../t","seat":1}`:        "table may only use",
		``:                                 "not valid JSON",
		strings.Repeat(" ", wire.MaxCommandBytes+1): "too long",
	} {
		_, err := wire.DecodeHint([]byte(text))
		if f := (*wire.Fault)(nil); !errors.As(err, &f) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %v, want %s", text, err, want)
		}
	}
}
