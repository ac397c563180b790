package main

import (
	"errors"
	"testing"
	"time"

	"club99/internal/store"
	"club99/internal/store/postgres"
	"club99/internal/store/postgres/pgtest"
	"club99/internal/store/sqlite"
)

// Books with a fault are not brought anywhere.
func TestMigrateRefusesWhatIsWrong(t *testing.T) {
	dir, to := t.TempDir(), pgtest.Database(t)
	books, err := sqlite.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	_, err = books.Commit(t.Context(), store.Commit{Table: "sen", At: time.Now(), Entry: []byte(`{"is":"forged"}`)})
	if err = errors.Join(err, books.Close()); err != nil {
		t.Fatal(err)
	}
	var out, notes text
	if status := run(t.Context(), []string{"migrate", "--data", dir, "--to", to}, &out, &notes); status != failed {
		t.Errorf("ended with %d: %s%s", status, out, notes)
	}
	out.has(t, "table sen, entry 1")
	notes.has(t, "the books are not right: 1 fault")
	there, err := postgres.OpenToRead(t.Context(), to)
	if err != nil {
		t.Fatal(err)
	}
	defer there.Close()
	if heads, err := there.Heads(t.Context()); len(heads) != 0 || err != nil {
		t.Errorf("brought all the same: %v, %v", heads, err)
	}
}
