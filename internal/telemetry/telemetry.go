package telemetry

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"club99/internal/odds"
	"club99/internal/wire"
)

// Logger returns a log that writes lines of the given format ("text" or "json")
// and level ("debug", "info", "warn" or "error") to w.
func Logger(w io.Writer, format, level string) (*slog.Logger, error) {
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil {
		return nil, fmt.Errorf("log level %q is none of debug, info, warn, error", level)
	}
	options := &slog.HandlerOptions{Level: l}
	switch format {
	case "text":
		return slog.New(slog.NewTextHandler(w, options)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, options)), nil
	}
	return nil, fmt.Errorf("log format %q is neither text nor json", format)
}

// NewMetrics returns a registry with the numbers of the process itself.
func NewMetrics() *prometheus.Registry {
	r := prometheus.NewRegistry()
	r.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return r
}

// Tables adds what can be seen of each table from the door: seats taken and
// people watching. rows is asked at every scrape.
func Tables(r prometheus.Registerer, rows func() []wire.LobbyTable) {
	r.MustRegister(&tables{
		rows:     rows,
		taken:    prometheus.NewDesc("club99_table_seats_taken", "Seats taken, bots included.", []string{"table"}, nil),
		watching: prometheus.NewDesc("club99_table_watching", "People connected without a seat.", []string{"table"}, nil),
		closed:   prometheus.NewDesc("club99_table_closed", "1 if the table is closed because of a fault.", []string{"table"}, nil),
	})
}

type tables struct {
	rows                    func() []wire.LobbyTable
	taken, watching, closed *prometheus.Desc
}

// Describe is prometheus.Collector.
func (t *tables) Describe(to chan<- *prometheus.Desc) {
	to <- t.taken
	to <- t.watching
	to <- t.closed
}

// Collect is prometheus.Collector.
func (t *tables) Collect(to chan<- prometheus.Metric) {
	for _, row := range t.rows() {
		to <- prometheus.MustNewConstMetric(t.taken, prometheus.GaugeValue, float64(row.Taken), row.ID)
		to <- prometheus.MustNewConstMetric(t.watching, prometheus.GaugeValue, float64(row.Watching), row.ID)
		closed := 0.0
		if row.Phase == wire.PhaseClosed {
			closed = 1
		}
		to <- prometheus.MustNewConstMetric(t.closed, prometheus.GaugeValue, closed, row.ID)
	}
}

// House adds what the house won at each table, beside what it should have won
// from players who play best. houses is asked at every scrape.
func House(r prometheus.Registerer, houses func(context.Context) ([]odds.House, error)) {
	of := func(name, help string) *prometheus.Desc {
		return prometheus.NewDesc(name, help, []string{"table"}, nil)
	}
	r.MustRegister(&house{
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

// scrapeTime bounds how long the results may take to be read.
const scrapeTime = 5 * time.Second

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

// Server serves the metrics of r at /metrics.
func Server(r *prometheus.Registry) *http.Server {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(r, promhttp.HandlerOpts{}))
	return &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
}

// Profiles serves the Go runtime's profiles below /debug/pprof/, and nothing else.
// They show what the program does, so the address must be this machine's alone.
func Profiles() *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
}
