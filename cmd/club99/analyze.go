package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"club99/analyze"
	"club99/blackjack"
	"club99/internal/chart"
	"club99/internal/config"
	"club99/internal/rulebook"
	"club99/internal/study"
	"club99/strategy"
)

// analysis is club99 analyze.
type analysis struct {
	Rules string `arg:"" optional:"" default:"club99" placeholder:"PRESET|FILE|LINE" help:"A preset, a rules file (*.toml), or rules in one line. Without it: club99."`

	Class    string `default:"cdz" enum:"cdz,cdp1,cdp,td" placeholder:"CLASS" help:"What the best play may look at: cdz every card of the hand, cdp1 and cdp also what was split, td the total (cdz)."`
	Strategy string `placeholder:"NAME|FILE" help:"Value this way of playing, and say what it costs: basic, mimic, never-bust, or a strategy file."`

	Shoe    string `placeholder:"COUNTS" help:"Cards left in the shoe: ten counts for A,2,...,9,T, or only some as in A=20,T=90."`
	Removed string `placeholder:"CARDS" help:"Cards that are gone from the shoe, as in T,T,5."`

	Table bool   `help:"Print every hand against every up card, with the value of each action."`
	Hand  string `placeholder:"CARDS" help:"Value one hand, as in 8,8 or T,4,2."`
	Up    string `placeholder:"CARD" help:"The dealer's up card, for --hand or --table."`
	Vary  bool   `help:"Say what each change of the rules would be worth."`

	Chart  string        `placeholder:"FILE" help:"Draw the strategy chart on a page, as .svg or .png."`
	Values bool          `help:"Write into the chart what each hand is worth."`
	Lang   rulebook.Lang `default:"en" placeholder:"vi|en" help:"Language of what is printed and drawn: vi or en (en)."`
	Form   struct {
		JSON bool `name:"json" help:"Print as JSON." xor:"form"`
		CSV  bool `name:"csv" help:"Print as CSV." xor:"form"`
	} `embed:""`
}

// Help is shown below the flags.
func (analysis) Help() string {
	return `Values are in first bets: +0.05 wins 5 of 100 on average. They are found by counting
every way the cards can come, not by trial. In the chart S is stand, H hit, D double,
P split, R surrender.

Example:
  club99 analyze
  club99 analyze vegas-strip --vary
  club99 analyze "6D H17 DAS NS 6:5 peek-AT" --chart chart.png --values
  club99 analyze --hand 8,8 --up T
  club99 analyze --removed T,T,5,A --table
  club99 analyze --strategy mine.strategy`
}

// classes are the classes by the words of --class.
var classes = map[string]analyze.Class{"cdz": analyze.CDZ, "cdp1": analyze.CDP1, "cdp": analyze.CDP, "td": analyze.TotalDependent}

// Run analyzes.
func (a *analysis) Run(ctx context.Context, out streams) error {
	f, err := a.ask()
	if err != nil {
		return usageError{err}
	}
	bar := newProgress(out.notes)
	err = f.find(func(share float64) bool {
		bar.show(share, "variations")
		return ctx.Err() == nil
	})
	bar.end()
	if err != nil {
		return err
	}
	if a.Chart != "" {
		if err := f.drawChart(); err != nil {
			return err
		}
	}
	if a.Form.JSON || a.Form.CSV {
		if err := f.spread(); err != nil {
			return err
		}
	}
	switch {
	case a.Form.JSON:
		return printJSON(out, f.report())
	case a.Form.CSV:
		return f.writeCSV(out.data)
	}
	return f.print(out.data)
}

// question is what is asked, put together from the flags, and then what was found.
type question struct {
	*analysis
	rules  blackjack.Rules
	shoe   analyze.Shoe
	hand   strategy.Hand // 0: none
	up     int           // 0: any
	given  strategy.Strategy
	name   string // of the given strategy
	format string // of the picture

	analyzer   *analyze.Analyzer
	game       *analyze.Game // as asked: the best of the class, or as the given strategy plays
	best       *analyze.Game // the best of the class
	total      *analyze.Game // as the chart plays
	chart      *strategy.Table
	exceptions []study.Exception
	variations []study.Variation
	choices    []decision
}

// ask reads the flags.
func (a *analysis) ask() (*question, error) {
	rules, err := config.LoadRules(a.Rules)
	if err != nil {
		return nil, err
	}
	q := &question{analysis: a, rules: rules}
	if a.Vary && a.Shoe+a.Removed+a.Strategy+a.Hand+a.Up != "" || a.Vary && a.Table {
		return nil, fmt.Errorf("--vary compares rules in a full shoe, played best: leave out --shoe, --removed, --strategy, --hand, --up and --table")
	}
	if a.Up != "" && a.Hand == "" && !a.Table {
		return nil, fmt.Errorf("--up %s: say with --hand which hand, or ask for every hand with --table", a.Up)
	}
	if q.shoe, err = readShoe(a.Shoe, rules.Decks); err != nil {
		return nil, err
	}
	gone, err := readCards(a.Removed)
	if err == nil {
		err = q.shoe.Remove(gone...)
	}
	if err != nil {
		return nil, fmt.Errorf("--removed: %w", err)
	}
	if err := q.readHand(); err != nil {
		return nil, err
	}
	if a.Strategy != "" {
		if q.given, q.name, err = loadStrategy(a.Strategy, &rules); err != nil {
			return nil, err
		}
		if t, ok := q.given.(*strategy.Table); ok && len(t.Index) > 0 {
			q.given = t.At(0)
			q.name += q.in(", ở số đếm 0", ", at a count of 0")
		}
	}
	if a.Chart != "" {
		if q.format, err = chart.Format(a.Chart); err != nil {
			return nil, err
		}
	}
	q.analyzer, err = analyze.New(&q.rules)
	return q, err
}

// readHand reads --hand and --up.
func (q *question) readHand() error {
	up, err := readCards(q.Up)
	if err == nil && len(up) > 1 {
		err = fmt.Errorf("%d cards, the dealer shows one", len(up))
	}
	if err != nil {
		return fmt.Errorf("--up: %w", err)
	}
	if len(up) == 1 {
		q.up = up[0]
	}
	if q.Hand == "" {
		return nil
	}
	cards, err := readCards(q.Hand)
	if err != nil {
		return fmt.Errorf("--hand: %w", err)
	}
	q.hand = strategy.Of(cards...)
	decides := q.hand != strategy.Bust && len(cards) >= 2
	if total := 0; decides {
		total, _ = q.hand.Total()
		decides = total <= 20 || q.hand.Natural()
	}
	if !decides {
		return fmt.Errorf("--hand %s: write two cards or more that have a decision to make, 20 points at most", q.Hand)
	}
	left := q.shoe
	if err := left.Remove(cards...); err != nil {
		return fmt.Errorf("--hand: %w", err)
	}
	if err := left.Remove(up...); err != nil {
		return fmt.Errorf("--up: %w", err)
	}
	return nil
}

// readShoe reads ten counts from aces to ten-values, or some of them by name;
// the others are those of the full shoe.
func readShoe(text string, decks int) (analyze.Shoe, error) {
	shoe := analyze.Full(decks)
	if text == "" {
		return shoe, nil
	}
	fields := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
	for i, f := range fields {
		name, number, named := strings.Cut(f, "=")
		value := i + 1
		if !named {
			number = f
		} else if cards, err := readCards(name); err == nil && len(cards) == 1 {
			value = cards[0]
		} else {
			return shoe, fmt.Errorf("--shoe: %q is no card: write A, 2 to 9 or T", name)
		}
		n, err := strconv.Atoi(number)
		if err != nil || n < 0 || n > 1<<20 {
			return shoe, fmt.Errorf("--shoe: %q is no number of cards", number)
		}
		if !named && len(fields) != 10 {
			return shoe, fmt.Errorf("--shoe: %d counts: write ten, for A,2,3,4,5,6,7,8,9,T, or name them as in A=20,T=90", len(fields))
		}
		shoe[value] = n
	}
	if shoe.Cards() < 4 {
		return shoe, fmt.Errorf("--shoe: %d cards are too few for a round", shoe.Cards())
	}
	return shoe, nil
}

// readCards reads cards by value, with commas or without: 8,8 and T6 and 10 K.
func readCards(text string) ([]int, error) {
	var values []int
	rest := strings.ToUpper(text)
	for rest != "" {
		c := rest[0]
		rest = rest[1:]
		switch {
		case c == ',' || c == ' ' || c == '-':
		case c == 'A':
			values = append(values, 1)
		case c >= '2' && c <= '9':
			values = append(values, int(c-'0'))
		case strings.ContainsRune("TJQK", rune(c)):
			values = append(values, 10)
		case c == '1' && strings.HasPrefix(rest, "0"):
			values, rest = append(values, 10), rest[1:]
		default:
			return nil, fmt.Errorf("%q in %s is no card: write A, 2 to 9, T, J, Q or K", c, text)
		}
	}
	return values, nil
}

// drawChart draws the picture.
func (q *question) drawChart() error {
	file, err := os.Create(q.analysis.Chart)
	if err != nil {
		return err
	}
	g := q.sheet(q.Values).Grid()
	g.Title = q.in("Bảng chiến lược", "Strategy chart")
	g.Lines = q.headLines()
	g.Notes = append(g.Notes, q.exceptionLines(true)...)
	if err := g.Draw(file, q.format); err != nil {
		return fmt.Errorf("%s: %w", q.analysis.Chart, err)
	}
	return file.Close()
}
