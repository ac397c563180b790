package seal

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"unicode"

	"club99/internal/disk"
)

// KeyFile is the name of the key's file in a data folder.
const KeyFile = "seal.key"

// FromFolder reads the key of a data folder. If there is none it makes one, for
// its owner's eyes alone, unless the folder is used: then seeds are sealed with
// the key that is gone, and another would lie where that has to be put back. A
// key file that others can read, or that does not hold a key, is refused and
// left as it is.
func FromFolder(dir string, used bool) (*Sealer, error) {
	path := filepath.Join(dir, KeyFile)
	s, err := FromFile(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return s, err
	}
	if used {
		return nil, fmt.Errorf("seal key %s is gone, and the shoes in the books are sealed with it: put it back, "+
			"or name where it is with --key-file; if it is lost for good, see club99 void --help", path)
	}
	if err := makeKey(dir, path); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("seal key %s cannot be made: %w", path, err)
	}
	return FromFile(path)
}

// makeKey writes a new key. It appears under its name only when it is whole
// and on the disk, and never replaces another.
func makeKey(dir, path string) (err error) {
	var key [KeySize]byte
	rand.Read(key[:])
	f, err := os.CreateTemp(dir, KeyFile+".new*") // mode 0600
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.Remove(f.Name())) }()
	_, err = fmt.Fprintf(f, "%x\n", key)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Link(f.Name(), path); err != nil {
		return err
	}
	return disk.SyncFolder(dir)
}

// maxKeyFile is more than any key file holds, in bytes.
const maxKeyFile = 64 << 10

// FromFile reads a key file, as [FromHex] reads its text. A file that others can
// read is refused.
func FromFile(path string) (*Sealer, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("seal key: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("seal key: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("seal key %s is not a file", path)
	}
	if mode := info.Mode().Perm(); runtime.GOOS != "windows" && mode&0o077 != 0 {
		return nil, fmt.Errorf("seal key %s can be read by others (mode %04o): run chmod 600 %s, and think about who has read it", path, mode, path)
	}
	text, err := io.ReadAll(io.LimitReader(f, maxKeyFile))
	if err != nil {
		return nil, fmt.Errorf("seal key %s: %w", path, err)
	}
	s, err := FromHex(string(text))
	if err != nil {
		return nil, fmt.Errorf("seal key %s: %w", path, err)
	}
	return s, nil
}

// FromHex reads keys of 64 hexadecimal digits each, as an operator gives them in the
// environment: the newest first, blanks, lines or commas between them. The error never
// quotes what was given.
func FromHex(text string) (*Sealer, error) {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
	if len(words) == 0 {
		words = []string{""}
	}
	var keys [][]byte
	for i, digits := range words {
		key, err := hex.DecodeString(digits)
		if err != nil || len(key) != KeySize {
			which := ""
			if len(words) > 1 {
				which = fmt.Sprintf(" (key %d of %d)", i+1, len(words))
			}
			return nil, fmt.Errorf("a seal key is %d hexadecimal digits, this has %d characters%s: restore the key, "+
				"or make one with: openssl rand -hex %d", 2*KeySize, len(digits), which, KeySize)
		}
		keys = append(keys, key)
	}
	return New(keys...)
}
