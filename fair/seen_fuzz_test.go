package fair

import (
	"encoding/json"
	"testing"
)

// Whatever somebody keeps of a shoe is read or refused, and a comparison with it ends.
func FuzzDecodeSeen(f *testing.F) {
	good := newHouse(f, usual, 5).play(cautious, two...)
	f.Add([]byte(`{"table":"a1","shoe":1}`))
	if text, err := json.Marshal(Seen{Table: good.Table, Shoe: good.Shoe.Number, Commitment: good.Shoe.Commitment, Root: good.Shoe.Root,
		Seeds: []SeenSeed{{Seat: 1, Seed: Hex{1, 2}}}, Links: []SeenLink{{Seq: 3}}}); err == nil {
		f.Add(text)
	}
	f.Add([]byte(`{"table":"a1","shoe":1,"links":[{"seq":18446744073709551615,"link":"00"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		seen, err := DecodeSeen(data)
		if err != nil {
			return
		}
		text, err := json.Marshal(seen)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := DecodeSeen(text); err != nil {
			t.Fatalf("%s is written as %s, which is refused: %v", data, text, err)
		}
		report := VerifySeen(good, seen)
		if report.Verdict == Failed != (report.FirstFailed() != nil) {
			t.Fatalf("%+v", report)
		}
	})
}
