package sqlite

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockedByte lies far behind what is written, so that the file stays readable.
const lockedByte = 1 << 30

// tryLock takes the file for this process until it is closed. held reports
// that another has it.
func tryLock(f *os.File) (held bool, err error) {
	err = windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY,
		0, 1, 0, &windows.Overlapped{Offset: lockedByte})
	return errors.Is(err, windows.ERROR_LOCK_VIOLATION), err
}
