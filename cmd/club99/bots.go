package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"club99/blackjack"
	"club99/internal/load"
	"club99/internal/play"
	"club99/internal/telemetry"
)

// bots is club99 bots.
type bots struct {
	URL      string        `name:"url" default:"http://127.0.0.1:8099" placeholder:"URL" help:"Address of the club."`
	Players  int           `default:"25" placeholder:"N" help:"How many play."`
	Tables   string        `placeholder:"LIST|N" help:"Tables to sit at: ids with commas between them, or the first so many of the lobby (all)."`
	Rate     float64       `placeholder:"R" help:"Actions a second, of all together (as fast as they can)."`
	For      time.Duration `default:"30s" placeholder:"TIME" help:"How long to play once everybody sits."`
	Strategy string        `default:"basic" placeholder:"NAME|FILE" help:"How to play: basic, mimic, never-bust, a strategy file, or wild, which does anything legal."`
	Proxied  bool          `help:"Each player shows an address of its own, as a proxy would, to a club that runs with --proxied."`
	Patient  bool          `help:"The club, or some of its nodes, may be gone for a while: nobody gives up, and Ctrl-C ends play with a report."`
	JSON     bool          `name:"json" help:"Print the report as JSON."`
}

// Help is shown below the flags.
func (bots) Help() string {
	return `Each player is a guest with a connection of its own, who bets the smallest bet with a
seed of its own, and checks every frame: no gap in the sequence, totals, phases, proofs
of cards, terms of the shuffle, the own balance. The exit status is 1 if a check failed
or something could not be done.

A club lets in one guest a second and 60 an hour from one address; --proxied goes around
that where the club believes it. Measure with the club on other processors than the players.

Example:
  club99 bots --players 5 --tables sen --for 1m
  club99 bots --url http://127.0.0.1:8099 --players 1000 --proxied --json`
}

// Run plays and reports.
func (b *bots) Run(ctx context.Context, out streams) error {
	c := load.Config{URL: b.URL, Players: b.Players, Rate: b.Rate, For: b.For, Proxied: b.Proxied, Strategy: b.strategy, Reopens: b.Patient, Nodes: b.Patient}
	if b.Players < 1 || b.For <= 0 || b.Rate < 0 {
		return usageError{errors.New("--players, --for and --rate must be more than nothing")}
	}
	if n, err := strconv.Atoi(b.Tables); err == nil {
		c.First = n
	} else if b.Tables != "" {
		c.Tables = strings.Split(b.Tables, ",")
	}
	if terminal(out.notes) {
		c.Progress = func(p load.Progress) {
			fmt.Fprintf(out.notes, "\r%d players, %s to go: %.0f actions/s, %d reconnects, %d refusals, %d failed checks \x1b[K",
				p.Seated, p.Left.Round(time.Second), p.Rate, p.Lost, p.Refusals, p.Faults)
		}
	}
	if b.Patient {
		c.End, ctx = ctx.Done(), context.WithoutCancel(ctx)
	}
	go telemetry.SpareMemory(ctx)
	report, err := load.Run(ctx, c)
	if c.Progress != nil {
		fmt.Fprintln(out.notes)
	}
	if err != nil {
		return err
	}
	if b.JSON {
		err = printJSON(out, report)
	} else {
		err = printLoad(out, &report)
	}
	if err == nil && (report.FaultsN > 0 || report.ErrorsN > 0) {
		return errSaid
	}
	return err
}

// strategy is how to play under these rules.
func (b *bots) strategy(rules *blackjack.Rules) (play.Strategy, error) {
	if b.Strategy == "wild" {
		return play.Wild(), nil
	}
	s, _, err := loadStrategy(b.Strategy, rules)
	if err != nil {
		return nil, usageError{err}
	}
	return play.By(s), nil
}

func printLoad(out streams, r *load.Report) error {
	for _, what := range slices.Concat(r.Faults, r.Errors) {
		if _, err := fmt.Fprintln(out.data, what); err != nil {
			return err
		}
	}
	var refusals []string
	for code, n := range r.Refusals {
		refusals = append(refusals, fmt.Sprintf("%s %d", code, n))
	}
	slices.Sort(refusals)
	if refusals == nil {
		refusals = []string{"none"}
	}
	_, err := fmt.Fprintf(out.data, `%d players at %d tables, %.1f s: %d actions (%.0f/s), %d rounds, %d frames checked
action to frame: %v
commit to frame: %v
reconnects %d, players replaced %d, errors %d, failed checks %d
refusals: %s
`, r.Players, r.Tables, r.Seconds, r.Actions, r.Rate, r.Rounds, r.Frames, r.ToAction, r.ToFrame,
		r.Lost, r.Replaced, r.ErrorsN, r.FaultsN, strings.Join(refusals, ", "))
	return err
}

// terminal reports whether somebody watches what is written to w.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
