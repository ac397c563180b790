package telemetry

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"club99/internal/odds"
	"club99/internal/wire"
)

// Open is how many tables there are, and at how many of them people can play.
func Open(rows []wire.LobbyTable) (open, all int) {
	for i := range rows {
		if rows[i].Phase != wire.PhaseClosed {
			open++
		}
	}
	return open, len(rows)
}

// Tables adds what can be seen of the tables from the door. rows is asked whenever
// the metrics are read.
func (m *Metrics) Tables(rows func() []wire.LobbyTable) {
	of := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc(name, help, labels, nil)
	}
	m.club.MustRegister(&tables{
		rows:     rows,
		all:      of("club99_tables", "Tables that the settings list."),
		open:     of("club99_tables_open", "Tables at which people can play: all but those that were closed because of a fault."),
		taken:    of("club99_table_seats_taken", "Seats taken, bots included.", "table"),
		watching: of("club99_table_watching", "People connected without a seat.", "table"),
		closed:   of("club99_table_closed", "1 if the table is closed because of a fault.", "table"),
	})
}

type tables struct {
	rows                               func() []wire.LobbyTable
	all, open, taken, watching, closed *prometheus.Desc
}

// Describe is prometheus.Collector.
func (t *tables) Describe(to chan<- *prometheus.Desc) {
	to <- t.all
	to <- t.open
	to <- t.taken
	to <- t.watching
	to <- t.closed
}

// Collect is prometheus.Collector.
func (t *tables) Collect(to chan<- prometheus.Metric) {
	rows := t.rows()
	open, all := Open(rows)
	to <- prometheus.MustNewConstMetric(t.all, prometheus.GaugeValue, float64(all))
	to <- prometheus.MustNewConstMetric(t.open, prometheus.GaugeValue, float64(open))
	for i := range rows {
		row := &rows[i]
		to <- prometheus.MustNewConstMetric(t.taken, prometheus.GaugeValue, float64(row.Taken), row.ID)
		to <- prometheus.MustNewConstMetric(t.watching, prometheus.GaugeValue, float64(row.Watching), row.ID)
		shut := 0.0
		if row.Phase == wire.PhaseClosed {
			shut = 1
		}
		to <- prometheus.MustNewConstMetric(t.closed, prometheus.GaugeValue, shut, row.ID)
	}
}

// House adds what the house won at each table, beside what it should have won
// from players who play best. houses is asked whenever the metrics are read.
func (m *Metrics) House(houses func(context.Context) ([]odds.House, error)) {
	of := func(name, help string) *prometheus.Desc {
		return prometheus.NewDesc(name, help, []string{"table"}, nil)
	}
	m.club.MustRegister(&house{
		houses:   houses,
		bets:     of("club99_house_first_bets", "First bets at the table, in units."),
		result:   of("club99_house_result", "What the house won at the table, in units; below zero it lost."),
		expected: of("club99_house_expected", "What the house should have won from players who play best, in units."),
		score:    of("club99_house_score", "How many standard deviations the result is above what was expected."),
	})
}

type house struct {
	houses                        func(context.Context) ([]odds.House, error)
	bets, result, expected, score *prometheus.Desc
}

// Describe is prometheus.Collector.
func (h *house) Describe(to chan<- *prometheus.Desc) {
	to <- h.bets
	to <- h.result
	to <- h.expected
	to <- h.score
}

// Collect is prometheus.Collector. Results that cannot be read are not there.
func (h *house) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTime)
	defer cancel()
	tables, err := h.houses(ctx)
	if err != nil {
		return
	}
	for _, t := range tables {
		to <- prometheus.MustNewConstMetric(h.bets, prometheus.GaugeValue, float64(t.Bets), t.Table)
		to <- prometheus.MustNewConstMetric(h.result, prometheus.GaugeValue, float64(t.Result), t.Table)
		to <- prometheus.MustNewConstMetric(h.expected, prometheus.GaugeValue, t.Expected, t.Table)
		to <- prometheus.MustNewConstMetric(h.score, prometheus.GaugeValue, t.Score, t.Table)
	}
}
