package sqlite

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"club99/internal/disk"
	"club99/internal/store"
)

// Names of the files in a data folder. SQLite adds -wal and -shm to the first.
const (
	databaseFile = "club99.db"
	lockFile     = "club99.lock"
)

// lockFolder makes the folder if need be and takes it for this process. The
// operating system lets go of it when the process ends, however it ends.
func lockFolder(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("data folder %s cannot be made: %w: choose another with --data, or make it possible there", dir, err)
	}
	f, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("data folder %s cannot be written: %w: %s", dir, err, adviceReadOnly)
	}
	held, err := tryLock(f)
	if held {
		err = fmt.Errorf("%w%s: stop it, or choose another folder than %s", store.ErrInUse, holder(f), dir)
	} else if err == nil {
		err = signLock(f)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// makeDatabase makes the file of the database, for its owner's eyes alone
// whatever the folder's mode is: password hashes are in it. SQLite gives the log
// beside it the same mode.
func makeDatabase(dir string) error {
	f, err := os.OpenFile(filepath.Join(dir, databaseFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("data folder %s cannot be written: %w: %s", dir, err, adviceReadOnly)
	}
	return errors.Join(f.Close(), disk.SyncFolder(dir))
}

// holder reads which process has the lock, for the message.
func holder(f *os.File) string {
	pid, err := io.ReadAll(io.LimitReader(f, 32))
	if err != nil || len(pid) == 0 {
		return ""
	}
	return fmt.Sprintf(" (process %s)", strings.TrimSpace(string(pid)))
}

func signLock(f *os.File) error {
	if err := f.Truncate(0); err != nil {
		return fmt.Errorf("lock file %s: %w", f.Name(), err)
	}
	if _, err := f.WriteAt(fmt.Appendf(nil, "%d\n", os.Getpid()), 0); err != nil {
		return fmt.Errorf("lock file %s: %w", f.Name(), err)
	}
	return nil
}

// busyTimeout is how long to wait, in milliseconds, for another program that holds
// the database.
var busyTimeout = "10000"

// access is what a connection may do.
type access int

const (
	reading access = iota
	writing
	checkpointing
	copying // a copy that nobody knows of yet
)

// dataSource names the database to the driver. The path is escaped, so that
// no character of a folder's name is taken for an option.
func dataSource(dir string, a access) string {
	path := filepath.ToSlash(filepath.Join(dir, databaseFile))
	if filepath.VolumeName(dir) != "" {
		path = "/" + path
	}
	options := url.Values{"_busy_timeout": {busyTimeout}, "_dqs": {"0"}}
	switch a {
	case reading:
		options.Set("mode", "ro")
		options.Set("_query_only", "1")
	case writing:
		options.Set("_journal_mode", "WAL")
		options.Set("_synchronous", "FULL")
		options.Set("_foreign_keys", "1")
		options["_pragma"] = []string{"wal_autocheckpoint(0)", "recursive_triggers(1)", "temp_store(MEMORY)", "cache_size(-65536)"}
	case copying:
		options.Set("_synchronous", "FULL")
	case checkpointing:
		options.Set("_busy_timeout", "100") // commits wait as long
		options.Set("_synchronous", "FULL")
		options["_pragma"] = []string{"wal_autocheckpoint(0)"}
	}
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + options.Encode()
}
