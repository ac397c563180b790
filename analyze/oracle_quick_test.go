package analyze

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"club99/blackjack"
)

var dd = NewDealers()

func TestQuick(t *testing.T) {
	data, _ := os.ReadFile("/work/shared/oracle/overall.json")
	var o struct {
		Results []struct {
			Decks                              int
			H17                                bool
			Double                             string
			Double_soft, Double_any_cards, Das bool
			Max_split_hands                    int
			Resplit_aces, Late_surrender       bool
			Bj_pays                            float64
			Mode                               string
			Ev                                 float64
			Ev_by_upcard                       map[string]float64
		}
	}
	if err := json.Unmarshal(data, &o); err != nil {
		t.Fatal(err)
	}
	n := 0
	worst := 0.0
	for _, r := range o.Results {
		if r.Mode != os.Getenv("MODE") || r.Double_any_cards || !r.Double_soft && r.Double == "DOA" {
			continue
		}
		if n++; n > 12 {
			break
		}
		rules := &blackjack.Rules{Soft17: blackjack.Soft17Stand, WinPays: ratio(1), BlackjackPays: ratio(r.Bj_pays), CharliePays: ratio(1), Peek: blackjack.PeekAceAndTen, Surrender: blackjack.SurrenderOff, DoubleOn: blackjack.DoubleAny, DoubleAfterSplit: r.Das, SplitOn: blackjack.SplitSameValue, MaxHands: r.Max_split_hands, ResplitAces: r.Resplit_aces, MaxCards: 21}
		if r.H17 {
			rules.Soft17 = blackjack.Soft17Hit
		}
		if r.Late_surrender {
			rules.Surrender = blackjack.SurrenderLate
		}
		switch r.Double {
		case "D9-11":
			rules.DoubleOn = blackjack.Double9To11
		case "D10-11":
			rules.DoubleOn = blackjack.Double10To11
		}
		c, err := newAnalyzer(rules, dd).Game(Full(r.Decks), map[string]Class{"cdz": CDZ, "cdp1": CDP1, "cdp": CDP}[r.Mode])
		if err != nil {
			t.Fatal(err)
		}
		d := math.Abs(c.Value - r.Ev)
		worst = max(worst, d)
		if d > 1e-12 {
			fmt.Printf("%+v got %v diff %g\n", r, c.Value, d)
		}
	}
	fmt.Println(n, worst)
}
