package sqlite

import (
	"errors"
	"fmt"
	"runtime"
	"testing"
	"time"

	"club99/internal/store"
)

// groups runs the committer under so many tables and returns the size of the
// average transaction.
func groups(t *testing.T, tables, commits int) float64 {
	s, c := still(t)
	transactions := 0
	c.endTransaction = func(w *writer) error { transactions++; return w.end() }
	c.written = func() {}
	if _, err := s.committer.w.createPlayer(&store.NewPlayer{Name: "Mai", At: time.Unix(1, 0), Grant: 1_000_000}); err != nil {
		t.Fatal(err)
	}
	ended := make(chan bool)
	go func() { c.loop(); close(ended) }()
	done := make(chan error)
	for n := range tables {
		go func() { done <- play(s, fmt.Sprintf("t%d", n), commits) }()
	}
	for range tables {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	close(s.queue)
	<-ended
	return float64(tables*commits) / float64(transactions)
}

// TestGroupsForm: also on a single processor, where the committer would
// otherwise run again before anybody else has queued anything.
func TestGroupsForm(t *testing.T) {
	for _, processors := range []int{1, 2} {
		was := runtime.GOMAXPROCS(processors)
		size := groups(t, 32, 30)
		runtime.GOMAXPROCS(was)
		t.Logf("%d processors: %.1f commits in a transaction", processors, size)
		if size < 8 {
			t.Errorf("%d processors: 32 tables, but %.1f commits in a transaction", processors, size)
		}
	}
}

// TestAnotherWriter has somebody else write to the journal: the commit that did not
// expect it is refused, and the one that does goes on from there.
func TestAnotherWriter(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Commit(t.Context(), entry("a", 0)); err != nil {
		t.Fatal(err)
	}
	db, err := sqlOpen(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), `INSERT INTO entries (journal, seq, at, entry) VALUES (1, 2, 0, x'01')`); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Commit(t.Context(), entry("a", 1)); !errors.Is(err, store.ErrConflict) {
		t.Errorf("a commit that did not expect it: %v", err)
	}
	if r, err := s.Commit(t.Context(), entry("a", 2)); err != nil || r.Seq != 3 {
		t.Errorf("the next one: %v, %v", r, err)
	}
}
