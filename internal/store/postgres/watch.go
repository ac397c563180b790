package postgres

import (
	"context"
	"time"

	"club99/money"
)

// Watch has fn told of every group of commits from now on: how many shared a
// transaction, and how long it took until it was durable or refused. fn must not
// wait: tables wait for it.
func (s *Store) Watch(fn func(jobs int, took time.Duration)) { s.watch.Store(&fn) }

// Try writes something that changes nothing, and returns when it is durable; or
// says why nothing can be written.
func (s *Store) Try(ctx context.Context) error {
	return s.again(ctx, `UPDATE fence SET n = n + 1`)
}

// Imbalance is what all balances add up to, which must be nothing. It reads one
// row for each account that there is.
func (s *Store) Imbalance(ctx context.Context) (money.Amount, error) {
	var sum int64
	err := s.find(ctx, `SELECT coalesce(sum(amount), 0)::bigint FROM balances`, nil, &sum)
	return money.Amount(sum), err
}
