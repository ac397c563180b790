package rulebook_test

import (
	"strings"
	"testing"

	"club99/internal/rulebook"
	"club99/preset"
)

// textOf is the text of the section about odds.
func textOf(t *testing.T, name string, lang rulebook.Lang, facts rulebook.Facts) string {
	t.Helper()
	rules, err := preset.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, s := range rulebook.PageWith(&rules, lang, facts).Sections {
		if s.ID != "odds" {
			continue
		}
		for _, item := range s.Items {
			b.WriteString(item.Text + "\n")
		}
	}
	return b.String()
}

func TestOddsOnThePage(t *testing.T) {
	yes, no := true, false
	house := rulebook.Odds{Edge: 0.00331, PerUnitStaked: 0.00292, SD: 1.1386, Cards: 312}
	player := rulebook.Odds{Edge: -0.0004, PerUnitStaked: -0.0003, Cards: 52, ByTotal: true, Unsure: 1.2e-6}
	for _, c := range []struct {
		name, preset string
		lang         rulebook.Lang
		facts        rulebook.Facts
		has, hasNot  []string
	}{
		{"house", "club99", rulebook.English, rulebook.Facts{Odds: &house, Hints: &yes},
			[]string{"House edge: against the best play the house earns 0.33% of the first bet", "99.67 come back", "that is 0.29%", "by 1.14 bets", "composition-dependent", "312 cards", "gives hints"},
			[]string{"cut card", "an estimate", "no hints"}},
		{"nhà cái", "club99", rulebook.Vietnamese, rulebook.Facts{Odds: &house, Hints: &no},
			[]string{"nhà cái được 0,33% tiền cược ban đầu", "nhận về 99,67", "1,14 lần", "CDZ-", "312 lá", "không có gợi ý"}, nil},
		{"player", "vegas-strip", rulebook.English, rulebook.Facts{Odds: &player},
			[]string{"Player's edge: the best play earns 0.04%", "100.04 come back", "that is 0.03%", "basic strategy", "cut card", "about 2 parts in a million"},
			[]string{"standard deviation", "hints"}},
		{"hints alone", "club99", rulebook.English, rulebook.Facts{Hints: &yes}, []string{"gives hints"}, []string{"edge"}},
	} {
		text := textOf(t, c.preset, c.lang, c.facts)
		for _, want := range c.has {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is missing in:\n%s", c.name, want, text)
			}
		}
		for _, never := range c.hasNot {
			if strings.Contains(text, never) {
				t.Errorf("%s: it says %q:\n%s", c.name, never, text)
			}
		}
	}
	if text := textOf(t, "club99", rulebook.English, rulebook.Facts{}); text != "" {
		t.Errorf("a page without facts speaks of odds: %s", text)
	}
}
