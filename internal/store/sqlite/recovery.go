package sqlite

import (
	"context"
	"errors"
	"fmt"

	"club99/internal/store"
)

// A COMMIT that fails may have been written all the same: the log's last page
// can be on the disk although syncing it reported an error, and a later start
// would find it there. So nobody is answered from the failure alone. A fresh
// connection first writes a fence. Once that is durable, the doubtful commit
// is either before it in the log or overwritten by it, for good, and reading
// back tells which.

// recoverGroup answers the jobs of a transaction whose COMMIT failed.
func (c *committer) recoverGroup(group []*job, failure error) {
	c.suspect = true
	unreadable := c.reopen()
	for _, j := range group {
		switch {
		case errors.Is(j.err, context.Canceled), errors.Is(j.err, context.DeadlineExceeded):
			// It was passed over and stays so.
		case j.err != nil:
			// What refused it may itself not have been written.
			j.err = unavailable(failure)
		case unreadable != nil:
			j.err = fmt.Errorf("%w: %w: %w", store.ErrUncertain, failure, unreadable)
		default:
			j.err = c.readBack(j, failure)
		}
	}
}

func (c *committer) readBack(j *job, failure error) error {
	wrote, err := j.wrote(c.w)
	if err != nil {
		return fmt.Errorf("%w: %w: %w", store.ErrUncertain, failure, err)
	}
	if !wrote {
		return unavailable(failure)
	}
	return nil
}

// reopen replaces the connection and writes the fence. Until it succeeds
// nothing else is written.
func (c *committer) reopen() error {
	if c.w != nil {
		_ = c.w.close() // it has failed already; what counts is the fence
		c.w = nil
	}
	w, err := openWriter(context.Background(), c.dir)
	if err != nil {
		return err
	}
	if err := c.writeFence(w); err != nil {
		return errors.Join(err, w.close())
	}
	c.w, c.suspect = w, false
	return nil
}

func (c *committer) writeFence(w *writer) error {
	for _, step := range []func() error{
		func() error { _, err := w.run(w.begin); return err },
		func() error { _, err := w.run(w.fence); return err },
		func() error { return c.endTransaction(w) },
	} {
		if err := step(); err != nil {
			return fmt.Errorf("writing the fence: %w", err)
		}
	}
	return nil
}

// end commits the transaction.
func (w *writer) end() error {
	_, err := w.run(w.commit)
	return err
}
