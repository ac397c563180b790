package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"club99/internal/store"
)

// exec executes what is written too seldom to keep a statement for it.
func (w *writer) exec(query string, args ...any) error {
	_, err := w.conn.ExecContext(context.Background(), query, args...)
	return err
}

// needs returns [store.ErrNotFound] for an unknown player.
func (w *writer) needs(player int64) error {
	known, err := w.has(w.knowsPlayer, player)
	if err == nil && !known {
		err = fmt.Errorf("player %d: %w", player, store.ErrNotFound)
	}
	return err
}

// PutLimits keeps the contract of [store.Store].
func (s *Store) PutLimits(ctx context.Context, l store.PlayerLimits) error {
	if err := l.Check(); err != nil {
		return err
	}
	return s.write(ctx, again(func(w *writer) error {
		if err := w.needs(l.Player); err != nil {
			return err
		}
		return w.exec(`INSERT INTO limits (player, body, break, exclusion) VALUES (?1, ?2, ?3, ?4)
			ON CONFLICT (player) DO UPDATE SET body = ?2, break = ?3, exclusion = ?4`,
			l.Player, l.Body, deadline(l.Break), deadline(l.Exclusion))
	}))
}

// Limits keeps the contract of [store.Store].
func (s *Store) Limits(ctx context.Context, player int64) (store.PlayerLimits, error) {
	l := store.PlayerLimits{Player: player}
	var pause, exclusion sql.NullInt64
	err := s.findOnce(ctx, `SELECT body, break, exclusion FROM limits WHERE player = ?`, []any{player}, &l.Body, &pause, &exclusion)
	if err != nil {
		return store.PlayerLimits{}, fmt.Errorf("limits of player %d: %w", player, err)
	}
	l.Break, l.Exclusion = instantOrZero(pause), instantOrZero(exclusion)
	return l, nil
}

// Away keeps the contract of [store.Store].
func (s *Store) Away(ctx context.Context, now time.Time) (breaks, exclusions int, err error) {
	err = s.findOnce(ctx, `SELECT (SELECT count(*) FROM limits WHERE break > ?1 AND coalesce(exclusion, 0) <= ?1),
		(SELECT count(*) FROM limits WHERE exclusion > ?1)`, []any{nanos(now)}, &breaks, &exclusions)
	return breaks, exclusions, err
}

// PutPlayTimes keeps the contract of [store.Store].
func (s *Store) PutPlayTimes(ctx context.Context, list []store.PlayTime) error {
	if err := store.CheckPlayTimes(list); err != nil || len(list) == 0 {
		return err
	}
	return s.write(ctx, again(func(w *writer) error {
		for _, p := range list {
			if err := w.needs(p.Player); err != nil {
				return err
			}
			err := w.exec(`INSERT INTO play_times (player, body) VALUES (?1, ?2) ON CONFLICT (player) DO UPDATE SET body = ?2`, p.Player, p.Body)
			if err != nil {
				return err
			}
		}
		return nil
	}))
}

// PlayTime keeps the contract of [store.Store].
func (s *Store) PlayTime(ctx context.Context, player int64) (store.PlayTime, error) {
	p := store.PlayTime{Player: player}
	if err := s.findOnce(ctx, `SELECT body FROM play_times WHERE player = ?`, []any{player}, &p.Body); err != nil {
		return store.PlayTime{}, fmt.Errorf("time at the tables of player %d: %w", player, err)
	}
	return p, nil
}

// findOnce is find for what is asked too seldom to keep a statement for it.
func (s *Store) findOnce(ctx context.Context, query string, args []any, dest ...any) error {
	if err := s.usable(); err != nil {
		return err
	}
	err := s.read.db.QueryRowContext(ctx, query, args...).Scan(dest...)
	if errors.Is(err, sql.ErrNoRows) {
		return store.ErrNotFound
	}
	return s.read.explain(err)
}

// errPast ends the walk at the first result that is too old.
var errPast = errors.New("past")

// netsQuery reads the index results_of_player alone.
const netsQuery = `SELECT table_id, round, at, net FROM results WHERE player = ? ORDER BY id DESC`

// Nets keeps the contract of [store.Store].
func (s *Store) Nets(ctx context.Context, player int64, since time.Time, fn func(store.Net) error) error {
	if err := s.usable(); err != nil {
		return err
	}
	first := since.UnixNano()
	last := since.Add(-store.Unordered).UnixNano()
	rows, err := s.read.db.QueryContext(ctx, netsQuery, player)
	err = walk(rows, err, func() error {
		var n store.Net
		var at int64
		if err := rows.Scan(&n.Table, &n.Round, &at, &n.Net); err != nil {
			return err
		}
		if at < last {
			return errPast
		}
		if at < first {
			return nil
		}
		n.At = instant(at)
		return fn(n)
	})
	if errors.Is(err, errPast) {
		return nil
	}
	return s.read.explain(err)
}
