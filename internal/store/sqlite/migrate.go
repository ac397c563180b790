package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

func migrator(db *sql.DB) (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, fmt.Errorf("reading the migrations: %w", err)
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return nil, fmt.Errorf("reading the migrations: %w", err)
	}
	return p, nil
}

// migrate brings the schema up to date. A folder written by a newer program is
// refused untouched.
func migrate(ctx context.Context, db *sql.DB, dir string) error {
	if err := readable(ctx, db); err != nil {
		return fmt.Errorf("data folder %s: reading the schema's version: %w", dir, err)
	}
	p, err := migrator(db)
	if err != nil {
		return err
	}
	current, newest, err := p.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("data folder %s: reading the schema's version: %w", dir, err)
	}
	if current > newest {
		return newerError(dir, current, newest)
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("data folder %s: bringing the schema up to date: %w", dir, err)
	}
	return nil
}

// readable reads what the migrator is about to read, for it takes a table that cannot
// be read for one that is not there.
func readable(ctx context.Context, db *sql.DB) error {
	var n int64
	err := db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema WHERE name = 'goose_db_version'`).Scan(&n)
	if err == nil && n > 0 {
		err = db.QueryRowContext(ctx, `SELECT max(version_id) FROM goose_db_version`).Scan(&n)
	}
	return err
}

func newerError(dir string, current, newest int64) error {
	return fmt.Errorf("data folder %s was written by a newer club99 (schema %d, this one knows %d): use that one", dir, current, newest)
}

// checkSchema refuses a folder whose schema is not exactly this program's.
func checkSchema(ctx context.Context, db *sql.DB, dir string) error {
	p, err := migrator(db)
	if err != nil {
		return err
	}
	var current, newest int64
	for _, source := range p.ListSources() {
		newest = max(newest, source.Version)
	}
	err = db.QueryRowContext(ctx, `SELECT max(version_id) FROM goose_db_version`).Scan(&current)
	if err != nil {
		return fmt.Errorf("data folder %s: reading the schema's version: %w", dir, err)
	}
	if current > newest {
		return newerError(dir, current, newest)
	}
	if current < newest {
		return fmt.Errorf("data folder %s was written by an older club99 (schema %d, this one knows %d): start the server once to bring it up to date",
			dir, current, newest)
	}
	return nil
}
