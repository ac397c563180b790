package postgres

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/jackc/pgx/v5"

	"club99/internal/store"
)

// ErrNotEmpty says that books which others are to be brought into hold something already.
var ErrNotEmpty = errors.New("it holds a club already")

// Import brings what export gives into empty books, in one transaction: all of it or
// nothing. Every row is read back and compared before it is committed. imported, if not
// nil, is told how many rows have come so far. It returns how many there are.
func (s *Store) Import(ctx context.Context, export func(ctx context.Context, fn func(store.Rows) error) error, imported func(rows int)) (int, error) {
	if err := s.mayWrite(ctx); err != nil {
		return 0, err
	}
	defer s.writing.Add(-1)
	i := importer{told: imported}
	if i.told == nil {
		i.told = func(int) {}
	}
	err := pgx.BeginFunc(ctx, s.write, func(tx pgx.Tx) error {
		if err := empty(ctx, tx); err != nil {
			return err
		}
		if err := export(ctx, func(r store.Rows) error { return i.bring(ctx, tx, r) }); err != nil {
			return err
		}
		for _, numbered := range []string{"players", "results"} {
			_, err := tx.Exec(ctx, `SELECT setval(pg_get_serial_sequence($1, 'id'), (SELECT coalesce(max(id), 0) + 1 FROM `+numbered+`), false)`, numbered)
			if err != nil {
				return fmt.Errorf("numbering %s: %w", numbered, err)
			}
		}
		return nil
	})
	if err != nil {
		return 0, s.explain(err)
	}
	return i.rows, nil
}

// empty refuses books that hold anything. The row it locks keeps a second import waiting.
func empty(ctx context.Context, tx pgx.Tx) error {
	var version int
	if err := tx.QueryRow(ctx, `SELECT version FROM schema_version WHERE id = 1 FOR UPDATE`).Scan(&version); err != nil {
		return err
	}
	var some bool
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM journals) OR EXISTS (SELECT 1 FROM players) OR EXISTS (SELECT 1 FROM balances)
		OR EXISTS (SELECT 1 FROM rules) OR EXISTS (SELECT 1 FROM nodes)`).Scan(&some)
	if err == nil && some {
		err = ErrNotEmpty
	}
	return err
}

type importer struct {
	rows int
	told func(rows int)
}

// bring copies rows of one kind, and compares what is there then.
func (i *importer) bring(ctx context.Context, tx pgx.Tx, r store.Rows) error {
	var given, kept digest
	_, err := tx.CopyFrom(ctx, pgx.Identifier{r.Kind}, r.Columns, pgx.CopyFromFunc(func() ([]any, error) {
		row, err := r.Next()
		if row != nil && err == nil {
			given.add(row)
			if i.rows++; i.rows%1000 == 0 {
				i.told(i.rows)
			}
		}
		return row, err
	}))
	if err != nil {
		return fmt.Errorf("copying %s: %w", r.Kind, err)
	}
	rows, err := tx.Query(ctx, `SELECT `+strings.Join(r.Columns, ", ")+` FROM `+r.Kind)
	if err != nil {
		return fmt.Errorf("reading %s again: %w", r.Kind, err)
	}
	defer rows.Close()
	for rows.Next() {
		row, err := rows.Values()
		if err != nil {
			return fmt.Errorf("reading %s again: %w", r.Kind, err)
		}
		kept.add(row)
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("reading %s again: %w", r.Kind, err)
	}
	if given != kept {
		return fmt.Errorf("%s: %d rows were given and %d read back, which are not the same: does another program write there?", r.Kind, given.rows, kept.rows)
	}
	return nil
}

// digest is a sum over rows in any order.
type digest struct {
	rows int
	sum  [4]uint64
}

func (d *digest) add(row []any) {
	h := sha256.New()
	for _, v := range row {
		switch v := v.(type) {
		case nil:
			fmt.Fprint(h, "-")
		case []byte:
			fmt.Fprintf(h, "b%d:", len(v))
			h.Write(v)
		case string:
			fmt.Fprintf(h, "s%d:%s", len(v), v)
		case float64:
			fmt.Fprintf(h, "f%x:", math.Float64bits(v))
		default:
			fmt.Fprintf(h, "%T%v:", v, v)
		}
	}
	sum := h.Sum(nil)
	for i := range d.sum {
		d.sum[i] += binary.BigEndian.Uint64(sum[8*i:])
	}
	d.rows++
}
