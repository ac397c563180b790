package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"time"

	"club99/internal/audit"
	"club99/internal/store"
	"club99/internal/store/postgres"
	"club99/internal/store/sqlite"
)

// migrate is club99 migrate.
type migrate struct {
	whichBooks `embed:""`
	To         string `placeholder:"URL" help:"Bring the books of the data folder into this PostgreSQL database, which must be empty."`
}

// Help is shown below the flags.
func (migrate) Help() string {
	return `Brings the tables of the books up to date. The server does the same at start; this
is for doing it ahead, with the server stopped. A folder that is not there is made.

With --to it brings the books of a data folder into an empty PostgreSQL database, with
the server stopped: all of them, in one transaction, or nothing. They are verified
before and after, as by ledger verify, and every row is compared. The folder stays as
it is. The key that seals the seeds is not in the books: give the server that opens
them the same (seal.key in its data folder, --key-file or CLUB99_KEY).

Example:
  club99 migrate --data /var/lib/club99
  club99 migrate --data /var/lib/club99 --to postgres://club99@db.example/club99`
}

// Run opens the books, which brings them up to date, and brings them where they are to go.
func (m *migrate) Run(ctx context.Context, out streams) error {
	switch {
	case m.To != "" && m.Postgres != "":
		return usageError{errors.New("--to brings the books of a data folder: leave --postgres and CLUB99_POSTGRES out")}
	case m.To != "":
		return m.move(ctx, out)
	}
	name := "the data folder " + m.Data
	if m.Postgres != "" {
		name = "the database"
	}
	books, err := openBooks(ctx, m.Postgres, m.Data, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	if err := books.Close(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out.notes, "%s is up to date\n", name)
	return err
}

// move brings the books of the data folder into PostgreSQL.
func (m *migrate) move(ctx context.Context, out streams) (err error) {
	look, err := sqlite.OpenToRead(ctx, m.Data) // a folder that is not there is not made
	if err != nil {
		return err
	}
	if err := look.Close(); err != nil {
		return err
	}
	from, err := sqlite.Open(ctx, m.Data) // no server may have it
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	to, err := postgres.Open(ctx, m.To, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	before, err := verified(ctx, out, from, "the data folder "+m.Data)
	if err != nil {
		return err
	}
	p := meter{notes: out.notes, next: time.Now().Add(patience), what: "rows copied"}
	rows, err := to.Import(ctx, from.Export, p.read)
	p.end()
	if errors.Is(err, postgres.ErrNotEmpty) {
		return fmt.Errorf("nothing was brought: %w: name a database that is empty", err)
	}
	if err != nil {
		return fmt.Errorf("nothing was brought: %w", err)
	}
	after, err := verified(ctx, out, to, "the database, which now holds them")
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(before, after) {
		return fmt.Errorf("the books in the database are not those of the folder: do not use them: %+v there, %+v here", after, before)
	}
	fmt.Fprintln(out.notes, "The key that seals the seeds is not in the books: give it to the server that opens them.")
	_, err = fmt.Fprintf(out.data, "%s, %s, %s, %s, %s: all there, no faults\n", count(rows, "row", "rows"), count(after.Tables, "table", "tables"),
		count(after.Entries, "entry", "entries"), count(after.Rounds, "round", "rounds"), count(after.Shoes, "shoe", "shoes"))
	return err
}

// verified audits books, and refuses those with faults.
func verified(ctx context.Context, out streams, books store.Store, name string) (audit.Report, error) {
	m := meter{notes: out.notes, next: time.Now().Add(patience)}
	report, err := audit.Watched(ctx, books, m.read)
	m.end()
	if err != nil {
		return report, err
	}
	for _, f := range report.Faults {
		if _, err := fmt.Fprintln(out.data, f); err != nil {
			return report, err
		}
	}
	if len(report.Faults) > 0 {
		return report, fmt.Errorf("%s: the books are not right: %s, as club99 ledger verify finds too", name, faults(len(report.Faults)))
	}
	return report, nil
}
