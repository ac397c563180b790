package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	driver "modernc.org/sqlite"

	"club99/internal/disk"
)

// pagesAtOnce is how many pages are copied before it is looked whether anybody
// still wants the copy.
const pagesAtOnce = 4096

// Copy writes the database of a data folder as it stands at one moment to a new
// file, for its owner's eyes alone. The club may be running: it goes on writing
// meanwhile, and what it writes later is not in the copy. The seal key is not in
// the database and so not in the copy either.
//
// The copy appears under its name only when it is whole, on the disk and found to
// be sound: its pages are checked here, its books by check. A file that is there
// already is refused. progress, if not nil, is told how many pages of how many
// were copied.
func Copy(ctx context.Context, dir, file string, check func(*Store) error, progress func(done, all int)) (err error) {
	if _, err := os.Lstat(file); err == nil {
		return existsError(file)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the copy cannot be written: %w", err)
	}
	original, err := OpenToRead(ctx, dir)
	if err != nil {
		return err
	}
	defer original.Close()
	draft, err := os.MkdirTemp(filepath.Dir(file), ".club99-copy-*") // mode 0700
	if err != nil {
		return fmt.Errorf("the copy cannot be written: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(draft)) }()
	if err := makeDatabase(draft); err != nil {
		return err
	}
	if err := original.read.copyPages(ctx, draft, progress); err != nil {
		return fmt.Errorf("copying data folder %s to %s: %w", dir, file, advised(err))
	}
	if err := settle(ctx, draft); err != nil {
		return fmt.Errorf("the copy of data folder %s: %w", dir, err)
	}
	if err := checkCopy(ctx, draft, check); err != nil {
		return err
	}
	return place(filepath.Join(draft, databaseFile), file)
}

func existsError(file string) error {
	return fmt.Errorf("%s is there already, and a copy never takes the place of another file: choose another name, or move it away", file)
}

// copyPages copies every page. The transaction around it sees one moment, so that
// copying does not begin again whenever the club writes.
func (r *reader) copyPages(ctx context.Context, to string, progress func(done, all int)) error {
	conn, err := r.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	tx, err := conn.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // it wrote nothing
	var n int64
	if err := tx.QueryRowContext(ctx, `SELECT n FROM fence`).Scan(&n); err != nil { // this is the moment
		return err
	}
	return conn.Raw(func(c any) error {
		b, err := c.(interface {
			NewBackup(string) (*driver.Backup, error)
		}).NewBackup(dataSource(to, copying))
		if err != nil {
			return err
		}
		for more := true; more && err == nil; {
			if err = ctx.Err(); err == nil {
				more, err = b.Step(pagesAtOnce)
			}
			if err == nil && progress != nil {
				progress(b.PageCount()-b.Remaining(), b.PageCount())
			}
		}
		if e := b.Finish(); err == nil {
			err = e
		}
		return err
	})
}

// settle makes the copy one file that needs no others beside it, so that it can be
// read where nothing can be written, and checks its pages.
func settle(ctx context.Context, dir string) (err error) {
	db, err := sql.Open("sqlite", dataSource(dir, copying))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, `PRAGMA journal_mode = DELETE`); err != nil {
		return err
	}
	var found string
	if err := db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&found); err != nil {
		return err
	}
	if found != "ok" {
		return fmt.Errorf("its pages are not sound (%s): %s", found, adviceDamaged)
	}
	return nil
}

func checkCopy(ctx context.Context, dir string, check func(*Store) error) error {
	s, err := OpenToRead(ctx, dir)
	if err != nil {
		return err
	}
	return errors.Join(check(s), s.Close())
}

// place gives the copy its name. The name is taken first, so that no other file
// can be lost, whatever the file system.
func place(draft, file string) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return existsError(file)
	}
	if err != nil {
		return fmt.Errorf("the copy cannot be written: %w", err)
	}
	if err := errors.Join(f.Close(), os.Rename(draft, file)); err != nil {
		return fmt.Errorf("the copy cannot be written: %w", errors.Join(err, os.Remove(file)))
	}
	return disk.SyncFolder(filepath.Dir(file))
}
