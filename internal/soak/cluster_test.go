//go:build unix

package soak

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"club99/blackjack"
	"club99/client"
	"club99/internal/load"
	"club99/internal/play"
	"club99/internal/store/postgres"
	"club99/internal/store/postgres/pgtest"
	"club99/internal/wire"
	"club99/strategy"
)

const (
	nodesHere  = 3
	portHere   = 18099 // of nodes that have an address of their own
	tablesHere = 9     // of a cluster
)

// cluster is a club of three nodes over one database, and what is known of it.
type cluster struct {
	t       *testing.T
	began   time.Time
	binary  string
	dir     string
	net     network
	pg      *pgtest.Server
	books   *books
	notes   *notes
	history *history
	env     []string

	nodes [nodesHere]*node
	nats  *exec.Cmd // nil: it is in the nodes
	where string    // NATS listens

	end     chan struct{}
	playing sync.WaitGroup
	reports [nodesHere]load.Report
	failed  [nodesHere]error
	asking  [nodesHere]map[string]*client.Table // somebody at each node who sits nowhere
	waits   map[string][]time.Duration          // by kind of fault: how long tables gave no answer
}

// node is one program of a cluster.
type node struct {
	place
	http, mesh string // where it listens
	folder     string // of its log, and of the file that puts its clock off
	process
}

// newCluster opens three nodes, and has players come in at each of them.
func newCluster(t *testing.T, over network, natsServer string) *cluster {
	t.Helper()
	c := &cluster{
		t: t, began: time.Now(), binary: build(t), dir: t.TempDir(), net: over, books: newBooks(), notes: newNotes(), history: newHistory(),
		end: make(chan struct{}), waits: map[string][]time.Duration{},
	}
	c.pg = pgtest.Own(t, append([]string{"max_connections = 200", "autovacuum = on"}, over.settings()...)...)
	if err := c.pg.Exec("postgres", "CREATE DATABASE club TEMPLATE template0"); err != nil {
		t.Fatal(err)
	}
	c.settings()
	if natsServer != "" {
		c.where = at(over.host(theNATS), freePort(t))
		c.startNATS(natsServer)
	}
	for i := range c.nodes {
		p := place(i + 1)
		n := &node{place: p, http: at(over.host(p), portHere), mesh: at(over.host(p), portHere+1), folder: filepath.Join(c.dir, fmt.Sprint("node", p))}
		n.logged = filepath.Join(n.folder, "log.txt")
		if !over.betweenNodes() {
			n.http, n.mesh = at(over.host(p), freePort(t)), at(over.host(p), freePort(t))
		}
		if err := os.Mkdir(n.folder, 0o700); err != nil {
			t.Fatal(err)
		}
		c.nodes[i] = n
	}
	for _, n := range c.nodes {
		c.open(n)
	}
	t.Cleanup(func() {
		for _, n := range c.nodes {
			n.end()
		}
	})
	return c
}

func (c *cluster) settings() {
	c.t.Helper()
	text := fmt.Sprintf("grant = %d\nguests_per_hour = 1000000\nconnections_per_address = 100000\nproxied = true\nrequests_per_second = 1000\ndrain_time = '20s'\n", granted)
	for i := range tablesHere {
		text += fmt.Sprintf(`[[tables]]
id = "t%d"
name = { vi = "T", en = "T" }
rules = "club99"
bots = []
settings = { bet_time = "3s", act_time = "5s", result_time = "0s", seats_per_player = 1 }
`, i+1)
	}
	if err := os.WriteFile(filepath.Join(c.dir, "club.toml"), []byte(text), 0o600); err != nil {
		c.t.Fatal(err)
	}
	secret := func(n int) string {
		b := make([]byte, n)
		rand.Read(b)
		return hex.EncodeToString(b)
	}
	c.env = append(os.Environ(), "CLUB99_KEY="+secret(32), "CLUB99_CLUSTER_SECRET="+secret(16))
}

func (c *cluster) url(host string) string {
	return fmt.Sprintf("postgres://club99@%s/club?sslmode=disable", host)
}

// open starts a node, and returns when it is open.
func (c *cluster) open(n *node) {
	c.t.Helper()
	database := c.net.way(n.place, theDatabase, at(c.net.host(theDatabase), c.pg.Port()))
	args := []string{c.binary, "serve", "--config", filepath.Join(c.dir, "club.toml"), "--postgres", c.url(database), "--address", n.http}
	if c.where != "" {
		args = append(args, "--nats", "nats://"+c.net.way(n.place, theNATS, c.where))
	} else {
		var peers []string
		for _, other := range c.nodes {
			if other != n {
				peers = append(peers, other.mesh)
			}
		}
		args = append(args, "--cluster-listen", n.mesh, "--cluster-peers", strings.Join(peers, ","))
	}
	cmd := c.net.within(n.place, args...)
	cmd.Env = append(c.env, "CLUB99_FAULT_CLOCK="+n.clock())
	opened := n.start(c.t, cmd)
	select {
	case ok := <-opened:
		if !ok {
			c.t.Fatalf("node %d does not open\n%s", n.place, n.tail())
		}
	case <-time.After(limit):
		c.t.Fatalf("node %d does not open\n%s", n.place, n.tail())
	}
}

func (n *node) clock() string { return filepath.Join(n.folder, "clock") }

var ownID = regexp.MustCompile(`this is a node of a cluster.* node=([0-9a-f]+)`)

// id is the node's id, another at each start.
func (n *node) id(t *testing.T) string {
	t.Helper()
	found := ownID.FindAllStringSubmatch(n.log(), -1)
	if len(found) == 0 {
		t.Fatalf("node %d does not say who it is: %s", n.place, n.tail())
	}
	return found[len(found)-1][1]
}

func (c *cluster) signal(n *node, s os.Signal) {
	c.t.Helper()
	if err := n.cmd.Process.Signal(s); err != nil {
		c.t.Fatalf("node %d: %v", n.place, err)
	}
}

func (c *cluster) startNATS(server string) {
	c.t.Helper()
	host, port, err := net.SplitHostPort(c.where)
	if err != nil {
		c.t.Fatal(err)
	}
	c.nats = exec.Command(server, "--addr", host, "--port", port)
	if err := c.nats.Start(); err != nil {
		c.t.Fatal(err)
	}
	killed := c.nats
	c.t.Cleanup(func() {
		_ = killed.Process.Kill() // it may have been killed before
		_ = killed.Wait()
	})
	for from := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if conn, err := net.Dial("tcp", c.where); err == nil {
			conn.Close()
			return
		}
		if time.Since(from) > limit {
			c.t.Fatal("NATS does not open")
		}
	}
}

// play has players come in at each node, one at each table, and somebody who only asks.
func (c *cluster) play(rate float64) {
	c.t.Helper()
	ctx, cancel := context.WithCancel(c.t.Context())
	c.t.Cleanup(func() {
		cancel()
		c.playing.Wait()
	})
	for i, n := range c.nodes {
		c.asking[i] = c.ask(ctx, n)
		c.playing.Go(func() {
			c.reports[i], c.failed[i] = load.Run(ctx, load.Config{
				URL: "http://" + n.http, Players: tablesHere, Rate: rate, For: 24 * time.Hour, Proxied: true, Reopens: true, Nodes: true, End: c.end,
				Strategy: func(r *blackjack.Rules) (play.Strategy, error) { return play.By(strategy.Basic(r)), nil },
				Asked:    c.history.asked, Told: c.history.own,
				Answered: func(player int64, cmd client.Command, a client.Answer) {
					c.history.answer(a)
					c.notes.answer(player, cmd, a)
				},
				Seen: func(f *client.Frame) {
					c.history.frame(f)
					c.notes.frame(f)
				},
			})
		})
	}
	c.goesOn(map[string]uint64{})
}

// ask joins all tables at a node, and reads what is told there.
func (c *cluster) ask(ctx context.Context, n *node) map[string]*client.Table {
	c.t.Helper()
	line, err := client.New(client.Options{URL: "http://" + n.http, Header: http.Header{"X-Forwarded-For": {fmt.Sprint("10.99.0.", n.place)}}})
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(line.Close)
	if _, err := line.Guest(ctx, "Asking"); err != nil {
		c.t.Fatal(err)
	}
	tables := map[string]*client.Table{}
	for i := range tablesHere {
		tb, err := line.Join(ctx, fmt.Sprint("t", i+1))
		if err != nil {
			c.t.Fatal(err)
		}
		tables[fmt.Sprint("t", i+1)] = tb
		go func() {
			for {
				if _, err := tb.Next(ctx); err != nil && ctx.Err() != nil {
					return
				} else if err != nil {
					time.Sleep(time.Second) // its node is gone, and comes back
				}
			}
		}()
	}
	return tables
}

// without measures how long those tables give no answer to somebody at another node.
func (c *cluster) without(kind string, tables []string, asker *node) (waits map[string]time.Duration) {
	c.t.Helper()
	waits = map[string]time.Duration{}
	from := time.Now()
	var mu sync.Mutex
	var all sync.WaitGroup
	for _, id := range tables {
		all.Go(func() {
			ctx, cancel := context.WithTimeout(c.t.Context(), limit)
			defer cancel()
			_, err := c.asking[asker.place-1][id].Leave(ctx, 0)
			took := time.Since(from)
			if refused := (*client.Refused)(nil); !errors.As(err, &refused) || refused.Code != wire.NotSeated {
				c.t.Errorf("table %s after %s: %v", id, kind, err)
			}
			mu.Lock()
			defer mu.Unlock()
			waits[id] = took
		})
	}
	all.Wait()
	c.waits[kind] = slices.AppendSeq(c.waits[kind], maps.Values(waits))
	return waits
}

// goesOn waits until every table has got further than that.
func (c *cluster) goesOn(than map[string]uint64) {
	c.t.Helper()
	for from := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		newest, waiting := c.notes.newest(), ""
		for i := range tablesHere {
			if id := fmt.Sprint("t", i+1); newest[id] <= than[id]+1 {
				waiting = id
			}
		}
		if waiting == "" {
			return
		}
		if time.Since(from) > limit {
			c.t.Fatalf("table %s does not go on\n%s\n%s\n%s", waiting, c.nodes[0].tail(), c.nodes[1].tail(), c.nodes[2].tail())
		}
	}
}

// compare holds the books against what players were told, and returns where they end.
func (c *cluster) compare() map[string]uint64 {
	c.t.Helper()
	s, err := postgres.OpenToRead(c.t.Context(), c.pg.URL("club"))
	if err != nil {
		c.t.Fatal(err)
	}
	defer s.Close()
	c.books.compare(c.t, s, c.notes)
	if c.t.Failed() {
		c.t.FailNow()
	}
	return c.books.heads()
}

// rows are what the database answers.
func (c *cluster) rows(query string, args ...any) (rows [][]any) {
	c.t.Helper()
	conn, err := pgx.Connect(c.t.Context(), c.pg.URL("club"))
	if err != nil {
		c.t.Fatal(err)
	}
	defer conn.Close(c.t.Context())
	found, err := conn.Query(c.t.Context(), query, args...)
	for err == nil && found.Next() {
		var row []any
		if row, err = found.Values(); err == nil {
			rows = append(rows, row)
		}
	}
	if err = errors.Join(err, found.Err()); err != nil {
		c.t.Fatal(err)
	}
	return rows
}

// driven are the tables that a node drives.
func (c *cluster) driven(n *node) (tables []string) {
	c.t.Helper()
	for _, row := range c.rows("SELECT table_id FROM leases WHERE node = $1", n.id(c.t)) {
		tables = append(tables, row[0].(string))
	}
	return tables
}

// finish lets everybody go home, closes the nodes, and checks everything.
func (c *cluster) finish() {
	c.t.Helper()
	heads := c.compare()
	close(c.end)
	c.playing.Wait()
	for _, n := range c.nodes {
		n.close(c.t)
	}
	c.compare()
	out, err := exec.CommandContext(c.t.Context(), c.binary, "ledger", "verify", "--postgres", c.pg.URL("club")).Output() // what it says on stderr is how far it is
	if err != nil {
		c.t.Errorf("club99 ledger verify: %v\n%s", err, out)
	}
	if err := c.books.nobodys(heads); err != nil {
		c.t.Error(err)
	}
	for i, r := range c.reports {
		if c.failed[i] != nil || r.FaultsN > 0 || r.ErrorsN > 0 {
			c.t.Errorf("the players at node %d: %v, %d failed checks, %d errors\n%q\n%q", i+1, c.failed[i], r.FaultsN, r.ErrorsN, r.Faults, r.Errors)
		}
	}
	ids := map[claim]string{}
	for _, row := range c.rows("SELECT table_id, seq, command_id FROM entries WHERE command_id IS NOT NULL") {
		ids[claim{row[0].(string), uint64(row[1].(int64))}] = row[2].(string)
	}
	s, err := postgres.OpenToRead(c.t.Context(), c.pg.URL("club"))
	if err != nil {
		c.t.Fatal(err)
	}
	defer s.Close()
	whole, err := readWhole(c.t.Context(), s, ids)
	if err != nil {
		c.t.Fatal(err)
	}
	bad, operations := c.history.disorder(&whole)
	for _, what := range bad {
		c.t.Error(what)
	}
	f := &c.books.sums
	c.t.Logf("%d commands, %d answers (%d of them wrote nothing), %d entries, %d rounds, %d frames compared; %d operations of %d tables and %d purses have an order; %s",
		len(c.history.deeds), f.answers, f.again, f.entries, f.rounds, f.frames, operations, tablesHere, len(c.history.told), strings.TrimSpace(string(out)))
}
