package scenario_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"club99/scenario"
)

func TestRunReportsWhatDidNotComeOut(t *testing.T) {
	const head = "rules club99\nbet 1 100000 balance=0\nshoe Ts 7d 8h Tc\n"
	for _, c := range []struct{ name, text, want string }{
		{"hand", head + "= 1.1 Ts 8h 18 stood", "f.round:4: expected 1.1 Ts 8h 18 stood, got 1.1 Ts 8h 18 playing"},
		{"no such hand", head + "= 1.2 Ts 8h 18 stood", "f.round:4: expected 1.2 Ts 8h 18 stood, got no hand 1.2"},
		{"seat without a bet", head + "= 2.1 Ts 8h 18 stood", "f.round:4: expected 2.1 Ts 8h 18 stood, got no hand 2.1"},
		{"hidden card", head + "= dealer 7d Tc 17 stood", "f.round:4: expected dealer 7d Tc 17 stood, got dealer 7d ??"},
		{"dealer", head + "1 stand\n= dealer 7d Tc 17", "f.round:5: expected dealer 7d Tc 17, got dealer 7d Tc 17 stood"},
		{"legal", head + "= legal 1 hit stand double surrender", "f.round:4: expected legal 1 hit stand double surrender, got legal 1 hit stand surrender"},
		{"turn", head + "= turn 1.2", "f.round:4: expected turn 1.2, got turn 1.1"},
		{"turn when over", head + "1 stand\n= turn 1.1", "f.round:5: expected turn 1.1, got phase over"},
		{"phase", head + "= phase offers", "f.round:4: expected phase offers, got phase players"},
		{"result too early", head + "= result 1.1 win 100000", "f.round:4: expected result 1.1 win 100000, got result 1.1 not settled yet"},
		{"result", head + "1 stand\n= result 1.1 win 50000", "f.round:5: expected result 1.1 win 50000, got result 1.1 win 100000"},
		{"result of no hand", head + "1 stand\n= result 1.2 win 50000", "f.round:5: expected result 1.2 win 50000, got no hand 1.2"},
		{"insurance that nobody took", head + "= insurance 1 -50000", "f.round:4: expected insurance 1 -50000, got insurance 1 0"},
		{"net", head + "1 stand\n= net 1 0", "f.round:5: expected net 1 0, got net 1 100000"},
		{"hole", head + "= hole shown", "f.round:4: expected hole shown, got hole hidden"},
		{"drawn", head + "= drawn 5", "f.round:4: expected drawn 5, got drawn 4"},
		{"refused", head + "1 double", "f.round:4: expected `1 double` to be accepted, got refused: insufficient-funds"},
		{"other reason", head + "1 double ! split-limit", "f.round:4: expected `1 double` to be refused: split-limit, got refused: insufficient-funds"},
		{"accepted", head + "1 stand ! not-your-turn", "f.round:4: expected `1 stand` to be refused: not-your-turn, got accepted"},
		{"shoe too short for a hit", head + "1 hit", "f.round:4: expected `1 hit` to be accepted, got a shoe with too few cards listed"},
		{"shoe too short for a refusal", head + "1 hit ! not-your-turn", "f.round:4: expected `1 hit` to be refused: not-your-turn, got a shoe with too few cards listed"},
		{"shoe too short for the deal", "rules club99\nbet 1 100000\nshoe Ts 7d 8h\n= phase players", "f.round:3: expected the deal, got a shoe with too few cards listed"},
		{"bet below the minimum", "rules club99\nbet 1 1\nshoe Ts 7d 8h Tc\n", "f.round:2: expected bet 1 1, got refused: bad-amount"},
		{"bet on a seat that is not there", "rules club99 seats=3\nbet 4 1000\nshoe Ts 7d 8h Tc\n", "f.round:2: expected bet 4 1000, got refused: no-such-seat"},
		{"balance out of range", "rules club99\nbet 1 1000 balance=9223372036854775807\nshoe Ts 7d 8h Tc\n", "f.round:2: expected a balance and bets that fit 64 bits, got bet 1 1000 balance=9223372036854775807"},
		{"insurance not settled", "rules club99 peek=none\nbet 1 1000\nshoe Ts Ad 8h Tc\n1 insure\n= insurance 1 1000", "f.round:5: expected insurance 1 1000, got insurance 1 not settled yet"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := scenario.Parse("f.round", strings.NewReader(c.text))
			if err != nil {
				t.Fatal(err)
			}
			err = s.Run()
			if err == nil || err.Error() != c.want {
				t.Errorf("error\n%v\nwant\n%s", err, c.want)
			}
			var f *scenario.Failure
			if !errors.As(err, &f) {
				t.Errorf("%T is no Failure", err)
			}
		})
	}
}

// A failed check lets the round go on, a failed step does not: what follows it would mean nothing.
func TestRunGoesOnAfterAFailedCheck(t *testing.T) {
	s, err := scenario.Parse("f.round", strings.NewReader("rules club99\nbet 1 100000\nshoe Ts 7d 8h Tc\n= drawn 1\n= phase offers\n1 split\n= drawn 2\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := "f.round:4: expected drawn 1, got drawn 4\n" +
		"f.round:5: expected phase offers, got phase players\n" +
		"f.round:6: expected `1 split` to be accepted, got refused: cards-do-not-pair"
	if err := s.Run(); err == nil || err.Error() != want {
		t.Errorf("error\n%v\nwant\n%s", err, want)
	}
}

// A scenario can be run again: nothing of the first run is left in it.
func TestRunAgain(t *testing.T) {
	s, err := scenario.Parse("f.round", strings.NewReader("rules club99\nbet 1 1000 balance=1000\nshoe 5s 7d 6h Tc 9c\n1 double\n= net 1 2000\n"))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := s.Run(); err != nil {
			t.Error(err)
		}
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const head = "rules club99\nbet 1 1000\nshoe Ts 7d 8h Tc\n"
	good := write("good.round", head+"1 stand\n= net 1 1000\n")
	bad := write("bad.round", head+"= drawn 3\n= phase over\n")
	broken := write("broken.round", "rules casino\n")
	missing := filepath.Join(dir, "missing.round")
	var failures, summary strings.Builder
	passed, failed, err := scenario.Files([]string{good, bad, broken, missing}, &failures, &summary)
	if err != nil || passed != 1 || failed != 3 {
		t.Errorf("%d passed, %d failed, %v", passed, failed, err)
	}
	if summary.String() != "1 passed, 3 failed\n" {
		t.Errorf("summary %q", summary.String())
	}
	lines := strings.Split(strings.TrimSuffix(failures.String(), "\n"), "\n")
	for i, want := range []string{
		bad + ":4: expected drawn 3, got drawn 4 (and 1 more)",
		broken + ":1: expected a preset (",
		missing + ": cannot read the file: no such file or directory",
	} {
		if i >= len(lines) || !strings.HasPrefix(lines[i], want) {
			t.Errorf("failures\n%s\nwant in line %d\n%s", failures.String(), i+1, want)
		}
	}
	if _, _, err := scenario.Files([]string{bad}, brokenWriter{}, &summary); err == nil {
		t.Error("a writer that fails goes unnoticed")
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("full") }
