package seal_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"club99/internal/seal"
)

func newSealer(t *testing.T, fill byte) *seal.Sealer {
	t.Helper()
	s, err := seal.New(bytes.Repeat([]byte{fill}, seal.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var seed = [seal.SeedSize]byte{1, 2, 3, 31: 9}

func TestSealOpens(t *testing.T) {
	s := newSealer(t, 7)
	a, b := s.Seal("a1", 5, seed), s.Seal("a1", 5, seed)
	if bytes.Equal(a, b) {
		t.Error("sealing twice gave the same box: the nonce is not fresh")
	}
	if bytes.Contains(a, seed[:4]) {
		t.Error("the box shows the seed")
	}
	for _, box := range [][]byte{a, b} {
		got, err := s.Open("a1", 5, box)
		if err != nil || got != seed {
			t.Errorf("Open = %v, %v", got, err)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	s := newSealer(t, 7)
	box := s.Seal("a1", 5, seed)
	refused := func(what string, s *seal.Sealer, table string, shoe uint64, box []byte) {
		t.Helper()
		if got, err := s.Open(table, shoe, box); !errors.Is(err, seal.ErrBroken) || got != [seal.SeedSize]byte{} {
			t.Errorf("%s: opened to %v, %v", what, got, err)
		}
	}
	refused("another shoe", s, "a1", 6, box)
	refused("another table", s, "a2", 5, box)
	refused("another key", newSealer(t, 8), "a1", 5, box)
	refused("too short", s, "a1", 5, box[:len(box)-1])
	refused("too long", s, "a1", 5, append(bytes.Clone(box), 0))
	refused("nothing", s, "a1", 5, nil)
	for i := range box {
		bad := bytes.Clone(box)
		bad[i] ^= 1
		refused(fmt.Sprintf("byte %d changed", i), s, "a1", 5, bad)
	}
}

func TestKeyStaysHidden(t *testing.T) {
	s := newSealer(t, 0xab)
	for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
		if text := fmt.Sprintf(format, s); !strings.Contains(text, "hidden") || len(text) > 40 {
			t.Errorf("%s prints %q", format, text)
		}
	}
	if _, err := seal.FromHex("secret-but-wrong"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("a wrong key's error: %v", err)
	}
}

func TestFolderKeyIsMadeOnce(t *testing.T) {
	dir := t.TempDir()
	first, err := seal.FromFolder(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, seal.KeyFile)
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("key file: mode %v, %v", info.Mode(), err)
	}
	second, err := seal.FromFolder(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := second.Open("a1", 1, first.Seal("a1", 1, seed)); err != nil || got != seed {
		t.Errorf("the second start cannot open the first one's box: %v", err)
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("the folder holds %v", files)
	}
	if other, err := seal.FromFolder(t.TempDir(), false); err != nil {
		t.Error(err)
	} else if _, err := other.Open("a1", 1, first.Seal("a1", 1, seed)); err == nil {
		t.Error("two folders have the same key")
	}
}

// A key that is gone from a folder with books is missed, not replaced.
func TestUsedFolderWithoutKey(t *testing.T) {
	dir := t.TempDir()
	if _, err := seal.FromFolder(dir, true); err == nil || !strings.Contains(err.Error(), "is gone") {
		t.Errorf("got %v", err)
	}
	if files, _ := os.ReadDir(dir); len(files) != 0 {
		t.Errorf("the folder holds %v", files)
	}
	if _, err := seal.FromFolder(dir, false); err != nil {
		t.Fatal(err)
	}
	if _, err := seal.FromFolder(dir, true); err != nil {
		t.Errorf("with its key: %v", err)
	}
}

func TestKeyFileRefused(t *testing.T) {
	good := hex.EncodeToString(bytes.Repeat([]byte{1}, seal.KeySize))
	for _, c := range []struct {
		name, text string
		mode       os.FileMode
		want       string
	}{
		{"others can read", good, 0o644, "can be read by others (mode 0644)"},
		{"group can read", good, 0o640, "can be read by others (mode 0640)"},
		{"empty", "", 0o600, "this has 0 characters"},
		{"short", good[:62], 0o600, "this has 62 characters"},
		{"long", good + "00", 0o600, "this has 66 characters"},
		{"not hexadecimal", "zz" + good[2:], 0o600, "64 hexadecimal digits"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, seal.KeyFile)
			if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, c.mode); err != nil {
				t.Fatal(err)
			}
			_, err := seal.FromFolder(dir, false)
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if kept, _ := os.ReadFile(path); string(kept) != c.text {
				t.Error("the refused file was changed")
			}
		})
	}
	if _, err := seal.FromFolder(filepath.Join(t.TempDir(), "missing"), false); err == nil {
		t.Error("a missing folder was accepted")
	}
	if _, err := seal.FromFile(t.TempDir()); err == nil {
		t.Error("a folder was read as a key")
	}
	if _, err := seal.FromHex(" " + good + "\n"); err != nil {
		t.Errorf("a key with blanks around it: %v", err)
	}
	if _, err := seal.New(make([]byte, 16)); err == nil {
		t.Error("a short key was accepted")
	}
}

// The newest key seals, and every one that is kept opens.
func TestKeysChange(t *testing.T) {
	one, two := strings.Repeat("11", 32), strings.Repeat("22", 32)
	read := func(text string) *seal.Sealer {
		t.Helper()
		s, err := seal.FromHex(text)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	before, both, after := read(one), read(two+"\n"+one+"\n"), read(two)
	box := before.Seal("a1", 1, seed)
	if got, err := both.Open("a1", 1, box); err != nil || got != seed || both.Old() != 1 {
		t.Errorf("the old key's box: %v, %d opened by it", err, both.Old())
	}
	if _, err := after.Open("a1", 1, box); !errors.Is(err, seal.ErrBroken) {
		t.Errorf("without the old key: %v", err)
	}
	box = both.Seal("a1", 2, seed)
	if got, err := after.Open("a1", 2, box); err != nil || got != seed {
		t.Errorf("what was sealed meanwhile: %v", err)
	}
	if _, err := both.Open("a1", 2, box); err != nil || both.Old() != 1 {
		t.Errorf("the new key's box: %v, %d opened by the old", err, both.Old())
	}
	if _, err := seal.FromHex(two + "," + one[1:]); err == nil || !strings.Contains(err.Error(), "63 characters (key 2 of 2)") {
		t.Errorf("a short old key: %v", err)
	}
}
