package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"club99/simulate"
)

// simulationReport is the result as JSON, with what it is the result of.
type simulationReport struct {
	Rules    string `json:"rules"`
	Strategy string `json:"strategy"`
	Seed     uint64 `json:"seed"`
	Seats    int    `json:"seats"`
	Seat     int    `json:"seat"`
	Count    string `json:"count,omitempty"`
	Ramp     string `json:"ramp,omitempty"`
	*simulate.Result
}

func (s *simulation) print(out streams, c *simulate.Config, name string, r *simulate.Result) error {
	report := simulationReport{Rules: c.Rules.String(), Strategy: name, Seed: c.Seed, Seats: c.Seats, Seat: c.Seat, Ramp: s.Ramp, Result: r}
	if c.Count != nil {
		report.Count = c.Count.Name
	}
	switch {
	case s.Form.JSON:
		return printJSON(out, report)
	case s.Form.CSV:
		return printSimulationCSV(out.data, r)
	}
	var b strings.Builder
	printSummary(&b, &report)
	printHands(&b, r)
	printDistribution(&b, r)
	printCounts(&b, r)
	printTrips(&b, r.Trips)
	_, err := io.WriteString(out.data, b.String())
	return err
}

func printSummary(b *strings.Builder, r *simulationReport) {
	fmt.Fprintf(b, "rules        %s\nstrategy     %s\n", r.Rules, r.Strategy)
	fmt.Fprintf(b, "played       %d rounds", r.Rounds)
	if r.Shoes > 0 {
		fmt.Fprintf(b, " in %d shoes", r.Shoes)
	}
	if r.SatOut > 0 {
		fmt.Fprintf(b, ", %d of them sat out", r.SatOut)
	}
	fmt.Fprintf(b, "; seat %d of %d; seed %d\n", r.Seat, r.Seats, r.Seed)
	if r.Ramp != "" {
		fmt.Fprintf(b, "bets         %s by %s; %.3f units on average\n", r.Ramp, r.Count, r.Average)
	}
	fmt.Fprintf(b, "\nexpectation  %+.4f%% of the first bet, ±%.4f%% (99%%)\n", 100*r.Expectation, 100*r.Interval)
	fmt.Fprintf(b, "             %+.4f%% of everything staked; %+.5f units a round\n", 100*r.PerStaked, r.PerRound)
	fmt.Fprintf(b, "deviation    %.4f units a round\n", r.Deviation)
}

func printHands(b *strings.Builder, r *simulate.Result) {
	h := &r.Hands
	fmt.Fprintf(b, "\nhands  %14d\n", h.Hands)
	for _, row := range handRows(h) {
		if row.n > 0 {
			fmt.Fprintf(b, "  %-13s %8.4f%%\n", row.name, percent(row.n, h.Hands))
		}
	}
}

// handRow is one way in which hands ended, or one thing that was done with them.
type handRow struct {
	name string
	n    uint64
}

func handRows(h *simulate.Hands) []handRow {
	return []handRow{{"won", h.Won}, {"blackjack", h.Blackjack}, {"charlie", h.Charlie}, {"even money", h.EvenMoney}, {"pushed", h.Pushed},
		{"lost", h.Lost}, {"bust", h.Bust}, {"surrendered", h.Surrendered}, {"doubled", h.Doubled}, {"split", h.Split}, {"insured", h.Insured}, {"insurance won", h.InsuranceWon}}
}

func percent(n, of uint64) float64 { return 100 * float64(n) / float64(max(of, 1)) }

func printDistribution(b *strings.Builder, r *simulate.Result) {
	b.WriteString("\nunits a round\n")
	played := r.Rounds - r.SatOut
	rare := uint64(0)
	for _, n := range r.Distribution {
		if percent(n.Rounds, played) < 0.001 {
			rare += n.Rounds
			continue
		}
		fmt.Fprintf(b, "  %+13.4g %8.4f%%\n", n.Net, percent(n.Rounds, played))
	}
	if rare > 0 {
		fmt.Fprintf(b, "  %13s %8.4f%%\n", "rarer", percent(rare, played))
	}
}

func printCounts(b *strings.Builder, r *simulate.Result) {
	if len(r.Counts) == 0 {
		return
	}
	b.WriteString("\ntrue count   rounds      bet  expectation\n")
	for _, c := range r.Counts {
		count := fmt.Sprintf("%+d", c.Count)
		switch c.Count {
		case simulate.LowestCount:
			count += " or less"
		case simulate.HighestCount:
			count += " or more"
		}
		fmt.Fprintf(b, "  %-11s %8.4f%% %4d  %+9.3f%% ±%.3f%%\n", count, percent(c.Rounds, r.Rounds), c.Bet, 100*c.Expectation, 100*c.Interval)
	}
}

func printTrips(b *strings.Builder, t *simulate.TripsDone) {
	if t == nil {
		return
	}
	last := t.Fan[len(t.Fan)-1].Percent
	fmt.Fprintf(b, "\nbankroll     %d units; %d trips of %d rounds\n", t.Bankroll, t.Trips, t.Rounds)
	fmt.Fprintf(b, "ruin         %.2f%% ±%.2f%% (99%%) of the trips; %.2f%% if they never ended\n", 100*t.Ruin, 100*t.Interval, 100*t.Ever)
	fmt.Fprintf(b, "at the end   %.1f units in the middle; 50 of 100 from %.1f to %.1f, 90 from %.1f to %.1f\n", last[2], last[1], last[3], last[0], last[4])
}

// printSimulationCSV writes the result as rows of part, name and value.
func printSimulationCSV(w io.Writer, r *simulate.Result) error {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	count := func(n uint64) string { return strconv.FormatUint(n, 10) }
	rows := [][]string{{"part", "name", "value"},
		{"result", "rounds", count(r.Rounds)}, {"result", "sat_out", count(r.SatOut)}, {"result", "expectation", number(r.Expectation)},
		{"result", "interval_99", number(r.Interval)}, {"result", "standard_error", number(r.Error)}, {"result", "per_staked", number(r.PerStaked)},
		{"result", "per_round", number(r.PerRound)}, {"result", "deviation", number(r.Deviation)}, {"result", "average_bet", number(r.Average)},
		{"hands", "hands", count(r.Hands.Hands)}}
	for _, row := range handRows(&r.Hands) {
		rows = append(rows, []string{"hands", strings.ReplaceAll(row.name, " ", "_"), count(row.n)})
	}
	for _, n := range r.Distribution {
		rows = append(rows, []string{"net", number(n.Net), count(n.Rounds)})
	}
	for _, c := range r.Counts {
		at := strconv.Itoa(c.Count)
		rows = append(rows, []string{"count_rounds", at, count(c.Rounds)}, []string{"count_expectation", at, number(c.Expectation)})
	}
	if t := r.Trips; t != nil {
		rows = append(rows, []string{"trips", "ruin", number(t.Ruin)}, []string{"trips", "ruin_ever", number(t.Ever)})
		for _, f := range t.Fan {
			for i, p := range []string{"5", "25", "50", "75", "95"} {
				rows = append(rows, []string{"fan_" + p, strconv.Itoa(f.Rounds), number(f.Percent[i])})
			}
		}
	}
	return csv.NewWriter(w).WriteAll(rows)
}
