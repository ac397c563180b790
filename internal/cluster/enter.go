package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"club99/internal/store"
)

// ErrTaken says that a server has the books with which this one cannot share them.
var ErrTaken = errors.New("another server has these books")

// enterLook is how often somebody who wants to enter looks whether the other is gone.
const enterLook = 100 * time.Millisecond

// Enter makes a node one of those that live, as one that takes no tables yet. A server
// that runs alone shares the books with nobody, and nobody with it: who is killed is
// waited for until its lease has ended; who beats on is [ErrTaken], wrapped, at once.
//
// It looks twice. Of two that enter at the same moment each may have looked before the
// other was to be seen, but not twice.
func Enter(ctx context.Context, leases store.Leases, me store.Node, ttl time.Duration) error {
	me.Draining = true
	var waited string
	var ends time.Time // of that one's lease, when it was first seen
	for until := time.Now().Add(ttl + ttl/2); ; {
		foe, err := meet(ctx, leases, &me, ttl)
		if err != nil || foe == nil {
			return err
		}
		if err := leases.Leave(ctx, me.ID); err != nil {
			return err
		}
		now := time.Now()
		if foe.ID != waited {
			waited, ends = foe.ID, now.Add(foe.Left)
		}
		beats := !foe.Draining && now.Add(foe.Left).After(ends.Add(ttl/10))
		if beats || now.After(until) {
			return fmt.Errorf("%w: %s: stop it, or start all servers with --cluster-listen, so that they share the tables", ErrTaken, foe.Name())
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(enterLook + time.Duration(me.ID[0])*time.Millisecond): // two that met do not meet for ever
		}
	}
}

// meet beats twice, and returns who cannot share the books; nil: nobody.
func meet(ctx context.Context, leases store.Leases, me *store.Node, ttl time.Duration) (*store.Node, error) {
	for range 2 {
		living, err := leases.Beat(ctx, *me, ttl)
		if err != nil {
			return nil, err
		}
		for i := range living {
			if o := &living[i]; o.ID != me.ID && (o.Alone() || me.Alone()) {
				return o, nil
			}
		}
	}
	return nil, nil
}
