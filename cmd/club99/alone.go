package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"club99/internal/cluster"
	"club99/internal/config"
	"club99/internal/pit"
	"club99/internal/store"
	"club99/internal/telemetry"
)

// claimsAtOnce is how many leases are asked for at a time.
const claimsAtOnce = 8

func newNodeID() string {
	var id [8]byte
	rand.Read(id[:]) // never fails: it ends the program if the system has no randomness
	return hex.EncodeToString(id[:])
}

// aloneAs is who shares the books with nobody, and is called so by others.
func aloneAs(what string) store.Node {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return store.Node{ID: newNodeID(), Address: store.AloneAt(fmt.Sprintf("%s, process %d on %s", what, os.Getpid(), host))}
}

// joinAlone takes the books of a server that shares them with no other, where they
// could be others': in a folder a lock does that.
func joinAlone(ctx context.Context, c *config.Config, books store.Store, m *telemetry.Metrics, log *slog.Logger) (*nodes, error) {
	leases, ok := books.(store.Leases)
	if !ok {
		return nil, nil
	}
	me := aloneAs("at " + c.Address)
	leases = m.Leases(leases)
	if err := cluster.Enter(ctx, leases, me, cluster.TTL); err != nil {
		return nil, err
	}
	n := &nodes{id: me.ID, leases: leases, log: log, displaced: make(chan error, 1)}
	n.node = cluster.New(cluster.Config{Leases: leases, Node: me, Floor: m.Floor(n), Log: log, Alone: true, Displaced: func(by store.Node) {
		select {
		case n.displaced <- fmt.Errorf("%w: %s: this one stood still, and was taken for gone", cluster.ErrTaken, by.Name()):
		default: // it was said
		}
	}})
	n.run()
	ids := make([]string, len(c.Tables))
	for i := range c.Tables {
		ids[i] = c.Tables[i].ID
	}
	var err error
	if n.first, err = claimAll(ctx, leases, me.ID, ids); err != nil {
		n.stop()
		return nil, err
	}
	return n, nil
}

// claimAll claims the leases of tables. The node must live.
func claimAll(ctx context.Context, leases store.Leases, node string, tables []string) (map[string]store.Lease, error) {
	got := make(map[string]store.Lease, len(tables))
	places := make(chan struct{}, claimsAtOnce)
	var all sync.WaitGroup
	var mu sync.Mutex
	var failed error
	for _, table := range tables {
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			lease, err := leases.Claim(ctx, node, table)
			mu.Lock()
			defer mu.Unlock()
			if got[table] = lease; err != nil {
				failed = err
			}
		})
	}
	all.Wait()
	return got, failed
}

// run begins to beat.
func (n *nodes) run() {
	ctx, end := context.WithCancel(context.Background())
	n.end, n.ended = end, make(chan struct{})
	go func() {
		defer close(n.ended)
		n.node.Run(ctx)
	}()
}

// lone reports whether this node shares the books with no other.
func (n *nodes) lone() bool { return n != nil && n.mesh == nil }

// openAlone says that the tables are open, which are driven by the first leases.
func (n *nodes) openAlone(floor *pit.Pit) {
	n.pit = floor
	list := make([]store.Lease, 0, len(n.first))
	for _, l := range n.first {
		list = append(list, l)
	}
	n.node.Have(list)
}

// Take is cluster.Floor, for a table that was lost while the books were away.
func (n *nodes) Take(ctx context.Context, l store.Lease) error { return n.pit.Take(ctx, l) }

// Drop is cluster.Floor.
func (n *nodes) Drop(table string) { n.pit.Drop(table) }

// gone tells why this server must end: another has its books. It never does for nodes
// that share them.
func (n *nodes) gone() <-chan error {
	if n == nil {
		return nil
	}
	return n.displaced
}

// commandTTL is how long a command may take that writes to one table.
const commandTTL = 10 * time.Second

// aloneWith does something to one table that no server may have open meanwhile. The
// lease is none where the books are a folder, whose lock keeps servers away.
func aloneWith(ctx context.Context, books store.Store, table string, do func(store.Lease) error) error {
	leases, ok := books.(store.Leases)
	if !ok {
		return do(store.Lease{})
	}
	me := aloneAs("a command")
	if err := cluster.Enter(ctx, leases, me, commandTTL); err != nil {
		return err
	}
	lease, err := leases.Claim(ctx, me.ID, table)
	if err == nil {
		err = do(lease)
	}
	return errors.Join(err, leases.Leave(ctx, me.ID))
}
