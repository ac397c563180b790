package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"club99/internal/store"
)

// PutOdds keeps the contract of [store.Store].
func (s *Store) PutOdds(ctx context.Context, hash string, version int, body []byte) error {
	if hash == "" || len(body) == 0 {
		return fmt.Errorf("%w: odds need the hash of their rules and a body", store.ErrInvalid)
	}
	return s.write(ctx, again(func(w *writer) error {
		_, err := w.run(w.putOdds, hash, version, body)
		return err
	}))
}

// Odds keeps the contract of [store.Store].
func (s *Store) Odds(ctx context.Context, hash string) (version int, body []byte, err error) {
	err = s.find(ctx, func(r *reader) *sql.Stmt { return r.odds }, []any{hash}, &version, &body)
	if err != nil {
		return 0, nil, fmt.Errorf("odds of rules %s: %w", hash, err)
	}
	return version, body, nil
}

// Tallies keeps the contract of [store.Store].
func (s *Store) Tallies(ctx context.Context) ([]store.Tally, error) {
	if err := s.usable(); err != nil {
		return nil, err
	}
	var list []store.Tally
	rows, err := s.read.tallies.QueryContext(ctx)
	err = walkTallies(rows, err, func(t store.Tally) error {
		list = append(list, t)
		return nil
	})
	return list, s.read.explain(err)
}

// Tallies walks the sums as they stood at the moment.
func (b books) Tallies(ctx context.Context, fn func(store.Tally) error) error {
	rows, err := b.tx.QueryContext(ctx, talliesQuery)
	return walkTallies(rows, err, fn)
}

func walkTallies(rows *sql.Rows, err error, fn func(store.Tally) error) error {
	return walk(rows, err, func() error {
		var t store.Tally
		err := rows.Scan(&t.Table, &t.Rules, &t.First, &t.Rounds, &t.Seats, &t.Bets, &t.Staked, &t.Net, &t.Squares, &t.Crossed)
		if err != nil {
			return err
		}
		return fn(t)
	})
}
