package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"club99/internal/store"
	"club99/internal/store/postgres/pgtest"
	"club99/internal/store/sqlite"
)

func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){"club99": main, "waitfor": waitFor, "door": door, "player": player})
}

// tests are the tests of this package, and the end of the PostgreSQL that they share.
type tests struct{ *testing.M }

func (m tests) Run() int {
	status := m.M.Run()
	if err := pgtest.Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return max(status, 1)
	}
	return status
}

// A script whose name begins with postgres has two empty databases.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", Setup: func(env *testscript.Env) error {
		if strings.HasPrefix(filepath.Base(env.WorkDir), "script-postgres") {
			env.Setenv("BOOKS", pgtest.Database(t))
			env.Setenv("OTHER", pgtest.Database(t))
		}
		return nil
	}})
}

// What the commands that compute print. The race detector would make the computing
// ten times slower; the packages that do it have their own tests for it.
func TestFigures(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/figures"})
}

// Every command has help that shows an example.
func TestEveryCommandHasHelpWithAnExample(t *testing.T) {
	for _, command := range [][]string{{"serve"}, {"analyze"}, {"verify"}, {"shoe", "bytes"}, {"rules"}, {"scenario"}, {"simulate"}, {"ledger", "verify"}, {"backup"}, {"bots"}, {"report"}, {"reopen"}, {"void"}, {"migrate"}, {"config"}, {"version"}} {
		var out, notes text
		if status := run(t.Context(), append(command, "--help"), &out, &notes); status != done {
			t.Errorf("%v --help ends with %d: %s", command, status, notes)
		}
		out.has(t, "Example:", "club99 "+command[0])
		if notes != "" {
			t.Errorf("%v --help writes to stderr: %s", command, notes)
		}
	}
}

// A club that is told to close while it opens closes.
func TestServeEndsWithItsContext(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, stop := signal.NotifyContext(t.Context(), syscall.SIGUSR1)
	defer stop()
	ctx, cancel := context.WithCancel(ctx)
	opened := make(chan struct{})
	out := writerFunc(func(p []byte) (int, error) { close(opened); return len(p), nil })
	go func() { <-opened; cancel() }()
	var notes text
	if status := run(ctx, []string{"serve", "--address", "127.0.0.1:0"}, out, &notes); status != done {
		t.Errorf("ended with %d: %s", status, notes)
	}
	if _, err := os.Stat("club99-data/seal.key"); err != nil {
		t.Error(err)
	}
}

// forged is a folder of books with one entry that no table wrote.
func forged(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	books, err := sqlite.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	_, err = books.Commit(t.Context(), store.Commit{Table: "sen", At: time.Now(), Entry: []byte(`{"is":"forged"}`)})
	if err = errors.Join(err, books.Close()); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Books with a fault end the audit with 1, and each fault has its line.
func TestVerifyFindsWhatIsWrong(t *testing.T) {
	dir := forged(t)
	var out, notes text
	if status := run(t.Context(), []string{"ledger", "verify", "--data", dir}, &out, &notes); status != failed {
		t.Errorf("ended with %d: %s%s", status, out, notes)
	}
	out.has(t, "table sen, entry 1", ": 1 fault\n")
	out = ""
	if status := run(t.Context(), []string{"ledger", "verify", "--json", "--data", dir}, &out, &notes); status != failed {
		t.Errorf("ended with %d: %s%s", status, out, notes)
	}
	out.has(t, `"faults": [`)
}
