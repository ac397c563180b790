package postgres

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"club99/internal/fault"
	"club99/internal/ledger"
	"club99/internal/store"
	"club99/money"
)

const (
	// committers is how many groups are written at a time: while one waits for the
	// disk, the next is read and decided.
	committers = 2
	// queueLength bounds how many commits wait. When it is full, one is refused
	// with ErrBusy before anything of it is done.
	queueLength = 4096
	// maxGroup bounds how many commits share a transaction, and with it how long
	// the first of them waits.
	maxGroup = 256
	// maxWindow bounds how long a group waits for the commits that the last
	// groups let it expect.
	maxWindow = 2 * time.Millisecond
)

// job is a commit that is to be written.
type job struct {
	ctx    context.Context
	commit *store.Commit
	moves  []ledger.Movement

	receipt  store.Receipt
	balances []money.Amount // after the commit, of each result's player
	doubtful bool           // it was sent, and nobody knows what became of it

	err  error
	done chan struct{}
}

// heads remembers where journals end by what was acknowledged here.
type heads struct {
	mu           sync.Mutex
	acknowledged map[string]uint64
}

func (h *heads) of(table string) uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.acknowledged[table]
}

func (h *heads) reached(table string, seq uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.acknowledged[table] = max(h.acknowledged[table], seq)
}

// Commit keeps the contract of [store.Store].
func (s *Store) Commit(ctx context.Context, c store.Commit) (store.Receipt, error) {
	if err := c.Check(); err != nil {
		return store.Receipt{}, err
	}
	moves, err := ledger.Movements(nil, c.Transfers)
	if err != nil {
		return store.Receipt{}, fmt.Errorf("%w: %w", store.ErrInvalid, err)
	}
	if err := ctx.Err(); err != nil {
		return store.Receipt{}, err
	}
	j := &job{ctx: ctx, commit: &c, moves: moves, done: make(chan struct{})}
	if err := s.enqueue(j); err != nil {
		return store.Receipt{}, err
	}
	<-j.done // once queued it is not abandoned: its caller learns what became of it
	if j.err != nil {
		return store.Receipt{}, j.err
	}
	return j.receipt, nil
}

func (s *Store) enqueue(j *job) error {
	s.gate.RLock()
	defer s.gate.RUnlock()
	switch {
	case s.closed:
		return store.ErrClosed
	case s.queue == nil:
		return fmt.Errorf("%w: %s was opened for reading", store.ErrUnavailable, s.where)
	}
	select {
	case s.queue <- j:
		return nil
	default:
		return store.ErrBusy
	}
}

// committer is a goroutine that writes groups, one after another.
type committer struct {
	s     *Store
	usual float64       // moving average of the size of groups
	took  time.Duration // moving average of the time a transaction takes
}

// loop runs until the queue is closed and empty.
func (c *committer) loop() {
	var group []*job
	for first := range c.s.queue {
		group = c.gather(append(group[:0], first))
		begun := time.Now()
		fault.Here(fault.Begin)
		c.s.writeGroup(group)
		took := time.Since(begun)
		c.took += (took - c.took) / 8
		c.usual += (float64(len(group)) - c.usual) / 4
		if watch := c.s.watch.Load(); watch != nil {
			(*watch)(len(group), took)
		}
		for i, j := range group {
			group[i] = nil
			if j.err == nil {
				c.s.known.reached(j.commit.Table, j.receipt.Seq)
			}
			close(j.done)
		}
	}
}

// gather adds what waits to the group, as the committer of package sqlite does: it
// lets everybody run who is ready, and waits a little for as many as came last.
func (c *committer) gather(group []*job) []*job {
	begun := time.Now()
	window := min(c.took/2, maxWindow)
	for len(group) < maxGroup {
		runtime.Gosched()
		before := len(group)
		group = c.drain(group)
		if len(group) > before {
			continue
		}
		if float64(len(group)) > c.usual-1 || time.Since(begun) >= window {
			break
		}
	}
	return group
}

// drain adds what is in the queue right now.
func (c *committer) drain(group []*job) []*job {
	for len(group) < maxGroup {
		select {
		case j, ok := <-c.s.queue:
			if !ok {
				return group
			}
			group = append(group, j)
		default:
			return group
		}
	}
	return group
}
