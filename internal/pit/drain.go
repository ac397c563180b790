package pit

import (
	"context"
	"time"

	"club99/internal/store"
	"club99/internal/table"
)

// drainLook is how often a draining pit looks whether all its tables are quiet.
const drainLook = 20 * time.Millisecond

// Drain lets no table begin a new round, and waits until none has one in play or
// ctx ends. It returns the tables whose rounds go on when the pit is opened again.
// Everybody may still act, and is told that no new round begins.
func (p *Pit) Drain(ctx context.Context) (left []string) {
	for _, t := range p.Tables() {
		t.Drain()
	}
	look := time.NewTicker(drainLook)
	defer look.Stop()
	for {
		left = left[:0]
		for _, t := range p.Tables() {
			if !t.Quiet() {
				left = append(left, t.ID())
			}
		}
		if len(left) == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return left
		case <-look.C:
		}
	}
}

// Reopen opens a table again that was closed because of a fault, in the books alone:
// no pit may have them open. It reports whether the table was closed. The lease is the
// table's, where nodes share the books.
func Reopen(ctx context.Context, st store.Store, id string, lease store.Lease) (bool, error) {
	return table.Reopen(ctx, st, id, lease, time.Now())
}

// Void is what became of a table whose key is lost.
type Void = table.Void

// GiveUp closes the open round of a table whose seeds open with no key any more, in the
// books alone; see [table.GiveUp].
func GiveUp(ctx context.Context, st store.Store, sealer table.Sealer, id string, lease store.Lease) (Void, error) {
	return table.GiveUp(ctx, table.Config{ID: id, Store: st, Sealer: sealer, Lease: lease})
}
