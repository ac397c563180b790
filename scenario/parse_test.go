package scenario_test

import (
	"strings"
	"testing"

	"club99/scenario"
)

// A whole scenario, whose lines the tests below replace one at a time.
const (
	goodRules = "rules club99"
	goodBet   = "bet 1 100000"
	goodShoe  = "shoe Ts 7d 8h Tc"
	goodSteps = "1 stand"
	goodHead  = goodRules + "\n" + goodBet + "\n"
)

// refusedTexts are what Parse refuses, and what its error says.
var refusedTexts = []struct{ name, text, want string }{
	{"nothing", "", "f.round:1: expected a line `rules PRESET`, got none"},
	{"no rules", goodBet + "\n" + goodShoe + "\n" + goodSteps, "f.round:3: expected the set-up before the first step: expected a line `rules PRESET`"},
	{"no bet", goodRules + "\n" + goodShoe + "\n" + goodSteps, "f.round:3: expected the set-up before the first step: expected a line `bet SEAT AMOUNT`"},
	{"no shoe", goodHead, "f.round:2: expected a line `shoe CARD ...`, got none"},
	{"unknown word", "deal 1\n", `f.round:1: expected rules, bet, shoe, ` + "`SEAT ACTION` or `=`" + `, got "deal"`},
	{"set-up after a step", goodHead + goodShoe + "\n1 stand\nbet 2 100000", "f.round:5: expected all set-up before the first step, got `bet` after it"},

	{"no preset", "rules", "f.round:1: expected `rules PRESET`, got no preset; the presets are: "},
	{"unknown preset", "# a comment\nrules casino", `f.round:2: expected a preset (`},
	{"second rules", goodRules + "\n" + goodRules, "f.round:2: expected one rules line, got a second (the first is line 1)"},
	{"setting without a value", "rules club99 soft17", `f.round:1: expected SETTING=VALUE, got "soft17"`},
	{"setting twice", "rules club99 soft17=hit soft17=hit", "f.round:1: expected soft17 once, got it twice"},
	{"unknown setting", "rules club99 soft18=hit", `got "soft18=hit": soft18: no such setting`},
	{"wrong value", "rules club99 soft17=maybe", `f.round:1: expected a setting of the rules, got "soft17=maybe": `},
	{"contradiction", "rules club99 max_cards=5", "f.round:1: expected rules that agree with themselves: charlie: 11"},

	{"bet without an amount", goodRules + "\nbet 1", "f.round:2: expected `bet SEAT AMOUNT`, got 1 of the two"},
	{"bet on seat 0", goodRules + "\nbet 0 100000", `f.round:2: expected a seat from 1 to 7, got "0"`},
	{"bet on seat 8", goodRules + "\nbet 8 100000", `f.round:2: expected a seat from 1 to 7, got "8"`},
	{"bet of a fraction", goodRules + "\nbet 1 1.5", `f.round:2: "1.5" is not an amount`},
	{"bet of nothing", goodRules + "\nbet 1 0", "f.round:2: expected a bet above 0, got 0"},
	{"seat twice", goodRules + "\nbet 1 1000\nbet 1 2000", "f.round:3: expected one bet for seat 1, got a second (the first is line 2)"},
	{"unknown option", goodRules + "\nbet 1 1000 money=5", `f.round:2: expected balance=AMOUNT or player=NAME, each once, got "money=5"`},
	{"negative balance", goodRules + "\nbet 1 1000 balance=-1", "f.round:2: expected a balance of 0 or more, got -1"},
	{"option twice", goodRules + "\nbet 1 1000 balance=1 balance=1", `got "balance=1"`},
	{"two balances", goodRules + "\nbet 1 1000 player=an balance=1\nbet 2 1000 player=an balance=2", "f.round:3: expected one balance for player an, got 2 and, in line 2, 1"},

	{"no card", "shoe", "f.round:1: expected `shoe CARD ...`, got no card"},
	{"wrong card", "shoe Ts 10h", `f.round:1: "10h" is not a card`},

	{"no action", goodHead + goodShoe + "\n1", "f.round:4: expected `SEAT ACTION` or `SEAT ACTION ! REASON`"},
	{"unknown action", goodHead + goodShoe + "\n1 fold", "f.round:4: expected `SEAT ACTION`"},
	{"the table's action", goodHead + goodShoe + "\n1 deal", "f.round:4: expected `SEAT ACTION`"},
	{"unknown reason", goodHead + goodShoe + "\n1 hit ! because", `f.round:4: expected a reason (not-your-turn `},
	{"the table's reason", goodHead + goodShoe + "\n1 hit ! stale-turn", `f.round:4: expected a reason (`},
	{"no reason", goodHead + goodShoe + "\n1 hit !", "f.round:4: expected nothing or `! REASON` after `1 hit`, got \"!\""},
	{"amount on a hit", goodHead + goodShoe + "\n1 hit 5", "f.round:4: expected nothing or `! REASON` after `1 hit`, got \"5\""},

	{"no check", goodHead + goodShoe + "\n=", "f.round:4: expected a check after `=`, got nothing"},
	{"unknown check", goodHead + goodShoe + "\n= pot 5", `got "pot"`},
	{"hand without cards", goodHead + goodShoe + "\n= 1.1 17 stood", `f.round:4: expected cards, got "17 stood"`},
	{"hand without a total", goodHead + goodShoe + "\n= 1.1 Ts 8h", "f.round:4: expected a card or a total after `Ts 8h`, got the end of the line"},
	{"soft 21", goodHead + goodShoe + "\n= 1.1 As Kh soft 21 stood", "f.round:4: expected a card or a total (17, `soft 17`, always 21)"},
	{"hand without a status", goodHead + goodShoe + "\n= 1.1 Ts 8h 18", "f.round:4: expected one status (playing waiting stood"},
	{"hand of a seat alone", goodHead + goodShoe + "\n= 1 Ts 8h 18 stood", `got "1"`},
	{"total of a hidden card", goodHead + goodShoe + "\n= dealer 7d ?? 17", `f.round:4: expected nothing after the hidden card, got "17"`},
	{"dealer who surrenders", goodHead + goodShoe + "\n= dealer 7d Tc 17 surrendered", "f.round:4: expected stood, bust, blackjack or nothing after the dealer's total"},
	{"nothing legal named", goodHead + goodShoe + "\n= legal 1", "f.round:4: expected `legal SEAT ACTION ...`"},
	{"timeout is not legal or illegal", goodHead + goodShoe + "\n= legal 1 timeout", `f.round:4: expected an action (hit `},
	{"action named twice", goodHead + goodShoe + "\n= legal 1 hit hit", "f.round:4: expected each action once, got hit twice"},
	{"none and more", goodHead + goodShoe + "\n= legal 1 none hit", `got "none"`},
	{"turn of a seat alone", goodHead + goodShoe + "\n= turn 1", "f.round:4: expected SEAT.HAND, as in 1.2"},
	{"phase that no one meets", goodHead + goodShoe + "\n= phase betting", `f.round:4: expected a phase (offers players dealer over), got "betting"`},
	{"result without an amount", goodHead + goodShoe + "\n= result 1.1 win", "f.round:4: expected `result SEAT.HAND OUTCOME AMOUNT`"},
	{"unknown outcome", goodHead + goodShoe + "\n= result 1.1 won 1", `f.round:4: expected an outcome (win lose push `},
	{"net without an amount", goodHead + goodShoe + "\n= net 1", "f.round:4: expected `net SEAT AMOUNT`"},
	{"insurance in words", goodHead + goodShoe + "\n= insurance 1 much", `f.round:4: "much" is not an amount`},
	{"hole open", goodHead + goodShoe + "\n= hole open", "f.round:4: expected `hole hidden` or `hole shown`, got `hole open`"},
	{"drawn none", goodHead + goodShoe + "\n= drawn -1", `f.round:4: expected a number from 0 to 65535, got "-1"`},
	{"long line", goodHead + "# " + strings.Repeat("x", 70_000), "f.round:3: expected lines of at most 65536 bytes, got a longer one"},
}

func TestParseRefuses(t *testing.T) {
	for _, c := range refusedTexts {
		t.Run(c.name, func(t *testing.T) {
			_, err := scenario.Parse("f.round", strings.NewReader(c.text))
			if err == nil {
				t.Fatal("accepted")
			}
			if !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error\n%s\nwant one line with\n%s", err, c.want)
			}
		})
	}
}

func TestParseTakesWhatTheGrammarAllows(t *testing.T) {
	for name, text := range map[string]string{
		"set-up in any order":       goodShoe + "\n" + goodBet + "\n" + goodRules + "\n" + goodSteps,
		"shoe in parts":             goodRules + "\n" + goodBet + "\nshoe Ts 7d\n\nshoe 8h # and\nshoe Tc\n",
		"comments and blanks":       "\n  # R06\n\n" + goodRules + " # the club's\n\t" + goodBet + "\n" + goodShoe + "\n1   stand   # so\n",
		"lines of another system":   strings.ReplaceAll(goodRules+"\n"+goodBet+"\n"+goodShoe+"\n"+goodSteps+"\n", "\n", "\r\n"),
		"legal in any order":        goodRules + "\n" + goodBet + "\n" + goodShoe + "\n= legal 1 surrender stand double hit\n",
		"no newline at the end":     goodRules + "\n" + goodBet + "\n" + goodShoe + "\n= phase players",
		"balance on one line":       goodRules + "\nbet 1 1000 player=an\nbet 2 1000 player=an balance=0\nshoe Ts Th 7d 8h 9h Tc\n1 double ! insufficient-funds",
		"balance on both, the same": goodRules + "\nbet 1 1000 player=an balance=1000\nbet 2 1000 balance=1000 player=an\nshoe 5s 5h 7d 6h 6c Tc 9c\n1 double\n2 double ! insufficient-funds",
	} {
		t.Run(name, func(t *testing.T) {
			s, err := scenario.Parse("f.round", strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Run(); err != nil {
				t.Error(err)
			}
		})
	}
}
