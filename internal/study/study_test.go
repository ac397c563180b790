package study_test

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"club99/analyze"
	"club99/blackjack"
	"club99/internal/rulebook"
	"club99/internal/study"
	"club99/preset"
	"club99/strategy"
)

func load(t *testing.T, name string) blackjack.Rules {
	t.Helper()
	rules, err := preset.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// game is the best game of a class with a full shoe.
func game(t *testing.T, rules *blackjack.Rules, class analyze.Class) (*analyze.Analyzer, *analyze.Game) {
	t.Helper()
	a, err := analyze.New(rules)
	if err != nil {
		t.Fatal(err)
	}
	g, err := a.Table(a.Full(), class)
	if err != nil {
		t.Fatal(err)
	}
	return a, g
}

// some are presets that differ in everything that a chart or a cost depends on.
var some = []string{"club99", "single-deck", "european"}

// What each deal costs adds up to what the way of playing costs.
func TestCostsAddUp(t *testing.T) {
	for _, name := range some {
		rules := load(t, name)
		a, best := game(t, &rules, analyze.CDZ)
		given, err := a.Follow(a.Full(), strategy.NeverBust())
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		costs := study.Costs(given, best)
		for _, c := range costs {
			sum += c.Total()
		}
		if math.Abs(sum-(best.Value-given.Value)) > 1e-12 || sum <= 0 {
			t.Errorf("%s: the deals cost %g, the game %g", name, sum, best.Value-given.Value)
		}
		if !slices.IsSortedFunc(costs, func(x, y study.Cost) int { return cmp.Compare(y.Total(), x.Total()) }) {
			t.Errorf("%s: what costs most is not first", name)
		}
		if own := study.Costs(best, best); len(own) > 0 {
			t.Errorf("%s: the best play costs %v", name, own[0])
		}
	}
}

// Every setting is varied, or moves only money, seats and time.
func TestEverySettingIsVaried(t *testing.T) {
	rules := load(t, "european")
	rules.Charlie = 6
	list, err := study.Variations(&rules, analyze.CDZ, func(float64) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	varied := map[string]bool{}
	for _, v := range list {
		for _, c := range v.Changes {
			varied[c.Setting] = true
		}
		for _, lang := range []rulebook.Lang{rulebook.Vietnamese, rulebook.English} {
			if text := v.Text(lang); text == "" || strings.Contains(text, "%!") || strings.Contains(text, "%s") {
				t.Errorf("%v is said as %q", v.Changes, text)
			}
		}
	}
	idle := strings.Fields("shuffle cut_card seats seats_per_player min_bet max_bet bet_step bet_time act_time result_time")
	for _, name := range blackjack.SettingNames() {
		if varied[name] == slices.Contains(idle, name) {
			t.Errorf("%s: varied %v", name, varied[name])
		}
	}
	if !slices.IsSortedFunc(list, func(x, y study.Variation) int { return cmp.Compare(y.Gain, x.Gain) }) {
		t.Error("what gives most is not first")
	}
}

// A variation is what its rules are worth by themselves, and the gain is the player's.
func TestVariationsAreWhatTheyAreWorth(t *testing.T) {
	rules := load(t, "vegas-strip")
	list, err := study.Variations(&rules, analyze.CDZ, func(float64) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	_, base := game(t, &rules, analyze.CDZ)
	found := 0
	for _, v := range list {
		if len(v.Changes) > 1 || v.Changes[0].Setting != "soft17" && v.Changes[0].Setting != "double_after_split" {
			continue
		}
		found++
		other := rules
		if err := other.Set(v.Changes[0].Setting, v.Changes[0].Value); err != nil {
			t.Fatal(err)
		}
		_, its := game(t, &other, analyze.CDZ)
		if math.Abs(v.Edge-its.Edge()) > 1e-12 || math.Abs(v.Gain-(its.Value-base.Value)) > 1e-12 || v.Gain >= 0 {
			t.Errorf("%v: edge %g, gain %g; by themselves %g, %g", v.Changes, v.Edge, v.Gain, its.Edge(), its.Value-base.Value)
		}
	}
	if found != 2 {
		t.Errorf("%d of 2 changes were tried", found)
	}
}

func TestVariationsStop(t *testing.T) {
	rules := load(t, "club99")
	calls := 0
	_, err := study.Variations(&rules, analyze.CDZ, func(float64) bool { calls++; return false })
	if !errors.Is(err, study.ErrStopped) || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
}

// The well-known hands that are played by their cards, with six decks.
func TestExceptions(t *testing.T) {
	rules := load(t, "club99")
	a, best := game(t, &rules, analyze.CDZ)
	_, total := game(t, &rules, analyze.TotalDependent)
	list, err := study.Exceptions(a, a.Full(), best, total)
	if err != nil {
		t.Fatal(err)
	}
	if total.Value >= best.Value {
		t.Errorf("totals alone are worth %g, the cards %g", total.Value, best.Value)
	}
	play := map[string]string{}
	for _, e := range list {
		if e.Worth <= 0 || e.Best == e.Table {
			t.Errorf("%v is no exception", e)
		}
		play[study.HandName(e.Hand)+" "+strategy.ValueName(e.Up)] = e.Table.String() + " " + e.Best.String()
	}
	for hand, want := range map[string]string{
		"T,2 4":   "stand hit",
		"8,7 T":   "surrender hit",
		"8,4,4 T": "", // 16 of three cards with a four stands, as the table does
		"9,6,A T": "stand hit",
	} {
		if play[hand] != want {
			t.Errorf("%s: %q, want %q", hand, play[hand], want)
		}
	}
	if same, err := study.Exceptions(a, a.Full(), best, best); err != nil || len(same) > 0 {
		t.Errorf("a game has %d exceptions from itself: %v", len(same), err)
	}
}

// A chart shows what can be dealt, merges what is alike, and explains every word that it has.
func TestSheet(t *testing.T) {
	for _, name := range some {
		rules := load(t, name)
		_, total := game(t, &rules, analyze.TotalDependent)
		for _, lang := range []rulebook.Lang{rulebook.Vietnamese, rulebook.English} {
			for _, values := range []bool{false, true} {
				s := study.Sheet{Rules: &rules, Table: total.Strategy.Table(""), Game: total, Values: values, Lang: lang}
				g := s.Grid()
				keys := map[string]bool{}
				for _, k := range g.Keys {
					keys[k.Word] = k.Meaning != ""
				}
				if len(g.Parts) != 3 || len(g.Columns) != 10 {
					t.Fatalf("%s: %d parts, %d columns", name, len(g.Parts), len(g.Columns))
				}
				for _, p := range g.Parts {
					for _, r := range p.Rows {
						for _, c := range r.Cells {
							if !keys[c.Word] || c.Kind == 0 || (c.Value != "") != values {
								t.Errorf("%s: row %s has %+v", name, r.Name, c)
							}
						}
					}
				}
			}
		}
	}
	rules := load(t, "club99")
	rules.MaxHands = 1
	_, total := game(t, &rules, analyze.TotalDependent)
	s := study.Sheet{Rules: &rules, Table: total.Strategy.Table(""), Game: total, Lang: rulebook.English}
	if g := s.Grid(); len(g.Parts) != 2 || g.Parts[0].Rows[0].Name != "4-8" {
		t.Errorf("without splits there are %d parts, from %s", len(g.Parts), g.Parts[0].Rows[0].Name)
	}
}
