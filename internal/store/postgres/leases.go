package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"club99/internal/store"
)

// forgotten is how long a node is kept that lives no more.
const forgotten = time.Hour

// driving is change on connections of its own: a node's life does not wait for commits,
// nor for tables that are still held.
func (s *Store) driving(ctx context.Context, pool *pgxpool.Pool, fn func(ctx context.Context, tx pgx.Tx) error) error {
	if err := s.mayWrite(ctx); err != nil {
		return err
	}
	defer s.writing.Add(-1)
	return s.changeIn(ctx, pool, fn)
}

// Beat keeps the contract of [store.Leases].
func (s *Store) Beat(ctx context.Context, n store.Node, ttl time.Duration) ([]store.Node, error) {
	if err := n.Check(ttl); err != nil {
		return nil, err
	}
	var living []store.Node
	err := s.driving(ctx, s.beat, func(ctx context.Context, tx pgx.Tx) error {
		batch := &pgx.Batch{}
		batch.Queue(`INSERT INTO nodes (id, address, draining, until) VALUES ($1, $2, $3, clock_timestamp() + $4::bigint * interval '1 microsecond')
			ON CONFLICT (id) DO UPDATE SET address = excluded.address, draining = excluded.draining, until = excluded.until`,
			n.ID, n.Address, n.Draining, ttl.Microseconds())
		batch.Queue(`DELETE FROM nodes WHERE until < clock_timestamp() - $1::bigint * interval '1 microsecond'`, forgotten.Microseconds())
		batch.Queue(`SELECT id, address, draining, (extract(epoch FROM until - clock_timestamp()) * 1000000)::bigint FROM nodes
			WHERE until > clock_timestamp() ORDER BY id`).Query(func(rows pgx.Rows) error {
			living = living[:0]
			var l store.Node
			var left int64
			_, err := pgx.ForEachRow(rows, []any{&l.ID, &l.Address, &l.Draining, &left}, func() error {
				l.Left = time.Duration(left) * time.Microsecond
				living = append(living, l)
				return nil
			})
			return err
		})
		return tx.SendBatch(ctx, batch).Close()
	})
	if err != nil {
		return nil, err
	}
	return living, nil
}

// Leave keeps the contract of [store.Leases].
func (s *Store) Leave(ctx context.Context, node string) error {
	return s.driving(ctx, s.claim, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM nodes WHERE id = $1`, node)
		if err == nil && node != "" {
			_, err = tx.Exec(ctx, `UPDATE leases SET node = '' WHERE node = $1`, node)
		}
		return err
	})
}

// Claim keeps the contract of [store.Leases]. The row of the table is locked first, and
// nodes are looked at when it is: whoever lives then, lives.
func (s *Store) Claim(ctx context.Context, node, table string) (store.Lease, error) {
	var lease store.Lease
	err := s.driving(ctx, s.claim, func(ctx context.Context, tx pgx.Tx) error {
		lease = store.Lease{Table: table, Node: node}
		var owner string
		err := tx.QueryRow(ctx, `SELECT node, epoch FROM leases WHERE table_id = $1 FOR UPDATE`, table).Scan(&owner, &lease.Epoch)
		begun := err == nil
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		var lives, held bool
		err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM nodes WHERE id = $1 AND until > clock_timestamp()),
			EXISTS (SELECT 1 FROM nodes WHERE id = $2 AND until > clock_timestamp())`, node, owner).Scan(&lives, &held)
		switch {
		case err != nil:
			return err
		case !lives:
			return fmt.Errorf("table %s: node %s has not beaten in time: %w", table, node, store.ErrFenced)
		case begun && owner == node:
			return nil
		case begun && held:
			return fmt.Errorf("table %s: node %s has it: %w", table, owner, store.ErrFenced)
		}
		lease.Epoch++
		if begun {
			_, err = tx.Exec(ctx, `UPDATE leases SET node = $2, epoch = $3 WHERE table_id = $1`, table, node, lease.Epoch)
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO leases (table_id, node, epoch) VALUES ($1, $2, $3)`, table, node, lease.Epoch)
		return err
	})
	if err != nil {
		return store.Lease{}, err
	}
	return lease, nil
}

// Release keeps the contract of [store.Leases].
func (s *Store) Release(ctx context.Context, l store.Lease) error {
	return s.driving(ctx, s.claim, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE leases SET node = '' WHERE table_id = $1 AND node = $2 AND epoch = $3`, l.Table, l.Node, l.Epoch)
		return err
	})
}

// Leases keeps the contract of [store.Leases].
func (s *Store) Leases(ctx context.Context) ([]store.Lease, error) {
	var list []store.Lease
	var l store.Lease
	err := s.over(ctx, `SELECT l.table_id, l.node, l.epoch FROM leases l JOIN nodes n ON n.id = l.node WHERE n.until > clock_timestamp() ORDER BY l.table_id`,
		nil, []any{&l.Table, &l.Node, &l.Epoch}, func() error {
			list = append(list, l)
			return nil
		})
	return list, err
}
