package cluster

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"club99/internal/store"
)

// How long a node lives after a beat, and how often it beats, if nothing else is set.
const (
	TTL   = 3 * time.Second
	Every = time.Second
)

// loadsAtOnce is how many tables a node takes or gives away at a time: a node that dies
// leaves many, and the store has other work.
const loadsAtOnce = 4

// lookEvery is how often a node looks whether its lease is about to end.
const lookEvery = 50 * time.Millisecond

// Floor takes tables and gives them up.
type Floor interface {
	// Take loads a table and sets it going.
	Take(ctx context.Context, l store.Lease) error
	// Drop stops a table, between two actions, and returns when it has.
	Drop(table string)
}

// Config is what a node is made of.
type Config struct {
	Leases store.Leases
	Node   store.Node // its id and address
	Tables []string
	Floor  Floor
	Log    *slog.Logger

	// Alone says that this node shares the store with no other: its tables do not stop
	// while it cannot beat, for nobody takes them. Displaced is told when somebody did.
	Alone     bool
	Displaced func(by store.Node)

	TTL, Every time.Duration // 0: three seconds, and one
	AtOnce     int           // tables that it takes or gives away at a time; 0: 4

	Gave  func(table string) // a table was given away: whoever is to have it can take it; may be nil
	Lives func([]store.Node) // the nodes that live, after each beat; may be nil
}

// Node is this node's part in the cluster. Its methods may be called from any goroutine.
type Node struct {
	Config
	places chan struct{} // as many as are being taken or given away
	kicked chan struct{} // holds one: look again who is to have what
	work   sync.WaitGroup

	mu       sync.Mutex
	held     map[string]store.Lease
	moving   map[string]bool // tables that are being taken or given away
	living   []store.Node
	until    time.Time // it may drive tables until then
	drains   bool
	lapsed   map[string]bool // what it had when it could not beat
	patience time.Time       // until then it takes no tables but those
	said     bool            // that it cannot beat
}

// New returns a node that does nothing until Run.
func New(c Config) *Node {
	c.TTL, c.Every, c.AtOnce = cmp.Or(c.TTL, TTL), cmp.Or(c.Every, Every), cmp.Or(c.AtOnce, loadsAtOnce)
	return &Node{
		Config: c, places: make(chan struct{}, c.AtOnce), kicked: make(chan struct{}, 1),
		held: map[string]store.Lease{}, moving: map[string]bool{}, lapsed: map[string]bool{},
	}
}

// Run beats, takes and gives away, until ctx ends. Its tables then stop, and are
// nobody's; but whoever ends ctx before Drain leaves the nodes no time to part.
func (n *Node) Run(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	beats := make(chan struct{}, 1)
	n.work.Go(func() { n.beatOn(ctx, beats) })
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			n.work.Wait()
			n.leave()
			return
		case <-beats:
			n.settle(ctx)
		case <-n.kicked:
			n.settle(ctx)
		case <-look.C:
			n.lapse()
		}
	}
}

// beatOn beats until ctx ends, and says so each time.
func (n *Node) beatOn(ctx context.Context, beats chan<- struct{}) {
	every := time.NewTicker(n.Every)
	defer every.Stop()
	for {
		if n.Beat(ctx) == nil {
			select {
			case beats <- struct{}{}:
			default:
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
	}
}

// Beat says that this node lives. It is called by Run; tests call it for themselves.
func (n *Node) Beat(ctx context.Context) error {
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, n.TTL)
	defer cancel()
	n.mu.Lock()
	me := n.Node
	// One that is alone and could not beat for long looks first who has come meanwhile.
	me.Draining = n.drains || n.Alone && !began.Before(n.until)
	n.mu.Unlock()
	living, err := n.Leases.Beat(ctx, me, n.TTL)
	n.mu.Lock()
	if err != nil {
		if ctx.Err() == nil && !n.said {
			n.said = true
			n.Log.Warn("this node could not say that it lives; its tables stop if that lasts", "node", me.ID, "error", err)
		}
		n.mu.Unlock()
		return err
	}
	if n.said {
		n.said = false
		n.Log.Warn("this node can say again that it lives", "node", me.ID)
	}
	if !n.until.IsZero() && began.After(n.until) {
		// Others may not have been able to either: their tables are not taken from them.
		n.patience = began.Add(n.TTL)
	}
	living, foe := n.parted(living)
	n.living = living
	if foe != nil {
		n.mu.Unlock()
		n.Displaced(*foe) // and it does not count as living: the other is not to make way for it
		return nil
	}
	n.until = began.Add(n.TTL - n.TTL/10)
	n.mu.Unlock()
	if n.Lives != nil {
		n.Lives(living)
	}
	return nil
}

// parted are the living nodes that share the tables; foe is who displaces this one.
func (n *Node) parted(living []store.Node) (share []store.Node, foe *store.Node) {
	for i := range living {
		o := &living[i]
		switch {
		case o.ID == n.Node.ID:
			share = append(share, *o)
		case n.Alone && !o.Draining:
			foe = o
		case !n.Alone && !o.Alone():
			share = append(share, *o)
		}
	}
	return share, foe
}

// Have says which tables this node is to drive, and by which leases it does already.
func (n *Node) Have(leases []store.Lease) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, l := range leases {
		n.Tables = append(n.Tables, l.Table)
		n.held[l.Table] = l
	}
}

// Accepting reports whether this node may drive its tables: its lease has not ended, nor
// is about to.
func (n *Node) Accepting() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return time.Now().Before(n.until)
}

// Living are the nodes that lived at the last beat, ordered by id.
func (n *Node) Living() []store.Node {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.living)
}

// Held is how many tables this node drives.
func (n *Node) Held() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.held)
}

// Look has the node look again who is to have what, as when another gave a table away.
func (n *Node) Look() {
	select {
	case n.kicked <- struct{}{}:
	default:
	}
}

// Lost says that a table's commit was refused, because another node has it or may have it.
func (n *Node) Lost(l store.Lease) {
	if n.forget(l) {
		n.Log.Warn("another node may drive a table: it ended here", "table", l.Table, "epoch", l.Epoch)
	}
}

// lapse stops all tables if the lease is about to end.
func (n *Node) lapse() {
	n.mu.Lock()
	if n.Alone || len(n.held) == 0 || time.Now().Before(n.until) {
		n.mu.Unlock()
		return
	}
	left := n.letGo()
	n.lapsed = maps.Clone(left) // which changes as they are taken again
	n.mu.Unlock()
	n.Log.Error("this node could not say for too long that it lives: its tables stop here", "tables", len(left))
	n.dropAll(left)
}

// letGo forgets all leases, and returns whose tables they were. The lock is held.
func (n *Node) letGo() map[string]bool {
	tables := map[string]bool{}
	for table := range n.held {
		tables[table] = true
	}
	n.held = map[string]store.Lease{}
	return tables
}

func (n *Node) dropAll(tables map[string]bool) {
	var all sync.WaitGroup
	for table := range tables {
		all.Go(func() { n.Floor.Drop(table) })
	}
	all.Wait()
}

// settle takes what this node is to have, and gives away what it is not.
func (n *Node) settle(ctx context.Context) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, table := range n.Tables {
		if n.moving[table] || !n.toTake(table) && !n.toGive(table) {
			continue
		}
		n.moving[table] = true
		n.work.Go(func() { n.move(ctx, table) })
	}
}

// toTake reports whether a table is to be taken; toGive whether it is to be given away.
func (n *Node) toTake(table string) bool {
	now := time.Now()
	_, has := n.held[table]
	return !has && !n.drains && now.Before(n.until) && Owner(table, n.living) == n.Node.ID && (n.Alone || now.After(n.patience) || n.lapsed[table])
}

func (n *Node) toGive(table string) bool {
	_, has := n.held[table]
	owner := Owner(table, n.living)
	return has && owner != "" && owner != n.Node.ID
}

// move takes or gives away one table, when its turn comes.
func (n *Node) move(ctx context.Context, table string) {
	defer func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		delete(n.moving, table)
	}()
	select {
	case n.places <- struct{}{}:
		defer func() { <-n.places }()
	case <-ctx.Done():
		return
	}
	n.mu.Lock()
	take, give, lease := n.toTake(table), n.toGive(table), n.held[table]
	n.mu.Unlock()
	switch {
	case take:
		n.take(ctx, table)
	case give:
		n.Floor.Drop(table)
		n.release(ctx, lease)
	}
}

func (n *Node) take(ctx context.Context, table string) {
	claim, cancel := context.WithTimeout(ctx, n.TTL)
	defer cancel()
	lease, err := n.Leases.Claim(claim, n.Node.ID, table)
	if errors.Is(err, store.ErrFenced) {
		return // who had it may live a moment longer
	}
	if err == nil {
		n.mu.Lock()
		n.held[table] = lease
		n.mu.Unlock()
		err = n.Floor.Take(ctx, lease)
	}
	if err != nil {
		if ctx.Err() == nil {
			n.Log.Error("a table could not be taken and is tried again", "table", table, "error", err)
		}
		if lease != (store.Lease{}) {
			n.forget(lease)
			_ = n.Leases.Release(ctx, lease) // what cannot be released ends with the node
		}
		return
	}
	n.mu.Lock()
	lost := n.held[table] != lease // meanwhile
	delete(n.lapsed, table)
	n.mu.Unlock()
	if lost {
		n.Floor.Drop(table)
		return
	}
	n.Log.Info("a table is driven here now", "table", table, "epoch", lease.Epoch)
}

// forget forgets a lease, and reports whether it was still this node's.
func (n *Node) forget(l store.Lease) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.held[l.Table] != l {
		return false
	}
	delete(n.held, l.Table)
	return true
}

// release gives a table back that has stopped here.
func (n *Node) release(ctx context.Context, lease store.Lease) {
	n.forget(lease)
	if err := n.Leases.Release(ctx, lease); err != nil {
		n.Log.Warn("a table that stopped here could not be given back; it is anybody's when this node is gone", "table", lease.Table, "error", err)
		return
	}
	n.Log.Info("a table was given away", "table", lease.Table, "to", Owner(lease.Table, n.Living()))
	if n.Gave != nil {
		n.Gave(lease.Table)
	}
}

// Drain gives all tables to the other nodes, and returns when it has. It reports false
// if there is no other, or ctx ended before.
func (n *Node) Drain(ctx context.Context) bool {
	n.mu.Lock()
	n.drains = true
	n.mu.Unlock()
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for beaten := false; ; {
		if !beaten && n.Beat(ctx) == nil {
			beaten = true
			n.Look()
		}
		switch {
		case n.Held() == 0:
			return true
		case beaten && !n.others():
			return false
		}
		select {
		case <-ctx.Done():
			return false
		case <-look.C:
		}
	}
}

// others reports whether another node lives that takes tables.
func (n *Node) others() bool {
	return slices.ContainsFunc(n.Living(), func(o store.Node) bool { return o.ID != n.Node.ID && !o.Draining })
}

// leave stops what is left, and says that this node is gone.
func (n *Node) leave() {
	n.mu.Lock()
	left := n.letGo()
	n.until = time.Time{}
	n.mu.Unlock()
	n.dropAll(left)
	ctx, cancel := context.WithTimeout(context.Background(), n.TTL)
	defer cancel()
	if err := n.Leases.Leave(ctx, n.Node.ID); err != nil {
		n.Log.Warn("this node could not say that it is gone; its tables are anybody's when its lease ends", "error", err)
	}
}
