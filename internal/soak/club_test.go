//go:build unix

package soak

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"club99/internal/clubtest"
)

// limit is for what never comes; nothing here is asked to be fast.
const limit = 2 * time.Minute

// folder is where the program is, once somebody needs it.
var folder string

var built = sync.OnceValue(func() (err error) {
	if folder, err = os.MkdirTemp("", "club99-soak-*"); err != nil {
		return err
	}
	cmd := exec.Command("go", "build", "-tags", "faults", "-o", folder, "./cmd/club99")
	cmd.Dir = filepath.Join("..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build -tags faults ./cmd/club99: %w\n%s", err, out)
	}
	return nil
})

func TestMain(m *testing.M) {
	flag.Parse()
	status := m.Run()
	if folder != "" {
		os.RemoveAll(folder)
	}
	os.Exit(status)
}

// build returns the club with its points of failure.
func build(t *testing.T) string {
	t.Helper()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(folder, "club99")
}

// club is a club in a process of its own, whose address stays the same however
// often it is opened.
type club struct {
	t       *testing.T
	binary  string
	folder  string // of settings, log and data
	address string
	process
}

// tables of the club, five seats each. At the last of them somebody sits who never
// decides, so that the clock has to.
const (
	tables  = 4
	sleepy  = "sleepy"
	actTime = 5 * time.Second
)

func newClub(t *testing.T, binary string) *club {
	t.Helper()
	c := &club{t: t, binary: binary, folder: t.TempDir(), address: clubtest.UnusedAddress(t)}
	text := "log_level = 'warn'\nproxied = true\nrequests_per_second = 1000\n"
	add := func(id, act string, cut int) {
		shuffle := "every-round"
		if cut > 0 {
			shuffle = "cut-card"
		}
		text += fmt.Sprintf(`[[tables]]
id = %q
name = { vi = %[1]q, en = %[1]q }
rules = "club99"
bots = []
[tables.settings]
seats = 5
seats_per_player = 1
shuffle = %q
cut_card = %d
bet_time = "10s"
act_time = %q
result_time = "0s"
`, id, shuffle, cut, act)
	}
	for n := range tables {
		add(fmt.Sprintf("t%d", n+1), fmt.Sprint(actTime), n%2*78)
	}
	add(sleepy, "1s", 0)
	if err := os.WriteFile(filepath.Join(c.folder, "club.toml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c.logged = filepath.Join(c.folder, "log.txt")
	t.Cleanup(c.end)
	return c
}

func (c *club) data() string { return filepath.Join(c.folder, "data") }

// open starts the club, with the variables given, and returns when it is open or
// has ended. The second is what becomes of one that is to be killed early.
func (c *club) open(env ...string) {
	c.t.Helper()
	opened := c.start(env...)
	select {
	case <-opened:
	case <-time.After(limit):
		c.t.Fatalf("the club does not open\n%s", c.log())
	}
}

// start starts the club; the channel says when it is open or has ended.
func (c *club) start(env ...string) (opened <-chan bool) {
	c.t.Helper()
	cmd := exec.Command(c.binary, "serve", "--config", filepath.Join(c.folder, "club.toml"), "--data", c.data(), "--address", c.address)
	cmd.Env = append(os.Environ(), env...)
	return c.process.start(c.t, cmd)
}

// killed waits until the club has been killed, by itself or by kill.
func (c *club) killed() {
	c.t.Helper()
	select {
	case <-c.ended:
		var e *exec.ExitError
		if err := *c.status; !errors.As(err, &e) || e.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
			c.t.Fatalf("the club was to be killed, it ended with %v\n%s", err, c.log())
		}
	case <-time.After(limit):
		c.t.Fatalf("the club does not come to where it is to be killed\n%s", c.log())
	}
	c.cmd = nil
}

func (c *club) kill() {
	c.t.Helper()
	if err := c.cmd.Process.Kill(); err != nil {
		c.t.Fatal(err)
	}
	c.killed()
}

// verify asks the program itself about its books.
func (c *club) verify() {
	c.t.Helper()
	out, err := exec.CommandContext(c.t.Context(), c.binary, "ledger", "verify", "--data", c.data()).CombinedOutput()
	if err != nil {
		c.t.Fatalf("club99 ledger verify: %v\n%s%s", err, out, c.log())
	}
}

// errors are the lines of the log that must not be there.
func (c *club) errors(expected []string) (lines []string) {
	for line := range strings.Lines(c.log()) {
		says := func(what string) bool { return strings.Contains(line, what) }
		if (says("level=ERROR") || says("panic")) && !slices.ContainsFunc(expected, says) {
			lines = append(lines, line)
		}
	}
	return lines
}
