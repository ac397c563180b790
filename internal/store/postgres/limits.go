package postgres

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"club99/internal/store"
)

// PutLimits keeps the contract of [store.Store].
func (s *Store) PutLimits(ctx context.Context, l store.PlayerLimits) error {
	if err := l.Check(); err != nil {
		return err
	}
	err := s.again(ctx, `INSERT INTO limits (player, body, break, exclusion) VALUES ($1, $2, $3, $4)
		ON CONFLICT (player) DO UPDATE SET body = excluded.body, break = excluded.break, exclusion = excluded.exclusion`,
		l.Player, l.Body, nanosOrNull(l.Break), nanosOrNull(l.Exclusion))
	if broke(err, codeForeign, "") {
		return fmt.Errorf("player %d: %w", l.Player, store.ErrNotFound)
	}
	return err
}

// Limits keeps the contract of [store.Store].
func (s *Store) Limits(ctx context.Context, player int64) (store.PlayerLimits, error) {
	l := store.PlayerLimits{Player: player}
	var pause, exclusion *int64
	err := s.find(ctx, `SELECT body, break, exclusion FROM limits WHERE player = $1`, []any{player}, &l.Body, &pause, &exclusion)
	if err != nil {
		return store.PlayerLimits{}, fmt.Errorf("limits of player %d: %w", player, err)
	}
	l.Break, l.Exclusion = instantOrZero(pause), instantOrZero(exclusion)
	return l, nil
}

// Away keeps the contract of [store.Store].
func (s *Store) Away(ctx context.Context, now time.Time) (breaks, exclusions int, err error) {
	err = s.find(ctx, `SELECT (SELECT count(*) FROM limits WHERE break > $1 AND coalesce(exclusion, 0) <= $1),
		(SELECT count(*) FROM limits WHERE exclusion > $1)`, []any{nanos(now)}, &breaks, &exclusions)
	return breaks, exclusions, err
}

// PutPlayTimes keeps the contract of [store.Store].
func (s *Store) PutPlayTimes(ctx context.Context, list []store.PlayTime) error {
	if err := store.CheckPlayTimes(list); err != nil || len(list) == 0 {
		return err
	}
	last := map[int64][]byte{}
	for _, p := range list {
		last[p.Player] = p.Body
	}
	players := slices.Sorted(maps.Keys(last)) // all nodes lock rows in one order
	bodies := make([][]byte, len(players))
	for i, p := range players {
		bodies[i] = last[p]
	}
	return s.change(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO play_times (player, body) SELECT * FROM unnest($1::bigint[], $2::bytea[])
			ON CONFLICT (player) DO UPDATE SET body = excluded.body`, players, bodies)
		if broke(err, codeForeign, "") {
			return fmt.Errorf("time at the tables: one of %d players: %w", len(players), store.ErrNotFound)
		}
		return err
	})
}

// PlayTime keeps the contract of [store.Store].
func (s *Store) PlayTime(ctx context.Context, player int64) (store.PlayTime, error) {
	p := store.PlayTime{Player: player}
	if err := s.find(ctx, `SELECT body FROM play_times WHERE player = $1`, []any{player}, &p.Body); err != nil {
		return store.PlayTime{}, fmt.Errorf("time at the tables of player %d: %w", player, err)
	}
	return p, nil
}
