package fair

import (
	"os"
	"slices"
	"strings"
	"testing"

	"club99/blackjack"
)

func mustBe(t *testing.T, r *Record, want Verdict) Report {
	t.Helper()
	report := Verify(r)
	if report.Verdict != want {
		t.Errorf("it is %s, want %s: %+v", report.Verdict, want, report)
	}
	return report
}

// step is a step of a report.
func step(t *testing.T, report *Report, name string) Step {
	t.Helper()
	i := slices.IndexFunc(report.Steps, func(s Step) bool { return s.Name == name })
	if i < 0 {
		t.Fatalf("no step %s in %+v", name, report)
	}
	return report.Steps[i]
}

// has reports whether a kind of event, with the word if it is not "", is in the record.
func has(r *Record, kind, word string) bool {
	return slices.ContainsFunc(r.Events, func(e Event) bool {
		return e.Is == kind && (word == "" || e.Action == word || e.Outcome == word || e.Status == word)
	})
}

// playUntil plays first rounds, each from another seed, until one is as wanted.
func playUntil(t *testing.T, line string, choose func(*blackjack.Round, blackjack.Actions) blackjack.Action, want func(r *Record) bool, seats ...seat) *Record {
	t.Helper()
	for seed := range uint64(3000) {
		if r := newHouse(t, line, seed).play(choose, seats...); want(r) {
			return r
		}
	}
	t.Fatal("no round is as wanted")
	return nil
}

var two = []seat{{number: 1, bet: 1000, seed: []byte{1, 0xab}}, {number: 4, bet: 20000, seed: []byte("mưa rơi")}}

// kinds are rounds of every kind, each of which verifies.
func kinds(t *testing.T) map[string]*Record {
	t.Helper()
	pairs := prefer(blackjack.Split, blackjack.DeclineInsurance, blackjack.DeclineEvenMoney, blackjack.Double, blackjack.Stand)
	early := strings.Replace(usual, "LS", "ES", 1)
	return map[string]*Record{
		"plain": newHouse(t, usual, 5).play(cautious, two...),
		"splits": playUntil(t, usual, pairs, func(r *Record) bool {
			return has(r, "decided", "split") && slices.ContainsFunc(r.Events, func(e Event) bool { return e.Hand == 3 })
		}, two...),
		"surrender": playUntil(t, usual, prefer(blackjack.Surrender, blackjack.DeclineInsurance, blackjack.DeclineEvenMoney, blackjack.Stand),
			func(r *Record) bool { return has(r, "hand-settled", "surrender") }, two...),
		"early surrender": playUntil(t, early, prefer(blackjack.Surrender, blackjack.DeclineInsurance, blackjack.DeclineEvenMoney, blackjack.Stand),
			func(r *Record) bool { return has(r, "hand-settled", "surrender") && has(r, "offers-made", "") }, two...),
		"insurance won": playUntil(t, usual, prefer(blackjack.Insure, blackjack.DeclineEvenMoney, blackjack.Stand),
			func(r *Record) bool { return has(r, "insurance-settled", "win") }, two...),
		"even money": playUntil(t, usual, prefer(blackjack.TakeEvenMoney, blackjack.DeclineInsurance, blackjack.Stand),
			func(r *Record) bool { return has(r, "hand-settled", "even-money") }, two...),
		"dealer's Blackjack": playUntil(t, usual, cautious, func(r *Record) bool { return has(r, "dealer-ended", "blackjack") }, two...),
		"hole card unseen": playUntil(t, usual, prefer(blackjack.Hit, blackjack.DeclineInsurance, blackjack.DeclineEvenMoney, blackjack.Stand),
			func(r *Record) bool { return !has(r, "hole-card-opened", "") }, two[0]),
		"dealer does not look": playUntil(t, "6D H17 NDAS NS 6:5 no-peek", cautious, func(r *Record) bool { return has(r, "dealer-ended", "blackjack") }, two...),
		"no seeds":             newHouse(t, usual, 6).play(cautious, seat{number: 2, bet: 1000}, seat{number: 7, bet: 5000}),
		"silent and mismatch": newHouse(t, usual, 7).play(cautious, seat{1, 1000, []byte{1}, Silent}, seat{2, 1000, []byte{2}, ""},
			seat{3, 1000, []byte{3}, Mismatch}, seat{number: 5, bet: 1000}),
		"bet taken back": newHouse(t, usual, 8).play(cautious, seat{number: 3, bet: 1000}, seat{number: 3, bet: 0}, seat{number: 1, bet: 1000, seed: []byte{9}}),
	}
}

// Rounds of every kind pass every step, also after they went through text.
func TestEveryKindVerifies(t *testing.T) {
	for name, r := range kinds(t) {
		t.Run(name, func(t *testing.T) {
			report := mustBe(t, r, Verified)
			if len(report.Steps) != 9 || report.WrongCard != nil || report.FirstFailed() != nil || report.Table != "a1" || report.Round != 1 || report.Shoe != 1 {
				t.Errorf("%+v", report)
			}
			for _, s := range report.Steps {
				if s.Result != Verified || s.Text == "" {
					t.Errorf("%+v", s)
				}
			}
		})
	}
}

// Who gave no seed, kept silent or revealed another is named.
func TestReportNamesLeftOutSeats(t *testing.T) {
	all := kinds(t)
	report := Verify(all["no seeds"])
	if got := step(t, &report, "seeds").Text; !strings.Contains(got, "house's seed's alone") {
		t.Error(got)
	}
	report = Verify(all["silent and mismatch"])
	if got := step(t, &report, "seeds").Text; !strings.Contains(got, "1 player's seed") || !strings.Contains(got, "seat 1 was left out: silent") || !strings.Contains(got, "seat 3 was left out: mismatch") {
		t.Error(got)
	}
}

// The record of the real table.
func TestRealRecord(t *testing.T) {
	data, err := os.ReadFile("../cmd/club99/testdata/round.json")
	if err != nil {
		t.Fatal(err)
	}
	r, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	mustBe(t, r, Verified)
}

const cutCard = "2D S17 DAS LS 3:2 peek-AT cut-52 seats=2 seats_per_player=2 max_hands=2"

// A shoe in use: what can be checked is right, the rest is open. When it is
// over, every round of it is verified, from wherever in the shoe it was dealt.
func TestShoeInUse(t *testing.T) {
	h := newHouse(t, cutCard, 3)
	var records []*Record
	for range 4 {
		r := h.play(cautious, seat{number: 1, bet: 1000, seed: []byte{1}}, seat{number: 2, bet: 1000, seed: []byte{2}, out: Silent})
		report := mustBe(t, r, Open)
		for _, s := range report.Steps {
			want := Verified
			if s.Name == "house" || s.Name == "order" {
				want = Open
			}
			if s.Result != want {
				t.Errorf("round %d: %+v", r.Round, s)
			}
		}
		records = append(records, r)
	}
	if records[3].Offset < 12 || len(records[3].Log.Entries) <= len(records[2].Log.Entries) {
		t.Errorf("the fourth round is dealt from place %d, its log has %d entries", records[3].Offset, len(records[3].Log.Entries))
	}
	h.over("")
	for _, r := range records {
		r.Shoe = h.shoe
		mustBe(t, clone(t, r), Verified)
	}
}

// A round that goes on is open, as far as it went.
func TestRoundGoesOn(t *testing.T) {
	whole := newHouse(t, cutCard, 3).play(cautious, seat{number: 1, bet: 1000, seed: []byte{1}})
	at := slices.IndexFunc(whole.Events, func(e Event) bool { return e.Is == "decided" })
	last := slices.IndexFunc(whole.Log.Entries, func(e string) bool { return strings.Contains(e, `"decided"`) })
	part := clone(t, whole)
	part.Events, part.Results, part.Log.Entries = part.Events[:at], []Result{}, part.Log.Entries[:last]
	part.Cards = part.Cards[:3]
	rechain(&part.Log)
	report := mustBe(t, clone(t, part), Open)
	if s := step(t, &report, "game"); s.Result != Open {
		t.Errorf("%+v", s)
	}
	part.Results = whole.Results
	if report := mustBe(t, part, Failed); report.FirstFailed().Name != "results" {
		t.Errorf("results of a round that goes on: %+v", report)
	}
}

// A shoe that was given up in the middle of a round: the order is known, the round is open.
func TestAbandonedInMidRound(t *testing.T) {
	h := newHouse(t, cutCard, 3)
	whole := h.play(cautious, seat{number: 1, bet: 1000, seed: []byte{1}})
	at := slices.IndexFunc(whole.Events, func(e Event) bool { return e.Is == "decided" })
	last := slices.IndexFunc(whole.Log.Entries, func(e string) bool { return strings.Contains(e, `"decided"`) })
	h.over(Void)
	h.log.Entries = slices.Clone(whole.Log.Entries[:last])
	rechain(&h.log)
	h.add(h.pending)
	h.entry()
	r := clone(t, whole)
	r.Events, r.Results, r.Cards, r.Shoe, r.Log = r.Events[:at], []Result{}, r.Cards[:3], h.shoe, h.log
	report := mustBe(t, clone(t, r), Open)
	if s := step(t, &report, "order"); s.Result != Verified {
		t.Errorf("%+v", s)
	}
	r.Shoe.Abandoned = NewRules
	if report := mustBe(t, r, Failed); report.FirstFailed().Name != "log" {
		t.Errorf("another reason than in the log: %+v", report)
	}
	r.Shoe.Abandoned = ""
	if report := mustBe(t, r, Failed); report.FirstFailed().Name != "game" {
		t.Errorf("given up without a reason: %+v", report)
	}
}
