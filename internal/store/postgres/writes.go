package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"club99/internal/store"
	"club99/internal/store/gather"
)

// errDoubtful says that a transaction was sent to be committed, and that nobody knows
// what became of it.
var errDoubtful = errors.New("the connection was lost while committing")

// change runs one transaction, again if others were in its way or the connection was
// gone. If nobody knows whether it was written, the error is also [errDoubtful]. The
// caller's context is looked at before, not while writing.
func (s *Store) change(ctx context.Context, fn func(ctx context.Context, tx pgx.Tx) error) error {
	if err := s.mayWrite(ctx); err != nil {
		return err
	}
	defer s.writing.Add(-1)
	return s.changeIn(ctx, s.write, fn)
}

// mayWrite counts a write that begins, or says why it may not.
func (s *Store) mayWrite(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.gate.RLock()
	defer s.gate.RUnlock()
	if err := s.writable(); err != nil {
		return err
	}
	if s.writing.Add(1) > gather.Queue {
		s.writing.Add(-1)
		return store.ErrBusy
	}
	return nil
}

func (s *Store) changeIn(ctx context.Context, pool *pgxpool.Pool, fn func(ctx context.Context, tx pgx.Tx) error) error {
	for attempt := 1; ; attempt++ {
		sent, err := s.once(ctx, pool, fn)
		if err == nil {
			return nil
		}
		e, known := answered(err)
		switch {
		case sent && !known && lost(err):
			pool.Reset()
			return fmt.Errorf("%w: %w", errDoubtful, s.explain(err))
		case known && retried(e) && attempt < maxAttempts:
			time.Sleep(time.Duration(attempt) * 5 * time.Millisecond)
		case lost(err) && attempt == 1:
			pool.Reset()
		default:
			return s.explain(err)
		}
	}
}

// once runs a transaction, and reports whether it was sent to be committed.
func (s *Store) once(ctx context.Context, pool *pgxpool.Pool, fn func(ctx context.Context, tx pgx.Tx) error) (sent bool, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), attemptTime)
	defer cancel()
	tx, err := pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.ReadCommitted})
	if err != nil {
		return false, err
	}
	if _, err = tx.Exec(ctx, limitsQuery); err == nil {
		err = fn(ctx, tx)
	}
	if err != nil {
		_ = tx.Rollback(ctx) // if that fails, the connection is closed, which does the same
		return false, err
	}
	return true, tx.Commit(ctx)
}

// again is change for what may be done twice without harm: what is not known to be
// written counts as not written, and its caller may repeat it.
func (s *Store) again(ctx context.Context, query string, args ...any) error {
	return s.change(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, query, args...)
		return err
	})
}
