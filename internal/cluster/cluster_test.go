package cluster

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"club99/internal/store"
	"club99/internal/store/memory"
)

// floor remembers which tables run.
type floor struct {
	mu    sync.Mutex
	runs  map[string]store.Lease
	loads int // at this moment
	most  int // that there were at a time
	slow  time.Duration
}

func (f *floor) Take(_ context.Context, l store.Lease) error {
	f.mu.Lock()
	f.loads++
	f.most = max(f.most, f.loads)
	slow := f.slow
	f.mu.Unlock()
	time.Sleep(slow)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.loads--
	f.runs[l.Table] = l
	return nil
}

func (f *floor) Drop(table string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.runs, table)
}

// lease is the one that a table runs by here; zero: it does not.
func (f *floor) lease(table string) store.Lease {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.runs[table]
}

// slowDown has every table take that long to load.
func (f *floor) slowDown(slow time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.slow = slow
}

// mostLoads is how many tables were loaded at a time.
func (f *floor) mostLoads() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.most
}

func (f *floor) all() map[string]store.Lease {
	f.mu.Lock()
	defer f.mu.Unlock()
	return maps.Clone(f.runs)
}

func (f *floor) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.runs)
}

// leases has another name than its own method.
type leases = store.Leases

// line is a node's line to the leases, which can be cut.
type line struct {
	leases
	mu  sync.Mutex
	cut bool
}

func (l *line) set(cut bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cut = cut
}

func (l *line) broken() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cut {
		return store.ErrUnavailable
	}
	return nil
}

func (l *line) Beat(ctx context.Context, n store.Node, ttl time.Duration) ([]store.Node, error) {
	if err := l.broken(); err != nil {
		return nil, err
	}
	return l.leases.Beat(ctx, n, ttl)
}

func (l *line) Claim(ctx context.Context, node, table string) (store.Lease, error) {
	if err := l.broken(); err != nil {
		return store.Lease{}, err
	}
	return l.leases.Claim(ctx, node, table)
}

func (l *line) Leave(ctx context.Context, node string) error {
	if err := l.broken(); err != nil {
		return err
	}
	return l.leases.Leave(ctx, node)
}

// member is a node that runs.
type member struct {
	*Node
	floor *floor
	line  *line
	stop  func()
}

// crowd are nodes over one store.
type crowd struct {
	t      *testing.T
	leases *memory.Store
	tables []string

	mu  sync.Mutex
	all []*member
}

func newCrowd(t *testing.T, tables int) *crowd {
	c := &crowd{t: t, leases: memory.New()}
	for i := range tables {
		c.tables = append(c.tables, fmt.Sprintf("table-%d", i))
	}
	return c
}

func (c *crowd) add() *member {
	m := &member{floor: &floor{runs: map[string]store.Lease{}}, line: &line{leases: c.leases}}
	id := fmt.Sprintf("node-%d", len(c.all))
	m.Node = New(Config{
		Leases: m.line, Node: store.Node{ID: id, Address: "127.0.0.1:1"}, Tables: c.tables, Floor: m.floor, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Gave: func(string) {
			c.mu.Lock()
			defer c.mu.Unlock()
			for _, other := range c.all {
				if other.Node.Node.ID != id {
					other.Look()
				}
			}
		},
	})
	c.mu.Lock()
	c.all = append(c.all, m)
	c.mu.Unlock()
	ctx, cancel := context.WithCancel(c.t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		m.Run(ctx)
	}()
	m.stop = func() {
		cancel()
		<-ended
	}
	return m
}

// fair checks that each table runs once, where the hashing says.
func (c *crowd) fair(nodes ...*member) {
	c.t.Helper()
	var living []store.Node
	for _, m := range nodes {
		living = append(living, m.Node.Node)
	}
	for _, table := range c.tables {
		for _, m := range nodes {
			runs := m.floor.lease(table) != store.Lease{}
			if want := Owner(table, living) == m.Node.Node.ID; runs != want {
				c.t.Errorf("%s runs at %s: %v, want %v", table, m.Node.Node.ID, runs, want)
			}
		}
	}
}

func TestTablesAreSharedOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(t, 100)
		a := c.add()
		time.Sleep(5 * time.Second)
		c.fair(a)
		b, d := c.add(), c.add()
		time.Sleep(5 * time.Second)
		c.fair(a, b, d)
		for _, m := range c.all {
			if n := m.floor.count(); n < 15 || n > 55 {
				t.Errorf("%s drives %d of 100 tables", m.Node.Node.ID, n)
			}
		}
		d.stop()
		time.Sleep(3 * time.Second)
		c.fair(a, b)
		a.stop()
		b.stop()
	})
}

// Who cannot beat stops before the store gives its tables to others.
func TestWhoCannotBeatStopsInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(t, 50)
		a, b := c.add(), c.add()
		time.Sleep(5 * time.Second)
		had := b.floor.count()
		b.line.set(true)
		cut := time.Now()
		for b.Accepting() {
			time.Sleep(10 * time.Millisecond)
		}
		if a.floor.count()+had != 50 {
			t.Errorf("the tables were taken before their node had stopped")
		}
		if after := time.Since(cut); after > TTL {
			t.Errorf("it stopped after %v", after)
		}
		time.Sleep(2 * lookEvery)
		if n := b.floor.count(); n != 0 {
			t.Errorf("%d tables still run where they may not", n)
		}
		for a.floor.count() < 50 {
			time.Sleep(10 * time.Millisecond)
		}
		if after := time.Since(cut); after > 5*time.Second {
			t.Errorf("all were taken after %v", after)
		}
		b.line.set(false)
		time.Sleep(8 * time.Second)
		c.fair(a, b)
		a.stop()
		b.stop()
	})
}

// When the store was away for all, each node goes on with what it had; nobody takes
// everything because it was the first to be back.
func TestTheStoreWasAwayForAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(t, 50)
		a, b := c.add(), c.add()
		time.Sleep(5 * time.Second)
		had := b.floor.all()
		a.line.set(true)
		b.line.set(true)
		time.Sleep(20 * time.Second)
		if a.floor.count()+b.floor.count() != 0 {
			t.Error("tables run that may not")
		}
		a.line.set(false)
		time.Sleep(900 * time.Millisecond)
		b.line.set(false)
		time.Sleep(10 * time.Second)
		c.fair(a, b)
		for table, l := range had {
			if b.floor.lease(table) != l {
				t.Errorf("%s changed hands: %+v, it was %+v", table, b.floor.lease(table), l)
			}
		}
		a.stop()
		b.stop()
	})
}

// A node that is left alone takes over a few tables at a time.
func TestTakingOverIsPaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(t, 200)
		a := c.add()
		a.floor.slowDown(20 * time.Millisecond)
		time.Sleep(10 * time.Second)
		c.fair(a)
		if most := a.floor.mostLoads(); most > loadsAtOnce {
			t.Errorf("%d tables were loaded at a time", most)
		}
		a.stop()
	})
}

func TestDrain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(t, 50)
		a, b := c.add(), c.add()
		time.Sleep(5 * time.Second)
		if !b.Drain(t.Context()) {
			t.Error("it could not give its tables away")
		}
		time.Sleep(time.Second)
		if n := a.floor.count(); n != 50 {
			t.Errorf("the other drives %d of 50", n)
		}
		b.stop()
		if a.Drain(t.Context()) {
			t.Error("the last node gave its tables away")
		}
		a.stop()
	})
}

// A table that the store says is another's ends here, and is not given back.
func TestLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(t, 1)
		a := c.add()
		time.Sleep(2 * time.Second)
		l := a.floor.lease("table-0")
		a.Lost(store.Lease{Table: l.Table, Node: l.Node, Epoch: l.Epoch + 1})
		if a.Held() != 1 {
			t.Error("another lease was lost, and this one is gone")
		}
		a.floor.Drop("table-0")
		a.Lost(l)
		time.Sleep(2 * time.Second)
		if a.Held() != 1 || a.floor.count() != 1 {
			t.Error("it was not taken again")
		}
		a.stop()
	})
}

// One node more or less moves no more than its own share.
func TestOwnerMovesLittle(t *testing.T) {
	three := []store.Node{{ID: "a"}, {ID: "b"}, {ID: "c"}}
	share := map[string]int{}
	for i := range 3000 {
		table := fmt.Sprintf("table-%d", i)
		before, after := Owner(table, three), Owner(table, three[:2])
		share[before]++
		if before != "c" && after != before {
			t.Errorf("%s moved from %s to %s", table, before, after)
		}
		drained := Owner(table, []store.Node{{ID: "a"}, {ID: "b"}, {ID: "c", Draining: true}})
		if drained != after {
			t.Errorf("%s goes to %s while c drains, and to %s without it", table, drained, after)
		}
	}
	for node, n := range share {
		if n < 850 || n > 1150 {
			t.Errorf("%s has %d of 3000", node, n)
		}
	}
	if Owner("x", nil) != "" {
		t.Error("nobody owns what nobody can")
	}
}
