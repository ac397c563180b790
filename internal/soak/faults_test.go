//go:build unix

package soak

import (
	"context"
	"flag"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"
)

// clusterFaults asks for the long form: so many faults; make cluster.
var clusterFaults = flag.Int("cluster", 0, "so many faults to clubs of three nodes, in TestCluster")

// kind is a kind of fault. It is over when do returns; n is whom it meets.
type kind struct {
	name string
	do   func(c *cluster, n *node)
}

const (
	paused = 6 * time.Second // twice as long as a lease
	gone   = 8 * time.Second
)

// serviceLimit is how long a table whose node was killed may give no answer.
const serviceLimit = 5 * time.Second

func (c *cluster) next(n *node) *node { return c.nodes[int(n.place)%nodesHere] }

// busy is the node, or the next that drives tables: by chance one has none.
func (c *cluster) busy(n *node) *node {
	c.t.Helper()
	for range nodesHere {
		if len(c.driven(n)) > 0 {
			return n
		}
		n = c.next(n)
	}
	c.t.Fatal("no node drives a table")
	return nil
}

// out measures how long a node's tables give no answer from the moment something
// happens to it; restore undoes that when they do, and not before the time is over.
func (c *cluster) out(name string, n *node, at time.Duration, happen, restore func()) {
	c.t.Helper()
	tables := c.driven(n)
	happen()
	over := time.After(at)
	c.without(name, tables, c.next(n))
	if left := c.driven(n); len(left) > 0 {
		c.t.Errorf("%s: node %d still has the tables %v", name, n.place, left)
	}
	<-over
	restore()
}

func (c *cluster) kill(n *node) {
	c.t.Helper()
	c.signal(n, syscall.SIGKILL)
	<-n.ended
	n.cmd = nil
}

var killed = kind{"kill -9 of a node", func(c *cluster, n *node) {
	c.out("kill -9 of a node", n, 0, func() { c.kill(n) }, func() { c.open(n) })
}}

var stopped = kind{"a node stopped by SIGSTOP for 6 s", func(c *cluster, n *node) {
	c.out("a node stopped by SIGSTOP for 6 s", n, paused, func() { c.signal(n, syscall.SIGSTOP) }, func() { c.signal(n, syscall.SIGCONT) })
}}

// parted is a node that some ways are cut for.
func parted(name string, cuts func(c *cluster, n *node)) kind {
	return kind{name, func(c *cluster, n *node) {
		c.out(name, n, paused, func() { cuts(c, n) }, c.net.heal)
	}}
}

// others cuts what carries messages: the ways to the other nodes, or to NATS.
func (c *cluster) others(n *node, out, in bool) {
	var to []place
	if c.where != "" {
		to = append(to, theNATS)
	} else {
		for _, other := range c.nodes {
			if other != n {
				to = append(to, other.place)
			}
		}
	}
	for _, p := range to {
		c.between(n, p, out, in)
	}
}

func (c *cluster) between(n *node, p place, out, in bool) {
	if out {
		c.net.cut(n.place, p)
	}
	if in {
		c.net.cut(p, n.place)
	}
}

var (
	fromDatabase = parted("node and database cut from each other", func(c *cluster, n *node) { c.between(n, theDatabase, true, true) })
	toDatabase   = parted("what a node sends to the database lost", func(c *cluster, n *node) { c.between(n, theDatabase, true, false) })
	ofDatabase   = parted("what the database sends to a node lost", func(c *cluster, n *node) { c.between(n, theDatabase, false, true) })
	fromAll      = parted("a node cut from everything", func(c *cluster, n *node) {
		c.between(n, theDatabase, true, true)
		c.others(n, true, true)
	})
)

// silent is a partition of the bus: the node keeps its tables, and nobody elsewhere is
// answered before it is over.
func silent(name string, out, in bool) kind {
	return kind{name, func(c *cluster, n *node) {
		c.t.Helper()
		tables, waits := c.driven(n), make(chan map[string]time.Duration)
		c.others(n, out, in)
		go func() { waits <- c.without(name, tables, c.next(n)) }()
		time.Sleep(paused)
		kept := c.driven(n)
		c.net.heal()
		for id, took := range <-waits {
			if out && in && took < paused && slices.Contains(kept, id) {
				c.t.Errorf("%s: table %s of node %d answers after %v", name, id, n.place, took)
			}
		}
	}}
}

var fromOthers = []kind{
	silent("node and the others cut from each other", true, true),
	silent("what a node sends to the others lost", true, false),
	silent("what the others send to a node lost", false, true),
}

var databaseRestarted = kind{"PostgreSQL restarted", func(c *cluster, _ *node) { c.database(syscall.SIGINT, 0) }}
var databaseGone = kind{"PostgreSQL crashed and gone for 8 s", func(c *cluster, _ *node) { c.database(syscall.SIGQUIT, gone) }}

func (c *cluster) database(signal syscall.Signal, away time.Duration) {
	c.t.Helper()
	if err := c.pg.Stop(signal); err != nil {
		c.t.Fatal(err)
	}
	time.Sleep(away)
	if err := c.pg.Start(); err != nil {
		c.t.Fatal(err)
	}
}

var rolling = kind{"every node restarted in turn", func(c *cluster, _ *node) {
	for _, n := range c.nodes {
		n.close(c.t)
		c.open(n)
	}
}}

// moved puts a node's clock off for some seconds, and then right again.
func moved(by string) kind {
	return kind{"a node's clock moved by " + by, func(c *cluster, n *node) {
		c.t.Helper()
		const off = "SELECT count(*) FROM entries WHERE abs(at / 1e9 - extract(epoch FROM clock_timestamp())) > 1800"
		before := c.rows(off)[0][0].(int64)
		if err := os.WriteFile(n.clock()+".new", []byte(by), 0o600); err != nil {
			c.t.Fatal(err)
		}
		if err := os.Rename(n.clock()+".new", n.clock()); err != nil {
			c.t.Fatal(err)
		}
		time.Sleep(paused)
		if err := os.Remove(n.clock()); err != nil {
			c.t.Fatal(err)
		}
		if c.rows(off)[0][0].(int64) == before {
			c.t.Errorf("node %d does not go by the clock that was moved", n.place)
		}
	}}
}

// natsGone kills the NATS that is a program of its own.
func natsGone(server string) kind {
	return kind{"NATS killed and gone for 8 s", func(c *cluster, _ *node) {
		c.t.Helper()
		if err := c.nats.Process.Kill(); err != nil {
			c.t.Fatal(err)
		}
		_ = c.nats.Wait() // it was killed
		time.Sleep(gone)
		c.startNATS(server)
	}}
}

// suffer has the faults happen, each kind in turn and each to another node.
func (c *cluster) suffer(interrupted context.Context, kinds []kind, faults int) {
	c.t.Helper()
	for i := range faults {
		if interrupted.Err() != nil {
			c.t.Fatal("interrupted")
		}
		k, n := kinds[i%len(kinds)], c.busy(c.nodes[(i+i/len(kinds))%nodesHere])
		c.t.Logf("%v fault %d: %s (node %d)", time.Since(c.began).Round(time.Second), i+1, k.name, n.place)
		k.do(c, n)
		c.goesOn(c.compare())
	}
}

// service logs how long tables gave no answer.
func service(t *testing.T, waits map[string][]time.Duration) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(waits)) {
		list := slices.Sorted(slices.Values(waits[name]))
		share := func(p int) time.Duration { return list[min(len(list)-1, len(list)*p/100)].Round(time.Millisecond) }
		t.Logf("%s: %d tables gave no answer for %v in the median, %v at the 90th percentile, %v at most", name, len(list), share(50), share(90), share(100))
		if name == killed.name && list[len(list)-1] > serviceLimit {
			t.Errorf("a table of a killed node gave no answer for %v", list[len(list)-1])
		}
	}
}

// TestNodesUnderFaults is the short form, which needs no rights.
func TestNodesUnderFaults(t *testing.T) {
	c := newCluster(t, newLoopback(t), "")
	c.play(40)
	kinds := []kind{killed, stopped, fromDatabase}
	c.suffer(t.Context(), kinds, len(kinds))
	c.finish()
	service(t, c.waits)
}

// TestCluster is the long form: nodes in network namespaces, first with the NATS that
// is in the program, then with one of its own.
func TestCluster(t *testing.T) {
	if *clusterFaults == 0 {
		t.Log("the short form is TestNodesUnderFaults; make cluster runs the long one")
		return
	}
	interrupted, end := signal.NotifyContext(t.Context(), os.Interrupt, syscall.SIGTERM) // what was made is to be removed
	defer end()
	server := filepath.Join(t.TempDir(), "nats-server")
	if out, err := exec.Command("go", "build", "-o", server, "github.com/nats-io/nats-server/v2").CombinedOutput(); err != nil {
		t.Fatalf("go build nats-server: %v\n%s", err, out)
	}
	waits, done := map[string][]time.Duration{}, 0
	for _, nats := range []string{"", server} {
		name, share := "embedded NATS", *clusterFaults/2 // it has one kind less
		if nats != "" {
			name, share = "external NATS", *clusterFaults-done
		}
		ok := t.Run(name, func(t *testing.T) {
			over := newNetwork(t)
			kinds := []kind{killed, fromDatabase, databaseRestarted, moved("1h"), stopped, toDatabase, rolling, moved("-1h"), ofDatabase, fromAll, databaseGone}
			if nats != "" {
				kinds = append(kinds, natsGone(nats))
			}
			if nats != "" || over.betweenNodes() {
				kinds = append(kinds, fromOthers...)
			}
			c := newCluster(t, over, nats)
			c.play(20)
			c.suffer(interrupted, kinds, share)
			c.finish()
			for kind, list := range c.waits {
				waits[kind] = append(waits[kind], list...)
			}
		})
		if !ok {
			break
		}
		done += share
	}
	service(t, waits)
	t.Logf("%d faults", done)
}
