package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"club99/fair"
)

// The record of a round that was played passes, from a file and from an
// address; one that was changed fails with its step and its card named.
func TestVerifyRound(t *testing.T) {
	const good = "testdata/round.json"
	data, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.FileServer(http.Dir("testdata")))
	defer server.Close()
	var out, notes text
	for _, where := range []string{good, server.URL + "/round.json"} {
		out = ""
		if status := run(t.Context(), []string{"verify", where}, &out, &notes); status != done {
			t.Fatalf("%s: %d: %s%s", where, status, out, notes)
		}
		out.has(t, "house     verified", "seeds     verified", "order     verified", "game      verified", "log       verified", ": verified")
	}
	record, err := fair.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	card := record.Cards[1].Card.String()
	other := map[bool]string{true: "3s", false: "2s"}[card == "2s"]
	bad := filepath.Join(t.TempDir(), "bad.json")
	changed := bytes.Replace(data, []byte(`"card":"`+card+`","proof"`), []byte(`"card":"`+other+`","proof"`), 1)
	if err := os.WriteFile(bad, changed, 0o644); err != nil {
		t.Fatal(err)
	}
	out = ""
	if status := run(t.Context(), []string{"verify", bad}, &out, &notes); status != failed {
		t.Fatalf("a card was changed: %d: %s", status, out)
	}
	out.has(t, "cards     failed", "the first wrong card is in place", other, "failed at cards")
	out = ""
	if status := run(t.Context(), []string{"verify", "--json", bad}, &out, &notes); status != failed {
		t.Fatalf("%d: %s", status, out)
	}
	var report fair.Report
	if err := json.Unmarshal([]byte(out), &report); err != nil || report.Verdict != fair.Failed || report.WrongCard == nil {
		t.Errorf("%v: %s", err, out)
	}
	out, notes = "", ""
	if status := run(t.Context(), []string{"verify", "nowhere.json"}, &out, &notes); status != badUsage {
		t.Errorf("no such file: %d", status)
	}
	if status := run(t.Context(), []string{"verify", server.URL + "/none"}, &out, &notes); status != failed {
		t.Errorf("no such address: %d", status)
	}
}

// With what a player kept for themselves, the record must say the same.
func TestVerifySeen(t *testing.T) {
	const good = "testdata/round.json"
	seen := filepath.Join(t.TempDir(), "seen.json")
	check := func(want int, keep string, says ...string) {
		t.Helper()
		if err := os.WriteFile(seen, []byte(keep), 0o644); err != nil {
			t.Fatal(err)
		}
		var out, notes text
		if status := run(t.Context(), []string{"verify", good, "--seen", seen}, &out, &notes); status != want {
			t.Errorf("%s: %d: %s%s", keep, status, out, notes)
		}
		(out + notes).has(t, says...)
	}
	check(done, `{"table":"a1","shoe":1,"root":"4d186f85e1f850f52023ffac96d47810bc2b357a8d4b127f","seeds":[{"seat":1,"seed":"01abcd"}]}`, "seen      verified", ": verified")
	check(failed, `{"table":"a1","shoe":1,"seeds":[{"seat":2,"seed":"02abcd"}]}`, "seen      failed", "leaves it out as silent", "failed at seen")
	check(badUsage, `{"table":"a1","shoe":1,"sed":1}`, "seen.json", "sed")
}

// A table's list of shoes is checked as a list: a shoe that is missing is found.
func TestVerifyShoes(t *testing.T) {
	data, err := os.ReadFile("testdata/round.json")
	if err != nil {
		t.Fatal(err)
	}
	record, err := fair.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "shoes.json")
	check := func(want int, has string, options ...string) {
		t.Helper()
		var out, notes text
		if status := run(t.Context(), append([]string{"verify", file}, options...), &out, &notes); status != want {
			t.Errorf("%d, want %d: %s%s", status, want, out, notes)
		}
		(out + notes).has(t, has)
	}
	write := func(list fair.ShoeList) {
		t.Helper()
		data, err := list.Encode()
		if err == nil {
			err = os.WriteFile(file, data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	list := fair.ShoeList{Format: fair.ShoesFormat, Version: record.Version, Table: record.Table, Shoes: []fair.Shoe{record.Shoe}}
	write(list)
	check(done, "shoes of table a1: verified")
	check(badUsage, "--seen", "--seen", file)
	third := record.Shoe
	third.Number = 3
	list.Shoes = append(list.Shoes, third)
	write(list)
	check(failed, "shoes of table a1: failed at list")
	if err := os.WriteFile(file, []byte(`{"format":"club99 shoes","version":2}`), 0o644); err != nil {
		t.Fatal(err)
	}
	check(failed, "failed at format")
}

// The same seed gives the same bytes, as many as were asked for.
func TestShoeBytes(t *testing.T) {
	seed := strings.Repeat("0f", 32)
	var sums [2][32]byte
	for i := range sums {
		var out, notes text
		if status := run(t.Context(), []string{"shoe", "bytes", "--seed", seed, "--bytes", "70000"}, &out, &notes); status != done || len(out) != 70000 || notes != "" {
			t.Fatalf("%d: %d bytes, %s", status, len(out), notes)
		}
		sums[i] = sha256.Sum256([]byte(out))
	}
	if sums[0] != sums[1] {
		t.Error("the same seed gave other bytes")
	}
	var out, notes text
	if status := run(t.Context(), []string{"shoe", "bytes", "--bytes", "10"}, &out, &notes); status != done || len(out) != 10 || !strings.HasPrefix(string(notes), "seed ") {
		t.Errorf("%d: %d bytes, %s", status, len(out), notes)
	}
	if status := run(t.Context(), []string{"shoe", "bytes", "--seed", "abc"}, &out, &notes); status != badUsage {
		t.Errorf("a short seed: %d", status)
	}
}
