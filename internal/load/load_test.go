package load_test

import (
	"testing"
	"time"

	"club99/blackjack"
	"club99/internal/clubtest"
	"club99/internal/load"
	"club99/internal/play"
	"club99/preset"
	"club99/strategy"
)

// Players of every kind play at tables of every kind of shoe, and find nothing wrong.
func TestPlayersFindNothingWrong(t *testing.T) {
	rules, err := preset.Load("club99")
	if err != nil {
		t.Fatal(err)
	}
	rules.ResultTime = 0
	tables := clubtest.Tables(4, rules)
	for i := range tables {
		if i%2 == 0 {
			tables[i].Rules.Shuffle, tables[i].Rules.CutCard = blackjack.ShuffleAtCutCard, 260
		}
	}
	club, err := clubtest.Open(tables...)
	if err != nil {
		t.Fatal(err)
	}
	defer club.Close()
	for name, how := range map[string]func(rules *blackjack.Rules) play.Strategy{
		"basic": func(r *blackjack.Rules) play.Strategy { return play.By(strategy.Basic(r)) },
		"never": func(*blackjack.Rules) play.Strategy { return play.By(strategy.NeverBust()) },
		"wild":  func(*blackjack.Rules) play.Strategy { return play.Wild() },
	} {
		report, err := load.Run(t.Context(), load.Config{
			URL: club.URL, Players: 16, For: 700 * time.Millisecond, Proxied: true,
			Strategy: func(r *blackjack.Rules) (play.Strategy, error) { return how(r), nil },
		})
		if err != nil {
			t.Fatal(err)
		}
		if report.FaultsN > 0 || report.ErrorsN > 0 || report.Actions < 10 || report.Rounds < 1 || report.Lost > 0 {
			t.Errorf("%s: %+v", name, report)
		}
		t.Logf("%s: %d actions, %d rounds, refusals %v, action to frame %v", name, report.Actions, report.Rounds, report.Refusals, report.ToAction)
	}
}
