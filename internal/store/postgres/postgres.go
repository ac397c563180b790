package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"club99/internal/store"
	"club99/internal/store/gather"
)

// How many connections a store opens at most, by what they are for: readers do
// not keep writers waiting, and nobody a beat, not even a table that cannot be
// claimed yet.
const (
	maxReaders = 8
	maxWriters = 4 // beside the committers
	maxClaims  = 2
	maxBeats   = 2
)

// connectTime bounds how long making a connection takes, unless the URL says so.
const connectTime = 3 * time.Second

// Store is a club's books in a PostgreSQL database.
type Store struct {
	read, write, claim, beat *pgxpool.Pool
	where                    string // for messages; no password

	gate   sync.RWMutex // closed and queue change under it
	closed bool
	queue  chan *job // nil if opened for reading

	workers sync.WaitGroup
	watch   atomic.Pointer[func(jobs int, took time.Duration)]
	known   heads
	writing atomic.Int64 // writes beside commits that are waiting or under way
}

var (
	_ store.Store  = (*Store)(nil)
	_ store.Leases = (*Store)(nil)
)

// Open opens the books in the database that a URL names (postgres://...), and
// makes or updates their tables; several programs may do so at once. The context
// is for opening alone.
func Open(ctx context.Context, url string, log *slog.Logger) (*Store, error) {
	s, err := connect(url)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(s.migrate(ctx), s.lookAtServer(ctx, log)); err != nil {
		s.release()
		return nil, err
	}
	s.queue = make(chan *job, gather.Queue)
	for range committers {
		s.workers.Go(s.commitOn)
	}
	return s, nil
}

// OpenToRead opens the books for reading. Nothing is changed: a database without
// books, or with those of another version, is refused. Writing returns
// [store.ErrUnavailable].
func OpenToRead(ctx context.Context, url string) (*Store, error) {
	s, err := connect(url)
	if err != nil {
		return nil, err
	}
	if err := s.checkSchema(ctx); err != nil {
		s.release()
		return nil, err
	}
	return s, nil
}

// connect makes the pools. They connect when they are needed.
func connect(url string) (*Store, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("the URL of PostgreSQL cannot be used: %w: write it as postgres://user@host:5432/database", err)
	}
	// Queries are described once a connection and prepared without a name, which a
	// pooler of transactions lets through.
	config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	if config.ConnConfig.ConnectTimeout == 0 || config.ConnConfig.ConnectTimeout > 2*time.Minute-time.Second {
		config.ConnConfig.ConnectTimeout = connectTime // the driver's own is two minutes
	}
	c := config.ConnConfig
	s := &Store{where: fmt.Sprintf("PostgreSQL at %s, database %s", address(c.Host, c.Port), c.Database), known: heads{acknowledged: map[string]uint64{}}}
	for _, pool := range []struct {
		to  **pgxpool.Pool
		max int32
	}{{&s.read, maxReaders}, {&s.write, committers + maxWriters}, {&s.claim, maxClaims}, {&s.beat, maxBeats}} {
		own := config.Copy()
		own.MaxConns, own.MinConns, own.MinIdleConns = pool.max, 0, 0
		if *pool.to, err = pgxpool.NewWithConfig(context.Background(), own); err != nil {
			s.release()
			return nil, fmt.Errorf("%s: %w", s.where, err)
		}
	}
	return s, nil
}

func address(host string, port uint16) string {
	if host != "" && host[0] == '/' {
		return host
	}
	return fmt.Sprintf("%s:%d", host, port)
}

// lookAtServer says in the log what an operator should know of the server.
func (s *Store) lookAtServer(ctx context.Context, log *slog.Logger) error {
	var version, standbys, level string
	err := s.write.QueryRow(ctx, `SELECT current_setting('server_version'), coalesce(current_setting('synchronous_standby_names', true), ''),
		coalesce(current_setting('synchronous_commit', true), '')`).Scan(&version, &standbys, &level)
	if err != nil {
		return s.explain(err)
	}
	log.Info("the books are in PostgreSQL", "server", s.where, "version", version)
	if standbys == "" {
		log.Warn("PostgreSQL has no synchronous standby: if its machine is lost, what was acknowledged last may be lost with it; set synchronous_standby_names")
	} else if level == "local" {
		log.Warn("PostgreSQL does not wait for its synchronous standby, synchronous_commit is local: set it to on")
	}
	return nil
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
	s.release()
	return nil
}

// release closes the connections that there are.
func (s *Store) release() {
	for _, pool := range []*pgxpool.Pool{s.read, s.write, s.claim, s.beat} {
		if pool != nil {
			pool.Close()
		}
	}
}

// usable reports whether the store is still open.
func (s *Store) usable() error {
	s.gate.RLock()
	defer s.gate.RUnlock()
	if s.closed {
		return store.ErrClosed
	}
	return nil
}
