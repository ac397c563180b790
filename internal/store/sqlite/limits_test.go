package sqlite

import (
	"strings"
	"testing"
)

// What a player's rounds brought is read without the rows, whose bodies are long.
func TestNetsReadTheIndexAlone(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	db, err := sqlOpen(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var id, parent, unused int
	var plan string
	if err := db.QueryRowContext(t.Context(), "EXPLAIN QUERY PLAN "+netsQuery, 1).Scan(&id, &parent, &unused, &plan); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(plan, "COVERING INDEX results_of_player") {
		t.Error(plan)
	}
}
