package blackjack_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"club99/blackjack"
	"club99/internal/rulegen"
	"club99/money"
	"club99/preset"
)

func TestValidateRefuses(t *testing.T) {
	for _, c := range []struct{ change, want string }{
		{"seats=2", "seats_per_player: 3 is more than the 2 seats"},
		{"charlie=12", "charlie: 12 is not allowed: write 0 for off, or 3 to the 11 cards of max_cards"},
		{"charlie=2", "charlie: 2 is not allowed"},
		{"max_cards=10", "charlie: 11 is not allowed"},
		{"cut_card=52", "cut_card: 52, but the shoe is shuffled every round"},
		{"shuffle=cut-card", "cut_card: 0 is not within the shoe: write 1 to 311"},
		{"shuffle=cut-card cut_card=312", "cut_card: 312 is not within the shoe: write 1 to 311"},
		{"min_bet=6000000", "min_bet: 6000000 is more than max_bet 5000000"},
		{"min_bet=1500", "min_bet: 1500 is not a multiple of bet_step 1000"},
		{"max_bet=1500", "max_bet: 1500 is not a multiple of bet_step 1000"},
		{"bet_step=1 min_bet=1 blackjack_pays=1:1", "surrender: half of bet_step 1 falls between units"},
		{"bet_step=1 min_bet=1 surrender=off", "blackjack_pays: 3:2 of a stake of 1 falls between units"},
		{"win_pays=7:3", "win_pays: 7:3 of a stake of 1000 falls between units"},
		{"charlie_pays=7:3", "charlie_pays: 7:3 of a stake of 1000 falls between units"},
		{"even_money_pays=7:3", "even_money_pays: 7:3 of a stake of 1000 falls between units"},
		{"insurance_pays=7:3", "insurance_pays: 7:3 of a stake of 500 falls between units"},
		{"insurance_pays=5:2 bet_step=25 min_bet=25 surrender=off blackjack_pays=1:1", "insurance_pays: 5:2 of a stake of 12 falls between units"},
		{"max_bet=1000000000000000 win_pays=1000:1", "max_bet: 1000000000000000 with these payouts could make a round that is out of range"},
		{"decks=1", "decks: a round of 7 seats with up to 4 hands each could take"},
	} {
		rules := changed(t, c.change)
		err := rules.Validate()
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("club99 %s: %v; want one problem: %s", c.change, err, c.want)
		}
	}
}

func TestValidateAllows(t *testing.T) {
	for _, change := range []string{
		"",
		"no_peek_loss=original",
		"resplit_aces=true max_hands=2",
		"charlie=0 charlie_pays=7:3",
		"insurance=false insurance_pays=7:3 even_money=false even_money_pays=7:3",
		"bet_step=1 min_bet=1 surrender=off blackjack_pays=1:1", // BR-032: a bet of 15,001 is insured for 7,500
		"max_bet=1000000000000000",
		"shuffle=cut-card cut_card=1",
		"decks=1 seats=1 seats_per_player=1",
	} {
		rules := changed(t, change)
		if err := rules.Validate(); err != nil {
			t.Errorf("club99 %s: %v", change, err)
		}
	}
}

func TestValidateFindsEveryProblemAtOnce(t *testing.T) {
	var zero blackjack.Rules
	lines := strings.Split(zero.Validate().Error(), "\n")
	wrong := map[string]bool{}
	for _, line := range lines {
		name, _, _ := strings.Cut(line, ":")
		if _, ok := zero.Get(name); !ok || wrong[name] {
			t.Errorf("%q names no setting, or one that was named before", line)
		}
		wrong[name] = true
	}
	for _, name := range []string{"decks", "shuffle", "seats", "min_bet", "bet_step", "win_pays", "soft17", "peek", "surrender", "double_on", "split_on", "max_hands", "max_cards", "bet_time"} {
		if !wrong[name] {
			t.Errorf("the zero rules: nothing said about %s", name)
		}
	}
}

// No payout of valid rules falls between units, whatever the bet (R23).
func TestValidRulesPayWholeUnits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rulegen.Rules().Draw(t, "rules")
		first, last := int64(rules.MinBet/rules.BetStep), int64(rules.MaxBet/rules.BetStep)
		bet := rules.BetStep * money.Amount(rapid.Int64Range(first, last).Draw(t, "bet in steps"))
		check := func(what string, pays money.Ratio, stake money.Amount) {
			if _, ok := pays.Of(stake); !ok {
				t.Errorf("%s pays %v on %d", what, pays, stake)
			}
		}
		check("a win", rules.WinPays, 2*bet)
		check("a Blackjack", rules.BlackjackPays, bet)
		if rules.Insurance && (bet%2 == 0 || rules.InsurancePays.Den > 1) {
			check("insurance", rules.InsurancePays, bet/2)
		}
		if rules.EvenMoney {
			check("even money", rules.EvenMoneyPays, bet)
		}
		if rules.Charlie != 0 {
			check("a Charlie", rules.CharliePays, 2*bet)
		}
		if rules.Surrender != blackjack.SurrenderOff && bet%2 != 0 {
			t.Errorf("half of %d", bet)
		}
	})
}

func changed(t *testing.T, changes string) blackjack.Rules {
	t.Helper()
	rules, err := preset.Load("club99")
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range strings.Fields(changes) {
		name, value, _ := strings.Cut(change, "=")
		if err := rules.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	return rules
}
