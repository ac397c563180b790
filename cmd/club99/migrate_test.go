package main

import (
	"testing"

	"club99/internal/store/postgres"
	"club99/internal/store/postgres/pgtest"
)

// Books with a fault are not brought anywhere.
func TestMigrateRefusesWhatIsWrong(t *testing.T) {
	dir, to := forged(t), pgtest.Database(t)
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
