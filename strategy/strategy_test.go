package strategy_test

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"club99/blackjack"
	"club99/internal/rulegen"
	"club99/strategy"
)

// exact is a file of tables that an independent program played.
type exact struct {
	Tables []struct {
		H17           bool   `json:"h17"`
		Double        string `json:"double"`
		DAS           bool   `json:"das"`
		LateSurrender bool   `json:"late_surrender"`
		MaxHands      int    `json:"max_split_hands"`

		HardFirst map[string]string `json:"hard_first_two"`
		HardLater map[string]string `json:"hard_later"`
		SoftFirst map[string]string `json:"soft_first_two"`
		SoftLater map[string]string `json:"soft_later"`
		Pairs     map[string]string `json:"pairs"`
	} `json:"tables"`
}

var actions = map[byte]blackjack.Action{'S': blackjack.Stand, 'H': blackjack.Hit, 'D': blackjack.Double, 'P': blackjack.Split, 'R': blackjack.Surrender}

// The basic strategy is the one that an independent program found for very many decks, for every rule that both know.
func TestBasicIsTheKnownTable(t *testing.T) {
	data, err := os.ReadFile("testdata/total-dependent.json")
	if err != nil {
		t.Fatal(err)
	}
	var file exact
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	for _, want := range file.Tables {
		rules := blackjack.Rules{Decks: 6, Soft17: blackjack.Soft17Stand, Surrender: blackjack.SurrenderOff, Peek: blackjack.PeekAceAndTen, DoubleAfterSplit: want.DAS,
			DoubleOn: map[string]blackjack.DoubleRule{"DOA": blackjack.DoubleAny, "D9-11": blackjack.Double9To11, "D10-11": blackjack.Double10To11}[want.Double]}
		if want.H17 {
			rules.Soft17 = blackjack.Soft17Hit
		}
		if want.LateSurrender {
			rules.Surrender = blackjack.SurrenderLate
		}
		table := strategy.Basic(&rules)
		check := func(section string, rows map[string]string, hand func(row int) strategy.Hand, pair bool) {
			for name, row := range rows {
				n, err := strconv.Atoi(name)
				if err != nil {
					n = strings.Index("?A23456789T", name)
				}
				for i, up := range []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 1} {
					h := hand(n)
					s := strategy.Situation{Hand: h, Up: up, Legal: blackjack.SetOf(blackjack.Hit, blackjack.Stand)}
					if total, _ := h.Total(); h.Count() == 2 {
						if rules.DoubleOn == blackjack.DoubleAny || total <= 11 && total >= 9 && (total > 9 || rules.DoubleOn == blackjack.Double9To11) {
							s.Legal |= blackjack.SetOf(blackjack.Double)
						}
						if want.LateSurrender {
							s.Legal |= blackjack.SetOf(blackjack.Surrender)
						}
					}
					if pair {
						s.Legal |= blackjack.SetOf(blackjack.Split)
					}
					if got := table.Play(s); got != actions[row[i]] {
						t.Errorf("h17 %v das %v surrender %v double %s: %s %s against %d is %v, want %c", want.H17, want.DAS, want.LateSurrender, want.Double, section, name, up, got, row[i])
					}
				}
			}
		}
		check("hard first", want.HardFirst, func(n int) strategy.Hand { return strategy.Of(max(2, n-10), min(n-2, 10)) }, false)
		check("hard later", want.HardLater, func(n int) strategy.Hand { return strategy.Of(2, max(2, n-12), min(n-4, 10)) }, false)
		check("soft first", want.SoftFirst, func(n int) strategy.Hand { return strategy.Of(1, n-11) }, false)
		check("soft later", want.SoftLater, func(n int) strategy.Hand { return strategy.Of(1, 1, n-12) }, false)
		check("pair", want.Pairs, func(n int) strategy.Hand { return strategy.Of(n, n) }, true)
	}
}

// What is written is read back as it was.
func TestTableTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rulegen.Rules().Draw(t, "rules")
		table := strategy.Basic(&rules)
		table.Insurance = rapid.Bool().Draw(t, "insurance")
		table.EvenMoney = rapid.Bool().Draw(t, "even money")
		for range rapid.IntRange(0, 5).Draw(t, "plays") {
			p := strategy.Play{At: rapid.IntRange(-9, 9).Draw(t, "at"), Below: rapid.Bool().Draw(t, "below"), Cell: strategy.Stand}
			if rapid.Bool().Draw(t, "insurance play") {
				p.Cell = strategy.Hit
			} else {
				p.Section, p.Row, p.Up = strategy.HardFirst, rapid.IntRange(4, 20).Draw(t, "row"), rapid.IntRange(1, 10).Draw(t, "up")
			}
			table.Index = append(table.Index, p)
		}
		text := table.String()
		read, err := strategy.Parse(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if again := read.String(); again != text {
			t.Fatalf("written\n%s\nread and written\n%s", text, again)
		}
	})
}

// Each mistake in a file is told with its line.
func TestParseTellsEveryMistake(t *testing.T) {
	good := strategy.Mimic(false).String()
	lines := strings.Split(good, "\n")
	for _, c := range []struct{ from, to, want string }{
		{lines[1], "hard first 2 3 4", "line 2: the columns of hard first are 2 3 4 5 6 7 8 9 T A"},
		{lines[2], "4 H H H", "line 3: row 4 has 3 plays"},
		{lines[2], "", "row 4 of hard first is missing"},
		{lines[2], lines[2] + "\n" + lines[2], "line 4: hard first 4 stands in line 3 already"},
		{lines[2], "22" + lines[2][2:], "line 3: \"22\" is no row of hard first: its rows are 4 to 20"},
		{lines[2], strings.Replace(lines[2], "H", "X", 1), "line 3: \"X\" is no play: write one of S H D Ds P Rh Rs Rp"},
		{lines[2], strings.Replace(lines[2], "H", "P", 1), "line 3: P stands in hard first: what is split stands in pairs"},
		{"hard later", "hard latest", "line 20: \"hard\" is no row of hard first"},
		{"soft later", "# soft later", "section soft later is missing"},
		{"insurance  no", "insurance  maybe", "\"maybe\" is neither yes nor no"},
		{"even money no", "even money no\nearly T A\nhard 99 R R", "\"99\" is no row of hard first"},
		{"even money no", "even money no\nearly T A\nhard 16 R X", "\"X\" is neither R nor -"},
		{"even money no", "even money no\nindex\nhard first 16 T > 0 S", "is no index play"},
		{"even money no", "even money no\nindex\nhard first 16 J >= 0 S", "\"J\" is no up card"},
		{"even money no", "even money no\nindex\ninsurance >= x yes", "is no index play"},
		{"name", "nam", "line 1: \"nam Mimic the dealer\" is in no section"},
	} {
		_, err := strategy.Parse(strings.Replace(good, c.from, c.to, 1))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v, want %s", c.to, c.from, err, c.want)
		}
	}
}

// Index plays change the table from their count on, or below it.
func TestIndexPlays(t *testing.T) {
	table, err := strategy.Parse(strategy.Mimic(false).String() + "index\nhard first 16 T >= 0 S\nhard later 16 T >= 1 S\nhard first 13 2 < -1 H\nhard first 13 2 >= -1 S\ninsurance >= 3 yes\n")
	if err != nil {
		t.Fatal(err)
	}
	if got := table.Counts(); len(got) != 4 || got[0] != -1 || got[3] != 3 {
		t.Errorf("counts %v", got)
	}
	hit := func(count int, up int, cards ...int) bool {
		return table.At(count).Play(strategy.Situation{Hand: strategy.Of(cards...), Up: up, Legal: blackjack.SetOf(blackjack.Hit, blackjack.Stand)}) == blackjack.Hit
	}
	for _, c := range []struct {
		count, up int
		hand      []int
		hit       bool
	}{
		{-1, 10, []int{10, 6}, true}, {0, 10, []int{10, 6}, false}, {0, 10, []int{2, 4, 10}, true}, {1, 10, []int{2, 4, 10}, false},
		{-2, 2, []int{10, 3}, true}, {-1, 2, []int{10, 3}, false}, {-1, 3, []int{10, 3}, true},
	} {
		if hit(c.count, c.up, c.hand...) != c.hit {
			t.Errorf("%v against %d at %d: hit is %v", c.hand, c.up, c.count, !c.hit)
		}
	}
	if table.At(2).Insurance || !table.At(3).Insurance || !table.At(4).EvenMoney {
		t.Error("insurance does not follow its index")
	}
}

// What the simple strategies do, and what they never do.
func TestSimpleStrategies(t *testing.T) {
	all := blackjack.SetOf(blackjack.Hit, blackjack.Stand, blackjack.Double, blackjack.Surrender)
	for h := strategy.Hand(0); h < strategy.Bust; h++ {
		total, soft := h.Total()
		if h.Count() < 2 || total == 21 {
			continue
		}
		s := strategy.Situation{Hand: h, Up: 10, Legal: all}
		if h.Pair() != 0 {
			s.Legal |= blackjack.SetOf(blackjack.Split)
		}
		if hits := strategy.Mimic(false).Play(s) == blackjack.Hit; hits != (total < 17) {
			t.Errorf("mimic, S17: %v hits %v", h, hits)
		}
		if hits := strategy.Mimic(true).Play(s) == blackjack.Hit; hits != (total < 17 || total == 17 && soft) {
			t.Errorf("mimic, H17: %v hits %v", h, hits)
		}
		if strategy.NeverBust().Play(s) == blackjack.Hit && h.Add(10) == strategy.Bust {
			t.Errorf("never bust hits %v", h)
		}
	}
}
