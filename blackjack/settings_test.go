package blackjack_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"club99/blackjack"
	"club99/internal/rulegen"
)

// Every field of Rules is in the table, under the name of both its tags and in order.
func TestEveryFieldIsASetting(t *testing.T) {
	names := blackjack.SettingNames()
	fields := reflect.VisibleFields(reflect.TypeFor[blackjack.Rules]())
	if len(fields) != len(names) {
		t.Fatalf("%d fields, %d settings", len(fields), len(names))
	}
	for i, f := range fields {
		if f.Tag.Get("toml") != names[i] || f.Tag.Get("json") != names[i] {
			t.Errorf("field %s is tagged %q; the setting is called %s", f.Name, f.Tag, names[i])
		}
	}
}

// Setting every name to what it is copies the rules whole: no row of the table sets another's field.
func TestSettingsCopyRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rulegen.Rules().Draw(t, "rules")
		var copied blackjack.Rules
		for _, name := range blackjack.SettingNames() {
			text, ok := rules.Get(name)
			if !ok {
				t.Fatalf("no %s", name)
			}
			if err := copied.Set(name, text); err != nil {
				t.Fatal(err)
			}
		}
		if copied != rules {
			t.Fatalf("%+v\ncopied as\n%+v", rules, copied)
		}
	})
}

func TestSetRefuses(t *testing.T) {
	for _, c := range []struct{ name, value, allowed string }{
		{"decks", "0", "1 to 8"},
		{"decks", "9", "1 to 8"},
		{"decks", "six", "1 to 8"},
		{"decks", "06", "1 to 8"},
		{"decks", "", "1 to 8"},
		{"min_bet", "1e3", "1 to 1000000000000000"},
		{"min_bet", "+1", "1 to 1000000000000000"},
		{"min_bet", "-1", "1 to 1000000000000000"},
		{"min_bet", "1.5", "1 to 1000000000000000"},
		{"min_bet", "0", "1 to 1000000000000000"},
		{"max_bet", "9223372036854775808", "1 to 1000000000000000"},
		{"blackjack_pays", "1.5", "as in 3:2"},
		{"blackjack_pays", "0:1", "as in 3:2"},
		{"surrender", "never", "off late early"},
		{"surrender", "Late", "off late early"},
		{"insurance", "yes", "true or false"},
		{"insurance", "1", "true or false"},
		{"act_time", "15", "as in 15s"},
		{"act_time", "0s", "1s to 600s"},
		{"act_time", "1m", "as in 15s"},
		{"act_time", "601s", "1s to 600s"},
		{"result_time", "601s", "0s to 600s"},
		{"act_time", "-5s", "as in 15s"},
		{"max_splits", "3", "max_hands"},
	} {
		rules := blackjack.Rules{}
		err := rules.Set(c.name, c.value)
		var s *blackjack.SettingError
		if !errors.As(err, &s) || s.Setting != c.name || !strings.Contains(s.Reason, c.allowed) {
			t.Errorf("%s=%s: %v; want what is allowed: %s", c.name, c.value, err, c.allowed)
			continue
		}
		if c.name != "max_splits" && !strings.Contains(s.Reason, `"`+c.value+`"`) {
			t.Errorf("%s=%s: %v does not say the value", c.name, c.value, err)
		}
		if strings.Contains(err.Error(), "\n") || rules != (blackjack.Rules{}) {
			t.Errorf("%s=%s: error of several lines, or the refused value was kept", c.name, c.value)
		}
	}
}

func FuzzSet(f *testing.F) {
	for _, name := range blackjack.SettingNames() {
		f.Add(name, "1")
	}
	f.Add("act_time", "15s")
	f.Add("win_pays", "6:4")
	f.Fuzz(func(t *testing.T, name, value string) {
		var rules, again blackjack.Rules
		if rules.Set(name, value) != nil {
			return
		}
		text, _ := rules.Get(name)
		if err := again.Set(name, text); err != nil || again != rules {
			t.Errorf("%s=%q reads back from %q otherwise: %v", name, value, text, err)
		}
	})
}
