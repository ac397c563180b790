package disk

import (
	"errors"
	"os"
	"runtime"
)

// SyncFolder makes the names in a folder survive the machine: a new file is found
// again only if the folder that names it is on the disk too.
func SyncFolder(dir string) error {
	if runtime.GOOS == "windows" {
		return nil // folders cannot be synced there; names are journaled
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
