package pgtest

import (
	"os/exec"
	"runtime"
	"syscall"
)

// identity is a user of the system.
type identity struct{ uid, gid uint32 }

// child says how programs are run: as that user if there is one, in a group of their
// own, and so that they end with the tests however those end.
func child(as *identity) *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGQUIT}
	if as != nil {
		attr.Credential = &syscall.Credential{Uid: as.uid, Gid: as.gid}
	}
	return attr
}

var starter = make(chan func())

func init() {
	// The signal comes when the thread ends that started the program: this one stays.
	go func() {
		runtime.LockOSThread()
		for fn := range starter {
			fn()
		}
	}()
}

// start starts a program.
func start(cmd *exec.Cmd) error {
	done := make(chan error)
	starter <- func() { done <- cmd.Start() }
	return <-done
}
