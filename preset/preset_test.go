package preset_test

import (
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"club99/blackjack"
	"club99/internal/rulegen"
	"club99/preset"
)

// A preset's file is its head, then exactly what FormatTOML writes: the
// comments of the settings cannot fall behind. CLUB99_UPDATE=1 rewrites them.
func TestPresetsStandAsFormatted(t *testing.T) {
	for _, name := range preset.Names() {
		rules, err := preset.Load(name)
		if err != nil {
			t.Error(err)
			continue
		}
		source, err := preset.Source(name)
		if err != nil {
			t.Fatal(err)
		}
		head, _, found := strings.Cut(string(source), "\n\n")
		if !found || !strings.HasPrefix(head, "# ") {
			t.Errorf("%s does not begin with a comment of its own", name)
		}
		want := head + "\n\n" + preset.FormatTOML(rules)
		if string(source) == want {
			continue
		}
		if os.Getenv("CLUB99_UPDATE") == "" {
			t.Errorf("%s is not as FormatTOML writes it; run with CLUB99_UPDATE=1", name)
		} else if err := os.WriteFile(name+".toml", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRulesFilesReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rulegen.Rules().Draw(t, "rules")
		back, err := preset.ParseTOML([]byte(preset.FormatTOML(rules)))
		if err != nil || back != rules {
			t.Fatalf("%+v\nreads back as\n%+v\n%v", rules, back, err)
		}
	})
}

func TestLoadNamesThePresets(t *testing.T) {
	_, err := preset.Load("../club99")
	if err == nil || !strings.Contains(err.Error(), "club99") || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v", err)
	}
}

// Each problem of a rules file is one line that says where, what and how to mend it.
func TestParseTOMLRefuses(t *testing.T) {
	file := func(changes ...string) string {
		source, err := preset.Source("club99")
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for line := range strings.Lines(string(source)) {
			if name, _, is := strings.Cut(line, " ="); is && line[0] != '#' {
				for _, c := range changes {
					if to, ok := strings.CutPrefix(c, name+" "); ok {
						line = to + "\n"
					}
				}
				lines = append(lines, line)
			}
		}
		return strings.Join(lines, "")
	}
	for _, c := range []struct{ data, want string }{
		{file(`decks decks = 9`), `line 1: decks: "9" is not allowed: write 1 to 8`},
		{file(`decks decks = "6"`), `line 1: decks: "6" is of the wrong type: write a whole number without quotes`},
		{file(`decks decks = 6.0`), `line 1: decks: "6" is of the wrong type: write a whole number without quotes`},
		{file(`insurance insurance = "true"`), `line 17: insurance: "true" is of the wrong type: write true or false without quotes`},
		{file(`win_pays win_pays = 1`), `line 9: win_pays: "1" is of the wrong type: write it as text in quotes`},
		{file(`surrender surrender = "never"`), `line 19: surrender: "never" is none of: off late early`},
		{file(`max_cards #`), `line 31: max_cards is missing: add it (cards of one hand (R09): 3 to 21)`},
		{file() + "max_splits = 3\n", `line 32: max_splits: no such setting; the settings are: decks`},
		{file() + "[table]\nname = 1\n", `line 32: table: no such setting`},
		{file(`charlie charlie.cards = 5`), "line 27: charlie: \"map[cards:5]\" is of the wrong type"},
		{file(`decks decks = 6 6`), `line 1: not TOML: `},
		{file() + "decks = 6\n", `line 32: not TOML: `},
		{file(`bet_step bet_step = 3`), "line 6: min_bet: 1000 is not a multiple of bet_step 3"},
		{"", "line 1: 31 settings are missing, decks among them"},
		{"decks = 6\n", "line 1: 30 settings are missing, shuffle among them"},
		{"\x00", "line 1: not TOML: "},
	} {
		_, err := preset.ParseTOML([]byte(c.data))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v\nwant %s", err, c.want)
		}
	}
	_, err := preset.ParseTOML([]byte(file(`decks decks = 9`, `surrender surrender = "never"`, `max_cards #`)))
	if err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("three problems of one file: %v", err)
	}
}

func FuzzParseTOML(f *testing.F) {
	for _, name := range preset.Names() {
		source, err := preset.Source(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(source)
	}
	f.Add([]byte("decks.x = 1\n[decks]\n[[a]]\n\"decks\" = {a = [1,\n2]}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		rules, err := preset.ParseTOML(data)
		if err != nil {
			for line := range strings.SplitSeq(err.Error(), "\n") {
				if !strings.HasPrefix(line, "line ") {
					t.Errorf("%q has no line", line)
				}
			}
			if rules != (blackjack.Rules{}) {
				t.Errorf("refused, but gave %+v", rules)
			}
			return
		}
		back, err := preset.ParseTOML([]byte(preset.FormatTOML(rules)))
		if err != nil || back != rules {
			t.Errorf("reads back otherwise: %v", err)
		}
	})
}
