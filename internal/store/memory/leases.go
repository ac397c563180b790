package memory

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"club99/internal/store"
)

type node struct {
	store.Node
	until time.Time
}

// lives reports whether a node has beaten in time.
func (s *Store) lives(id string) bool {
	n, ok := s.nodes[id]
	return ok && n.until.After(s.now())
}

// fence refuses a commit whose lease does not hold.
func (s *Store) fence(c *store.Commit) error {
	if c.Lease == (store.Lease{}) || s.leases[c.Table] == c.Lease && s.lives(c.Lease.Node) {
		return nil
	}
	return fmt.Errorf("table %s: node %s, epoch %d: %w", c.Table, c.Lease.Node, c.Lease.Epoch, store.ErrFenced)
}

// Beat keeps the contract of [store.Leases].
func (s *Store) Beat(ctx context.Context, n store.Node, ttl time.Duration) ([]store.Node, error) {
	if err := n.Check(ttl); err != nil {
		return nil, err
	}
	leave, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	now := s.now()
	s.nodes[n.ID] = node{n, now.Add(ttl)}
	var living []store.Node
	for _, other := range s.nodes {
		if other.until.After(now) {
			other.Left = other.until.Sub(now)
			living = append(living, other.Node)
		}
	}
	slices.SortFunc(living, func(a, b store.Node) int { return cmp.Compare(a.ID, b.ID) })
	return living, nil
}

// Leave keeps the contract of [store.Leases].
func (s *Store) Leave(ctx context.Context, id string) error {
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	delete(s.nodes, id)
	for table, l := range s.leases {
		if l.Node == id {
			l.Node = ""
			s.leases[table] = l
		}
	}
	return nil
}

// Claim keeps the contract of [store.Leases].
func (s *Store) Claim(ctx context.Context, id, table string) (store.Lease, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return store.Lease{}, err
	}
	defer leave()
	l := s.leases[table]
	switch {
	case !s.lives(id):
		return store.Lease{}, fmt.Errorf("table %s: node %s has not beaten in time: %w", table, id, store.ErrFenced)
	case l.Node == id:
		return l, nil
	case s.lives(l.Node):
		return store.Lease{}, fmt.Errorf("table %s: node %s has it: %w", table, l.Node, store.ErrFenced)
	}
	l = store.Lease{Table: table, Node: id, Epoch: l.Epoch + 1}
	s.leases[table] = l
	return l, nil
}

// Release keeps the contract of [store.Leases].
func (s *Store) Release(ctx context.Context, l store.Lease) error {
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	if kept := s.leases[l.Table]; kept == l {
		kept.Node = ""
		s.leases[l.Table] = kept
	}
	return nil
}

// Leases keeps the contract of [store.Leases].
func (s *Store) Leases(ctx context.Context) ([]store.Lease, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	var list []store.Lease
	for _, l := range s.leases {
		if s.lives(l.Node) {
			list = append(list, l)
		}
	}
	slices.SortFunc(list, func(a, b store.Lease) int { return cmp.Compare(a.Table, b.Table) })
	return list, nil
}
