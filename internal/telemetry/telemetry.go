package telemetry

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

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
	})
}

type tables struct {
	rows            func() []wire.LobbyTable
	taken, watching *prometheus.Desc
}

// Describe is prometheus.Collector.
func (t *tables) Describe(to chan<- *prometheus.Desc) { to <- t.taken; to <- t.watching }

// Collect is prometheus.Collector.
func (t *tables) Collect(to chan<- prometheus.Metric) {
	for _, row := range t.rows() {
		to <- prometheus.MustNewConstMetric(t.taken, prometheus.GaugeValue, float64(row.Taken), row.ID)
		to <- prometheus.MustNewConstMetric(t.watching, prometheus.GaugeValue, float64(row.Watching), row.ID)
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
