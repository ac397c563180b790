package telemetry

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"
)

// Away adds how many players stay away because they said so: as numbers, never who.
// count is asked whenever the metrics are read.
func (m *Metrics) Away(count func(context.Context) (breaks, exclusions int, err error)) {
	of := func(name, help string) *prometheus.Desc { return prometheus.NewDesc(name, help, nil, nil) }
	m.club.MustRegister(&away{
		count:    count,
		breaks:   of("club99_players_on_break", "Players who are on a break that they chose."),
		excluded: of("club99_players_excluded", "Players who have excluded themselves."),
	})
}

type away struct {
	count            func(context.Context) (breaks, exclusions int, err error)
	breaks, excluded *prometheus.Desc
}

// Describe is prometheus.Collector.
func (a *away) Describe(to chan<- *prometheus.Desc) {
	to <- a.breaks
	to <- a.excluded
}

// Collect is prometheus.Collector. Numbers that cannot be read are not there.
func (a *away) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTime)
	defer cancel()
	breaks, excluded, err := a.count(ctx)
	if err != nil {
		return
	}
	to <- prometheus.MustNewConstMetric(a.breaks, prometheus.GaugeValue, float64(breaks))
	to <- prometheus.MustNewConstMetric(a.excluded, prometheus.GaugeValue, float64(excluded))
}
