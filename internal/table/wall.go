package table

import (
	"sync/atomic"
	"time"

	"club99/internal/fault"
)

// wall is the clock on the wall that the table's deadlines are read by. It is looked
// at between rounds only: while a deadline is open, time goes on from there by itself,
// so that nobody's time is gone, and no table stands still, when somebody sets the
// machine's clock.
type wall struct {
	read func() time.Time
	seen atomic.Pointer[look]
}

// look is what the wall said at a moment of the machine's steady clock.
type look struct{ at, said time.Time }

func newWall(read func() time.Time) *wall {
	if read == nil {
		read = fault.Now
	}
	w := &wall{read: read}
	w.look()
	return w
}

// look looks at the clock on the wall, and returns what was known before.
func (w *wall) look() (before *look) {
	return w.seen.Swap(&look{at: time.Now(), said: w.read().Round(0)})
}

// now is the time by which deadlines are set and have passed.
func (w *wall) now() time.Time { return w.of(time.Now()) }

// of is that time at a moment that [time.Now] gave.
func (w *wall) of(at time.Time) time.Time {
	l := w.seen.Load()
	return l.said.Add(at.Sub(l.at))
}

// moment is when by [time.Now] it will be that time.
func (w *wall) moment(deadline int64) time.Time {
	l := w.seen.Load()
	return l.at.Add(time.UnixMilli(deadline).Sub(l.said))
}
