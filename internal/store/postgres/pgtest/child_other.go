//go:build !linux

package pgtest

import (
	"os/exec"
	"syscall"
)

// identity is a user of the system.
type identity struct{ uid, gid uint32 }

// child says how programs are run: as whoever runs the tests, who is not to be root.
func child(*identity) *syscall.SysProcAttr { return &syscall.SysProcAttr{} }

// start starts a program.
func start(cmd *exec.Cmd) error { return cmd.Start() }
