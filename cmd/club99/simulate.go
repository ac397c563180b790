package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"

	"club99/analyze"
	"club99/blackjack"
	"club99/internal/chart"
	"club99/internal/config"
	"club99/simulate"
	"club99/strategy"
)

// rounds is a number of rounds, written 5000000 or 5e6.
type rounds uint64

// UnmarshalText reads a whole number of at least 1.
func (r *rounds) UnmarshalText(text []byte) error {
	n, err := strconv.ParseFloat(string(text), 64)
	if err != nil || n != math.Trunc(n) || n < 1 || n > 1e15 {
		return fmt.Errorf("%q is no number of rounds: write 1 to 1e15, as in 5e6", text)
	}
	*r = rounds(n)
	return nil
}

// simulation is club99 simulate.
type simulation struct {
	Rules    string `arg:"" optional:"" default:"club99" placeholder:"PRESET|FILE|LINE" help:"A preset, a rules file (*.toml), or rules in one line. Without it: club99."`
	Strategy string `default:"basic" placeholder:"NAME|FILE" help:"How every seat plays: basic, total-dependent, composition, mimic, never-bust, or a strategy file (basic)."`
	Print    bool   `help:"Print the strategy as a strategy file, and play nothing."`

	Rounds  rounds  `default:"1e7" placeholder:"N" help:"How many rounds, as in 5e6 (1e7; with --until as many as it takes)."`
	Until   float64 `placeholder:"P" help:"Stop when the 99% interval of the expectation is no wider than P to either side, as in 0.0001."`
	Seed    uint64  `default:"1" placeholder:"N" help:"The same seed gives the same result, whatever the number of threads (1)."`
	Threads int     `placeholder:"N" help:"Threads that play (one for each processor)."`

	Shoe  string `placeholder:"fresh|N" help:"Shuffle before every round, or deal until N cards are left (as the rules say)."`
	Seats int    `default:"1" placeholder:"N" help:"Seats with a bet (1)."`
	Seat  int    `default:"1" placeholder:"N" help:"The seat that is looked at (1)."`

	Count string `placeholder:"hi-lo|FILE" help:"Count cards, by Hi-Lo or by a file of tags."`
	Ramp  string `placeholder:"BETS" help:"Bets in units by true count, as in 1,2:4,3:8. 0 sits out."`

	Bankroll int64  `placeholder:"UNITS" help:"Follow a bankroll of so many units."`
	Trips    int    `default:"1000" placeholder:"N" help:"How many trips the bankroll takes (1000)."`
	Trip     rounds `default:"10000" placeholder:"N" help:"Rounds of a trip (10000)."`

	Engine bool `help:"Play through the rules engine itself: the same game, and slow."`

	Form struct {
		JSON bool `name:"json" help:"Print the result as JSON." xor:"form"`
		CSV  bool `name:"csv" help:"Print the result as CSV." xor:"form"`
	} `embed:""`
	Histogram string `placeholder:"FILE" help:"Draw what rounds earned, as .svg or .png."`
	Fan       string `placeholder:"FILE" help:"Draw the fan of the bankroll, as .svg or .png."`
}

// Help is shown below the flags.
func (simulation) Help() string {
	return `A unit is the smallest bet. The expectation is per unit bet first; 99 of 100 runs
are within the interval. Interrupting prints what is known so far.

Example:
  club99 simulate
  club99 simulate european --strategy mimic --rounds 1e8
  club99 simulate vegas-strip --until 0.0001
  club99 simulate vegas-strip --count hi-lo --ramp 1,2:4,3:8 --bankroll 400 --fan fan.svg
  club99 simulate --strategy basic --print > mine.strategy      # then edit it`
}

// Run plays.
func (s *simulation) Run(ctx context.Context, out streams) error {
	c, name, err := s.config()
	if err != nil {
		return usageError{err}
	}
	if s.Print {
		table, ok := c.Strategy.(*strategy.Table)
		if !ok {
			return usageError{fmt.Errorf("--print: %s looks at more than totals, so no strategy file can hold it", s.Strategy)}
		}
		_, err := fmt.Fprint(out.data, table.String())
		return err
	}
	pictures, err := s.pictures()
	if err != nil {
		return usageError{err}
	}
	bar := newProgress(out.notes)
	result, err := simulate.Run(c, func(p simulate.Progress) bool {
		bar.show(simulated(&c, p))
		return ctx.Err() == nil
	})
	bar.end()
	if err != nil {
		return usageError{err}
	}
	if ctx.Err() != nil {
		fmt.Fprintf(out.notes, "interrupted after %d rounds\n", result.Rounds)
	}
	if err := s.print(out, &c, name, result); err != nil {
		return err
	}
	return drawAll(pictures, result)
}

// config puts the flags together.
func (s *simulation) config() (c simulate.Config, name string, err error) {
	rules, err := config.LoadRules(s.Rules)
	if err != nil {
		return c, "", err
	}
	if err := s.shoe(&rules); err != nil {
		return c, "", err
	}
	c = simulate.Config{Rules: &rules, Seed: s.Seed, Rounds: uint64(s.Rounds), Until: s.Until, Seats: s.Seats, Seat: s.Seat, Engine: s.Engine, Threads: s.Threads}
	if c.Threads == 0 {
		c.Threads = runtime.GOMAXPROCS(0)
	}
	if s.Until != 0 && s.Rounds == 1e7 {
		c.Rounds = 1e15
	}
	if c.Strategy, name, err = loadStrategy(s.Strategy, &rules); err != nil {
		return c, "", err
	}
	if c.Count, err = loadCount(s.Count); err != nil {
		return c, "", err
	}
	if s.Ramp != "" {
		if c.Ramp, err = simulate.ParseRamp(s.Ramp); err != nil {
			return c, "", err
		}
	}
	switch {
	case s.Bankroll != 0:
		c.Trips = simulate.Trips{Number: s.Trips, Rounds: int(s.Trip), Bankroll: s.Bankroll}
	case s.Fan != "":
		return c, "", fmt.Errorf("--fan draws a bankroll: say with --bankroll how large")
	}
	return c, name, c.Validate()
}

// shoe changes how the shoe is shuffled, if a flag says so.
func (s *simulation) shoe(rules *blackjack.Rules) error {
	switch s.Shoe {
	case "":
		return nil
	case "fresh":
		rules.Shuffle, rules.CutCard = blackjack.ShuffleEveryRound, 0
		return nil
	}
	left, err := strconv.Atoi(s.Shoe)
	if err != nil {
		return fmt.Errorf("--shoe %s: write fresh, or how many cards are left behind the cut card", s.Shoe)
	}
	rules.Shuffle, rules.CutCard = blackjack.ShuffleAtCutCard, left
	return rules.Validate()
}

// loadStrategy finds a strategy by name, or reads it from a file.
func loadStrategy(name string, rules *blackjack.Rules) (strategy.Strategy, string, error) {
	classes := map[string]analyze.Class{"total-dependent": analyze.TotalDependent, "composition": analyze.CDZ}
	switch name {
	case "basic":
		t := strategy.Basic(rules)
		return t, t.Name, nil
	case "mimic":
		t := strategy.Mimic(rules.Soft17 == blackjack.Soft17Hit)
		return t, t.Name, nil
	case "never-bust":
		t := strategy.NeverBust()
		return t, t.Name, nil
	case "total-dependent", "composition":
		a, err := analyze.New(rules)
		if err != nil {
			return nil, "", err
		}
		game, err := a.Game(a.Full(), classes[name])
		if err != nil {
			return nil, "", err
		}
		best := fmt.Sprintf("Best %s strategy for a fresh shoe", name)
		if name == "total-dependent" {
			return game.Strategy.Table(best), best, nil
		}
		return game.Strategy, best, nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, "", fmt.Errorf("strategy %q is none of basic, total-dependent, composition, mimic, never-bust, and no file: %w", name, err)
	}
	t, err := strategy.Parse(string(text))
	if err != nil {
		return nil, "", fmt.Errorf("%s:\n%w", name, err)
	}
	if t.Name == "" {
		t.Name = name
	}
	return t, t.Name, nil
}

// loadCount finds a count by name, or reads its tags from a file.
func loadCount(name string) (*simulate.Count, error) {
	switch name {
	case "":
		return nil, nil
	case "hi-lo":
		return simulate.HiLo(), nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("count %q is neither hi-lo nor a file: %w", name, err)
	}
	count, err := simulate.ParseCount(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s:\n%w", name, err)
	}
	return count, nil
}

// picture is a chart that is to be drawn.
type picture struct {
	file, format string
	draw         func(file *os.File, format string, r *simulate.Result) error
}

// pictures are the charts that flags ask for; a name that is no picture is refused before anything is played.
func (s *simulation) pictures() ([]picture, error) {
	var list []picture
	for _, p := range []picture{{file: s.Histogram, draw: drawHistogram}, {file: s.Fan, draw: drawFan}} {
		if p.file == "" {
			continue
		}
		var err error
		if p.format, err = chart.Format(p.file); err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

func drawAll(pictures []picture, r *simulate.Result) error {
	for _, p := range pictures {
		file, err := os.Create(p.file)
		if err != nil {
			return err
		}
		if err := p.draw(file, p.format, r); err != nil {
			return fmt.Errorf("%s: %w", p.file, err)
		}
		if err := file.Close(); err != nil {
			return err
		}
	}
	return nil
}

func drawHistogram(file *os.File, format string, r *simulate.Result) error {
	var bars []chart.Bar
	for _, n := range r.Distribution {
		// What is rarer cannot be seen, and would only make the picture wide.
		if share := percent(n.Rounds, r.Rounds-r.SatOut); share >= 0.01 {
			bars = append(bars, chart.Bar{At: n.Net, Height: share})
		}
	}
	return chart.Histogram(file, format, "What rounds earned", "units", "% of rounds", bars)
}

func drawFan(file *os.File, format string, r *simulate.Result) error {
	var xs []float64
	values := make([][]float64, len(r.Trips.Fan[0].Percent))
	for _, f := range r.Trips.Fan {
		xs = append(xs, float64(f.Rounds))
		for i, v := range f.Percent {
			values[i] = append(values[i], v)
		}
	}
	title := fmt.Sprintf("A bankroll of %d units", r.Trips.Bankroll)
	return chart.Fan(file, format, title, "rounds", "units", xs, values, []string{"90 of 100 trips", "50 of 100 trips", "median"})
}

// simulated is how far the run has come: the share that is done, and in words.
func simulated(c *simulate.Config, p simulate.Progress) (share float64, words string) {
	if p.Trips > 0 {
		return float64(p.Trips) / float64(c.Trips.Number), fmt.Sprintf("%d of %d trips", p.Trips, c.Trips.Number)
	}
	share = float64(p.Rounds) / float64(p.Of)
	words = strings.TrimSpace(fmt.Sprintf("%.4g rounds, %+.4f%% ± %.4f%%", float64(p.Rounds), 100*p.Result.Expectation, 100*p.Result.Interval))
	if c.Until > 0 && p.Result.Interval > 0 {
		// The interval narrows with the root of the rounds.
		share = max(share, min(1, math.Pow(c.Until/p.Result.Interval, 2)))
	}
	return share, words
}
