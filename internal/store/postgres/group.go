package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"club99/internal/fault"
	"club99/internal/store"
)

const (
	// attemptTime bounds one attempt to write a group.
	attemptTime = 5 * time.Second
	// settleTime bounds how long is tried to find out what became of a commit
	// whose connection was lost, before its caller is told that nobody knows.
	settleTime = 3 * time.Second
	// maxAttempts bounds how often a group is tried again because others were in
	// its way.
	maxAttempts = 8
)

// writeGroup writes all jobs in one transaction and gives each its error.
func (s *Store) writeGroup(group []*job) {
	failure := s.try(group)
	if failure == nil {
		return
	}
	if e, ok := answered(failure); ok && (contradicts(e) || retried(e)) && len(group) > 1 {
		for _, j := range group { // one of them is to fail alone
			s.writeGroup([]*job{j})
		}
		return
	}
	for _, j := range group {
		switch {
		case j.doubtful:
			j.err = fmt.Errorf("%w: table %s, entry %d: %w", store.ErrUncertain, j.commit.Table, j.commit.Expect+1, failure)
		case j.err == nil || !refused(j.err):
			j.err = s.explain(failure)
		}
	}
}

// refused reports whether an error is a job's own, and not that of its group.
func refused(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// try writes a group, again as long as that may help. After a commit that nobody
// knows the end of, the same again is what finds out: it waits for whatever the
// lost transaction holds, and finds its entry there or writes it.
func (s *Store) try(group []*job) error {
	begun := time.Now()
	for attempt := 1; ; attempt++ {
		err := s.attempt(group)
		if err == nil {
			return nil
		}
		e, known := answered(err)
		doubtful := isDoubtful(group)
		again := known && retried(e) && attempt < maxAttempts ||
			!known && (attempt == 1 || doubtful && time.Since(begun) < settleTime) ||
			known && doubtful && !contradicts(e) && time.Since(begun) < settleTime
		if !again {
			return err
		}
		if !known {
			s.write.Reset() // all of its connections are as old as the one that failed
		}
		if attempt > 1 {
			time.Sleep(min(time.Duration(attempt)*10*time.Millisecond, 250*time.Millisecond))
		}
	}
}

func isDoubtful(group []*job) bool {
	for _, j := range group {
		if j.doubtful {
			return true
		}
	}
	return false
}

// attempt writes a group once: what it depends on is read and locked, each job is
// decided, and what is accepted is written and committed. An error means that no
// job's fate is known to be other than that nothing was written, but for those
// that are doubtful.
func (s *Store) attempt(group []*job) error {
	ctx, cancel := context.WithTimeout(context.Background(), attemptTime)
	defer cancel()
	var live []*job
	for _, j := range group {
		if !j.doubtful {
			j.err = j.ctx.Err()
		}
		if j.doubtful || j.err == nil {
			live = append(live, j)
		}
	}
	if len(live) == 0 {
		return nil
	}
	conn, err := s.write.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release() // which closes it if a transaction is open
	b, err := s.look(ctx, conn, live)
	if err != nil {
		undo(ctx, conn)
		return err
	}
	accepted := b.decide(live)
	if len(accepted) == 0 {
		undo(ctx, conn)
		return nil
	}
	fault.Here(fault.Half)
	batch := b.writing(accepted)
	batch.Queue(`COMMIT`)
	fault.Here(fault.Commit)
	err = conn.SendBatch(ctx, batch).Close()
	if err == nil {
		fault.Here(fault.Committed)
	}
	_, known := answered(err)
	for _, j := range accepted {
		// What the server refused leaves a job as it was: in doubt, if it had been sent before.
		if err == nil || !known {
			j.doubtful = err != nil
		}
	}
	if known {
		undo(ctx, conn)
	}
	return err
}

// undo ends a transaction that is to leave nothing. If that fails, the connection is
// closed when it is released, which does the same.
func undo(ctx context.Context, conn *pgxpool.Conn) {
	_, _ = conn.Exec(ctx, `ROLLBACK`)
}
