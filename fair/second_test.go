//go:build node

// The second verifier, scripts/verify-round.mjs, on the records of the tests
// here. It needs Node, so it has a tag of its own: make test-verifier.

package fair

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// second runs the second verifier on a record, and reports whether it is right.
func second(t *testing.T, data []byte) (right bool, said string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "round.json")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "node", "../scripts/verify-round.mjs", file).CombinedOutput()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return true, string(out)
	case errors.As(err, &exit) && exit.ExitCode() == 1 && !bytes.Contains(out, []byte("    at ")):
		return false, string(out)
	}
	t.Fatalf("node scripts/verify-round.mjs: %v: %s", err, out)
	return false, ""
}

func TestSecondVerifierTakesGoodRecords(t *testing.T) {
	good := kinds(t)
	h := newHouse(t, cutCard, 3)
	good["the first round of a shoe in use"] = h.play(cautious, seat{number: 1, bet: 1000, seed: []byte{1}})
	good["a later round of a shoe in use"] = h.play(cautious, seat{number: 2, bet: 1000})
	good["a later round of a shoe that is over"] = new(attack).record(t)
	for name, r := range good {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if right, said := second(t, []byte(text(t, r))); !right {
				t.Errorf("it is wrong: %s", said)
			}
		})
	}
	for _, file := range []string{"../cmd/club99/testdata/round.json", "testdata/example.json"} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if right, said := second(t, data); !right {
			t.Errorf("%s is wrong: %s", file, said)
		}
	}
}

// needRules are attacks that only the rules of the game show, which the second verifier does not have.
var needRules = []string{"pays less"}

func TestSecondVerifierFindsAttacks(t *testing.T) {
	for _, a := range slices.Concat(houseAttacks, seedAttacks, gameAttacks) {
		if slices.Contains(needRules, a.name) {
			continue
		}
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			data, err := encode(a.record(t))
			if err != nil {
				t.Fatal(err)
			}
			if right, said := second(t, data); right {
				t.Errorf("it is right: %s", said)
			}
		})
	}
}

// One byte in so many is changed.
func TestSecondVerifierFindsChangedBytes(t *testing.T) {
	const step = 53
	good := []byte(text(t, newHouse(t, small, 0).play(cautious, seat{number: 2, bet: 1000, seed: []byte{0xfe}})))
	for at := 1; at < len(good); at += step {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			changed := bytes.Clone(good)
			changed[at] = others(good[at], at)[at%2]
			if right, said := second(t, changed); right {
				t.Errorf("byte %d, %q changed to %q, passes: %.60s: %s", at, good[at], changed[at], good[max(at-30, 0):], said)
			}
		})
	}
}

// Two programs, one page: on logs in which records change places, are told twice
// or not at all, they come to the same verdict, but for what needs the rules.
func TestSecondVerifierAgrees(t *testing.T) {
	r := rand.New(rand.NewPCG(99, 1))
	right := 0
	for n := range 60 {
		record := new(attack).record(t)
		if n%3 == 0 {
			record = newHouse(t, usual, uint64(n)).play(cautious, two...)
		}
		var entries [][]json.RawMessage
		for _, e := range record.Log.Entries {
			var list []json.RawMessage
			if err := json.Unmarshal([]byte(e), &list); err != nil {
				t.Fatal(err)
			}
			entries = append(entries, list)
		}
		e := r.IntN(len(entries))
		at := r.IntN(len(entries[e]))
		moved := entries[e][at]
		switch op := r.IntN(4); op {
		case 0: // told twice
			entries[e] = slices.Insert(entries[e], at, moved)
		default: // dropped, or told elsewhere
			entries[e] = slices.Delete(slices.Clone(entries[e]), at, at+1)
			if to := min(max(e+r.IntN(3)-1, 0), len(entries)-1); op > 1 {
				entries[to] = slices.Insert(slices.Clone(entries[to]), r.IntN(len(entries[to])+1), moved)
			}
		}
		for i, list := range entries {
			line, err := json.Marshal(list)
			if err != nil {
				t.Fatal(err)
			}
			record.Log.Entries[i] = string(line)
		}
		rechain(&record.Log)
		report := Verify(record)
		want := report.Verdict != Failed
		if want {
			right++
		}
		t.Run("", func(t *testing.T) {
			t.Parallel()
			if got, said := second(t, []byte(text(t, record))); got != want {
				t.Errorf("%s %v: club99 %s, %+v, the second says\n%s", moved, record.Log.Entries, report.Verdict, report.FirstFailed(), said)
			}
		})
	}
	if right < 5 || right > 55 {
		t.Errorf("%d records are right", right)
	}
}
