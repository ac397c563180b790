package sqlite

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"club99/internal/fault"
)

const (
	// busyLog is the size in bytes from which the write-ahead log is copied
	// into the database, beside the commits.
	busyLog = 4 << 20
	// overlongLog is the size from which commits wait for it for a moment, at
	// most as long as checkpointing may wait for the database, so that the log
	// starts again at its beginning. Only a load that never pauses gets there,
	// or somebody who reads for long, as an audit does.
	overlongLog = 128 << 20
	// cutAgain is how long to leave a log alone that could not be cut, because
	// somebody reads what is in it.
	cutAgain = time.Second
)

// checkpointer moves the write-ahead log into the database on a connection of
// its own, so that no commit pays for it.
type checkpointer struct {
	db             *sql.DB
	log            string
	busy, overlong int64         // busyLog and overlongLog
	woken          chan struct{} // one pending wake is enough: it looks at the size
}

func openCheckpointer(dir string) (*checkpointer, error) {
	db, err := sql.Open("sqlite", dataSource(dir, checkpointing))
	if err != nil {
		return nil, fmt.Errorf("data folder %s: %w", dir, err)
	}
	db.SetMaxOpenConns(1)
	return &checkpointer{
		db:       db,
		log:      filepath.Join(dir, databaseFile+"-wal"),
		busy:     busyLog,
		overlong: overlongLog,
		woken:    make(chan struct{}, 1),
	}, nil
}

// wake tells that something was written.
func (c *checkpointer) wake() {
	select {
	case c.woken <- struct{}{}:
	default:
	}
}

func (c *checkpointer) stop() { close(c.woken) }

// loop runs until stop. A checkpoint that fails loses nothing: what is in the
// log stays there, and the next one copies it.
func (c *checkpointer) loop() {
	var copied int64    // the log's size at the last checkpoint
	var tried time.Time // when it was last to be cut
	for range c.woken {
		info, err := os.Stat(c.log)
		if err != nil {
			continue
		}
		size := info.Size()
		if size < copied {
			copied = 0 // the log was cut
		}
		switch {
		case size >= c.overlong && time.Since(tried) >= cutAgain:
			c.copy(`PRAGMA wal_checkpoint(TRUNCATE)`)
			copied, tried = size, time.Now()
		case size >= copied+c.busy:
			c.copy(`PRAGMA wal_checkpoint(PASSIVE)`)
			copied = size
		}
	}
}

func (c *checkpointer) copy(how string) {
	fault.Here(fault.Checkpoint)
	_, _ = c.db.Exec(how)
	fault.Here(fault.Checkpointed)
}
