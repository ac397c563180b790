package blackjack_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"club99/blackjack"
	"club99/internal/rulegen"
	"club99/preset"
)

func TestLinesOfPresets(t *testing.T) {
	for name, want := range map[string]string{
		"club99":        "6D S17 DAS LS 3:2 peek-AT charlie-11",
		"vegas-strip":   "4D S17 DAS NS 3:2 peek-AT cut-52 min_bet=5000 bet_step=5000 split_on=same-value max_cards=21",
		"atlantic-city": "8D S17 DAS LS 3:2 peek-AT cut-104 min_bet=10000 max_bet=10000000 bet_step=10000 split_on=same-value max_cards=21",
		"european":      "6D S17 D9-11 DAS NS 3:2 no-peek cut-104 max_bet=2000000 split_on=same-value max_hands=2 max_cards=21",
		"single-deck":   "1D H17 NDAS NS 3:2 peek-AT seats=5 seats_per_player=2 min_bet=2000 max_bet=1000000 max_hands=2 max_cards=21",
		"charlie-6":     "6D H17 DAS NS 3:2 peek-AT charlie-6 max_hands=3 max_cards=21",
		"downtown-h17":  "2D H17 DAS NS 3:2 peek-AT cut-35 seats=5 seats_per_player=2 min_bet=5000 max_bet=3000000 split_on=same-value max_cards=21",
	} {
		rules, err := preset.Load(name)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := rules.String(); got != want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
		if brief := rules.Brief(); !strings.HasPrefix(want, brief) || strings.Contains(brief, "=") {
			t.Errorf("%s: the words alone are %s", name, brief)
		}
	}
}

func TestLineReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rulegen.Rules().Draw(t, "rules")
		back, err := blackjack.ParseLine(rules.String())
		if err != nil || back != rules {
			t.Fatalf("%s\nreads back as\n%s\n%v", &rules, &back, err)
		}
		if back.Hash() != rules.Hash() {
			t.Fatal("equal rules of different hash")
		}
		other := rulegen.Rules().Draw(t, "other rules")
		if (other == rules) != (other.Hash() == rules.Hash()) || (other == rules) != (other.String() == rules.String()) {
			t.Fatalf("%s\n%s\ndiffer, but not in line and hash, or the other way", &rules, &other)
		}
	})
}

func TestParseLineTakesSettingsByName(t *testing.T) {
	named, err := blackjack.ParseLine("decks=6 soft17=stand double_after_split=true surrender=late blackjack_pays=3:2 peek=ace-and-ten charlie=11")
	if err != nil {
		t.Fatal(err)
	}
	if want, err := preset.Load("club99"); err != nil || named != want {
		t.Errorf("%s, %v", &named, err)
	}
}

func TestParseLineRefuses(t *testing.T) {
	for line, want := range map[string]string{
		"":                                                    `decks: "0" is not allowed: write 1 to 8`,
		"6D S17 DAS LS 3:2 peek-AT charlie":                   `"charlie" is neither a word of a rules line nor name=value`,
		"6D 6D S17 DAS LS 3:2 peek-AT":                        `decks: "6D" says it a second time`,
		"6D decks=6 S17 DAS LS 3:2 peek-AT":                   `decks: "decks=6" says it a second time`,
		"6D S17 DAS LS 3:x peek-AT":                           `blackjack_pays: "3:x" is not a payout`,
		"9D S17 DAS LS 3:2 peek-AT":                           `decks: "9" is not allowed`,
		"6D S17 DAS LS 3:2 peek-AT charlie-12":                `charlie: 12 is not allowed`,
		"6D S17 DAS LS 3:2 peek-AT cut-312":                   `cut_card: 312 is not within the shoe`,
		"6D S17 DAS LS 3:2 peek-AT colour=red":                `colour: no such setting`,
		"6D S17 DAS LS 3:2 peek-AT shuffle=every-round cut-9": `cut_card: 9, but the shoe is shuffled every round`,
		"6D S17 DAS LS peek-AT":                               `blackjack_pays: "0:0" is not a payout`,
	} {
		if r, err := blackjack.ParseLine(line); err == nil || !strings.HasPrefix(err.Error(), want) || r != (blackjack.Rules{}) {
			t.Errorf("%q: %v, want %s", line, err, want)
		}
	}
}

// The hash is stored with rounds: it may not change for rules that have not.
func TestHashIsStable(t *testing.T) {
	rules, err := preset.Load("club99")
	if err != nil {
		t.Fatal(err)
	}
	const want = "cda59932c190749bd2b36a29e9334e74edc210f2089149c5917f3dcf2942132c"
	if got := rules.HashString(); got != want {
		t.Errorf("the hash of club99 is %s, was %s", got, want)
	}
}

func FuzzParseLine(f *testing.F) {
	for _, name := range preset.Names() {
		rules, err := preset.Load(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(rules.String())
	}
	f.Add("decks=6 S17 NDAS ES 6:5 no-peek OBO RSA HSA D10-11 cut-1 act_time=20s")
	f.Fuzz(func(t *testing.T, line string) {
		rules, err := blackjack.ParseLine(line)
		if err != nil {
			return
		}
		back, err := blackjack.ParseLine(rules.String())
		if err != nil || back != rules {
			t.Errorf("%q reads as %s, which reads back as %s, %v", line, &rules, &back, err)
		}
	})
}

func ExampleParseLine() {
	rules, _ := blackjack.ParseLine("2D H17 DAS NS 6:5 peek-A seats=5 seats_per_player=2 act_time=20s")
	fmt.Println(rules.Decks, rules.Soft17, rules.Surrender, rules.BlackjackPays, rules.ActTime)
	fmt.Println(&rules)
	// Output:
	// 2 hit off 6:5 20s
	// 2D H17 DAS NS 6:5 peek-A seats=5 seats_per_player=2 act_time=20s
}
