package sqlite

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"club99/internal/fault"
	"club99/internal/store"
	"club99/internal/store/gather"
)

// maxGroup bounds how many jobs share a transaction, and with it how long
// the first of them waits.
const maxGroup = 512

// job is something to be written, all or nothing.
type job struct {
	ctx context.Context
	// run writes it, within a savepoint. It may be called again if the
	// transaction came to nothing.
	run func(*writer) error
	// wrote reports, after a commit that failed, whether run's work is there.
	wrote func(*writer) (bool, error)

	err  error
	done chan struct{}
}

// write queues a job and waits until it is durable or refused. Once queued it
// is not abandoned, so that its caller always learns what became of it.
func (s *Store) write(ctx context.Context, j job) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	j.ctx, j.done = ctx, make(chan struct{})
	if err := s.enqueue(&j); err != nil {
		return err
	}
	<-j.done
	return j.err
}

func (s *Store) enqueue(j *job) error {
	s.gate.RLock()
	defer s.gate.RUnlock()
	if s.closed {
		return store.ErrClosed
	}
	if s.queue == nil {
		return fmt.Errorf("%w: the data folder was opened for reading", store.ErrUnavailable)
	}
	select {
	case s.queue <- j:
		return nil
	default:
		return store.ErrBusy
	}
}

// committer is the goroutine that writes.
type committer struct {
	dir     string
	w       *writer
	queue   <-chan *job
	written func() // called after each group
	watch   atomic.Pointer[func(jobs int, took time.Duration)]

	suspect bool // a commit failed and the disk has not been tried since

	// endTransaction is w.commit; tests make it fail as a disk would.
	endTransaction func(*writer) error
}

// loop runs until the queue is closed and empty.
func (c *committer) loop() {
	waiting := gather.From(c.queue, maxGroup)
	var jobs []*job
	for first := range c.queue {
		jobs = waiting.Gather(append(jobs[:0], first))
		begun := time.Now()
		c.writeGroup(jobs)
		took := time.Since(begun)
		waiting.Written(len(jobs), took)
		if watch := c.watch.Load(); watch != nil {
			(*watch)(len(jobs), took)
		}
		for i, j := range jobs {
			jobs[i] = nil
			close(j.done)
		}
		c.written()
	}
}

// errTransactionLost says that SQLite has rolled back more than the job.
var errTransactionLost = errors.New("the transaction was lost")

// writeGroup writes all jobs in one transaction and gives each its error. It
// expects that all of them succeed, for a savepoint around each costs as much as
// the job itself; if one does not, it starts over with savepoints.
func (c *committer) writeGroup(group []*job) {
	if !c.beginFor(group) {
		return
	}
	for _, j := range group {
		if j.err = j.ctx.Err(); j.err != nil {
			continue
		}
		if j.err = j.run(c.w); j.err != nil && !leftNothing(j.err) {
			c.writeGuarded(group)
			return
		}
	}
	c.finish(group)
}

// finish commits the transaction of a group.
func (c *committer) finish(group []*job) {
	fault.Here(fault.Commit)
	if err := c.endTransaction(c.w); err != nil {
		c.recoverGroup(group, err)
		return
	}
	fault.Here(fault.Committed)
}

// leftNothing reports whether a job that was refused had written nothing yet.
func leftNothing(err error) bool {
	return errors.As(err, new(store.DuplicateError)) || errors.Is(err, store.ErrConflict)
}

// writeGuarded writes the group anew, each job in a savepoint of its own: one of
// them is to fail alone.
func (c *committer) writeGuarded(group []*job) {
	c.undo()
	if !c.beginFor(group) {
		return
	}
	for _, j := range group {
		if j.err = j.ctx.Err(); j.err != nil {
			continue
		}
		if j.err = c.inSavepoint(j); errors.Is(j.err, errTransactionLost) {
			c.undo()
			c.writeAlone(group)
			return
		}
	}
	c.finish(group)
}

// undo rolls the transaction back.
func (c *committer) undo() {
	c.w.forget()
	_, _ = c.w.run(c.w.rollback) // it may be gone already
}

// beginFor begins a transaction for jobs; if that fails, it gives each the error.
func (c *committer) beginFor(group []*job) bool {
	err := c.begin()
	if err == nil {
		return true
	}
	for _, j := range group {
		j.err = unavailable(err)
	}
	return false
}

func (c *committer) begin() error {
	fault.Here(fault.Begin)
	if c.suspect {
		if err := c.reopen(); err != nil {
			return err
		}
	}
	_, err := c.w.run(c.w.begin)
	c.suspect = err != nil // the next group tries a fresh connection
	return err
}

func (c *committer) inSavepoint(j *job) error {
	if _, err := c.w.run(c.w.savepoint); err != nil {
		return fmt.Errorf("%w: %w", errTransactionLost, err)
	}
	failure := j.run(c.w)
	if failure != nil {
		c.w.forget()
		if _, err := c.w.run(c.w.undo); err != nil {
			return fmt.Errorf("%w: %w", errTransactionLost, failure)
		}
	}
	if _, err := c.w.run(c.w.release); err != nil {
		return fmt.Errorf("%w: %w", errTransactionLost, err)
	}
	return explain(failure)
}

// writeAlone writes each job in a transaction of its own, after one of them
// took the group's transaction down: a full disk does that.
func (c *committer) writeAlone(group []*job) {
	for _, j := range group {
		if j.err = j.ctx.Err(); j.err != nil {
			continue
		}
		if !c.beginFor([]*job{j}) {
			continue
		}
		if err := j.run(c.w); err != nil {
			j.err = explain(err)
			c.undo()
			continue
		}
		c.finish([]*job{j})
	}
}
