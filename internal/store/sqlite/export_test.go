package sqlite

import (
	"database/sql"
	"os"
	"path/filepath"
)

// HoldIfAsked makes the test binary the program that holds a database, if the
// environment says so, and reports whether it was.
func HoldIfAsked() (was bool, err error) {
	how := os.Getenv(holding)
	if how == "" {
		return false, nil
	}
	return true, hold(os.Getenv("CLUB99_STORE_HOLD_DIR"), how)
}

// sqlOpen opens a database as a shell would.
func sqlOpen(dir string) (*sql.DB, error) {
	return sql.Open("sqlite", "file:"+filepath.Join(dir, databaseFile)+"?_busy_timeout=5000")
}
