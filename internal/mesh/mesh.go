package mesh

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"club99/internal/bus"
	"club99/internal/cluster"
	"club99/internal/gateway"
	"club99/internal/pit"
	"club99/internal/store"
	"club99/internal/table"
	"club99/internal/warden"
)

// Bus is what the nodes talk over; package bus has one.
type Bus interface {
	gateway.Bus
	Ask(ctx context.Context, subject string, data []byte) ([]byte, error)
}

// Config is what a mesh is made of.
type Config struct {
	Node   string // this node's id
	Bus    Bus
	Hub    *gateway.Hub
	Warden *warden.Warden
	Log    *slog.Logger
}

const (
	rollEvery = time.Second     // how often a roll is said
	rollFor   = 4 * time.Second // how long it counts
	rowsEvery = 8               // in so many rolls there are rows of the lobby once
	// askTime is how long one node is waited for; then the request is made again, to
	// whoever drives the table by then.
	askTime = 2 * time.Second
	// mostAsked bounds the requests of other nodes that are being answered. What comes
	// then is answered "busy".
	mostAsked = 1024
	// idleTime is how long who has answered one waits for the next.
	idleTime = 10 * time.Second
)

// The subjects.
const (
	rollSubject = "club99.roll"
	wordSubject = "club99.word"
)

func askSubject(table string) string  { return gateway.TableSubject(table, "ask") }
func hereSubject(table string) string { return gateway.TableSubject(table, "here") }
func homeSubject(node string) string  { return "club99.home." + node }

// request is what another node asks of a table here.
type request struct {
	table string
	data  []byte
	reply func([]byte)
}

// Mesh is this node among the others. Its methods may be called from any goroutine.
type Mesh struct {
	Config
	pit    *pit.Pit
	node   *cluster.Node
	gate   *gateway.Gateway
	asked  chan struct{} // as many as are being answered, or wait to be
	idle   chan request  // taken by who has just answered one
	ending context.Context
	end    context.CancelFunc
	work   sync.WaitGroup

	mu      sync.Mutex
	stops   map[string][]func()       // by table that is driven here: ends listening for it
	mine    map[string]map[int64]int  // connections to this node, by table and player; the inner maps never change
	rolls   map[string]*roll          // the last of each other node
	seated  map[string]map[int64]bool // by other node: who has a seat there
	nodes   []store.Node              // that live
	changed time.Time                 // when they last changed
	said    int                       // rolls
}

var (
	_ gateway.Mesh   = (*Mesh)(nil)
	_ gateway.Warden = (*Mesh)(nil)
	_ table.Guard    = (*Mesh)(nil)
	_ cluster.Floor  = (*Mesh)(nil)
)

// New returns a mesh that is not open yet: it is what the pit is made with.
func New(c Config) *Mesh {
	m := &Mesh{
		Config: c, asked: make(chan struct{}, mostAsked), idle: make(chan request), stops: map[string][]func(){}, mine: map[string]map[int64]int{},
		rolls: map[string]*roll{}, seated: map[string]map[int64]bool{},
	}
	m.ending, m.end = context.WithCancel(context.Background())
	return m
}

// Open begins to listen to the other nodes, before the cluster's node runs.
func (m *Mesh) Open(p *pit.Pit, node *cluster.Node, gate *gateway.Gateway) error {
	m.pit, m.node, m.gate = p, node, gate
	if err := m.Hub.Share(m.Bus, m.pit.Heard); err != nil {
		return err
	}
	_, err := m.listen(map[string]hearing{
		rollSubject:         func(data []byte, _ func([]byte)) { m.hearRoll(data) },
		wordSubject:         func(data []byte, _ func([]byte)) { m.hearWord(data) },
		homeSubject(m.Node): m.hearHome,
	})
	if err == nil {
		m.work.Go(m.callRolls)
	}
	return err
}

// hearing takes in what another node says on a subject.
type hearing func(data []byte, reply func([]byte))

// listen listens to all of the subjects, or to none.
func (m *Mesh) listen(to map[string]hearing) (stops []func(), err error) {
	for subject, fn := range to {
		stop, err := m.Bus.Listen(subject, fn)
		if err != nil {
			for _, stop := range stops {
				stop()
			}
			return nil, err
		}
		stops = append(stops, stop)
	}
	return stops, nil
}

// Close says nothing any more. The cluster's node must have ended.
func (m *Mesh) Close() {
	m.end()
	m.work.Wait()
}

// Accepting is [gateway.Mesh].
func (m *Mesh) Accepting() bool { return m.node.Accepting() }

// Take is [cluster.Floor].
func (m *Mesh) Take(ctx context.Context, l store.Lease) error {
	if err := m.pit.Take(ctx, l); err != nil {
		return err
	}
	stops, err := m.listen(map[string]hearing{
		askSubject(l.Table):  func(data []byte, reply func([]byte)) { m.answer(l.Table, data, reply) },
		hereSubject(l.Table): func(data []byte, _ func([]byte)) { m.hearHere(l.Table, data) },
	})
	if err != nil {
		m.pit.Drop(l.Table)
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.stops[l.Table] = append(m.stops[l.Table], stops...)
	return nil
}

// Drop is [cluster.Floor].
func (m *Mesh) Drop(id string) {
	m.pit.Drop(id)
	m.ended(id)
}

// ended lets go of what a table had that is not driven here any more.
func (m *Mesh) ended(id string) {
	m.mu.Lock()
	stops := m.stops[id]
	delete(m.stops, id)
	m.mu.Unlock()
	for _, stop := range stops {
		stop()
	}
	m.Hub.End(id)
}

// Began is for the pit: a table was loaded, and will run.
func (m *Mesh) Began(t *table.Table) {
	seq, _ := t.Standings()
	m.Hub.Begin(t.ID(), seq)
	m.mu.Lock()
	defer m.mu.Unlock()
	t.Attend(m.Node, m.mine[t.ID()])
	for node, r := range m.rolls {
		t.Attend(node, r.Here[t.ID()])
	}
}

// Fenced is for the pit: the store refused a table's lease.
func (m *Mesh) Fenced(l store.Lease) {
	m.node.Lost(l)
	m.work.Go(func() { m.ended(l.Table) })
}

// Gave is for the cluster's node: a table was given away.
func (m *Mesh) Gave(id string) { m.say(word{Gave: id}) }

// Ask is [gateway.Mesh].
func (m *Mesh) Ask(ctx context.Context, id string, request []byte) ([]byte, error) {
	try, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	reply, err := m.Bus.Ask(try, askSubject(id), request)
	switch {
	case err == nil:
		return reply, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, bus.ErrNobody), errors.Is(err, context.DeadlineExceeded):
		return nil, gateway.ErrElsewhere
	}
	return nil, err
}

// answer answers a request of another node about a table that is driven here.
func (m *Mesh) answer(id string, data []byte, reply func([]byte)) {
	if reply == nil || m.gate == nil {
		return
	}
	r := request{id, data, reply}
	select {
	case m.idle <- r:
		return
	default: // nobody has nothing to do
	}
	select {
	case m.asked <- struct{}{}:
		m.work.Go(func() { m.answerAll(r) })
	default:
		reply(gateway.BusyAnswer)
	}
}

// answerAll answers a request, and those that come while there are any: a goroutine that
// has answered has the stack that it takes, which is half of the work.
func (m *Mesh) answerAll(r request) {
	defer func() { <-m.asked }()
	rest := time.NewTimer(idleTime)
	defer rest.Stop()
	for {
		r.reply(m.gate.Answer(m.ending, r.table, r.data))
		rest.Reset(idleTime)
		select {
		case r = <-m.idle:
		case <-rest.C:
			return
		case <-m.ending.Done():
			return
		}
	}
}

// Attend is [gateway.Mesh].
func (m *Mesh) Attend(id string, player int64, more int) {
	m.mu.Lock()
	defer m.mu.Unlock() // so that what is said last is what holds
	players := maps.Clone(m.mine[id])
	if players == nil {
		players = map[int64]int{}
	}
	if players[player] += more; players[player] <= 0 {
		delete(players, player)
	}
	m.mine[id] = players
	if len(players) == 0 {
		delete(m.mine, id)
	}
	if t, ok := m.pit.Driven(id); ok {
		t.Attend(m.Node, players)
		return
	}
	if data, err := json.Marshal(here{m.Node, players}); err == nil {
		m.Bus.Tell(hereSubject(id), data)
	}
}

// here is who is connected to a node and follows a table.
type here struct {
	Node    string
	Players map[int64]int
}

func (m *Mesh) hearHere(id string, data []byte) {
	var h here
	if !m.read(data, &h) {
		return
	}
	if t, ok := m.pit.Driven(id); ok {
		t.Attend(h.Node, h.Players)
	}
}

// word is something that all other nodes are told.
type word struct {
	Gave string `json:",omitzero"` // a table that is nobody's now
	Look int64  `json:",omitzero"` // a player at whom all tables are to look
	Away int64  `json:",omitzero"` // a player whose connections are to end
}

func (m *Mesh) say(w word) {
	if data, err := json.Marshal(w); err == nil {
		m.Bus.Tell(wordSubject, data)
	}
}

func (m *Mesh) hearWord(data []byte) {
	var w word
	if !m.read(data, &w) {
		return
	}
	switch {
	case w.Gave != "":
		m.node.Look()
	case w.Look != 0:
		m.pit.LookAround(w.Look)
	case w.Away != 0 && m.gate != nil:
		m.gate.EndConnections(w.Away)
	}
}

// LookAround is [gateway.Mesh].
func (m *Mesh) LookAround(player int64) {
	m.pit.LookAround(player)
	m.say(word{Look: player})
}

// SendAway is [gateway.Mesh].
func (m *Mesh) SendAway(player int64) { m.say(word{Away: player}) }

// Lives is for the cluster's node: the nodes that live.
func (m *Mesh) Lives(nodes []store.Node) {
	m.mu.Lock()
	same := slices.EqualFunc(nodes, m.nodes, func(a, b store.Node) bool { return a.ID == b.ID && a.Draining == b.Draining })
	m.nodes = nodes
	if !same {
		m.changed = time.Now()
	}
	m.mu.Unlock()
	if same {
		return
	}
	names := make([]string, len(nodes))
	for i := range nodes {
		names[i] = nodes[i].ID
	}
	m.Log.Info("the nodes that live have changed", "nodes", names)
	m.work.Go(func() { m.Warden.Hand(m.ending, m.isHome) })
}

// Elsewhere is for the pit: whether a player has a seat at a table of another node.
func (m *Mesh) Elsewhere(player int64) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, players := range m.seated {
		if players[player] {
			return true
		}
	}
	return false
}

// read decodes what another node said.
func (m *Mesh) read(data []byte, to any) bool {
	if err := json.Unmarshal(data, to); err != nil {
		m.Log.Warn("another node said something that cannot be read: do all run the same version?", "error", err)
		return false
	}
	return true
}
