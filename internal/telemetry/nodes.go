package telemetry

import (
	"context"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"club99/internal/store"
)

// nodes counts what passes between the nodes of a club, and what becomes of leases.
type nodes struct {
	renewals map[bool]prometheus.Counter
	takes    prometheus.Histogram
	asks     map[string]prometheus.Histogram
	lost     *prometheus.CounterVec
	answers  map[string]prometheus.Histogram
}

// homeSubject begins the subjects of what is asked of a player's home; all else that is
// asked is asked of a table.
const homeSubject = "club99.home."

var hopBuckets = []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5}

func (n *nodes) register(r prometheus.Registerer) {
	renewals := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "club99_lease_renewals_total", Help: "How often this node said that it lives, by whether the database took it.",
	}, []string{"result"})
	n.renewals = map[bool]prometheus.Counter{true: renewals.WithLabelValues("renewed"), false: renewals.WithLabelValues("failed")}
	n.takes = prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "club99_takeover_seconds", Help: "From when this node had the lease of a table until the table went on here, in seconds; those that failed are not in it.", Buckets: diskBuckets,
	})
	of := func(name, help string) map[string]prometheus.Histogram {
		v := prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: hopBuckets}, []string{"of"})
		r.MustRegister(v)
		return map[string]prometheus.Histogram{"table": v.WithLabelValues("table").(prometheus.Histogram), "home": v.WithLabelValues("home").(prometheus.Histogram)}
	}
	n.asks = of("club99_hops_out_seconds", "From when this node asked another until the answer was here, in seconds, by what was asked of: a table or a player's home.")
	n.answers = of("club99_hops_in_seconds", "From when another node's request was here until it was answered, in seconds.")
	n.lost = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "club99_hops_lost_total", Help: "Requests to other nodes that nobody answered; they are made again.",
	}, []string{"of"})
	for what := range n.asks {
		n.lost.WithLabelValues(what)
	}
	r.MustRegister(renewals, n.takes, n.lost)
}

// Leases returns leases, and counts how often this node says that it lives.
func (m *Metrics) Leases(l store.Leases) store.Leases { return &leased{l, m} }

// leases has another name than its own method.
type leases = store.Leases

type leased struct {
	leases
	m *Metrics
}

// Beat is store.Leases.
func (l *leased) Beat(ctx context.Context, n store.Node, ttl time.Duration) ([]store.Node, error) {
	living, err := l.leases.Beat(ctx, n, ttl)
	l.m.renewals[err == nil].Inc()
	return living, err
}

// Floor takes tables and gives them up, as cluster.Floor does.
type Floor interface {
	Take(ctx context.Context, l store.Lease) error
	Drop(table string)
}

// Floor returns f, and measures how long taking takes.
func (m *Metrics) Floor(f Floor) Floor { return &taking{f, m} }

type taking struct {
	Floor
	m *Metrics
}

// Take is cluster.Floor.
func (t *taking) Take(ctx context.Context, l store.Lease) error {
	began := time.Now()
	err := t.Floor.Take(ctx, l)
	if err == nil {
		t.m.takes.Observe(time.Since(began).Seconds())
	}
	return err
}

// Bus is what the nodes talk over, as mesh.Bus is.
type Bus interface {
	Tell(subject string, data []byte)
	Listen(subject string, fn func(data []byte, reply func([]byte))) (stop func(), err error)
	Ask(ctx context.Context, subject string, data []byte) ([]byte, error)
}

// Bus returns b, and measures what is asked over it, both ways.
func (m *Metrics) Bus(b Bus) Bus { return &heard{b, m} }

type heard struct {
	Bus
	m *Metrics
}

// askedOf says what something is asked of.
func askedOf(subject string) string {
	if strings.HasPrefix(subject, homeSubject) {
		return "home"
	}
	return "table"
}

// Ask is mesh.Bus.
func (h *heard) Ask(ctx context.Context, subject string, data []byte) ([]byte, error) {
	began := time.Now()
	answer, err := h.Bus.Ask(ctx, subject, data)
	if err != nil {
		h.m.lost.WithLabelValues(askedOf(subject)).Inc()
		return answer, err
	}
	h.m.asks[askedOf(subject)].Observe(time.Since(began).Seconds())
	return answer, nil
}

// Listen is mesh.Bus.
func (h *heard) Listen(subject string, fn func(data []byte, reply func([]byte))) (stop func(), err error) {
	answers := h.m.answers[askedOf(subject)]
	return h.Bus.Listen(subject, func(data []byte, reply func([]byte)) {
		if reply == nil {
			fn(data, nil)
			return
		}
		began := time.Now()
		fn(data, func(answer []byte) {
			reply(answer)
			answers.Observe(time.Since(began).Seconds())
		})
	})
}

// Standing is how a node stands among the others, whenever the metrics are read.
type Standing struct {
	Nodes      int  // that live, this one included
	Tables     int  // of the club, at whatever node
	Leases     int  // of tables that this node drives
	Held       bool // its own lease holds
	Peers      int  // that its bus is joined to; -1: the bus is elsewhere
	Bus        bool // it is connected
	Reconnects uint64
	Gaps       uint64 // times that something told by another node had not come
}

// Nodes adds how this node stands; now is asked whenever the metrics are read.
func (m *Metrics) Nodes(now func() Standing) {
	flag := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	m.gauge("club99_nodes", "Nodes of the club that live, as this one sees it.", nil, func() float64 { return float64(now().Nodes) })
	m.gauge("club99_club_tables", "Tables that the settings list, at whatever node.", nil, func() float64 { return float64(now().Tables) })
	m.gauge("club99_leases", "Tables that this node drives by a lease.", nil, func() float64 { return float64(now().Leases) })
	m.gauge("club99_lease_held", "1 if this node's lease holds, so that it may drive tables.", nil, func() float64 { return flag(now().Held) })
	m.gauge("club99_peers", "Other nodes that this node's bus is joined to; -1 if the bus is a NATS elsewhere.", nil, func() float64 { return float64(now().Peers) })
	m.gauge("club99_bus_connected", "1 if this node is connected to the bus between nodes.", nil, func() float64 { return flag(now().Bus) })
	counter := func(name, help string, value func() uint64) {
		m.club.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, func() float64 { return float64(value()) }))
	}
	counter("club99_bus_reconnects_total", "Times that this node found the bus again after it was gone.", func() uint64 { return now().Reconnects })
	counter("club99_frame_gaps_total", "Times that something which another node told had not come, and listeners joined anew.", func() uint64 { return now().Gaps })
}
