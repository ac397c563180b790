package sqlite_test

import (
	"errors"
	"testing"
	"time"

	"club99/internal/store"
	"club99/internal/store/sqlite"
	"club99/internal/store/storetest"
)

func TestContract(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store { return open(t, t.TempDir()) })
}

func TestLeaseIsRefused(t *testing.T) {
	s := open(t, t.TempDir())
	c := store.Commit{Table: "a1", At: time.Unix(1, 0), Entry: []byte("x"), Lease: store.Lease{Table: "a1", Node: "n", Epoch: 1}}
	if _, err := s.Commit(t.Context(), c); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("a commit by a lease: %v", err)
	}
}

func open(t testing.TB, dir string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), dir)
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}
