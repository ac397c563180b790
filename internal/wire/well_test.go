package wire_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"club99/blackjack"
	"club99/internal/limits"
	"club99/internal/wire"
)

func wellExamples(t testing.TB, all map[string]any) {
	all["well"] = wire.Well{Now: 1796000000000,
		Limits: []wire.WellLimit{
			{Kind: limits.LossDay, Value: 500000, Next: &wire.WellNext{Value: 800000, From: 1796086400000}}, {Kind: limits.LossWeek},
			{Kind: limits.TimeDay, Value: 120, Next: &wire.WellNext{From: 1796086400000}}, {Kind: limits.Check, Value: 30}},
		Session: wire.Session{Began: 1795998000000, Time: 1500000, Running: true, Net: -150000, Left: 300000, AtRisk: 100000},
		Today:   wire.Spent{Net: -150000, Time: 3600000, Ends: 1796058000000}, Week: wire.Spent{Net: 200000, Ends: 1796576400000}}
	all["well-away"] = wire.Well{Now: 1796000000000, Limits: []wire.WellLimit{{Kind: limits.LossDay}}, Away: &wire.Away{Kind: wire.OnBreak, Until: 1796086400000},
		Session: wire.Session{Due: true}, Today: wire.Spent{Ends: 1796058000000}, Week: wire.Spent{Ends: 1796576400000}}
	all["answer-held"] = wire.Answer{ID: "a4", Code: wire.OnBreak, Message: "You are on a break that you chose yourself. Until 07:00 on 1 December 2026 (UTC+07:00).", Until: 1796086400000}
	spot := wire.Spot{Kind: wire.KindHard, Total: 16, Up: 10}
	all["training"] = wire.Training{Rounds: 200, Graded: 25, All: wire.Accuracy{Decisions: 40, Best: 37, Cost: 0.1842, Chips: 18420, Clock: 1},
		Session: &wire.Accuracy{Decisions: 10, Best: 10},
		Habits:  []wire.Habit{{Spot: spot, Action: blackjack.Stand, Best: blackjack.Surrender, Times: 3, Cost: 0.1138, Chips: 11380, Table: "club-1"}}}
	all["drill"] = wire.Drill{Spot: spot, Cards: cards(t, "6h", "Td"), Up: cards(t, "Kc")[0],
		Choices: []wire.Choice{{Action: blackjack.Surrender, EV: -0.5}, {Action: blackjack.Hit, EV: -0.534757}, {Action: blackjack.Stand, EV: -0.540434}, {Action: blackjack.Double, EV: -1.069514}}}
}

func TestLimitsRequest(t *testing.T) {
	got, err := wire.DecodeLimits([]byte(`{"loss-day":500000,"check":0}`))
	if diff := cmp.Diff(wire.LimitsRequest{limits.LossDay: 500000, limits.Check: 0}, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	for text, place := range map[string]string{
		`{}`: "loss-day is missing", `{"loss-day":"1"}`: "loss-day must be a whole number", `{"time-day":1441}`: "time-day must be in 0..1440",
		`{"check":481}`: "check must be in 0..480", `{"loss-week":-1}`: "loss-week must be in 0..9007199254740991", `{"loss":1}`: "loss is an unknown field",
		`{"check":1,"check":2}`: "check stands there twice",
	} {
		if _, err := wire.DecodeLimits([]byte(text)); err == nil || !strings.Contains(err.Error(), place) {
			t.Errorf("%s says %v, want %s", text, err, place)
		}
	}
}

func TestBreakAndExclusionRequests(t *testing.T) {
	if hours, err := wire.DecodeBreak([]byte(`{"hours":24}`)); hours != 24 || err != nil {
		t.Errorf("%d, %v", hours, err)
	}
	if months, err := wire.DecodeExclusion([]byte(`{"months":60}`)); months != 60 || err != nil {
		t.Errorf("%d, %v", months, err)
	}
	for _, text := range []string{`{}`, `{"hours":0}`, `{"hours":1441}`, `{"months":6}`, `[]`} {
		if _, err := wire.DecodeBreak([]byte(text)); err == nil {
			t.Errorf("a break of %s", text)
		}
	}
	for _, text := range []string{`{}`, `{"months":0}`, `{"months":61}`, `{"hours":6}`} {
		if _, err := wire.DecodeExclusion([]byte(text)); err == nil {
			t.Errorf("an exclusion of %s", text)
		}
	}
}

func TestDrillRequest(t *testing.T) {
	for text, want := range map[string]wire.DrillRequest{
		`{"table":"t"}`:       {Table: "t"},
		`{"table":"t","n":7}`: {Table: "t", N: 7},
		`{"table":"t","n":7,"kind":"pair","total":8,"up":10,"later":0}`: {Table: "t", N: 7, Spot: &wire.Spot{Kind: wire.KindPair, Total: 8, Up: 10}},
		`{"table":"t","offer":"insurance","up":1}`:                      {Table: "t", Spot: &wire.Spot{Offer: wire.OfferInsurance, Up: 1}},
	} {
		got, err := wire.DecodeDrill([]byte(text))
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", text, err, diff)
		}
	}
	for text, place := range map[string]string{
		`{}`: "table is missing", `{"table":"t","up":10}`: "kind is missing", `{"table":"t","kind":"hard","up":10}`: "total is missing",
		`{"table":"t","kind":"hard","total":16}`: "up is missing", `{"table":"t","kind":"odd","total":16,"up":10}`: "kind must be one of: hard soft pair",
		`{"table":"t","offer":"surrender","up":10}`: "kind is missing", `{"table":"t","kind":"hard","total":21,"up":1}`: "total must be in 1..20",
	} {
		if _, err := wire.DecodeDrill([]byte(text)); err == nil || !strings.Contains(err.Error(), place) {
			t.Errorf("%s says %v, want %s", text, err, place)
		}
	}
}

// A refusal by the player's own limits says until when, by the server's zone.
func TestRefusalsSayUntilWhen(t *testing.T) {
	until := time.Date(2026, 12, 1, 7, 5, 0, 0, time.Local)
	for lang, want := range map[wire.Lang]string{wire.Vietnamese: "Đến 07:05 ngày 1/12/2026 (UTC", wire.English: "Until 07:05 on 1 December 2026 (UTC"} {
		a := wire.Answer{Code: wire.OverTime, Until: wire.At(until)}.In(lang)
		if !strings.HasPrefix(a.Message, wire.OverTime.Sentence(lang)) || !strings.Contains(a.Message, want) {
			t.Errorf("%s", a.Message)
		}
	}
	if a := (wire.Answer{Code: wire.CheckDue}).In(wire.English); a.Message != wire.CheckDue.Sentence(wire.English) {
		t.Errorf("%s", a.Message)
	}
}
