package sqlite

import (
	"context"
	"errors"
	"fmt"

	"club99/internal/ledger"
	"club99/internal/store"

	driver "modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// CreatePlayer keeps the contract of [store.Store].
func (s *Store) CreatePlayer(ctx context.Context, p store.NewPlayer) (int64, error) {
	if err := p.Check(); err != nil {
		return 0, err
	}
	var id int64
	err := s.write(ctx, job{
		run: func(w *writer) (err error) {
			id, err = w.createPlayer(&p)
			return err
		},
		wrote: func(w *writer) (bool, error) { return w.has(w.isPlayer, id, p.Name, nanos(p.At)) },
	})
	if err != nil {
		return 0, err
	}
	return id, nil
}

func (w *writer) createPlayer(p *store.NewPlayer) (int64, error) {
	id, err := w.add(w.putPlayer, p.Name, nanos(p.At), p.Bot)
	if err != nil {
		return 0, err
	}
	if p.Grant > 0 {
		grant := []ledger.Transfer{ledger.NewGrant(id, p.Grant)}
		if _, err := w.move(grant); err != nil {
			return 0, err
		}
		if _, err := w.run(w.putGrant, id, store.WriteTransfers(grant)); err != nil {
			return 0, err
		}
	}
	if p.Session != nil {
		first := *p.Session
		first.Player = id
		if err := w.keepSession(&first); err != nil {
			return 0, err
		}
	}
	return id, nil
}

// SetPassword keeps the contract of [store.Store].
func (s *Store) SetPassword(ctx context.Context, id int64, login, hash string) error {
	if login == "" || hash == "" {
		return fmt.Errorf("%w: a login and a password's hash are needed", store.ErrInvalid)
	}
	return s.write(ctx, again(func(w *writer) error {
		n, err := w.run(w.setPassword, id, login, hash)
		var e *driver.Error
		if errors.As(err, &e) && e.Code() == lib.SQLITE_CONSTRAINT_UNIQUE {
			return fmt.Errorf("login %q: %w", login, store.ErrLoginTaken)
		}
		if err == nil && n == 0 {
			return fmt.Errorf("player %d: %w", id, store.ErrNotFound)
		}
		if err != nil {
			return err
		}
		_, err = w.run(w.endSessions, id)
		return err
	}))
}

// again is a job that may be done twice without harm: what is not known to be
// written counts as not written, and its caller may repeat it.
func again(run func(*writer) error) job {
	return job{run: run, wrote: func(*writer) (bool, error) { return false, nil }}
}

// PutSession keeps the contract of [store.Store].
func (s *Store) PutSession(ctx context.Context, session store.Session) error {
	if err := session.Check(); err != nil {
		return err
	}
	return s.write(ctx, again(func(w *writer) error {
		known, err := w.has(w.knowsPlayer, session.Player)
		if err != nil {
			return err
		}
		if !known {
			return fmt.Errorf("player %d: %w", session.Player, store.ErrNotFound)
		}
		return w.keepSession(&session)
	}))
}

func (w *writer) keepSession(s *store.Session) error {
	if _, err := w.run(w.sweepSessions, s.Player, nanos(s.Created)); err != nil {
		return err
	}
	n, err := w.run(w.putSession, s.Hash[:], s.Player, nanos(s.Created), nanos(s.Expires))
	if err == nil && n == 0 {
		return fmt.Errorf("%w: the session's hash is taken", store.ErrInvalid)
	}
	return err
}

// DeleteSession keeps the contract of [store.Store].
func (s *Store) DeleteSession(ctx context.Context, hash [32]byte) error {
	return s.write(ctx, again(func(w *writer) error {
		_, err := w.run(w.deleteSession, hash[:])
		return err
	}))
}

// PutRules keeps the contract of [store.Store].
func (s *Store) PutRules(ctx context.Context, hash, canonical string) error {
	return s.write(ctx, again(func(w *writer) error {
		_, err := w.run(w.putRules, hash, canonical)
		return err
	}))
}
