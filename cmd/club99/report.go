package main

import (
	"context"
	"fmt"
	"math"
	"strings"

	"club99/internal/odds"
	"club99/money"
)

// houseReport is club99 report.
type houseReport struct {
	whichBooks `embed:""`
	JSON       bool `name:"json" help:"Print the report as JSON."`
}

// Help is shown below the flags.
func (houseReport) Help() string {
	return `One line for each table and the rules it was played by. Expected is what the house
earns from players who play best: with worse play its result lies above that. The
score is how many standard deviations lie between the two; beyond 3 the line is
marked. Reads the books only; the server may be running.

Example:
  club99 report --data /var/lib/club99`
}

// Run prints the report.
func (r *houseReport) Run(ctx context.Context, out streams) error {
	books, err := r.read(ctx)
	if err != nil {
		return err
	}
	defer books.Close()
	houses, err := odds.Houses(ctx, books, func(line string) {
		fmt.Fprintf(out.notes, "computing the odds of %s, which the server has not kept\n", line)
	})
	if err != nil {
		return err
	}
	if r.JSON {
		return printJSON(out, struct {
			Houses []odds.House `json:"houses"`
		}{houses})
	}
	return printHouses(out, houses)
}

// printHouses writes a table whose columns are as wide as what stands in them.
func printHouses(out streams, houses []odds.House) error {
	rows := [][]string{{"table", "rounds", "first bets", "staked", "edge", "expected", "result", "deviation", "score", ""}}
	marked := 0
	for i := range houses {
		h := &houses[i]
		mark := ""
		if h.Outside {
			mark = "*"
			marked++
		}
		rows = append(rows, []string{h.Table, whole(float64(h.Rounds)), units(h.Bets), units(h.Staked), fmt.Sprintf("%.2f%%", 100*h.Edge),
			whole(h.Expected), units(h.Result), whole(h.Deviation), fmt.Sprintf("%+.2f", h.Score), mark})
	}
	var b strings.Builder
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, word := range row {
			widths[i] = max(widths[i], len(word))
		}
	}
	for n, row := range rows {
		line := fmt.Sprintf("%-*s", widths[0], row[0])
		for i, word := range row[1:] {
			line += fmt.Sprintf("  %*s", widths[i+1], word)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
		if n > 0 {
			h := &houses[n-1]
			fmt.Fprintf(&b, "  %s, from round %d on\n", h.Line, h.First)
		}
	}
	switch {
	case len(houses) == 0:
		b.Reset()
		b.WriteString("no round is over\n")
	case marked > 0:
		fmt.Fprintf(&b, "* outside three standard deviations: %d of %d\n", marked, len(houses))
	default:
		b.WriteString("all within three standard deviations\n")
	}
	_, err := fmt.Fprint(out.data, b.String())
	return err
}

func units(a money.Amount) string { return whole(float64(a)) }

// whole writes a number without decimals, with a comma between thousands.
func whole(v float64) string {
	text := fmt.Sprintf("%.0f", math.Abs(v))
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	if v < 0 && text != "0" {
		text = "-" + text
	}
	return text
}
