package rulebook_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"club99/blackjack"
	"club99/internal/rulebook"
	"club99/internal/rulegen"
	"club99/internal/table"
	"club99/preset"
)

var langs = []rulebook.Lang{rulebook.Vietnamese, rulebook.English}

// The club's own page, word for word. CLUB99_UPDATE=1 rewrites it.
func TestPageOfClub99(t *testing.T) {
	rules, err := preset.Load("club99")
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range langs {
		var b strings.Builder
		if err := rulebook.WriteText(&b, rulebook.Page(&rules, lang), 100); err != nil {
			t.Fatal(err)
		}
		path := "testdata/club99." + string(lang) + ".txt"
		if os.Getenv("CLUB99_UPDATE") != "" {
			if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), b.String()); diff != "" {
			t.Errorf("%s: (-want +got) %s", path, diff)
		}
	}
}

// Every page covers every clause, has the same parts in both languages, and is whole text.
func TestEveryPageIsComplete(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rulegen.Rules().Draw(t, "rules")
		pages := [2]rulebook.Document{rulebook.Page(&rules, langs[0]), rulebook.Page(&rules, langs[1])}
		if vi, en := shape(pages[0]), shape(pages[1]); !slices.Equal(vi, en) {
			t.Fatalf("the languages differ: %v", cmp.Diff(vi, en))
		}
		for i, page := range pages {
			text := pageText(page)
			for n := 1; n <= 24; n++ {
				if clause := fmt.Sprintf("[R%02d]", n); !strings.Contains(text, clause) {
					t.Fatalf("%s: nothing about %s", langs[i], clause)
				}
			}
			for _, wrong := range []string{"%!", "  ", " .", " ,", "..", "<nil>", "{"} {
				if strings.Contains(text, wrong) {
					t.Fatalf("%s: %q in\n%s", langs[i], wrong, text)
				}
			}
			for _, section := range page.Sections {
				for _, item := range section.Items {
					if item.Term != "" && !strings.Contains(item.Text, ": ") {
						t.Fatalf("%s: the item on %s does not begin with the word for it: %s", langs[i], item.Term, item.Text)
					}
				}
			}
		}
	})
}

// shape is what must be the same in every language.
func shape(page rulebook.Document) []string {
	var s []string
	for _, section := range page.Sections {
		s = append(s, section.ID)
		for _, item := range section.Items {
			s = append(s, section.ID+" "+item.Clause)
		}
	}
	return s
}

// pageText is the page without its last section, the settings in one line.
func pageText(page rulebook.Document) string {
	var b strings.Builder
	for _, section := range page.Sections {
		if section.ID == "line" {
			continue
		}
		fmt.Fprintf(&b, "%s\n", section.Title)
		for _, item := range section.Items {
			fmt.Fprintf(&b, "%s [%s]\n", item.Text, item.Clause)
		}
	}
	return b.String()
}

// A setting that matters changes the page; one that others make idle is not spoken of.
func TestEverySettingIsOnThePage(t *testing.T) {
	changed := map[string]bool{}
	rapid.Check(t, func(t *rapid.T) {
		rules := rulegen.Rules().Draw(t, "rules")
		other := rulegen.Rules().Draw(t, "rules to take settings from")
		for _, lang := range langs {
			before := pageText(rulebook.Page(&rules, lang))
			for _, name := range blackjack.SettingNames() {
				to, ok := change(t, rules, &other, name)
				if !ok {
					continue
				}
				after := pageText(rulebook.Page(&to, lang))
				if idle(&rules, name) && idle(&to, name) {
					if before != after {
						t.Fatalf("%s is idle in\n%s\nbut the page of\n%s\nis another: %s", name, &rules, &to, cmp.Diff(before, after))
					}
					continue
				}
				changed[name] = true
				if before == after {
					t.Fatalf("%s: the same page for\n%s\n%s", name, &rules, &to)
				}
			}
		}
	})
	for _, name := range blackjack.SettingNames() {
		if !changed[name] {
			t.Errorf("no random rules tried %s", name)
		}
	}
}

// change takes one setting over from other rules. ok is false if it was the
// same, or if the rules are not valid with it.
func change(t *rapid.T, rules blackjack.Rules, other *blackjack.Rules, name string) (to blackjack.Rules, ok bool) {
	was, _ := rules.Get(name)
	for _, n := range together(name) {
		value, _ := other.Get(n)
		if err := rules.Set(n, value); err != nil {
			t.Fatal(err)
		}
	}
	is, _ := rules.Get(name)
	return rules, is != was && rules.Validate() == nil
}

// together returns the settings that can only change with the named one.
func together(name string) []string {
	switch name {
	case "shuffle", "cut_card":
		return []string{"shuffle", "cut_card", "decks"}
	case "seats":
		return []string{"seats", "seats_per_player"}
	case "charlie":
		return []string{"charlie", "max_cards"}
	case "min_bet", "max_bet", "bet_step":
		return []string{"min_bet", "max_bet", "bet_step"}
	}
	return []string{name}
}

// idle reports a setting that the other settings leave without effect in play.
func idle(r *blackjack.Rules, name string) bool {
	checksAll := r.Peek == blackjack.PeekAceAndTen
	insurable := r.MaxBet/2 >= 1 // valid steps are as large as a payout needs
	switch name {
	case "no_peek_loss":
		return checksAll
	case "insurance":
		return !insurable
	case "insurance_pays":
		return !r.Insurance || !insurable
	case "even_money_pays":
		return !r.EvenMoney
	case "charlie_pays":
		return r.Charlie == 0
	case "charlie_beats_blackjack":
		return r.Charlie == 0 || checksAll
	case "max_cards":
		return r.Charlie > 0
	case "double_after_split", "split_on", "hit_split_aces":
		return r.MaxHands == 1
	case "resplit_aces":
		return r.MaxHands <= 2
	}
	return false
}

// What a table does not have is named once only, to say so.
func TestPageIsSilentAboutWhatTheTableLacks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rulegen.Rules().Draw(t, "rules")
		vi, en := pageText(rulebook.Page(&rules, langs[0])), pageText(rulebook.Page(&rules, langs[1]))
		for _, c := range []struct {
			lacks  bool
			vi, en string // what is not to be named
			lines  int    // how often it is
		}{
			{!rules.Insurance, "bảo hiểm", "insur", 1},
			{!rules.EvenMoney, "lấy tiền ngay|even money", "even money", 1},
			{rules.Surrender == blackjack.SurrenderOff, "bỏ cuộc", "surrender", 1},
			{rules.MaxHands == 1, "tách", "split", 1},
			{rules.Charlie == 0, "charlie", "charlie", 1},
			{rules.Charlie > 0, "so điểm với nhà cái như thường", "is compared with the dealer's like any other", 0},
			{rules.Peek == blackjack.PeekNone, "kiểm tra", "check", 1},
			{rules.Peek == blackjack.PeekAceAndTen, "không xem|không được xem trước", "not look|has not looked|turns out to have", 0},
			{rules.Shuffle == blackjack.ShuffleEveryRound, "lá cắt", "cut card", 0},
			{rules.Shuffle == blackjack.ShuffleAtCutCard, "xáo lại trước mỗi ván", "before every round", 0},
			{rules.Surrender != blackjack.SurrenderEarly, "bỏ cuộc sớm|bỏ cuộc lúc ấy", "early surrender|surrender then brings", 0},
			{rules.Soft17 == blackjack.Soft17Stand, "17 thì rút thêm", "17 the dealer draws", 0},
			{rules.BetStep%2 == 0, "cược lẻ", "odd bet", 0},
		} {
			if !c.lacks {
				continue
			}
			if inVi, inEn := linesWith(vi, c.vi), linesWith(en, c.en); inVi != c.lines || inEn != c.lines {
				t.Fatalf("%s\n%d lines about %q, %d about %q, want %d", &rules, inVi, c.vi, inEn, c.en, c.lines)
			}
		}
	})
}

// linesWith counts the lines that have any of the words, which | separates, in capitals or not.
func linesWith(text, words string) int {
	n := 0
	for line := range strings.Lines(strings.ToLower(text)) {
		has := func(word string) bool { return strings.Contains(line, word) }
		if slices.ContainsFunc(strings.Split(words, "|"), has) {
			n++
		}
	}
	return n
}

func TestPageAsJSON(t *testing.T) {
	rules, err := preset.Load("club99")
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(rulebook.Page(&rules, rulebook.Vietnamese))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`{"title":"Luật`, `"sections":[{"id":"table","title":"Bàn chơi","items":[{"text":`, `"term":"Double Down","clause":"R11"}`} {
		if !strings.Contains(string(data), want) {
			t.Errorf("no %s in the JSON", want)
		}
	}
}

func TestLangRefuses(t *testing.T) {
	var lang rulebook.Lang
	if err := lang.UnmarshalText([]byte("fr")); err == nil || lang != "" {
		t.Errorf("fr was read as %q", lang)
	}
	for _, want := range langs {
		if err := lang.UnmarshalText([]byte(want)); err != nil || lang != want {
			t.Errorf("%s was read as %q: %v", want, lang, err)
		}
	}
}

// What the page says of a lost connection is what the table does.
func TestThePageKnowsHowLongASeatIsHeld(t *testing.T) {
	rules, err := preset.Load("club99")
	if err != nil {
		t.Fatal(err)
	}
	held := int(table.SeatHold.Seconds())
	for i, want := range []string{fmt.Sprintf("quá %d giây", held), fmt.Sprintf("more than %d seconds", held)} {
		if text := pageText(rulebook.Page(&rules, langs[i])); !strings.Contains(text, want) {
			t.Errorf("the page in %q does not say %q", langs[i], want)
		}
	}
}
