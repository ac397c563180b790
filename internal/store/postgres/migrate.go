package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

//go:embed migrations/*.sql
var migrations embed.FS

// versions are the migrations in order; the first is version 1.
func versions() ([]string, error) {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return nil, fmt.Errorf("reading the migrations: %w", err)
	}
	var list []string
	for i, name := range names {
		if n, err := strconv.Atoi(name[len("migrations/"):][:5]); err != nil || n != i+1 {
			return nil, fmt.Errorf("migration %s should be number %d", name, i+1)
		}
		text, err := fs.ReadFile(migrations, name)
		if err != nil {
			return nil, fmt.Errorf("reading the migrations: %w", err)
		}
		list = append(list, string(text))
	}
	return list, nil
}

// migrate brings the schema up to date in one transaction. Of several programs that
// start at once one does it, and the others wait for the row that says how far it is.
func (s *Store) migrate(ctx context.Context) error {
	list, err := versions()
	if err != nil {
		return err
	}
	for range 20 {
		err = pgx.BeginFunc(ctx, s.write, func(tx pgx.Tx) error { return s.upgrade(ctx, tx, list) })
		if !madeMeanwhile(err) {
			return s.explain(err)
		}
		time.Sleep(10 * time.Millisecond)
	}
	return fmt.Errorf("%s: its tables cannot be made: %w: name a database that is the club's alone", s.where, err)
}

func (s *Store) upgrade(ctx context.Context, tx pgx.Tx, list []string) error {
	if _, err := tx.Exec(ctx, `CREATE TABLE IF NOT EXISTS schema_version (id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1), version BIGINT NOT NULL)`); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `INSERT INTO schema_version (id, version) VALUES (1, 0) ON CONFLICT DO NOTHING`); err != nil {
		return err
	}
	var current int
	if err := tx.QueryRow(ctx, `SELECT version FROM schema_version WHERE id = 1 FOR UPDATE`).Scan(&current); err != nil {
		return err
	}
	if current > len(list) {
		return s.newer(current, len(list))
	}
	for i := current; i < len(list); i++ {
		if _, err := tx.Exec(ctx, list[i], pgx.QueryExecModeSimpleProtocol); err != nil {
			return fmt.Errorf("bringing the tables to version %d: %w", i+1, err)
		}
	}
	if current == len(list) {
		return nil
	}
	_, err := tx.Exec(ctx, `UPDATE schema_version SET version = $1`, len(list))
	return err
}

// madeMeanwhile reports whether another program made the same thing at the same
// time: PostgreSQL does not have one wait for the other before the table is there.
func madeMeanwhile(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && (e.Code == codeUnique && e.SchemaName == "pg_catalog" || e.Code == "42P07" || retried(e))
}

func (s *Store) newer(current, newest int) error {
	return fmt.Errorf("%s: its books were written by a newer club99 (schema %d, this one knows %d): use that one", s.where, current, newest)
}

// checkSchema refuses books whose schema is not exactly this program's.
func (s *Store) checkSchema(ctx context.Context) error {
	list, err := versions()
	if err != nil {
		return err
	}
	var current int
	err = s.read.QueryRow(ctx, `SELECT version FROM schema_version WHERE id = 1`).Scan(&current)
	var e *pgconn.PgError
	switch {
	case errors.As(err, &e) && e.Code == codeNoTable, errors.Is(err, pgx.ErrNoRows):
		return fmt.Errorf("%s: it holds no club: name the database the server runs with", s.where)
	case err != nil:
		return s.explain(err)
	case current > len(list):
		return s.newer(current, len(list))
	case current < len(list):
		return fmt.Errorf("%s: its books were written by an older club99 (schema %d, this one knows %d): start the server once to bring them up to date", s.where, current, len(list))
	}
	return nil
}
