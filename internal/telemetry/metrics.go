package telemetry

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics is everything that is counted. Its methods may be called from any
// goroutine; those that add something to be read are for the opening.
type Metrics struct {
	club     *prometheus.Registry
	realtime *prometheus.Registry
	ready    *Readiness

	door
	play
	books
	nodes
}

// NewMetrics returns metrics with the numbers of the process itself, and all that
// is counted at zero.
func NewMetrics() *Metrics {
	m := &Metrics{club: prometheus.NewRegistry(), realtime: prometheus.NewRegistry()}
	m.club.MustRegister(
		collectors.NewGoCollector(), collectors.NewBuildInfoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	m.door.register(m.club)
	m.play.register(m.club)
	m.books.register(m.club)
	m.nodes.register(m.club)
	return m
}

// Realtime is where the library of the real-time connections puts its own numbers.
// They are read apart from the club's: there are many, for a close look only.
func (m *Metrics) Realtime() *prometheus.Registry { return m.realtime }

// gauge adds a number that is asked for whenever the metrics are read.
func (m *Metrics) gauge(name, help string, labels prometheus.Labels, value func() float64) {
	m.club.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: labels}, value))
}

// Log adds how many lines of a log of [Logger] were warnings and errors, those that
// were left out included.
func (m *Metrics) Log(log *slog.Logger) {
	h, ok := log.Handler().(*handler)
	if !ok {
		return
	}
	count := func(level string, lines func() uint64) {
		m.club.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "club99_log_lines_total", Help: "Lines of the log, by level, those left out because they repeat themselves included.",
			ConstLabels: prometheus.Labels{"level": level},
		}, func() float64 { return float64(lines()) }))
	}
	count("warn", h.lines.warnings.Load)
	count("error", h.lines.errors.Load)
}

// Ready adds whether the club is ready, and serves it beside the metrics.
func (m *Metrics) Ready(r *Readiness) {
	m.ready = r
	m.gauge("club99_ready", "1 if people can be sent here, 0 if not; /readyz says why.", nil, func() float64 {
		ctx, cancel := context.WithTimeout(context.Background(), scrapeTime)
		defer cancel()
		if r.Check(ctx) != nil {
			return 0
		}
		return 1
	})
}

// scrapeTime bounds how long anything that is read for a scrape may take.
const scrapeTime = 5 * time.Second

// Server serves the metrics at /metrics, those of the real-time library at
// /metrics/realtime, and whether the club lives and is ready, with the reason why
// not, at /healthz and /readyz.
func (m *Metrics) Server() *http.Server {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.club, promhttp.HandlerOpts{}))
	mux.Handle("GET /metrics/realtime", promhttp.HandlerFor(m.realtime, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusOK, "ok") })
	if m.ready != nil {
		mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
			if err := m.ready.Check(r.Context()); err != nil {
				say(w, http.StatusServiceUnavailable, "not ready: "+err.Error())
				return
			}
			say(w, http.StatusOK, "ready")
		})
	}
	return &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
}

func say(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n")) // whoever asked may be gone
}
