package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/internal/store/gather"
	"club99/money"
)

var errDisk = errors.New("input/output error")

// still opens a store whose committer does not run by itself: the test writes
// groups of its own making.
func still(t *testing.T) (*Store, *committer) {
	t.Helper()
	lock, err := lockFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir := lock.Name()[:len(lock.Name())-len("/"+lockFile)]
	s := &Store{lock: lock, queue: make(chan *job, gather.Queue)}
	if err := s.open(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.release(); err != nil {
			t.Error(err)
		}
	})
	return s, s.committer
}

// group makes a job for each commit.
func group(commits ...store.Commit) []*job {
	jobs := make([]*job, len(commits))
	for i := range commits {
		c := &commits[i]
		jobs[i] = &job{
			ctx: context.Background(),
			run: func(w *writer) error { _, err := w.commitTable(c); return err },
			wrote: func(w *writer) (bool, error) {
				return w.has(w.isEntry, c.Table, int64(c.Expect+1), nanos(c.At), c.Entry)
			},
		}
	}
	return jobs
}

func entry(table string, expect uint64) store.Commit {
	return store.Commit{Table: table, Expect: expect, At: time.Unix(1, 0), Entry: []byte("x")}
}

func poorBet(table string) store.Commit {
	c := entry(table, 0)
	c.Transfers = []ledger.Transfer{{ID: ledger.TransferID{Table: table, Seq: 1}, From: ledger.Player(7), To: ledger.Round(table), Amount: 1, Reason: "bet"}}
	return c
}

func (s *Store) wantHeads(t *testing.T, want map[string]uint64) {
	t.Helper()
	for table, seq := range want {
		if head, err := s.Head(t.Context(), table); head != seq || err != nil {
			t.Errorf("table %s ends at %d (%v), want %d", table, head, err, seq)
		}
	}
}

func wantErrors(t *testing.T, jobs []*job, want ...error) {
	t.Helper()
	for i, j := range jobs {
		if !errors.Is(j.err, want[i]) {
			t.Errorf("job %d: %v, want %v", i, j.err, want[i])
		}
	}
}

func TestBadJobFailsAloneInItsGroup(t *testing.T) {
	s, c := still(t)
	commits := 0
	c.endTransaction = func(w *writer) error { commits++; return w.end() }
	jobs := group(entry("a", 0), poorBet("b"), entry("a", 1), entry("a", 1), entry("c", 0), entry("d", 0))
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	jobs[5].ctx = ended
	c.writeGroup(jobs)
	wantErrors(t, jobs, nil, ledger.InsufficientError{Account: ledger.Player(7)}, nil, store.ErrConflict, nil, context.Canceled)
	s.wantHeads(t, map[string]uint64{"a": 2, "b": 0, "c": 1, "d": 0})
	if commits != 1 {
		t.Errorf("the group took %d transactions", commits)
	}
}

// TestLostTransaction has one job take the whole transaction down, as SQLite
// does by itself when the disk is full.
func TestLostTransaction(t *testing.T) {
	s, c := still(t)
	jobs := group(entry("a", 0), entry("b", 0), entry("a", 1))
	jobs[1].run = func(w *writer) error {
		if _, err := w.run(w.beginJournal, "b"); err != nil {
			return err
		}
		if _, err := w.run(w.rollback); err != nil {
			return err
		}
		return errDisk
	}
	c.writeGroup(jobs)
	wantErrors(t, jobs, nil, errDisk, nil)
	s.wantHeads(t, map[string]uint64{"a": 2, "b": 0})
	next := group(entry("b", 0))
	c.writeGroup(next)
	wantErrors(t, next, nil)
}

// failOnce makes the next COMMIT fail after or instead of being written.
func failOnce(c *committer, written bool) {
	c.endTransaction = func(w *writer) error {
		c.endTransaction = (*writer).end
		if written {
			if err := w.end(); err != nil {
				return err
			}
		}
		return errDisk
	}
}

func TestCommitThatFailedButWasWritten(t *testing.T) {
	s, c := still(t)
	failOnce(c, true)
	jobs := group(entry("a", 0), poorBet("b"), entry("c", 0))
	c.writeGroup(jobs)
	wantErrors(t, jobs, nil, store.ErrUnavailable, nil)
	s.wantHeads(t, map[string]uint64{"a": 1, "b": 0, "c": 1})
	if c.suspect {
		t.Error("the disk works again, but is not trusted")
	}
	next := group(entry("a", 1))
	c.writeGroup(next)
	wantErrors(t, next, nil)
}

func TestCommitThatFailedAndWasNotWritten(t *testing.T) {
	s, c := still(t)
	failOnce(c, false)
	jobs := group(entry("a", 0), entry("c", 0))
	c.writeGroup(jobs)
	wantErrors(t, jobs, store.ErrUnavailable, store.ErrUnavailable)
	s.wantHeads(t, map[string]uint64{"a": 0, "c": 0})
	next := group(entry("a", 0), entry("c", 0))
	c.writeGroup(next)
	wantErrors(t, next, nil, nil)
}

// TestDiskThatStaysBroken: what nobody can know is called uncertain, later
// jobs are refused untouched, and when the disk works again so does the store.
func TestDiskThatStaysBroken(t *testing.T) {
	s, c := still(t)
	c.endTransaction = func(*writer) error { return errDisk }
	jobs := group(entry("a", 0), poorBet("b"))
	c.writeGroup(jobs)
	wantErrors(t, jobs, store.ErrUncertain, store.ErrUnavailable)
	later := group(entry("c", 0))
	c.writeGroup(later)
	wantErrors(t, later, store.ErrUnavailable)
	if errors.Is(later[0].err, store.ErrUncertain) {
		t.Error("a job that was never tried is called uncertain")
	}
	c.endTransaction = (*writer).end
	jobs = group(entry("a", 0), entry("c", 0))
	c.writeGroup(jobs)
	wantErrors(t, jobs, nil, nil)
	s.wantHeads(t, map[string]uint64{"a": 1, "c": 1})
}

// TestConnectionThatIsStuck: a connection that cannot begin is replaced.
func TestConnectionThatIsStuck(t *testing.T) {
	s, c := still(t)
	if _, err := c.w.run(c.w.begin); err != nil {
		t.Fatal(err)
	}
	jobs := group(entry("a", 0))
	c.writeGroup(jobs)
	wantErrors(t, jobs, store.ErrUnavailable)
	c.writeGroup(jobs)
	wantErrors(t, jobs, nil)
	s.wantHeads(t, map[string]uint64{"a": 1})
}

func TestFullQueueIsBusy(t *testing.T) {
	s, c := still(t) // nobody takes from the queue
	waiting := make(chan error, gather.Queue)
	for n := range gather.Queue {
		go func() {
			_, err := s.Commit(context.Background(), entry(fmt.Sprintf("t%d", n), 0))
			waiting <- err
		}()
	}
	for len(s.queue) < gather.Queue {
		time.Sleep(time.Millisecond)
	}
	if _, err := s.Commit(t.Context(), entry("late", 0)); !errors.Is(err, store.ErrBusy) {
		t.Errorf("one more than fits: %v", err)
	}
	c.written = func() {}
	go c.loop()
	for range gather.Queue {
		if err := <-waiting; err != nil {
			t.Errorf("a commit that waited: %v", err)
		}
	}
	if _, err := s.Commit(t.Context(), entry("late", 0)); err != nil {
		t.Errorf("after the rush: %v", err)
	}
	close(s.queue)
}

// TestReplaceIsRefused closes a hole: REPLACE removes rows without asking
// delete triggers, unless recursive triggers are on.
func TestReplaceIsRefused(t *testing.T) {
	_, c := still(t)
	jobs := group(entry("a", 0))
	c.writeGroup(jobs)
	wantErrors(t, jobs, nil)
	for _, query := range []string{
		`INSERT OR REPLACE INTO entries (journal, seq, at, entry) VALUES (1, 1, 5, x'05')`,
		`INSERT OR REPLACE INTO journals (table_id) VALUES ('a')`,
	} {
		if _, err := c.w.conn.ExecContext(t.Context(), query); err == nil {
			t.Errorf("%s was accepted", query)
		}
	}
}

// TestLogIsCheckpointed writes until the log is busy: it is copied beside the
// commits. An overlong one is cut.
func TestLogIsCheckpointed(t *testing.T) {
	s, c := still(t)
	c.written = func() {}
	s.checkpoint.busy, s.checkpoint.overlong = 256<<10, 1<<20
	go s.checkpoint.loop()
	defer s.checkpoint.stop()
	var seq uint64
	write := func(size int64) {
		body := make([]byte, 16<<10)
		for range size / int64(len(body)) {
			commit := entry("a", seq)
			commit.Entry = body
			jobs := group(commit)
			c.writeGroup(jobs)
			wantErrors(t, jobs, nil)
			seq++
		}
	}
	until := func(what string, done func() bool) {
		t.Helper()
		for range 500 {
			s.checkpoint.wake()
			if done() {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Fatal(what)
	}
	size := func(path string) int64 {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	database, log := filepath.Join(c.dir, databaseFile), s.checkpoint.log
	write(s.checkpoint.busy)
	until("a busy log was not copied", func() bool { return size(database) >= s.checkpoint.busy })
	if size(log) == 0 {
		t.Error("a busy log was cut: commits had to wait")
	}
	reader, err := s.read.db.BeginTx(t.Context(), nil) // keeps the log from starting again
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reader.Exec(`SELECT count(*) FROM entries`); err != nil {
		t.Fatal(err)
	}
	write(s.checkpoint.overlong)
	if err := reader.Rollback(); err != nil {
		t.Fatal(err)
	}
	until("an overlong log was not cut", func() bool { return size(log) == 0 })
	write(1 << 10)
	s.wantHeads(t, map[string]uint64{"a": seq})
}

// BenchmarkCommit prints commits per second: alone, and with many tables
// whose commits share transactions. Each moves a bet and keeps an answer.
func BenchmarkCommit(b *testing.B) {
	for _, tables := range []int{1, 8, 64, 256} {
		b.Run(fmt.Sprintf("tables=%d", tables), func(b *testing.B) {
			s, err := Open(b.Context(), b.TempDir())
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			if _, err := s.CreatePlayer(b.Context(), store.NewPlayer{Name: "Mai", At: time.Unix(1, 0), Grant: money.Max}); err != nil {
				b.Fatal(err)
			}
			b.ResetTimer()
			done := make(chan error)
			for n := range tables {
				go func() { done <- play(s, fmt.Sprintf("t%d", n), b.N/tables+1) }()
			}
			for range tables {
				if err := <-done; err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(tables*(b.N/tables+1))/b.Elapsed().Seconds(), "commits/s")
		})
	}
}

func play(s *Store, table string, commits int) error {
	body := make([]byte, 120)
	for i := range uint64(commits) {
		c := entry(table, i)
		c.Entry, c.Command, c.Answer = body, store.CommandKey{Player: 1, ID: fmt.Sprintf("%s-%d", table, i)}, body[:40]
		c.Transfers = []ledger.Transfer{{ID: ledger.TransferID{Table: table, Seq: i + 1}, From: ledger.Player(1), To: ledger.Round(table), Amount: 1, Reason: "bet"}}
		if _, err := s.Commit(context.Background(), c); err != nil {
			return err
		}
	}
	return nil
}

// TestConnectionsAreSetUp reads back what durability rests on.
func TestConnectionsAreSetUp(t *testing.T) {
	s, c := still(t)
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "wal_autocheckpoint": "0"} {
		var got string
		if err := c.w.conn.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
			t.Errorf("the writer's %s is %s, want %s (%v)", pragma, got, want, err)
		}
	}
	// While a log that has grown too long is cut, commits wait: not for long.
	var patience int
	if err := s.checkpoint.db.QueryRowContext(t.Context(), "PRAGMA busy_timeout").Scan(&patience); err != nil || patience > 100 {
		t.Errorf("checkpointing waits %d ms for who reads, with all commits waiting behind it (%v)", patience, err)
	}
	for _, query := range []string{`DELETE FROM sessions`, `PRAGMA query_only = 0; DELETE FROM sessions`} {
		if _, err := s.read.db.ExecContext(t.Context(), query); err == nil {
			t.Errorf("a reader could: %s", query)
		}
	}
}
