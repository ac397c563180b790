package soak

import (
	"bytes"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"club99/internal/wire"
)

// room is how large the club's files may be from now on, in bytes. It needs no
// rights, and to the program it is a disk that takes nothing more.
func (c *club) room(bytes uint64) {
	c.t.Helper()
	limit := unix.Rlimit{Cur: bytes, Max: unix.RLIM_INFINITY}
	var had unix.Rlimit
	if err := unix.Prlimit(c.cmd.Process.Pid, unix.RLIMIT_FSIZE, nil, &had); err != nil {
		c.t.Fatal(err)
	}
	limit.Max = had.Max
	limit.Cur = min(limit.Cur, had.Max)
	if err := unix.Prlimit(c.cmd.Process.Pid, unix.RLIMIT_FSIZE, &limit, nil); err != nil {
		c.t.Fatal(err)
	}
}

const (
	little = 64 << 10 // less than the log has already
	plenty = unix.RLIM_INFINITY
)

// unavailable waits until so many more commands were refused for want of a disk.
func (e *evening) unavailable(more int) {
	e.t.Helper()
	from, want := time.Now(), e.notes.refused(wire.StoreUnavailable)+more
	for e.notes.refused(wire.StoreUnavailable) < want {
		if time.Since(from) > limit {
			e.t.Fatalf("the club refuses nothing\n%s", e.log())
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// duringFull are the errors that the log has then.
var duringFull = []string{"the store refused a commit", "is started again from its journal", "a request failed", "the odds of a table cannot be computed"}

func init() {
	starve = func(e *evening) {
		e.expected = duringFull
		e.room(little)
		e.unavailable(players)
		e.compare()
		e.room(plenty)
		e.goesOn()
	}
}

// TestDiskFillsWhilePlaying takes the club's room away while it is played at: what was
// answered stays, nothing more is answered or told, and when there is room again every
// table goes on. So it does after it was killed with a full disk.
func TestDiskFillsWhilePlaying(t *testing.T) {
	e := begin(t, build(t))
	for range 2 {
		e.room(little)
		e.unavailable(3 * players)
		e.compare()
		before := e.books.heads()
		e.unavailable(players)
		e.compare()
		for id, head := range e.books.heads() {
			if head != before[id] {
				t.Errorf("table %s has gone on from %d to %d without room", id, before[id], head)
			}
		}
		resp, err := http.Post("http://"+e.address+"/api/guest", "application/json", strings.NewReader(`{"name":"Late"}`))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("a new guest gets %s", resp.Status)
		}
		e.room(plenty)
		e.goesOn()
	}
	e.room(little)
	e.unavailable(players)
	e.kill()
	e.compare()
	e.expected = duringFull
	e.finish()
	if log := e.log(); !strings.Contains(log, "the disk refuses: look for what the system's log says") || strings.Contains(log, "panic") {
		t.Errorf("the log does not say what to do:\n%s", log)
	}
	t.Log(e.figures())
}

// unprivileged runs the program as somebody whom a folder's mode binds, also where the
// tests are root's.
func unprivileged(t *testing.T, cmd *exec.Cmd) (status int, notes string) {
	t.Helper()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // and never let go: the thread ends with its goroutine
		for _, right := range []uintptr{unix.CAP_DAC_OVERRIDE, unix.CAP_DAC_READ_SEARCH} {
			if err := unix.Prctl(unix.PR_CAPBSET_DROP, right, 0, 0, 0); err != nil && os.Geteuid() == 0 {
				started <- err
				return
			}
		}
		started <- cmd.Start()
	}()
	if err := <-started; err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // its status is what is asked
	return cmd.ProcessState.ExitCode(), out.String()
}

// TestFolderThatCannotBeWritten: the club is not opened in a folder that is read-only,
// or with files that are, and says what to look at; the audit reads what it can.
func TestFolderThatCannotBeWritten(t *testing.T) {
	c := newClub(t, build(t))
	c.open()
	c.close(c.t)
	serve := func() *exec.Cmd { return exec.Command(c.binary, "serve", "--data", c.data(), "--address", c.address) }
	modes := func(folder, lock, database os.FileMode) {
		t.Helper()
		for name, mode := range map[string]os.FileMode{"": folder, "club99.lock": lock, "club99.db": database} {
			if err := os.Chmod(filepath.Join(c.data(), name), mode); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Cleanup(func() { modes(0o700, 0o600, 0o600) })
	for _, m := range []struct {
		folder, lock, database os.FileMode
	}{
		{0o500, 0o400, 0o400}, // a disk that is mounted read-only
		{0o500, 0o600, 0o600}, // no file can be made
		{0o700, 0o600, 0o400}, // somebody restored the database as read-only
	} {
		modes(m.folder, m.lock, m.database)
		status, notes := unprivileged(t, serve())
		if status != 1 || !strings.Contains(notes, "data folder "+c.data()) || !strings.Contains(notes, "mounted read-only") || strings.Count(notes, "\n") != 1 {
			t.Errorf("%+v: the club ends with %d: %s", m, status, notes)
		}
	}
	modes(0o500, 0o600, 0o600)
	status, notes := unprivileged(t, exec.Command(c.binary, "ledger", "verify", "--data", c.data()))
	if status != 1 || !strings.Contains(notes, "copy the folder to where") {
		t.Errorf("the audit ends with %d: %s", status, notes)
	}
	modes(0o700, 0o600, 0o600)
	c.open()
	c.close(c.t)
	c.verify()
}

// TestDamagedDatabase: a club whose database is damaged is not opened, and says what
// to do about it.
func TestDamagedDatabase(t *testing.T) {
	c := newClub(t, build(t))
	c.open()
	c.close(c.t)
	whole, err := os.ReadFile(filepath.Join(c.data(), "club99.db"))
	if err != nil {
		t.Fatal(err)
	}
	for page := range 3 {
		damaged := bytes.Clone(whole)
		copy(damaged[page*4096:], bytes.Repeat([]byte{0xa5}, 4096))
		if err := os.WriteFile(filepath.Join(c.data(), "club99.db"), damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(c.binary, "serve", "--data", c.data(), "--address", c.address).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "restore the folder from a copy") {
			t.Errorf("page %d: %v %s", page, err, out)
		}
	}
	if err := os.WriteFile(filepath.Join(c.data(), "club99.db"), whole, 0o600); err != nil {
		t.Fatal(err)
	}
	c.open()
	c.close(c.t)
	c.verify()
}
