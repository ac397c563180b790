package seal_test

import (
	"bytes"
	"testing"

	"club99/internal/seal"
)

// Nothing opens but what was sealed for this very shoe.
func FuzzOpen(f *testing.F) {
	sealer, err := seal.New(make([]byte, seal.KeySize))
	if err != nil {
		f.Fatal(err)
	}
	seed := [seal.SeedSize]byte{1, 2, 3}
	box := sealer.Seal("sen", 7, seed)
	f.Add("sen", uint64(7), box)
	f.Add("sen", uint64(8), box)
	f.Add("se", uint64(7), box)
	f.Add("", uint64(0), []byte{})
	f.Fuzz(func(t *testing.T, table string, shoe uint64, data []byte) {
		got, err := sealer.Open(table, shoe, data)
		switch ours := table == "sen" && shoe == 7; {
		case ours && bytes.Equal(data, box) && err != nil, !ours && err == nil:
			t.Fatalf("table %q, shoe %d, box %x: %v", table, shoe, data, err)
		case err == nil && got != seed, err != nil && got != [seal.SeedSize]byte{}:
			t.Fatalf("opened as %x", got)
		}
	})
}

// A key is 64 hexadecimal digits and nothing else.
func FuzzFromHex(f *testing.F) {
	f.Add("9999999999999999999999999999999999999999999999999999999999999999")
	f.Add(" 99\n")
	f.Fuzz(func(t *testing.T, text string) {
		if s, err := seal.FromHex(text); (err == nil) != (s != nil) {
			t.Fatalf("%q: %v, %v", text, s, err)
		}
	})
}
