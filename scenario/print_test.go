package scenario_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"club99/preset"
	"club99/scenario"
)

const roundsOfTheRules = "../blackjack/testdata/*.round"

// sameAgain parses text, prints it, and parses what it printed: the second
// print must be the first, and both must run to the same end.
func sameAgain(t rapid.TB, text string) {
	s, err := scenario.Parse("f.round", strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	printed := s.String()
	again, err := scenario.Parse("f.round", strings.NewReader(printed))
	if err != nil {
		t.Fatalf("what was printed does not parse: %v\n%s", err, printed)
	}
	if again.String() != printed {
		t.Fatalf("printed\n%s\nthen\n%s", printed, again.String())
	}
	if (s.Run() == nil) != (again.Run() == nil) {
		t.Fatalf("%v as it was, %v as it was printed\n%s", s.Run(), again.Run(), printed)
	}
}

func TestRoundsPrintAndParseBack(t *testing.T) {
	paths, err := filepath.Glob(roundsOfTheRules)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no scenario files: %v", err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		sameAgain(t, string(data))
		if got, want := printed(t, string(data)), words(string(data)); got != want {
			t.Errorf("%s has\n%s\nprinted\n%s", path, want, got)
		}
	}
}

// words is a scenario's text without comments, blanks and the parts of its shoe,
// the set-up first in the order of printing.
func words(text string) string {
	var rules, shoe string
	var bets, steps []string
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		w := strings.Fields(line)
		switch {
		case len(w) == 0:
		case w[0] == "rules":
			rules = strings.Join(w, " ")
		case w[0] == "bet":
			bets = append(bets, optionsInOrder(w))
		case w[0] == "shoe":
			shoe += " " + strings.Join(w[1:], " ")
		default:
			steps = append(steps, strings.Join(legalInOrder(w), " "))
		}
	}
	return strings.Join(append(append(append([]string{rules}, bets...), "shoe"+shoe), steps...), "\n") + "\n"
}

func printed(t *testing.T, text string) string {
	s, err := scenario.Parse("f.round", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return s.String()
}

// optionsInOrder puts balance before player, as printing does.
func optionsInOrder(w []string) string {
	if len(w) == 5 && strings.HasPrefix(w[3], "player=") {
		w[3], w[4] = w[4], w[3]
	}
	return strings.Join(w, " ")
}

// legalInOrder puts the actions of a legal check into the order of printing.
func legalInOrder(w []string) []string {
	if len(w) < 4 || w[1] != "legal" || w[3] == "none" {
		return w
	}
	ordered := w[:3:3]
	for _, a := range actions {
		for _, have := range w[3:] {
			if a == have {
				ordered = append(ordered, a)
			}
		}
	}
	return ordered
}

var (
	actions  = strings.Fields("hit stand double split surrender insure no-insurance even-money no-even-money no-surrender")
	statuses = strings.Fields("playing waiting stood doubled bust blackjack charlie surrendered even-money")
	outcomes = strings.Fields("win lose push blackjack charlie surrender even-money bust")
	reasons  = strings.Fields("not-your-turn wrong-phase cards-do-not-pair split-limit aces-split-once not-first-two-cards total-not-allowed " +
		"not-after-split one-card-on-split-aces not-offered already-answered hand-is-over insufficient-funds bad-amount")
)

// scenarioText draws any text that the grammar allows, sense or not.
func scenarioText(t *rapid.T) string {
	var b strings.Builder
	pick := func(list []string) string { return rapid.SampledFrom(list).Draw(t, "word") }
	number := func(low, high int) int { return rapid.IntRange(low, high).Draw(t, "number") }
	cards := func(low, high int) string {
		var list []string
		for range number(low, high) {
			list = append(list, pick(strings.Split("A23456789TJQK", ""))+pick(strings.Split("shdc", "")))
		}
		return strings.Join(list, " ")
	}
	line := func(format string, args ...any) {
		fmt.Fprintf(&b, format, args...)
		b.WriteString(pick([]string{"", " # so", "\t"}) + "\n")
	}
	line("rules %s soft17=%s peek=%s", pick(preset.Names()), pick([]string{"hit", "stand"}), pick([]string{"ace", "none"}))
	for seat := range number(1, 5) {
		line("bet %d %d balance=%d player=%s", seat+1, number(1, 100)*1000, 1000, pick([]string{"an", "lan", "minh", "an=b"}))
	}
	for range number(1, 3) {
		line("shoe %s", cards(1, 12))
	}
	for range number(0, 12) {
		seat, hand := number(1, 7), number(1, 4)
		switch number(0, 11) {
		case 0, 1:
			line("%d %s", seat, pick(append(actions, "timeout")))
		case 2:
			line("%d %s ! %s", seat, pick(actions), pick(reasons))
		case 3:
			line("%d insure %d", seat, number(1, 100_000)-200_000)
		case 4:
			line("= %d.%d %s %s%d %s", seat, hand, cards(1, 5), pick([]string{"", "soft "}), number(2, 20), pick(statuses))
		case 5:
			line("= dealer %s", pick([]string{"6h ??", "6h Tc 16", "Ah 6c soft 17 stood", "6h Tc Td 26 bust", "Ah Kd 21 blackjack"}))
		case 6:
			line("= legal %d %s", seat, pick([]string{"none", "hit stand", "surrender hit", "no-insurance insure"}))
		case 7:
			line("= turn %d.%d", seat, hand)
		case 8:
			line("= phase %s", pick([]string{"offers", "players", "dealer", "over"}))
		case 9:
			line("= result %d.%d %s %d", seat, hand, pick(outcomes), number(-1000, 1000))
		case 10:
			line("= %s %d %d", pick([]string{"insurance", "net"}), seat, number(-1000, 1000))
		default:
			line("= %s", pick([]string{"hole hidden", "hole shown", "drawn 7"}))
		}
	}
	return b.String()
}

func TestAnyScenarioPrintsAndParsesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { sameAgain(t, scenarioText(t)) })
}

// Whatever stands in a file: an error of one line that names file and line, or
// a scenario that prints, parses back, and runs without a panic.
func FuzzParse(f *testing.F) {
	paths, _ := filepath.Glob(roundsOfTheRules)
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Add("rules club99\nbet 1 1.5\n")
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := scenario.Parse("f.round", strings.NewReader(text)); err != nil {
			if strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "f.round:") {
				t.Errorf("error %q", err)
			}
			return
		}
		sameAgain(t, text)
	})
}
