package postgres

import (
	"context"
	"fmt"
	"sync"
	"time"

	"club99/internal/fault"
	"club99/internal/ledger"
	"club99/internal/store"
	"club99/internal/store/gather"
	"club99/money"
)

const (
	// committers is how many groups are written at a time: while one waits for the
	// disk, the next is read and decided.
	committers = 2
	// maxGroup bounds how many commits share a transaction, and with it how long
	// the first of them waits.
	maxGroup = 256
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
	if err := s.writable(); err != nil {
		return err
	}
	select {
	case s.queue <- j:
		return nil
	default:
		return store.ErrBusy
	}
}

// writable says why nothing can be written. The gate is held.
func (s *Store) writable() error {
	switch {
	case s.closed:
		return store.ErrClosed
	case s.queue == nil:
		return fmt.Errorf("%w: %s was opened for reading", store.ErrUnavailable, s.where)
	}
	return nil
}

// commitOn writes groups, one after another, until the queue is closed and empty.
func (s *Store) commitOn() {
	waiting := gather.From(s.queue, maxGroup)
	var jobs []*job
	for first := range s.queue {
		jobs = waiting.Gather(append(jobs[:0], first))
		begun := time.Now()
		fault.Here(fault.Begin)
		s.writeGroup(jobs)
		took := time.Since(begun)
		waiting.Written(len(jobs), took)
		if watch := s.watch.Load(); watch != nil {
			(*watch)(len(jobs), took)
		}
		for i, j := range jobs {
			jobs[i] = nil
			if j.err == nil {
				s.known.reached(j.commit.Table, j.receipt.Seq)
			}
			close(j.done)
		}
	}
}
