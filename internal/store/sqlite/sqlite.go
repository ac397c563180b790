package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"club99/internal/store"
	"club99/internal/store/gather"
)

// Store is a club's data folder.
type Store struct {
	read *reader

	gate   sync.RWMutex // closed and queue change under it
	closed bool
	queue  chan *job // nil if opened for reading

	workers    sync.WaitGroup // committer and checkpointer
	checkpoint *checkpointer
	committer  *committer
	lock       *os.File
}

var _ store.Store = (*Store)(nil)

// Open opens the data folder, makes it if there is none and brings its schema
// up to date. A folder that another process has open is refused with
// [store.ErrInUse]. The context is for opening alone.
func Open(ctx context.Context, dir string) (*Store, error) {
	lock, err := lockFolder(dir)
	if err != nil {
		return nil, err
	}
	s := &Store{lock: lock, queue: make(chan *job, gather.Queue)}
	if err := s.open(ctx, dir); err != nil {
		return nil, errors.Join(advised(err), s.release())
	}
	s.workers.Go(s.checkpoint.loop)
	s.workers.Go(func() {
		s.committer.loop()
		s.checkpoint.stop() // nobody wakes it any more
	})
	return s, nil
}

func (s *Store) open(ctx context.Context, dir string) error {
	if err := makeDatabase(dir); err != nil {
		return err
	}
	db, err := sql.Open("sqlite", dataSource(dir, writing))
	if err != nil {
		return fmt.Errorf("data folder %s: %w", dir, err)
	}
	err = errors.Join(migrate(ctx, db, dir), db.Close())
	if err != nil {
		return err
	}
	w, err := openWriter(ctx, dir)
	if err != nil {
		return err
	}
	s.committer = &committer{dir: dir, w: w, queue: s.queue, endTransaction: (*writer).end}
	if s.checkpoint, err = openCheckpointer(dir); err != nil {
		return err
	}
	s.committer.written = s.checkpoint.wake
	s.read, err = openReader(ctx, dir)
	return err
}

// OpenToRead opens a data folder for reading, also beside a process that has
// it open for writing, as an audit of a running club does. Nothing in it is
// changed: a folder without a database, or one whose schema is not this
// program's, is refused. Writing returns [store.ErrUnavailable].
func OpenToRead(ctx context.Context, dir string) (*Store, error) {
	if _, err := os.Stat(filepath.Join(dir, databaseFile)); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("data folder %s holds no club (no file %s): name the folder the server runs with", dir, databaseFile)
	}
	db, err := sql.Open("sqlite", dataSource(dir, reading))
	if err != nil {
		return nil, fmt.Errorf("data folder %s: %w", dir, err)
	}
	err = errors.Join(checkSchema(ctx, db, dir), db.Close())
	if err != nil {
		return nil, advisedReader(err)
	}
	r, err := openReader(ctx, dir)
	if err != nil {
		return nil, advisedReader(err)
	}
	return &Store{read: r}, nil
}

// Close keeps the contract of [store.Store].
func (s *Store) Close() error {
	s.gate.Lock()
	if s.closed {
		s.gate.Unlock()
		return store.ErrClosed
	}
	s.closed = true
	if s.queue != nil {
		close(s.queue)
	}
	s.gate.Unlock()
	s.workers.Wait()
	return s.release()
}

// release lets go of everything that was opened, the lock last.
func (s *Store) release() error {
	var errs []error
	if s.read != nil {
		errs = append(errs, s.read.db.Close())
	}
	if s.checkpoint != nil {
		errs = append(errs, s.checkpoint.db.Close())
	}
	if s.committer != nil && s.committer.w != nil {
		errs = append(errs, s.committer.w.close())
	}
	if s.lock != nil {
		errs = append(errs, s.lock.Close())
	}
	return errors.Join(errs...)
}

// usable reports whether reading is still possible.
func (s *Store) usable() error {
	s.gate.RLock()
	defer s.gate.RUnlock()
	if s.closed {
		return store.ErrClosed
	}
	return nil
}
