package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"club99/internal/chart"
	"club99/internal/load/model"
)

func main() {
	if len(os.Args) > 2 {
		fmt.Fprintln(os.Stderr, "million: name one folder for the pictures, or none: go run ./internal/load/million docs")
		os.Exit(2)
	}
	w := &printer{Writer: os.Stdout}
	one(w)
	grown(w)
	shared(w)
	cells(w)
	day(w)
	err := w.err
	if len(os.Args) == 2 {
		err = errors.Join(err, draw(os.Args[1]))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "million:", err)
		os.Exit(1)
	}
}

// printer keeps the first error.
type printer struct {
	io.Writer
	err error
}

func (p *printer) line(format string, args ...any) {
	if _, err := fmt.Fprintf(p.Writer, format+"\n", args...); p.err == nil {
		p.err = err
	}
}

const (
	seconds = 20 // that are measured
	seed    = 7
	full    = 0.7 // how busy anything may be
)

// club is one of people: they take a while.
func club(players, nodes, databases int) *model.Club {
	return &model.Club{
		Costs: model.Measured, Players: players, Seats: 5, Nodes: nodes, Cores: 4, Databases: databases, DiskCores: 8, Committers: 2,
		Bet: 5, Think: 3, Pause: 5, Stay: 30 * 60,
	}
}

// nodesFor is how many nodes a club needs, so that none is too busy; 0: no number is enough,
// for what they say of all players to each other is too much for each.
func nodesFor(players, databases int) int {
	for n := 1; n <= 4096; n += 1 + n/16 {
		if club(players, n, databases).Load().Node <= full {
			return n
		}
	}
	return 0
}

func one(w *printer) {
	w.line("One node of four cores, PostgreSQL on eight:\n")
	w.line("| players | actions/s | node | PostgreSQL | log | commits in a group | syncs/s | p50 | p99 |")
	w.line("|---|---|---|---|---|---|---|---|---|")
	for _, players := range []int{1000, 5000, 10_000, 20_000, 50_000, 70_000, 100_000} {
		c := club(players, 1, 1)
		l, p := c.Load(), model.Play(c, seconds, seed)
		w.line("| %s | %.0f | %.0f%% | %.0f%% | %.1f MB/s | %.1f | %.0f | %s | %s |", number(players), p.Actions, 100*p.Node, 100*p.Database, l.Log/1e6, p.Group,
			p.Disk/c.Sync*1e6, wait(p.P50), wait(p.P99))
	}
}

func grown(w *printer) {
	w.line("\nOne PostgreSQL, as many nodes as it takes:\n")
	w.line("| players | actions/s | nodes | their cores | of that rolls | a node carries | PostgreSQL | commits in a group | p50 | p99 |")
	w.line("|---|---|---|---|---|---|---|---|---|---|")
	for _, players := range []int{1000, 10_000, 30_000, 100_000, 300_000, 1_000_000} {
		n := nodesFor(players, 1)
		at := fmt.Sprint(n)
		if n == 0 {
			n, at = 4*players/10_000, "no number is enough"
		}
		c := club(players, n, 1)
		l := c.Load()
		w.line("| %s | %s | %s | %.0f%% | %.0f%% | %.1f MB/s | %s |", number(players), number(int(l.Actions)), at, 100*l.Node, 100*l.Rolls, l.NodeBytes/1e6, played(c))
	}
}

// played is what playing through a club says of its database: that it is as busy, how many
// commits share a transaction, and how long actions take.
func played(c *model.Club) string {
	if least := c.Load().Least; least >= 1 {
		return fmt.Sprintf("%.0f%% at least | | never | never", 100*least)
	}
	p := model.Play(c, seconds, seed)
	return fmt.Sprintf("%.0f%% | %.1f | %s | %s", 100*p.Database, p.Group, wait(p.P50), wait(p.P99))
}

const sharedPlayers = 300_000

func shared(w *printer) {
	w.line("\n300,000 players in one club, tables shared out to several databases:\n")
	w.line("| databases | nodes | log of each | purses elsewhere | PostgreSQL | commits in a group | p50 | p99 |")
	w.line("|---|---|---|---|---|---|---|---|")
	for _, databases := range []int{1, 2, 4, 8} {
		n := max(1, nodesFor(sharedPlayers, databases))
		c := club(sharedPlayers, n, databases)
		l := c.Load()
		w.line("| %d | %d | %.1f MB/s | %.2f%% of commits | %s |", databases, n, l.Log/1e6, 100*l.Purses, played(c))
	}
}

// cellPlayers are the players of a cell: a club of its own, but for the purses.
const cellPlayers = 50_000

func cells(w *printer) {
	w.line("\nA million players at once, in clubs that share nothing but the purses:\n")
	w.line("| players in each | clubs | nodes of each | nodes in all | databases | PostgreSQL | a node | purses elsewhere | p50 | p99 |")
	w.line("|---|---|---|---|---|---|---|---|---|---|")
	for _, players := range []int{10_000, 25_000, cellPlayers, 100_000} {
		n, count := nodesFor(players, 1), 1_000_000/players
		c := club(players, n, 1)
		l := c.Load()
		p := model.Play(c, seconds, seed)
		purses := 2 * float64(players) / c.Stay * (1 - 1/float64(count)) / (l.Actions * c.Commits)
		w.line("| %s | %d | %d | %d | %d | %.0f%% | %.0f%% | %.2f%% of commits | %s | %s |", number(players), count, n, n*count, count, 100*p.Database, 100*p.Node, 100*purses, wait(p.P50), wait(p.P99))
	}
}

func day(w *printer) {
	d := model.Day{Players: 1_000_000, Stay: 45 * 60, Swing: 0.8, Busiest: 21}
	hours, most := d.Hours(seed)
	w.line("\nA million players in a day, 45 minutes each, most of them at nine in the evening:\n")
	w.line("| hour | players | actions/s | clubs of %s that are needed |", number(cellPlayers))
	w.line("|---|---|---|---|")
	for h := 0; h < 24; h += 3 {
		w.line("| %d | %s | %s | %d |", h, number(int(hours[h])), number(int(club(int(hours[h]), 1, 1).Load().Actions)), (int(hours[h])+cellPlayers-1)/cellPlayers)
	}
	w.line("\nAt most %s are there at once.", number(most))
}

// draw draws how long an action takes.
func draw(folder string) error {
	var players, slow []float64
	for _, n := range []int{1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 120_000} {
		players, slow = append(players, float64(n)), append(slow, 1000*model.Play(club(n, 1, 1), seconds, seed).P99)
	}
	return picture(filepath.Join(folder, "scaling-wait.svg"), "How long an action takes at one node, 99 of 100", "milliseconds", players, slow)
}

func picture(name, title, unit string, x, y []float64) (err error) {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return chart.Growth(f, "svg", title, "players", unit, x, y)
}

// number is a number with commas between thousands.
func number(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", number(n/1000), n%1000)
}

// wait is a time in seconds as people write it.
func wait(seconds float64) string {
	switch {
	case seconds < 0.1:
		return fmt.Sprintf("%.1f ms", 1000*seconds)
	case seconds < 1:
		return fmt.Sprintf("%.0f ms", 1000*seconds)
	}
	return fmt.Sprintf("%.1f s", seconds)
}
