package sqlite_test

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/internal/store/sqlite"
	"club99/money"
)

// crashDir tells the test binary to be the process that is killed.
const crashDir = "CLUB99_STORE_CRASH_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(crashDir); dir != "" {
		if err := playUntilKilled(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	if was, err := sqlite.HoldIfAsked(); was {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

const crashTables = 8

func bet(table string, expect uint64, player int64, amount money.Amount) store.Commit {
	return store.Commit{
		Table: table, Expect: expect, At: time.Unix(1_800_000_000, int64(expect)), Entry: fmt.Appendf(nil, "%s %d", table, expect+1),
		Command: store.CommandKey{Player: player, ID: fmt.Sprintf("%s-%d", table, expect)}, Answer: []byte("ok"),
		Transfers: []ledger.Transfer{{
			ID:   ledger.TransferID{Table: table, Seq: expect + 1},
			From: ledger.Player(player), To: ledger.Round(table), Amount: amount, Reason: ledger.ReasonBet,
		}},
	}
}

// playUntilKilled commits at all tables and prints a line for each answer.
func playUntilKilled(dir string) error {
	s, err := sqlite.Open(context.Background(), dir)
	if err != nil {
		return err
	}
	failures := make(chan error)
	for n := range crashTables {
		go func() {
			table := fmt.Sprintf("t%d", n)
			seq, err := s.Head(context.Background(), table)
			for ; err == nil; seq++ {
				if _, err = s.Commit(context.Background(), bet(table, seq, 1, 1)); err == nil {
					fmt.Printf("%s %d\n", table, seq+1)
				}
			}
			failures <- err
		}()
	}
	return <-failures
}

// TestKilledProcess kills a process under load, several times in the same
// folder, and finds every commit that it had answered.
func TestKilledProcess(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	if _, err := s.CreatePlayer(t.Context(), store.NewPlayer{Name: "Mai", At: time.Unix(1, 0), Grant: 100_000_000}); err != nil {
		t.Fatal(err)
	}
	s.Close()
	answered := map[string]uint64{}
	for run := range 4 {
		before := len(answered)
		n := killAfter(t, dir, 150+150*run, answered)
		if n == 0 || len(answered) < before {
			t.Fatalf("run %d answered %d commits", run, n)
		}
		checkAfterKill(t, dir, answered)
	}
}

// killAfter lets a process answer that many commits, kills it, and notes the
// last answer of each table.
func killAfter(t *testing.T, dir string, commits int, answered map[string]uint64) int {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), crashDir+"="+dir)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines, n := bufio.NewReader(out), 0
	for {
		line, err := lines.ReadString('\n') // what was printed before the kill is read to its end
		if err == io.EOF {
			break
		}
		var table string
		var seq uint64
		if _, err := fmt.Sscanf(line, "%s %d\n", &table, &seq); err != nil {
			t.Fatalf("line %q: %v", line, err)
		}
		answered[table] = max(answered[table], seq)
		if n++; n == commits {
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := cmd.Wait(); err == nil || stderr.Len() > 0 {
		t.Fatalf("the process was to be killed: %v %s", err, stderr.String())
	}
	return n
}

func checkAfterKill(t *testing.T, dir string, answered map[string]uint64) {
	t.Helper()
	s := open(t, dir)
	defer s.Close()
	var total money.Amount
	for table, last := range answered {
		head, err := s.Head(t.Context(), table)
		if err != nil || head < last {
			t.Errorf("table %s: entry %d was answered, but the journal ends at %d (%v)", table, last, head, err)
		}
		total += money.Amount(head)
		_, ok, err := s.Answer(t.Context(), bet(table, last-1, 1, 1).Command)
		if !ok || err != nil {
			t.Errorf("table %s: the answer of entry %d is gone (%v)", table, last, err)
		}
	}
	if balance, err := s.Balance(t.Context(), ledger.Player(1)); balance != 100_000_000-total || err != nil {
		t.Errorf("the player holds %d, want %d (%v)", balance, 100_000_000-total, err)
	}
	findings, err := store.Verify(t.Context(), s, nil)
	if err != nil || len(findings) != 0 {
		t.Errorf("Verify: %v, %v", findings, err)
	}
}

func TestSecondProcessIsRefused(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	if _, err := sqlite.Open(t.Context(), dir); !errors.Is(err, store.ErrInUse) {
		t.Errorf("a second Open in this process: %v", err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), crashDir+"="+dir)
	out, err := cmd.CombinedOutput()
	want := fmt.Sprintf("the data folder is in use by another club99 (process %d): stop it, or choose another folder than %s\n", os.Getpid(), dir)
	if err == nil || string(out) != want {
		t.Errorf("a second process: %v, %q, want %q", err, out, want)
	}
	if _, err := s.CreatePlayer(t.Context(), store.NewPlayer{Name: "Mai", At: time.Unix(1, 0)}); err != nil {
		t.Errorf("the first one after that: %v", err)
	}
	s.Close()
	open(t, dir)
}

// raw opens the database beside the store, as a person with a shell would.
func raw(t testing.TB, dir string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "club99.db")+"?_busy_timeout=5000")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// filled returns a folder with a player, a bet, a shoe and a result, and the
// store that has it open.
func filled(t *testing.T) (string, *sqlite.Store) {
	t.Helper()
	dir := t.TempDir()
	s := open(t, dir)
	id, err := s.CreatePlayer(t.Context(), store.NewPlayer{Name: "Mai", At: time.Unix(1, 0), Grant: 100})
	if err != nil {
		t.Fatal(err)
	}
	for seq := range uint64(3) {
		commit := bet("a1", seq, id, 10)
		commit.Shoes = []store.SealedShoe{{Table: "a1", Number: seq, Box: []byte("box")}}
		commit.Results = []store.Result{{Player: id, Round: seq, At: commit.At}}
		if _, err := s.Commit(t.Context(), commit); err != nil {
			t.Fatal(err)
		}
	}
	return dir, s
}

func TestTriggersAndChecksRefuse(t *testing.T) {
	dir, s := filled(t)
	db := raw(t, dir)
	for _, c := range []struct{ query, want string }{
		{`UPDATE entries SET transfers = 'player/1 round/a1 1 bet'`, "journal entries are never changed"},
		{`UPDATE entries SET answer = x'00'`, "journal entries are never changed"},
		{`UPDATE entries SET entry = x'00'`, "journal entries are never changed"},
		{`DELETE FROM entries WHERE seq = 3`, "journal entries are never removed"},
		{`UPDATE sealed_shoes SET box = x'00'`, "sealed shoes are never changed"},
		{`DELETE FROM sealed_shoes`, "sealed shoes are never removed"},
		{`INSERT INTO first_answers VALUES (2, 'x', x'00')`, "answers are kept with their entries"},
		{`UPDATE grants SET transfers = ''`, "grants are never changed"},
		{`DELETE FROM grants`, "grants are never removed"},
		{`UPDATE results SET net = 1000`, "results are never changed"},
		{`DELETE FROM results`, "results are never removed"},
		{`DELETE FROM balances`, "accounts are never removed"},
		{`DELETE FROM journals`, "a journal is never removed"},
		{`UPDATE journals SET table_id = 'b1'`, "journals are never renamed"},
		{`PRAGMA foreign_keys = 1; INSERT INTO entries (journal, seq, at, entry) VALUES (1, 5, 0, x'00')`, "FOREIGN KEY constraint failed"},
		{`PRAGMA foreign_keys = 1; INSERT INTO entries (journal, seq, at, entry) VALUES (7, 1, 0, x'00')`, "FOREIGN KEY constraint failed"},
		{`INSERT INTO entries (journal, seq, at, entry, player, command_id) VALUES (1, 4, 0, x'00', 1, 'a1-2')`, "UNIQUE constraint failed"},
		{`INSERT INTO entries (journal, seq, at, entry, player) VALUES (1, 4, 0, x'00', 1)`, "CHECK constraint failed"},
		{`UPDATE balances SET amount = -1 WHERE account = 'player/1'`, "CHECK constraint failed"},
		{`UPDATE balances SET amount = -1 WHERE account = 'round/a1'`, "CHECK constraint failed"},
		{`INSERT INTO balances (account, amount) VALUES ('player/7', -1)`, "CHECK constraint failed"},
		{`INSERT INTO balances (account, amount) VALUES ('bank', -1)`, "CHECK constraint failed"},
		{`UPDATE balances SET amount = 9223372036854775807 + 1 WHERE account = 'player/1'`, "cannot store REAL"},
		{`INSERT INTO entries (journal, seq, at, entry) VALUES (1, 1, 0, x'00')`, "UNIQUE constraint failed"},
	} {
		if _, err := db.Exec(c.query); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.query, err, c.want)
		}
	}
	if findings, err := store.Verify(t.Context(), s, nil); len(findings) != 0 || err != nil {
		t.Errorf("Verify: %v, %v", findings, err)
	}
}

// TestVerifyFindsTampering takes the guards away, as somebody with a shell
// can, and damages each thing that Verify checks.
func TestVerifyFindsTampering(t *testing.T) {
	for _, c := range []struct{ damage, want string }{
		{`UPDATE balances SET amount = 71 WHERE account = 'player/1'`,
			"player/1: the balance kept is 71, but its transfers add up to 70|all balances: they add up to 1 instead of 0"},
		{`UPDATE entries SET transfers = 'player/1 round/a1 11 bet' WHERE seq = 2`,
			"player/1: the balance kept is 70, but its transfers add up to 69|round/a1: the balance kept is 30, but its transfers add up to 31"},
		{`DELETE FROM entries WHERE seq = 2; UPDATE balances SET amount = 80 WHERE account = 'player/1'; UPDATE balances SET amount = 20 WHERE account = 'round/a1'`,
			"table a1: journal entry 3 follows 1"},
		{`DELETE FROM entries WHERE seq = 3`,
			"player/1: the balance kept is 70, but its transfers add up to 80|round/a1: the balance kept is 30, but its transfers add up to 20"},
		{`DELETE FROM grants`,
			"grant: the balance kept is -100, but its transfers add up to 0|player/1: the balance kept is 70, but its transfers add up to -30"},
		{`INSERT INTO journals VALUES (9, 'grant'); INSERT INTO entries (journal, seq, at, entry) VALUES (9, 1, 0, x'00')`,
			"table grant: nothing but grants may have that name|table grant: the last journal entry should be 1, it is 0"},
		{`UPDATE entries SET transfers = 'player/2 round/a1 10 bet' WHERE seq = 1; INSERT INTO balances (account, amount) VALUES ('player/2', -10);
			UPDATE balances SET amount = 80 WHERE account = 'player/1'`,
			"player/2: the balance is -10, below zero"},
	} {
		dir, s := filled(t)
		db := raw(t, dir)
		if _, err := db.Exec(`PRAGMA ignore_check_constraints = 1;` + dropTriggers(t, db) + c.damage); err != nil {
			t.Fatalf("%s: %v", c.damage, err)
		}
		findings, err := store.Verify(t.Context(), s, nil)
		if got := strings.Join(findings, "|"); got != c.want || err != nil {
			t.Errorf("%s: found %q, %v, want %q", c.damage, got, err, c.want)
		}
	}
}

func dropTriggers(t *testing.T, db *sql.DB) string {
	t.Helper()
	var drops string
	err := db.QueryRow(`SELECT group_concat('DROP TRIGGER ' || name || ';', '') FROM sqlite_schema WHERE type = 'trigger'`).Scan(&drops)
	if err != nil {
		t.Fatal(err)
	}
	return drops
}

func TestOpenToRead(t *testing.T) {
	dir, s := filled(t)
	r, err := sqlite.OpenToRead(t.Context(), dir)
	if err != nil {
		t.Fatalf("beside the server: %v", err)
	}
	if _, err := s.Commit(t.Context(), bet("a1", 3, 1, 10)); err != nil {
		t.Fatal(err)
	}
	if head, err := r.Head(t.Context(), "a1"); head != 4 || err != nil {
		t.Errorf("Head = %d, %v", head, err)
	}
	if _, err := r.Commit(t.Context(), bet("a1", 4, 1, 10)); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("Commit: %v", err)
	}
	if findings, err := store.Verify(t.Context(), r, nil); len(findings) != 0 || err != nil {
		t.Errorf("Verify: %v, %v", findings, err)
	}
	s.Close()
	if head, err := r.Head(t.Context(), "a1"); head != 4 || err != nil {
		t.Errorf("Head after the server stopped = %d, %v", head, err)
	}
	if err := r.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	r, err = sqlite.OpenToRead(t.Context(), dir)
	if err != nil {
		t.Fatalf("without a server: %v", err)
	}
	r.Close()

	empty := t.TempDir()
	if _, err := sqlite.OpenToRead(t.Context(), empty); err == nil || !strings.Contains(err.Error(), "holds no club") {
		t.Errorf("an empty folder: %v", err)
	}
	if files, _ := os.ReadDir(empty); len(files) != 0 {
		t.Errorf("reading left %v", files)
	}
}

func TestOtherSchemasAreRefused(t *testing.T) {
	dir, s := filled(t)
	s.Close()
	db := raw(t, dir)
	exec := func(query string) {
		t.Helper()
		if _, err := db.Exec(query); err != nil {
			t.Fatal(err)
		}
	}
	exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)`)
	_, errOpen := sqlite.Open(t.Context(), dir)
	_, errRead := sqlite.OpenToRead(t.Context(), dir)
	for _, err := range []error{errOpen, errRead} {
		if err == nil || !strings.Contains(err.Error(), "was written by a newer club99 (schema 99") {
			t.Errorf("a newer schema: %v", err)
		}
	}
	exec(`DELETE FROM goose_db_version WHERE version_id > 0`)
	if _, err := sqlite.OpenToRead(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "was written by an older club99") {
		t.Errorf("an older schema: %v", err)
	}
}

func TestFolderNames(t *testing.T) {
	for _, name := range []string{"plain", "với dấu", "a?b#c%20d&e=f", "deep/er"} {
		dir := filepath.Join(t.TempDir(), name)
		s := open(t, dir)
		if _, err := s.CreatePlayer(t.Context(), store.NewPlayer{Name: "Mai", At: time.Unix(1, 0)}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		s.Close()
		if _, err := os.Stat(filepath.Join(dir, "club99.db")); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: mode %v, %v", name, info.Mode(), err)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Open(t.Context(), file); err == nil || !strings.Contains(err.Error(), "cannot be made") {
		t.Errorf("a file as a folder: %v", err)
	}
}

// TestFilesAreTheOwners: in a folder that everyone may read, the books are still
// their owner's alone.
func TestFilesAreTheOwners(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	s := open(t, dir)
	if _, err := s.CreatePlayer(t.Context(), store.NewPlayer{Name: "Mai", At: time.Unix(1, 0)}); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) < 3 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, f := range files {
		if info, err := f.Info(); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: mode %v, %v", f.Name(), info.Mode(), err)
		}
	}
}

// TestDamagedPages: who reads a damaged database is told which, and what to do.
func TestDamagedPages(t *testing.T) {
	dir, s := filled(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(filepath.Join(dir, "club99.db"), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var page int64
	if err := raw(t, dir).QueryRow(`SELECT rootpage FROM sqlite_master WHERE name = 'entries'`).Scan(&page); err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt(bytes.Repeat([]byte{0xa5}, 4096), (page-1)*4096); err != nil {
		t.Fatal(err)
	}
	if s, err = sqlite.OpenToRead(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	nothing := func(uint64, time.Time, []byte) error { return nil }
	want := "data folder " + dir + ": the database is damaged: restore the folder from a copy"
	if err := s.Entries(t.Context(), "a1", 0, nothing); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("Entries: %v", err)
	}
	if _, err := store.Verify(t.Context(), s, nil); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("Verify: %v", err)
	}
}

// TestCloseUnderLoad closes while commits are coming: each is either there or
// was told that the store is closed.
func TestCloseUnderLoad(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	if _, err := s.CreatePlayer(t.Context(), store.NewPlayer{Name: "Mai", At: time.Unix(1, 0), Grant: 1_000_000}); err != nil {
		t.Fatal(err)
	}
	var last [8]uint64
	var all sync.WaitGroup
	for n := range last {
		all.Go(func() {
			for {
				if _, err := s.Commit(t.Context(), bet(fmt.Sprintf("t%d", n), last[n], 1, 1)); err != nil {
					if !errors.Is(err, store.ErrClosed) {
						t.Errorf("Commit: %v", err)
					}
					return
				}
				last[n]++
			}
		})
	}
	time.Sleep(50 * time.Millisecond)
	if err := s.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	all.Wait()
	if _, err := os.Stat(filepath.Join(dir, "club99.db-wal")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the log was not copied and removed at the end: %v", err)
	}
	s = open(t, dir)
	for n := range last {
		if head, err := s.Head(t.Context(), fmt.Sprintf("t%d", n)); head != last[n] || err != nil {
			t.Errorf("table %d ends at %d (%v), %d were answered", n, head, err, last[n])
		}
	}
}
