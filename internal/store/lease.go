package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// ErrFenced says that the table is not this node's to drive, or not any more.
// Like [ErrConflict] it means that nothing was written.
var ErrFenced = errors.New("another node drives this table, or may by now")

// Lease is the right of one node to drive one table. The zero Lease is none.
type Lease struct {
	Table string
	Node  string // the node's id, another at each start of the program
	Epoch uint64 // from 1, one more each time the table changes hands
}

// Node is a running server that shares the store with others.
type Node struct {
	ID       string
	Address  string        // where other nodes reach it, host:port
	Draining bool          // it takes no tables, and gives away those it has
	Left     time.Duration // how long it lives unless it beats again, by the store's clock; zero or less: its tables are anybody's
}

// alone begins the address of a node that shares the store with nobody.
const alone = "alone:"

// AloneAt is the address of a node that shares the store with nobody: what it says of
// itself is for people.
func AloneAt(what string) string { return alone + what }

// Alone reports whether the node shares the store with nobody.
func (n *Node) Alone() bool { return strings.HasPrefix(n.Address, alone) }

// Name says to people which server it is.
func (n *Node) Name() string {
	if what, ok := strings.CutPrefix(n.Address, alone); ok {
		return fmt.Sprintf("one that runs alone, %s", what)
	}
	return fmt.Sprintf("the node of a club at %s", n.Address)
}

// Leases says who drives which table. Only stores that several nodes can share
// have it. All time in it is the store's own: nodes' clocks may differ.
//
// A node that has leases writes their epochs into its commits ([Commit.Lease]);
// a commit whose lease is not the table's newest, or whose node has not beaten in
// time, is refused with [ErrFenced] and leaves nothing behind.
type Leases interface {
	// Beat says that a node lives for another ttl, and returns the nodes that
	// live, it among them, ordered by id. A node that beats too late lives again,
	// but has only those of its tables that nobody has taken since.
	Beat(ctx context.Context, n Node, ttl time.Duration) ([]Node, error)
	// Leave says that a node is gone; its tables are anybody's at once.
	Leave(ctx context.Context, node string) error
	// Claim gives a living node a table that is nobody's: never claimed, released,
	// or of a node that lives no more. Claiming what it has returns the lease it
	// has. Otherwise it is [ErrFenced].
	Claim(ctx context.Context, node, table string) (Lease, error)
	// Release gives a table back. A lease that is not the newest is none: that is no error.
	Release(ctx context.Context, l Lease) error
	// Leases returns the leases of living nodes, ordered by table.
	Leases(ctx context.Context) ([]Lease, error)
}
