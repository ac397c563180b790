//go:build linux || darwin || freebsd

package telemetry

import "syscall"

// free is how much a program without privileges can still write to a folder's disk.
func free(dir string) (bytes uint64, ok bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, false
	}
	return uint64(s.Bavail) * uint64(s.Bsize), true
}
