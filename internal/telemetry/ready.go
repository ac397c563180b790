package telemetry

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// tryEvery is how old an answer about the books may be: however often anybody
	// asks, no more is written for it than this.
	tryEvery = 5 * time.Second
	// tryTime is how long a write may take until the books count as stuck.
	tryTime = 5 * time.Second
)

// ErrClosing says that the club is closing.
var ErrClosing = errors.New("the club is closing")

// Readiness says whether people can be sent to the club: its books can be written,
// there is a table to play at, and it is not closing. Its methods may be called
// from any goroutine.
type Readiness struct {
	try     func(context.Context) error
	tables  func() (open, all int)
	now     func() time.Time
	closing atomic.Bool

	mu      sync.Mutex
	tried   time.Time // zero: not yet
	books   error
	pending chan error // of a try that has not come to an end; nil: none
}

// NewReadiness returns the readiness of a club. try writes something to its books
// and returns when that is durable; tables says how many are open.
func NewReadiness(try func(context.Context) error, tables func() (open, all int)) *Readiness {
	return &Readiness{try: try, tables: tables, now: time.Now}
}

// Closing says that from now on nobody is to be sent here any more.
func (r *Readiness) Closing() { r.closing.Store(true) }

// Check returns nil if the club is ready, else why not. What is found out about the
// books holds for a few seconds.
func (r *Readiness) Check(context.Context) error {
	if r.closing.Load() {
		return ErrClosing
	}
	if open, all := r.tables(); open == 0 {
		return fmt.Errorf("none of %d tables is open", all)
	}
	// Those who ask meanwhile wait for the same answer. It is looked for whether or
	// not the one who asked first stays: the next one wants it too.
	r.mu.Lock()
	defer r.mu.Unlock()
	if now := r.now(); r.tried.IsZero() || now.Sub(r.tried).Abs() >= tryEvery {
		r.books = r.write()
		r.tried = r.now()
	}
	if r.books != nil {
		return fmt.Errorf("the books: %w", r.books)
	}
	return nil
}

// write tries the books. If they are stuck, the next one waits for the same try:
// there is never more than one.
func (r *Readiness) write() error {
	if r.pending == nil {
		r.pending = make(chan error, 1)
		go func(done chan<- error) { done <- r.try(context.Background()) }(r.pending)
	}
	late := time.NewTimer(tryTime)
	defer late.Stop()
	select {
	case err := <-r.pending:
		r.pending = nil
		return err
	case <-late.C:
		return fmt.Errorf("nothing was written for %v", tryTime)
	}
}
