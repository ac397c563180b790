package telemetry

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"club99/blackjack"
	"club99/internal/wire"
)

// Publisher tells what happened; it is what a table tells to.
type Publisher interface {
	Publish(table string, f *wire.Frame)
	PublishPrivate(player int64, y *wire.You)
	PublishLobby(row *wire.LobbyTable)
}

// play counts what is played, from the frames that tell it.
type play struct {
	actions [2]map[string]prometheus.Counter // by blackjack.By
	rounds  prometheus.Counter
	publish prometheus.Histogram

	committed sync.Map // table to *atomic.Int64: when its last commit was durable, in Unix nanoseconds; 0: it was told
}

// The names of what is no decision on a hand.
const (
	actBet   = "bet"
	actSit   = "sit"
	actLeave = "leave"
)

func (p *play) register(r prometheus.Registerer) {
	actions := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "club99_actions_total", Help: "What players and the house's bots did, or the clock for them, once it was written and told.",
	}, []string{"action", "by"})
	of := func(name string, by blackjack.By) {
		p.actions[by][name] = actions.WithLabelValues(name, by.String())
	}
	for by := range p.actions {
		p.actions[by] = map[string]prometheus.Counter{}
	}
	for _, name := range []string{actBet, actSit, actLeave} {
		of(name, blackjack.ByPlayer)
	}
	for a := blackjack.Hit; a <= blackjack.DeclineSurrender; a++ {
		of(a.String(), blackjack.ByPlayer)
		of(a.String(), blackjack.ByClock)
	}
	p.rounds = prometheus.NewCounter(prometheus.CounterOpts{Name: "club99_rounds_total", Help: "Rounds that were played to their end."})
	p.publish = prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "club99_publish_seconds", Help: "From when an action is durable until its frame is on the way to everybody at the table, in seconds.",
		Buckets: []float64{.00005, .0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, 1},
	})
	r.MustRegister(actions, p.rounds, p.publish)
}

// Publisher returns to, and counts what it is told to tell.
func (m *Metrics) Publisher(to Publisher) Publisher { return counted{to, &m.play} }

type counted struct {
	Publisher
	play *play
}

// Publish is Publisher.
func (c counted) Publish(table string, f *wire.Frame) {
	c.Publisher.Publish(table, f)
	c.play.told(table)
	for i := range f.Events {
		c.play.count(&f.Events[i])
	}
}

// Words of the rules' events.
var (
	betPlaced = wire.Kind(blackjack.BetPlaced.String())
	decided   = wire.Kind(blackjack.Decided.String())
	roundOver = wire.Kind(blackjack.RoundOver.String())
)

func (p *play) count(e *wire.Event) {
	name := ""
	switch e.Kind {
	case decided:
		name = e.Action.String()
	case betPlaced:
		name = actBet
	case wire.SeatIsTaken:
		name = actSit
	case wire.SeatIsLeft:
		name = actLeave
	case roundOver:
		p.rounds.Inc()
	}
	if int(e.By) >= len(p.actions) {
		return
	}
	if c := p.actions[e.By][name]; c != nil {
		c.Inc()
	}
}

// wrote says that a commit of the table is durable now.
func (p *play) wrote(table string) {
	at, ok := p.committed.Load(table)
	if !ok {
		at, _ = p.committed.LoadOrStore(table, new(atomic.Int64))
	}
	at.(*atomic.Int64).Store(time.Now().UnixNano())
}

// told says that the table's frame is on its way.
func (p *play) told(table string) {
	at, ok := p.committed.Load(table)
	if !ok {
		return
	}
	if ns := at.(*atomic.Int64).Swap(0); ns != 0 {
		p.publish.Observe(time.Since(time.Unix(0, ns)).Seconds())
	}
}
