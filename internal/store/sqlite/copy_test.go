package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/internal/store/sqlite"
)

// restored puts a copy into a folder of its own, as an operator would.
func restored(t *testing.T, copied string) *sqlite.Store {
	t.Helper()
	data, err := os.ReadFile(copied)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "club99.db"), data, 0o600); err != nil {
		t.Fatal(err)
	}
	return open(t, dir)
}

// sound is the check of a copy that these books need: they hold no real rounds.
func sound(t *testing.T) func(*sqlite.Store) error {
	return func(s *sqlite.Store) error {
		findings, err := store.Verify(t.Context(), s, nil)
		if len(findings) > 0 {
			err = errors.Join(err, errors.New(strings.Join(findings, "; ")))
		}
		return err
	}
}

// TestCopyUnderLoad copies again and again while all tables commit: each copy is
// the club as it was at one moment, no older than what was answered before and
// no newer than what was answered after.
func TestCopyUnderLoad(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	if _, err := s.CreatePlayer(t.Context(), store.NewPlayer{Name: "Mai", At: time.Unix(1, 0), Grant: 1_000_000}); err != nil {
		t.Fatal(err)
	}
	const tables = 4
	var mu sync.Mutex
	var answered [tables]uint64
	heads := func() [tables]uint64 {
		mu.Lock()
		defer mu.Unlock()
		return answered
	}
	var all sync.WaitGroup
	stop := make(chan struct{})
	for n := range tables {
		all.Go(func() {
			for seq := uint64(0); ; seq++ {
				select {
				case <-stop:
					return
				default:
				}
				if _, err := s.Commit(t.Context(), bet(fmt.Sprintf("t%d", n), seq, 1, 1)); err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				answered[n] = seq + 1
				mu.Unlock()
			}
		})
	}
	for i := range 5 {
		file, before := filepath.Join(t.TempDir(), "copy.db"), heads()
		if err := sqlite.Copy(t.Context(), dir, file, sound(t), nil); err != nil {
			t.Fatalf("copy %d: %v", i, err)
		}
		after, c := heads(), restored(t, file)
		for n := range tables {
			// What is committed and not yet answered is one entry a table.
			if head, err := c.Head(t.Context(), fmt.Sprintf("t%d", n)); err != nil || head < before[n] || head > after[n]+1 {
				t.Errorf("copy %d: table %d ends at %d (%v), it was between %d and %d", i, n, head, err, before[n], after[n])
			}
		}
		if _, err := c.Commit(t.Context(), bet("new", 0, 1, 1)); err != nil {
			t.Errorf("copy %d: it cannot be gone on with: %v", i, err)
		}
		c.Close()
	}
	close(stop)
	all.Wait()
}

func TestCopyIsChecked(t *testing.T) {
	dir, s := filled(t)
	folder := t.TempDir()
	file := filepath.Join(folder, "copy.db")
	wrong := errors.New("the books are not right")
	if err := sqlite.Copy(t.Context(), dir, file, func(*sqlite.Store) error { return wrong }, nil); !errors.Is(err, wrong) {
		t.Errorf("a copy that fails its check: %v", err)
	}
	if files, err := os.ReadDir(folder); len(files) != 0 || err != nil {
		t.Errorf("it left %v, %v", files, err)
	}
	ended, end := context.WithCancel(t.Context())
	if err := sqlite.Copy(ended, dir, file, sound(t), func(int, int) { end() }); !errors.Is(err, context.Canceled) {
		t.Errorf("a copy that nobody wants any more: %v", err)
	}
	if files, err := os.ReadDir(folder); len(files) != 0 || err != nil {
		t.Errorf("it left %v, %v", files, err)
	}
	pages := 0
	if err := sqlite.Copy(t.Context(), dir, file, sound(t), func(done, all int) { pages = all - done }); err != nil || pages != 0 {
		t.Fatalf("%d pages to go, %v", pages, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	first, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Commit(t.Context(), bet("a1", 3, 1, 10)); err != nil {
		t.Fatal(err)
	}
	if err := sqlite.Copy(t.Context(), dir, file, sound(t), nil); err == nil || !strings.Contains(err.Error(), "is there already") {
		t.Errorf("a second copy under the same name: %v", err)
	}
	if again, err := os.ReadFile(file); err != nil || string(again) != string(first) {
		t.Errorf("the first copy was changed (%v)", err)
	}
	c := restored(t, file)
	if balance, err := c.Balance(t.Context(), ledger.Player(1)); balance != 70 || err != nil {
		t.Errorf("the copy has a balance of %d, %v", balance, err)
	}
	for _, f := range []string{"-wal", "-shm", "-journal"} {
		if _, err := os.Stat(file + f); err == nil {
			t.Errorf("%s lies beside the copy", f)
		}
	}
}
