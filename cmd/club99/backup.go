package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"club99/internal/audit"
	"club99/internal/store/sqlite"
)

// backup is club99 backup.
type backup struct {
	whichBooks `embed:""`
	File       string `arg:"" help:"Name of the copy; a file that is there already is refused."`
	JSON       bool   `name:"json" help:"Print the report as JSON."`
}

// Help is shown below the flags.
func (backup) Help() string {
	return `Copies the books as they stand at one moment; the server may be running and goes on.
The copy appears only when it is whole, and found to be without a fault as by ledger
verify. Whoever reads it reads password hashes: it is for your eyes alone (mode 0600).

The key that seals the seeds (seal.key in the data folder, or where --key-file or
CLUB99_KEY has it) is not in the copy: with both, anybody could read the cards of open
shoes. Keep the key once, apart from the copies; without it no open round goes on.

To restore, put the copy into an empty folder as club99.db, the key beside it as
seal.key, and look whether it is what you want before you open the club with it. Never
put it beside the other files of an old database.

Example:
  club99 backup --data /var/lib/club99 /backup/club99-monday.db
  mkdir -m 700 restored && cp /backup/club99-monday.db restored/club99.db
  cp /safe/seal.key restored/seal.key
  club99 ledger verify --data restored && club99 serve --data restored`
}

// copied is what a backup reports.
type copied struct {
	File  string       `json:"file"`
	Bytes int64        `json:"bytes"`
	Books audit.Report `json:"books"`
}

// Run copies and checks.
func (b *backup) Run(ctx context.Context, out streams) error {
	if b.Postgres != "" {
		return usageError{errors.New("books in PostgreSQL are copied with pg_dump, or as its manual says; check a copy that was restored with club99 ledger verify --postgres")}
	}
	done := copied{File: b.File}
	pages := watch{notes: out.notes, next: time.Now().Add(patience)}
	entries := meter{notes: out.notes, next: pages.next}
	err := sqlite.Copy(ctx, b.Data, b.File, func(books *sqlite.Store) (err error) {
		pages.end()
		done.Books, err = audit.Watched(ctx, books, entries.read)
		entries.end()
		if err != nil {
			return fmt.Errorf("reading the copy again: %w", err)
		}
		return sound(out, &done.Books)
	}, pages.copied)
	if err != nil {
		return err
	}
	info, err := os.Stat(b.File)
	if err != nil {
		return err
	}
	done.Bytes = info.Size()
	fmt.Fprintln(out.notes, "The key that seals the seeds is not in the copy: keep it apart.")
	if b.JSON {
		done.Books.Faults = []string{} // a list also where there is none
		return printJSON(out, done)
	}
	_, err = fmt.Fprintf(out.data, "%s: %d bytes, %s, %s, %s, %s, %s, no faults\n", done.File, done.Bytes,
		count(done.Books.Tables, "table", "tables"), count(done.Books.Entries, "entry", "entries"), count(done.Books.Rounds, "round", "rounds"),
		count(done.Books.Transfers, "transfer", "transfers"), count(done.Books.Accounts, "account", "accounts"))
	return err
}

// sound refuses books with faults, and prints them.
func sound(out streams, books *audit.Report) error {
	if len(books.Faults) == 0 {
		return nil
	}
	for _, f := range books.Faults {
		if _, err := fmt.Fprintln(out.data, f); err != nil {
			return err
		}
	}
	return fmt.Errorf("no copy was made, the books are not right: %s, as club99 ledger verify finds too", faults(len(books.Faults)))
}

// watch shows how much is copied, on one line that changes, once somebody has
// waited long enough to wonder.
type watch struct {
	notes io.Writer
	next  time.Time
	shown bool
}

func (w *watch) copied(done, all int) {
	if now := time.Now(); now.After(w.next) && all > 0 {
		w.next, w.shown = now.Add(patience/10), true
		fmt.Fprintf(w.notes, "\r%d%% copied", 100*done/all)
	}
}

func (w *watch) end() {
	if w.shown {
		fmt.Fprintln(w.notes)
	}
}
