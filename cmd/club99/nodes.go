package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"club99/internal/bus"
	"club99/internal/cluster"
	"club99/internal/config"
	"club99/internal/gateway"
	"club99/internal/mesh"
	"club99/internal/pit"
	"club99/internal/store"
	"club99/internal/telemetry"
	"club99/internal/warden"
)

// nodes is this node's part in a club of several, or that it is the only one where there
// could be others; nil: the books are in a folder.
type nodes struct {
	id      string
	leases  store.Leases
	bus     *bus.Bus
	mesh    *mesh.Mesh // nil: it shares the books with no other
	node    *cluster.Node
	metrics *telemetry.Metrics
	log     *slog.Logger
	end     context.CancelFunc
	ended   chan struct{}

	// Of one that shares the books with no other.
	first     map[string]store.Lease
	pit       *pit.Pit
	displaced chan error
}

// joinNodes joins the bus that the nodes of a club talk over, once nobody has the books
// who is none of them.
func joinNodes(ctx context.Context, c *config.Config, books store.Store, hub *gateway.Hub, guard *warden.Warden, m *telemetry.Metrics, log *slog.Logger) (*nodes, error) {
	if !c.Cluster.On() {
		return joinAlone(ctx, c, books, m, log)
	}
	leases, ok := books.(store.Leases)
	if !ok {
		return nil, usageError{errors.New("a folder is one node's alone: several nodes keep their books in PostgreSQL, give --postgres")}
	}
	if os.Getenv("CLUB99_KEY") == "" && c.KeyFile == "" {
		return nil, usageError{errors.New("every node must open the seeds that another sealed: set CLUB99_KEY to the same key at all nodes, or give --key-file")}
	}
	secret := os.Getenv("CLUB99_CLUSTER_SECRET")
	if secret == "" && c.Cluster.CA == "" && c.Cluster.NATS == "" && !c.Cluster.Local() {
		return nil, usageError{errors.New("anybody who reaches --cluster-listen could play for everybody: set CLUB99_CLUSTER_SECRET to the same long word at all nodes, or give --cluster-cert, --cluster-key and --cluster-ca")}
	}
	n := &nodes{id: newNodeID(), leases: m.Leases(leases), metrics: m, log: log}
	pair, err := certificates(&c.Cluster)
	if err != nil {
		return nil, usageError{err}
	}
	n.bus, err = bus.Open(bus.Config{Node: n.id, Listen: c.Cluster.Listen, Peers: c.Cluster.Peers, Secret: secret, TLS: pair, URL: c.Cluster.NATS, Creds: c.Cluster.Creds, Log: log})
	if err != nil {
		return nil, err
	}
	n.mesh = mesh.New(mesh.Config{Node: n.id, Bus: m.Bus(n.bus), Hub: hub, Warden: guard, Log: log})
	if err := cluster.Enter(ctx, n.leases, store.Node{ID: n.id, Address: n.address(c)}, cluster.TTL); err != nil {
		n.close()
		return nil, err
	}
	return n, nil
}

// address is where other nodes reach this one.
func (n *nodes) address(c *config.Config) string {
	if a := n.bus.Address(); a != "" {
		return a
	}
	return c.Cluster.NATS
}

// certificates are for TLS between nodes, where both sides show one; nil: none.
func certificates(c *config.Cluster) (*tls.Config, error) {
	if c.Cert == "" {
		return nil, nil
	}
	pair, err := tls.LoadX509KeyPair(c.Cert, c.Key)
	if err != nil {
		return nil, fmt.Errorf("%w: --cluster-cert and --cluster-key must name a certificate and its key", err)
	}
	pem, err := os.ReadFile(c.CA)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("--cluster-ca: %s holds no certificate", c.CA)
	}
	return &tls.Config{
		Certificates: []tls.Certificate{pair}, RootCAs: pool, ClientCAs: pool, ClientAuth: tls.RequireAndVerifyClientCert, MinVersion: tls.VersionTLS12,
	}, nil
}

// share has a pit take the tables that are this node's.
func (n *nodes) share(p pit.Config) pit.Config {
	if n.lone() {
		p.Leases, p.Fenced = n.first, n.node.Lost
		return p
	}
	if n != nil {
		p.Guard, p.Shared, p.Began, p.Fenced, p.Elsewhere = n.mesh, true, n.mesh.Began, n.mesh.Fenced, n.mesh.Elsewhere
	}
	return p
}

// warden is who holds players to their limits.
func (n *nodes) warden(own *warden.Warden) gateway.Warden {
	if n == nil || n.lone() {
		return own
	}
	return n.mesh
}

// others is how the other nodes are reached.
func (n *nodes) others() gateway.Mesh {
	if n == nil || n.lone() {
		return nil
	}
	return n.mesh
}

// open begins to take tables.
func (n *nodes) open(c *config.Config, floor *pit.Pit, door *gateway.Gateway) error {
	if n == nil {
		return nil
	}
	if n.lone() {
		n.openAlone(floor)
		return nil
	}
	ids := make([]string, len(c.Tables))
	for i := range c.Tables {
		ids[i] = c.Tables[i].ID
	}
	n.node = cluster.New(cluster.Config{
		Leases: n.leases, Node: store.Node{ID: n.id, Address: n.address(c)}, Tables: ids, Floor: n.metrics.Floor(n.mesh), Log: n.log, Gave: n.mesh.Gave, Lives: n.mesh.Lives,
	})
	if err := n.mesh.Open(floor, n.node, door); err != nil {
		return err
	}
	n.run()
	n.log.Info("this is a node of a cluster", "node", n.id, "address", n.address(c))
	return nil
}

// ready adds to what is tried whether this node may drive tables.
func (n *nodes) ready(try func(context.Context) error) func(context.Context) error {
	if n == nil {
		return try
	}
	return func(ctx context.Context) error {
		switch {
		case n.node != nil && !n.node.Accepting():
			return errors.New("this node could not say for too long that it lives")
		case !n.lone() && !n.bus.Connected():
			return errors.New("the bus between nodes is gone")
		}
		return try(ctx)
	}
}

// standing is how this node stands among the others; none of it, where there can be no others.
func (n *nodes) standing(hub *gateway.Hub, floor *pit.Pit) telemetry.Standing {
	s := telemetry.Standing{Gaps: hub.Gaps(), Tables: floor.Size()}
	if n != nil && n.node != nil {
		s.Nodes, s.Leases, s.Held = len(n.node.Living()), n.node.Held(), n.node.Accepting()
	}
	if n != nil && !n.lone() {
		s.Peers, s.Bus, s.Reconnects = n.bus.Peers(), n.bus.Connected(), n.bus.Reconnects()
	}
	return s
}

// drain gives the tables to the other nodes, until the limit or hurry ends. It reports
// false if there is no other node to finish the rounds.
func (n *nodes) drain(hurry context.Context, limit time.Duration) bool {
	if n == nil || n.lone() {
		return false
	}
	ctx, cancel := context.WithTimeout(hurry, limit)
	defer cancel()
	n.log.Info("closing: the tables go to other nodes", "limit", limit)
	if !n.node.Drain(ctx) {
		return false
	}
	n.log.Info("other nodes have all tables")
	return true
}

// stop ends this node's part, when nobody is connected any more.
func (n *nodes) stop() {
	if n == nil {
		return
	}
	if n.end != nil {
		n.end()
		<-n.ended
	}
}

// close leaves the bus. The pit must be closed.
func (n *nodes) close() {
	if n == nil {
		return
	}
	n.stop()
	if !n.lone() {
		n.mesh.Close()
		n.bus.Close()
	}
}
