//go:build unix

package soak

import (
	"bufio"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// process is a program that is started again and again.
type process struct {
	logged string    // the file that all of them write to
	cmd    *exec.Cmd // nil: none runs
	ended  chan struct{}
	status *error // once it has ended
}

// start starts the program; the channel says whether it has said that it is open, or
// ended first.
func (p *process) start(t *testing.T, cmd *exec.Cmd) (opened <-chan bool) {
	t.Helper()
	log, err := os.OpenFile(p.logged, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	cmd.Stderr = log
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended, status, first := make(chan struct{}), new(error), make(chan bool, 1)
	p.cmd, p.ended, p.status = cmd, ended, status
	go func() {
		said := bufio.NewScanner(out)
		first <- said.Scan()
		for said.Scan() {
		}
		*status = cmd.Wait()
		close(ended)
	}()
	return first
}

// close asks the program to close, as an operator would.
func (p *process) close(t *testing.T) {
	t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case <-p.ended:
		if err := *p.status; err != nil {
			t.Errorf("%v closed with %v\n%s", p.cmd.Args, err, p.tail())
		}
	case <-time.After(limit):
		t.Fatalf("%v does not close\n%s", p.cmd.Args, p.tail())
	}
	p.cmd = nil
}

// end ends the program, whatever it does.
func (p *process) end() {
	if p.cmd != nil {
		_ = p.cmd.Process.Kill() // it may have ended
		<-p.ended
	}
}

// log is what was written to the log.
func (p *process) log() string {
	text, err := os.ReadFile(p.logged)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// tail is the end of it.
func (p *process) tail() string {
	text := p.log()
	return text[max(0, len(text)-4000):]
}
