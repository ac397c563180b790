package sqlite

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"club99/internal/store"
)

// TestExportIsEverything compares what is exported with the tables and columns that
// there are: whoever adds one has to say how it comes into another database.
func TestExportIsEverything(t *testing.T) {
	s, err := Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	there := map[string]bool{}
	rows, err := s.read.db.QueryContext(t.Context(), `SELECT m.name || '.' || c.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name NOT IN ('fence', 'goose_db_version', 'sqlite_sequence')`)
	var name string
	err = walk(rows, err, func() error {
		if err := rows.Scan(&name); err != nil {
			return err
		}
		there[name] = true
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	// Numbers that mean something in this database alone.
	for _, own := range []string{"journals.id", "entries.id", "entries.journal", "balances.id"} {
		delete(there, own)
	}
	err = s.Export(t.Context(), func(r store.Rows) error {
		for _, column := range r.Columns {
			if column = r.Kind + "." + column; !there[column] && column != "entries.table_id" {
				t.Errorf("%s is exported, and not there", column)
			} else {
				delete(there, column)
			}
		}
		for {
			if row, err := r.Next(); row == nil {
				return err
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(there) > 0 {
		t.Errorf("not exported: %s", strings.Join(slices.Sorted(maps.Keys(there)), ", "))
	}
}
