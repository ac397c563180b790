package pit

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"club99/internal/store"
	"club99/internal/table"
)

// Pauses before a failed table is started again.
const (
	firstPause = 100 * time.Millisecond
	lastPause  = 5 * time.Second
)

// alarm is what the log says, at its highest level, when a table was closed.
const alarm = "a table panicked twice at the same event and is closed"

// keeper keeps one table going.
type keeper struct {
	*Pit
	table *table.Table
	pause time.Duration
	last  *table.Panic // the last one; nil: none yet
	shut  bool         // the table is to be closed as soon as it can be loaded
}

// keep runs a table, and loads and runs it again whenever it fails. If it panics
// a second time at the same event it is closed, and goes on as a closed table. A
// table that another node drives ends here.
func (p *Pit) keep(ctx context.Context, t *table.Table) {
	k := keeper{Pit: p, table: t, pause: firstPause}
	for {
		began := time.Now()
		err := t.Run(ctx)
		if err == nil {
			return
		}
		if time.Since(began) > time.Minute {
			k.pause = firstPause
		}
		if k.pause > firstPause {
			t.TurnAway() // it failed again soon: who waits is not kept any longer
		}
		if !k.mend(ctx, err) {
			return
		}
	}
}

// mend makes a table that failed ready to run again. It reports whether it is;
// otherwise ctx has ended, or another node drives the table.
func (k *keeper) mend(ctx context.Context, err error) bool {
	for err != nil {
		if errors.Is(err, store.ErrFenced) {
			if k.cfg.Fenced != nil {
				k.cfg.Fenced(k.table.Lease())
			}
			return false
		}
		k.note(err).Error("a table failed and is started again from its journal", "table", k.table.ID(), "pause", k.pause, "error", err)
		select {
		case <-ctx.Done():
			return false
		case <-time.After(k.pause):
		}
		k.pause = min(2*k.pause, lastPause)
		if err = k.table.Load(ctx); err == nil && k.shut {
			err = k.close(ctx)
		}
		if err != nil {
			k.table.TurnAway()
		}
	}
	return true
}

// note remembers a panic, and that it was the second in the same place. It returns
// the log for it, which says where it was.
func (k *keeper) note(err error) *slog.Logger {
	var now *table.Panic
	if !errors.As(err, &now) {
		return k.cfg.Log
	}
	k.shut = k.shut || k.last != nil && k.last.Event == now.Event
	k.last = now
	return k.cfg.Log.With("stack", now.Stack())
}

func (k *keeper) close(ctx context.Context) error {
	if err := k.table.Shut(ctx); err != nil {
		return err
	}
	k.cfg.Log.Error(alarm, "table", k.table.ID(), "event", k.last.Event, "panic", k.last.Value)
	k.shut = false
	return nil
}
