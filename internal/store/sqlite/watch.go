package sqlite

import (
	"context"
	"time"

	"club99/money"
)

// Watch has fn told of every transaction from now on: how many commits and other
// writes shared it, and how long it took until it was durable or refused. fn must
// not wait: all tables wait for it. A folder that was opened for reading has none.
func (s *Store) Watch(fn func(jobs int, took time.Duration)) {
	if s.committer != nil {
		s.committer.watch.Store(&fn)
	}
}

// Try writes something that changes nothing, and returns when it is durable; or
// says why nothing can be written.
func (s *Store) Try(ctx context.Context) error {
	return s.write(ctx, again(func(w *writer) error {
		_, err := w.run(w.fence)
		return err
	}))
}

// Imbalance is what all balances add up to, which must be nothing. It reads one
// row for each account that there is.
func (s *Store) Imbalance(ctx context.Context) (money.Amount, error) {
	if err := s.usable(); err != nil {
		return 0, err
	}
	var sum money.Amount
	err := s.read.db.QueryRowContext(ctx, `SELECT coalesce(sum(amount), 0) FROM balances`).Scan(&sum)
	return sum, s.read.explain(err)
}
