package blackjack_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"club99/blackjack"
	"club99/preset"
)

// roundText is a scenario file as the coverage test reads it.
type roundText struct {
	path     string
	comment  string   // the first comment: all comment lines before anything else
	preset   string   // of the rules line
	settings []string // SETTING=VALUE
	refusals []string // reasons after "!"
}

func readRounds(t *testing.T) []roundText {
	t.Helper()
	var list []roundText
	for _, path := range rounds(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		r := roundText{path: path}
		inComment := true
		for line := range strings.Lines(string(data)) {
			words := strings.Fields(line)
			switch {
			case inComment && strings.HasPrefix(line, "#"):
				r.comment += line
				continue
			case len(words) > 1 && words[0] == "rules":
				r.preset, r.settings = words[1], words[2:]
			case len(words) > 3 && words[len(words)-2] == "!":
				r.refusals = append(r.refusals, words[len(words)-1])
			}
			inComment = false
		}
		list = append(list, r)
	}
	return list
}

// Every clause of the house rules has its rule and its border.
func TestEveryClauseHasTwoRounds(t *testing.T) {
	clause := regexp.MustCompile(`\bR(\d\d)\b`)
	files := map[string]int{}
	for _, r := range readRounds(t) {
		cited := clause.FindAllString(r.comment, -1)
		if len(cited) == 0 {
			t.Errorf("%s: the first comment cites no clause", r.path)
		}
		slices.Sort(cited)
		for _, c := range slices.Compact(cited) {
			files[c]++
		}
	}
	for n := 1; n <= 24; n++ {
		if c := fmt.Sprintf("R%02d", n); files[c] < 2 {
			t.Errorf("%s has %d scenario files, at least two are due", c, files[c])
		}
		delete(files, fmt.Sprintf("R%02d", n))
	}
	for c := range files {
		t.Errorf("%s is no clause of the house rules", c)
	}
}

// Every reason for which a scenario can have a step refused appears.
func TestEveryRefusalHasARound(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range readRounds(t) {
		for _, reason := range r.refusals {
			seen[reason] = true
		}
	}
	for reason := blackjack.NotYourTurn; reason <= blackjack.BadAmount; reason++ {
		if !seen[reason.String()] {
			t.Errorf("no scenario has a step refused with %s", reason)
		}
	}
}

// settingValues is what the scenario files must show: every value of the
// settings that have few, and more than one of those that have many. Settings
// that no round can show (bet_time, result_time) are left out.
var settingValues = map[string]string{
	"shuffle":                 "every-round cut-card",
	"decks":                   "1 6 8",
	"cut_card":                "44",
	"seats":                   "2 7",
	"seats_per_player":        "1 3",
	"min_bet":                 "2 1000 10000",
	"max_bet":                 "100 100000 200000",
	"bet_step":                "2 1000",
	"win_pays":                "1:1 2:1",
	"blackjack_pays":          "3:2 6:5 1:1 2:1",
	"insurance_pays":          "2:1 3:2",
	"even_money_pays":         "6:5",
	"charlie_pays":            "2:1",
	"soft17":                  "stand hit",
	"peek":                    "ace-and-ten ace none",
	"no_peek_loss":            "all original",
	"insurance":               "true false",
	"even_money":              "true false",
	"surrender":               "off late early",
	"double_on":               "any 9-11 10-11",
	"double_after_split":      "true false",
	"split_on":                "same-rank same-value",
	"max_hands":               "1 2 3 4",
	"resplit_aces":            "true false",
	"hit_split_aces":          "true false",
	"max_cards":               "3 5 11",
	"charlie":                 "0 5 6 7 11",
	"charlie_beats_blackjack": "true false",
	"act_time":                "15s",
}

func TestEverySettingHasARound(t *testing.T) {
	seen := map[string]bool{}
	presets := map[string]bool{}
	for _, r := range readRounds(t) {
		presets[r.preset] = true
		for _, s := range r.settings {
			seen[s] = true
		}
	}
	for name, values := range settingValues {
		for value := range strings.FieldsSeq(values) {
			if !seen[name+"="+value] {
				t.Errorf("no scenario sets %s=%s", name, value)
			}
		}
	}
	for _, name := range blackjack.SettingNames() {
		if _, listed := settingValues[name]; !listed && name != "bet_time" && name != "result_time" {
			t.Errorf("the setting %s has no list of values that a scenario must show", name)
		}
	}
	for _, name := range preset.Names() {
		if !presets[name] {
			t.Errorf("no scenario plays at %s", name)
		}
	}
}

// All four combinations of insurance and even money are played.
func TestEveryCombinationOfInsuranceAndEvenMoneyHasARound(t *testing.T) {
	seen := map[[2]bool]bool{}
	for _, r := range readRounds(t) {
		seen[[2]bool{!slices.Contains(r.settings, "insurance=false"), !slices.Contains(r.settings, "even_money=false")}] = true
	}
	if len(seen) != 4 {
		t.Errorf("%d of 4 combinations are played", len(seen))
	}
}

// casesAboutPlay are the faults known from elsewhere that show in the cards or
// the money of one round.
const casesAboutPlay = "001 002 004 005 006 007 008 011 013 014 015 016 018 019 022 023 024 027 029 031 032 033 035 036 038 040 " +
	"041 042 046 047 049 051 052 053 056 057 060 062 063 064"

func TestEveryCaseHasARound(t *testing.T) {
	var comments strings.Builder
	for _, r := range readRounds(t) {
		comments.WriteString(r.comment)
	}
	for n := range strings.FieldsSeq(casesAboutPlay) {
		if !strings.Contains(comments.String(), "BR-"+n+" ") {
			t.Errorf("no scenario cites BR-%s", n)
		}
	}
}
