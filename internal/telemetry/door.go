package telemetry

import (
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"club99/internal/wire"
)

// door counts who comes, goes and is refused. It is a gateway.Watch.
type door struct {
	refusals map[wire.Code]prometheus.Counter
	other    prometheus.Counter
	opened   prometheus.Counter
	resumed  map[bool]prometheus.Counter
	sent     *prometheus.CounterVec
}

// sentAwayReasons are those that are there from the beginning, at zero. What the
// library calls otherwise is added when it happens.
var sentAwayReasons = []string{"slow", "no pong", "too many requests", "connection limit", "expired", "stale", "write error", "insufficient state", "shutdown"}

func (d *door) register(r prometheus.Registerer) {
	refusals := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "club99_refusals_total", Help: "Commands and requests of people that were refused, by the code that was answered.",
	}, []string{"code"})
	d.refusals = map[wire.Code]prometheus.Counter{}
	for _, code := range wire.Codes() {
		d.refusals[code] = refusals.WithLabelValues(string(code))
	}
	d.other = refusals.WithLabelValues("other")
	d.opened = prometheus.NewCounter(prometheus.CounterOpts{Name: "club99_connections_opened_total", Help: "Real-time connections that began."})
	resumes := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "club99_resumes_total", Help: "Connections that asked to go on from the last frame they saw: they got the frames in between, or had to join anew by a snapshot.",
	}, []string{"by"})
	d.resumed = map[bool]prometheus.Counter{true: resumes.WithLabelValues("frames"), false: resumes.WithLabelValues("snapshot")}
	d.sent = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "club99_sent_away_total", Help: "Real-time connections that the club ended, by reason; slow or write-error: it did not read what it was told.",
	}, []string{"reason"})
	for _, reason := range sentAwayReasons {
		d.sentAway(reason)
	}
	r.MustRegister(refusals, d.opened, resumes, d.sent)
}

// Refused is gateway.Watch.
func (d *door) Refused(code wire.Code) {
	c, ok := d.refusals[code]
	if !ok {
		c = d.other
	}
	c.Inc()
}

// CameIn is gateway.Watch.
func (d *door) CameIn() { d.opened.Inc() }

// Resumed is gateway.Watch.
func (d *door) Resumed(whole bool) { d.resumed[whole].Inc() }

// SentAway is gateway.Watch.
func (d *door) SentAway(reason string) { d.sentAway(reason).Inc() }

func (d *door) sentAway(reason string) prometheus.Counter {
	return d.sent.WithLabelValues(strings.ReplaceAll(reason, " ", "-"))
}

// Connected adds how many are connected. count is asked whenever the metrics are read.
func (m *Metrics) Connected(count func() (connections, players int)) {
	m.gauge("club99_connections", "Real-time connections that are open.", nil, func() float64 {
		n, _ := count()
		return float64(n)
	})
	m.gauge("club99_players_connected", "Players who have at least one connection; who only watches is none.", nil, func() float64 {
		_, n := count()
		return float64(n)
	})
}
