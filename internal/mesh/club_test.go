package mesh_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"club99/blackjack"
	"club99/client"
	"club99/internal/account"
	"club99/internal/bus"
	"club99/internal/cluster"
	"club99/internal/gateway"
	"club99/internal/history"
	"club99/internal/mesh"
	"club99/internal/odds"
	"club99/internal/pit"
	"club99/internal/seal"
	"club99/internal/store"
	"club99/internal/store/memory"
	"club99/internal/warden"
	"club99/internal/wire"
	"club99/preset"
)

// Short lives, so that tests need not wait: the same proportions as in earnest.
const (
	ttl   = 900 * time.Millisecond
	every = 300 * time.Millisecond
)

// club is several nodes over one store in memory.
type club struct {
	testing.TB
	store  *memory.Store
	rules  blackjack.Rules
	tables []pit.Table
	nodes  []*node
}

// node is a whole server, but for the store.
type node struct {
	club  *club
	id    string
	url   string
	books *books
	bus   *bus.Bus
	lossy *lossy
	hub   *gateway.Hub
	mesh  *mesh.Mesh
	pit   *pit.Pit
	node  *cluster.Node
	gate  *gateway.Gateway
	ward  *warden.Warden
	book  *odds.Book
	web   *httptest.Server
	end   context.CancelFunc
	ended chan struct{}
	dead  bool
}

// books is the store as one node reaches it.
type books struct {
	*memory.Store
	deaf    atomic.Bool // its beats do not arrive
	cut     atomic.Bool // nothing arrives
	fenced  atomic.Int64
	written atomic.Int64 // commands of players
}

var errCut = fmt.Errorf("the line to the store is cut: %w", store.ErrUnavailable)

func (b *books) Beat(ctx context.Context, n store.Node, ttl time.Duration) ([]store.Node, error) {
	if b.deaf.Load() || b.cut.Load() {
		return nil, errCut
	}
	return b.Store.Beat(ctx, n, ttl)
}

func (b *books) Leave(ctx context.Context, id string) error {
	if b.cut.Load() {
		return errCut
	}
	return b.Store.Leave(ctx, id)
}

func (b *books) Commit(ctx context.Context, c store.Commit) (store.Receipt, error) {
	if b.cut.Load() {
		return store.Receipt{}, errCut
	}
	r, err := b.Store.Commit(ctx, c)
	if errors.Is(err, store.ErrFenced) {
		b.fenced.Add(1)
	}
	if err == nil && c.Command != (store.CommandKey{}) {
		b.written.Add(1)
	}
	return r, err
}

// lossy loses messages that are told, and requests.
type lossy struct {
	*bus.Bus
	part float64
	lost atomic.Int64
	ill  atomic.Bool // it loses now

	heard atomic.Pointer[heard] // counts what comes; may be nil
}

func (l *lossy) loses() bool {
	if !l.ill.Load() || rand.Float64() >= l.part {
		return false
	}
	l.lost.Add(1)
	return true
}

func (l *lossy) Tell(subject string, data []byte) {
	if !l.loses() {
		l.Bus.Tell(subject, data)
	}
}

func (l *lossy) Ask(ctx context.Context, subject string, data []byte) ([]byte, error) {
	if l.loses() {
		<-ctx.Done() // nobody answers what did not arrive
		return nil, ctx.Err()
	}
	return l.Bus.Ask(ctx, subject, data)
}

var page = fstest.MapFS{"index.html": {Data: []byte("<!doctype html><title>CLUB 99</title>")}}

// open opens a club of n nodes with so many tables.
func open(t testing.TB, nodes, tables int, settings ...string) *club {
	t.Helper()
	rules, err := preset.Load("club99")
	if err != nil {
		t.Fatal(err)
	}
	c := &club{TB: t, store: memory.New(), rules: rules}
	for i := range tables {
		id := fmt.Sprintf("t.%d", i+1)
		c.tables = append(c.tables, pit.Table{ID: id, Name: wire.Text{Vi: id, En: id}, Preset: "club99", Rules: rules, Hints: true})
	}
	for i := range c.tables {
		for k := 0; k+1 < len(settings); k += 2 {
			if err := c.tables[i].Rules.Set(settings[k], settings[k+1]); err != nil {
				t.Fatal(err)
			}
		}
	}
	for range nodes {
		c.add()
	}
	return c
}

func logger() *slog.Logger {
	if os.Getenv("CLUB99_TEST_LOG") != "" {
		return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelInfo}))
	}
	return slog.New(slog.NewTextHandler(io.Discard, nil))
}

// add starts one node more.
func (c *club) add() *node {
	c.Helper()
	n := &node{club: c, id: fmt.Sprintf("node-%d", len(c.nodes)+1), books: &books{Store: c.store}, ended: make(chan struct{})}
	log := logger().With("node", n.id)
	must := func(err error) {
		c.Helper()
		if err != nil {
			c.Fatal(err)
		}
	}
	var peers []string
	for _, other := range c.nodes {
		if !other.dead {
			peers = append(peers, other.bus.Address())
		}
	}
	var err error
	n.bus, err = bus.Open(bus.Config{Node: n.id, Listen: "127.0.0.1:0", Peers: peers, Secret: "a secret of tests", Log: log})
	must(err)
	n.lossy = &lossy{Bus: n.bus, part: 0.1}
	n.hub, err = gateway.NewHub(log, prometheus.NewRegistry())
	must(err)
	n.ward = warden.Open(n.books, time.Now, log)
	n.book = odds.Open(n.books, log)
	n.mesh = mesh.New(mesh.Config{Node: n.id, Bus: n.lossy, Hub: n.hub, Warden: n.ward, Log: log})
	sealer, err := seal.FromHex("9999999999999999999999999999999999999999999999999999999999999999")
	must(err)
	n.pit, err = pit.Open(c.Context(), pit.Config{
		Store: n.books, Sealer: sealer, Publisher: n.hub, Guard: n.mesh, Log: log, Tables: c.tables, Test: true, Odds: n.book.Lobby,
		Shared: true, Began: n.mesh.Began, Fenced: n.mesh.Fenced, Elsewhere: n.mesh.Elsewhere,
	})
	must(err)
	var ids []string
	for i := range c.tables {
		ids = append(ids, c.tables[i].ID)
	}
	n.node = cluster.New(cluster.Config{
		Leases: n.books, Node: store.Node{ID: n.id, Address: n.bus.Address()}, Tables: ids, Floor: n.mesh, Log: log, TTL: ttl, Every: every,
		Gave: n.mesh.Gave, Lives: n.mesh.Lives,
	})
	n.gate, err = gateway.New(gateway.Config{
		Hub: n.hub, Pit: n.pit, Accounts: account.New(n.books, time.Now, account.Grant), History: &history.History{Store: n.books}, Odds: n.book, Warden: n.mesh,
		Mesh: n.mesh, Page: page, Log: log, Now: time.Now, Proxied: true, Guests: 1000000, Requests: 1000,
	})
	must(err)
	must(n.mesh.Open(n.pit, n.node, n.gate))
	n.web = httptest.NewServer(n.gate)
	n.url = n.web.URL
	ctx, end := context.WithCancel(context.Background())
	n.end = end
	go func() {
		defer close(n.ended)
		n.node.Run(ctx)
	}()
	c.nodes = append(c.nodes, n)
	c.Cleanup(n.close)
	return n
}

// close ends a node as a program ends.
func (n *node) close() {
	if n.dead {
		return
	}
	n.dead = true
	n.end()
	<-n.ended
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	_ = n.hub.Shutdown(ctx)
	n.web.CloseClientConnections()
	n.web.Close()
	n.pit.Close()
	n.mesh.Close()
	n.ward.Close()
	n.book.Close()
	n.bus.Close()
}

// kill ends a node as if its machine had lost its power: nothing that it does any more
// reaches anybody.
func (n *node) kill() {
	n.books.cut.Store(true)
	n.web.CloseClientConnections()
	n.bus.Close()
	n.end()
	n.dead = true
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = n.hub.Shutdown(ctx)
		n.web.Close()
		<-n.ended
		n.pit.Close()
		n.ward.Close()
		n.book.Close()
	}()
}

// until waits for something to become true.
func until(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never came: %s", what)
		}
	}
}

// owner is the node that drives a table; nil if none does.
func (c *club) owner(id string) *node {
	var found *node
	for _, n := range c.nodes {
		if _, ok := n.pit.Driven(id); ok && !n.dead && n.node.Accepting() {
			found = n
		}
	}
	return found
}

// spread waits until every table is driven, by the node that is to have it.
func (c *club) spread() {
	c.Helper()
	until(c, "every table is where it belongs", func() bool {
		for _, n := range c.nodes {
			if n.dead {
				continue
			}
			living := n.node.Living()
			for i := range c.tables {
				id := c.tables[i].ID
				_, driven := n.pit.Driven(id)
				if driven != (cluster.Owner(id, living) == n.id) || len(living) != c.alive() {
					return false
				}
			}
		}
		return true
	})
}

func (c *club) alive() (count int) {
	for _, n := range c.nodes {
		if !n.dead {
			count++
		}
	}
	return count
}

// all returns the tables that the node drives, four at least.
func (n *node) all() (list []string) {
	n.club.Helper()
	for _, t := range n.pit.Tables() {
		list = append(list, t.ID())
	}
	if len(list) < 4 && len(n.club.tables) > 30 || len(list) == 0 {
		n.club.Fatalf("%s drives %d tables", n.id, len(list))
	}
	return list
}

// at returns a table that the node drives.
func (n *node) at() string { return n.all()[0] }

// person plays at a table by hand.
type person struct {
	club   *club
	client *client.Client
	table  *client.Table
	last   client.Update
	frames []client.Frame
	missed int
}

// comeIn comes in at a node and joins a table.
func (n *node) comeIn(id string) *person {
	c := n.club
	c.Helper()
	cl, err := client.New(client.Options{URL: n.url})
	if err != nil {
		c.Fatal(err)
	}
	if _, err := cl.Guest(c.Context(), "Mai"); err != nil {
		c.Fatal(err)
	}
	c.Cleanup(cl.Close)
	t, err := cl.Join(c.Context(), id)
	if err != nil {
		c.Fatal(err)
	}
	return &person{club: c, client: cl, table: t}
}

// next waits for what happens until it is so.
func (p *person) next(what string, ok func(*client.Frame, *client.You) bool) {
	p.club.Helper()
	ctx, cancel := context.WithTimeout(p.club.Context(), 20*time.Second)
	defer cancel()
	for p.last.Frame == nil || !ok(p.last.Frame, p.last.You) {
		u, err := p.table.Next(ctx)
		if err != nil {
			p.club.Fatalf("never came: %s: %v; last %+v", what, err, p.last.Frame)
		}
		if u.Missed {
			p.missed++
		}
		p.last = u
		if u.Step {
			p.frames = append(p.frames, *u.Frame)
		}
	}
}

func (p *person) phase(phase client.Phase) {
	p.club.Helper()
	p.next(string(phase), func(f *client.Frame, _ *client.You) bool { return f.State.Phase == phase })
}

// bet sits, and bets 100.
func (p *person) bet() {
	p.club.Helper()
	ctx := p.club.Context()
	if _, err := p.table.Sit(ctx, 0); err != nil {
		p.club.Fatal(err)
	}
	p.next("betting with a seat", func(f *client.Frame, y *client.You) bool { return f.State.Phase == client.Betting && len(y.Seats) == 1 })
	if _, err := p.table.Bet(ctx, p.last.Frame.State.Round, client.Bet{Seat: p.last.You.Seats[0].Seat, Amount: 1000}); err != nil {
		p.club.Fatal(err)
	}
}
