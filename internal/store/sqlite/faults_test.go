package sqlite

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"club99/internal/ledger"
	"club99/internal/store"
)

// large is a commit that needs many pages.
func large(table string, expect uint64) store.Commit {
	c := entry(table, expect)
	c.Entry = make([]byte, 200<<10)
	return c
}

// says checks what an operator reads of a commit that was refused.
func says(t *testing.T, j *job, words string) {
	t.Helper()
	if !errors.Is(j.err, store.ErrUnavailable) || errors.Is(j.err, store.ErrUncertain) || !strings.Contains(j.err.Error(), words) {
		t.Errorf("%v, want it to say %q", j.err, words)
	}
}

// TestDiskIsFull gives the database no room: what does not fit is refused, what does
// is written, and when there is room again everything is.
func TestDiskIsFull(t *testing.T) {
	s, c := still(t)
	jobs := group(entry("a", 0))
	c.writeGroup(jobs)
	wantErrors(t, jobs, nil)
	var pages int64
	if err := c.w.conn.QueryRowContext(t.Context(), `PRAGMA page_count`).Scan(&pages); err != nil {
		t.Fatal(err)
	}
	limit := func(pages int64) {
		if _, err := c.w.conn.ExecContext(t.Context(), fmt.Sprintf(`PRAGMA max_page_count = %d`, pages)); err != nil {
			t.Fatal(err)
		}
	}
	limit(pages + 3)
	jobs = group(entry("a", 1), large("b", 0), entry("a", 2), entry("c", 0))
	c.writeGroup(jobs)
	wantErrors(t, jobs, nil, store.ErrUnavailable, nil, nil)
	says(t, jobs[1], "the disk is full: make room")
	s.wantHeads(t, map[string]uint64{"a": 3, "b": 0, "c": 1})
	limit(1 << 30)
	jobs = group(large("b", 0), entry("a", 3))
	c.writeGroup(jobs)
	wantErrors(t, jobs, nil, nil)
	s.wantHeads(t, map[string]uint64{"a": 4, "b": 1})
	findings, err := store.Verify(t.Context(), s, nil)
	if err != nil || len(findings) != 0 {
		t.Errorf("Verify: %v, %v", findings, err)
	}
}

// holding tells the test binary to be the program that holds a database. How it does
// is what it executes.
const holding = "CLUB99_STORE_HOLD"

// hold opens the database and holds it until its input ends.
func hold(dir, how string) error {
	w, err := sqlOpen(dir)
	if err != nil {
		return err
	}
	defer w.Close()
	w.SetMaxOpenConns(1)
	if _, err := w.Exec(how); err != nil {
		return err
	}
	fmt.Println("held")
	_, err = bufio.NewReader(os.Stdin).ReadString('\n')
	_ = err // the end of the input is what was waited for
	return nil
}

// holder starts another program that holds the database of a folder, and returns
// what lets it go.
func holderOf(t *testing.T, dir, how string) (release func()) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), holding+"="+how, "CLUB99_STORE_HOLD_DIR="+dir)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "held\n" {
		t.Fatalf("the other program says %q, %v", line, err)
	}
	released := false
	release = func() {
		if !released {
			released = true
			in.Close()
			if err := cmd.Wait(); err != nil {
				t.Errorf("the other program: %v", err)
			}
		}
	}
	t.Cleanup(release)
	return release
}

const heldElsewhere = "another program holds the database, such as a database shell"

// TestDatabaseHeldByAnotherProgram: commits are refused while another program is
// writing, say so, and go on when it has ended.
func TestDatabaseHeldByAnotherProgram(t *testing.T) {
	impatient(t)
	s, c := still(t)
	jobs := group(entry("a", 0))
	c.writeGroup(jobs)
	wantErrors(t, jobs, nil)
	release := holderOf(t, c.dir, `BEGIN IMMEDIATE`)
	for range 2 { // the second time with a fresh connection
		jobs = group(entry("a", 1), entry("b", 0))
		c.writeGroup(jobs)
		says(t, jobs[0], heldElsewhere)
		says(t, jobs[1], heldElsewhere)
	}
	s.wantHeads(t, map[string]uint64{"a": 1, "b": 0})
	release()
	c.writeGroup(jobs)
	wantErrors(t, jobs, nil, nil)
	s.wantHeads(t, map[string]uint64{"a": 2, "b": 1})
}

// TestOpenWhileAnotherProgramHolds: a club is not opened with a database that another
// program keeps for itself.
func TestOpenWhileAnotherProgramHolds(t *testing.T) {
	impatient(t)
	dir := t.TempDir()
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	release := holderOf(t, dir, `PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE`)
	if _, err := Open(t.Context(), dir); err == nil || !strings.Contains(err.Error(), heldElsewhere) || !strings.Contains(err.Error(), dir) {
		t.Errorf("Open: %v", err)
	}
	if _, err := OpenToRead(t.Context(), dir); err == nil || !strings.Contains(err.Error(), heldElsewhere) {
		t.Errorf("OpenToRead: %v", err)
	}
	release()
	if s, err = Open(t.Context(), dir); err != nil {
		t.Fatalf("after it ended: %v", err)
	}
	s.Close()
}

// impatient waits for other programs no longer than a test should.
func impatient(t *testing.T) {
	before := busyTimeout
	busyTimeout = "100"
	t.Cleanup(func() { busyTimeout = before })
}

// TestDamagedPageIsNotWrittenTo: a commit that meets a damaged page is refused and
// says what to do; the tables that do not need the page play on.
func TestDamagedPageIsNotWrittenTo(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.CreatePlayer(t.Context(), store.NewPlayer{Name: "Mai", At: time.Unix(1, 0), Grant: 100}); err != nil {
		t.Fatal(err)
	}
	var page int64
	if err := s.read.db.QueryRow(`SELECT rootpage FROM sqlite_master WHERE name = 'entries_of_commands'`).Scan(&page); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(dir+"/"+databaseFile, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte(strings.Repeat("\xa5", 4096)), (page-1)*4096); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	bet := entry("a", 0)
	bet.Command = store.CommandKey{Player: 1, ID: "x"}
	bet.Transfers = []ledger.Transfer{{ID: ledger.TransferID{Table: "a", Seq: 1}, From: ledger.Player(1), To: ledger.Round("a"), Amount: 1, Reason: "bet"}}
	if _, err := s.Commit(t.Context(), bet); !errors.Is(err, store.ErrUnavailable) || !strings.Contains(err.Error(), adviceDamaged) {
		t.Errorf("a commit that needs the page: %v", err)
	}
	if _, err := s.Commit(t.Context(), entry("a", 0)); err != nil {
		t.Errorf("a commit that does not: %v", err)
	}
	if balance, err := s.Balance(t.Context(), ledger.Player(1)); balance != 100 || err != nil {
		t.Errorf("the player has %d, %v", balance, err)
	}
}
