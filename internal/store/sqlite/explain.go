package sqlite

import (
	"errors"
	"fmt"

	"club99/internal/store"

	driver "modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

const (
	adviceDamaged  = "the database is damaged: restore the folder from a copy"
	adviceReadOnly = "it must be possible to write there: look at the owner and the mode of the folder and of the files in it, and whether its disk is mounted read-only"
)

// advice says what an operator can do about an error of the database, if it is one.
func advice(err error) string {
	var e *driver.Error
	if !errors.As(err, &e) {
		return ""
	}
	switch e.Code() & 0xff {
	case lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB:
		return adviceDamaged
	case lib.SQLITE_FULL:
		return "the disk is full: make room on it"
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		return "another program holds the database, such as a database shell or one that copies files: close it"
	case lib.SQLITE_READONLY, lib.SQLITE_CANTOPEN, lib.SQLITE_PERM:
		return adviceReadOnly
	case lib.SQLITE_IOERR:
		return "the disk refuses: look for what the system's log says of it, and for limits of quota or file size"
	}
	return ""
}

// advised adds to an error what can be done about it.
func advised(err error) error {
	if what := advice(err); what != "" {
		return fmt.Errorf("%w: %s", err, what)
	}
	return err
}

// advisedReader does the same for whoever only reads, who needs more than one would think.
func advisedReader(err error) error {
	what := advice(err)
	if what == adviceReadOnly {
		what = "reading needs files beside the database, which cannot be made there: copy the folder to where they can be"
	}
	if what == "" {
		return err
	}
	return fmt.Errorf("%w: %s", err, what)
}

// explain gives the database's errors the store's names. A constraint that
// refuses is a fault of ours; anything else is the disk's.
func explain(err error) error {
	var e *driver.Error
	if !errors.As(err, &e) {
		return err
	}
	if e.Code()&0xff == lib.SQLITE_CONSTRAINT {
		return fmt.Errorf("%w: %w", store.ErrInvalid, err)
	}
	return unavailable(err)
}

func unavailable(err error) error { return fmt.Errorf("%w: %w", store.ErrUnavailable, advised(err)) }

// explain puts the folder's name before an error of the database, and says what
// to do about it.
func (r *reader) explain(err error) error {
	if !errors.As(err, new(*driver.Error)) {
		return err
	}
	if what := advice(err); what != "" {
		return fmt.Errorf("data folder %s: %s: %w", r.dir, what, err)
	}
	return fmt.Errorf("data folder %s cannot be read: %w", r.dir, err)
}
