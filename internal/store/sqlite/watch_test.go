package sqlite_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"club99/internal/store"
	"club99/internal/store/sqlite"
)

func TestTransactionsAreWatched(t *testing.T) {
	_, s := filled(t)
	var mu sync.Mutex
	told := 0
	s.Watch(func(jobs int, took time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		told += jobs
		if jobs < 1 || took <= 0 {
			t.Errorf("%d commits took %v", jobs, took)
		}
	})
	for n := range 3 {
		if _, err := s.Commit(t.Context(), store.Commit{Table: "watched", Expect: uint64(n), At: time.Unix(1, 0), Entry: []byte("{}")}); err != nil {
			t.Fatal(err)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if told != 3 {
		t.Errorf("three commits are told as %d", told)
	}
}

// To try the books is to write them: where that cannot be done, trying says so. It
// changes nothing that anybody reads.
func TestTry(t *testing.T) {
	dir, s := filled(t)
	before, err := s.Heads(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Try(t.Context()); err != nil {
		t.Fatal(err)
	}
	after, err := s.Heads(t.Context())
	if err != nil || len(after) != len(before) {
		t.Errorf("there were %d tables, now %d (%v)", len(before), len(after), err)
	}
	if found, err := store.Verify(t.Context(), s, nil); err != nil || len(found) != 0 {
		t.Errorf("%v %v", found, err)
	}
	reader, err := sqlite.OpenToRead(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := reader.Try(t.Context()); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a folder opened for reading can be written: %v", err)
	}
	s.Close()
	if err := s.Try(t.Context()); !errors.Is(err, store.ErrClosed) {
		t.Errorf("a closed store can be written: %v", err)
	}
}

func TestImbalance(t *testing.T) {
	dir, s := filled(t)
	if sum, err := s.Imbalance(t.Context()); err != nil || sum != 0 {
		t.Errorf("the accounts add up to %d (%v)", sum, err)
	}
	s.Close()
	db := raw(t, dir)
	if _, err := db.Exec(`UPDATE balances SET amount = amount + 7 WHERE account = 'grant'`); err != nil {
		t.Fatal(err)
	}
	reader, err := sqlite.OpenToRead(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if sum, err := reader.Imbalance(t.Context()); err != nil || sum != 7 {
		t.Errorf("seven chips out of nowhere add up to %d (%v)", sum, err)
	}
}

// BenchmarkImbalance is what a look at the ledger costs in a club of a million.
func BenchmarkImbalance(b *testing.B) {
	dir := b.TempDir()
	open(b, dir).Close()
	db := raw(b, dir)
	if _, err := db.Exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
		INSERT INTO balances (account, amount) SELECT 'player/' || i, 1000000 FROM n`); err != nil {
		b.Fatal(err)
	}
	s := open(b, dir)
	for b.Loop() {
		if _, err := s.Imbalance(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
