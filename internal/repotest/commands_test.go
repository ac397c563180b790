package repotest

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var makeTarget = regexp.MustCompile(`(?m)^([a-z0-9-]+):`)

// TestCommandsInDocumentsExist checks every line of every sh block: a make target
// is one of the Makefile, a club99 command answers to --help, and the flags used
// stand in that answer.
func TestCommandsInDocumentsExist(t *testing.T) {
	var targets []string
	for _, found := range makeTarget.FindAllStringSubmatch(read(t, "Makefile"), -1) {
		targets = append(targets, found[1])
	}
	club99 := newHelper(t)
	for _, document := range files(t, ".md") {
		for _, line := range commandLines(read(t, document)) {
			words := strings.Fields(strings.Replace(line, "go run ./cmd/club99", "club99", 1))
			switch filepath.Base(words[0]) {
			case "make":
				for _, target := range words[1:] {
					if !strings.Contains(target, "=") && !slices.Contains(targets, target) {
						t.Errorf("%s: %q: the Makefile has no target %s", document, line, target)
					}
				}
			case "club99":
				club99.check(t, document, line, words[1:])
			}
		}
	}
}

// helper asks the real binary for the help of its commands.
type helper struct {
	binary string
	known  map[string]string
}

func newHelper(t *testing.T) helper {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "club99")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "./cmd/club99")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build ./cmd/club99: %v\n%s", err, out)
	}
	return helper{binary, map[string]string{}}
}

func (h helper) check(t *testing.T, document, line string, words []string) {
	t.Helper()
	var command []string
	for _, word := range words {
		if !regexp.MustCompile(`^[a-z]+$`).MatchString(word) || len(command) > 0 && command[0] != "ledger" && command[0] != "shoe" {
			break
		}
		command = append(command, word)
	}
	name := strings.Join(command, " ")
	if _, ok := h.known[name]; !ok {
		out, err := exec.CommandContext(t.Context(), h.binary, append(command, "--help")...).Output()
		if err != nil {
			t.Errorf("%s: %q: club99 %s --help: %v", document, line, name, err)
		}
		h.known[name] = string(out)
	}
	for _, word := range words {
		flag, _, _ := strings.Cut(word, "=")
		if strings.HasPrefix(flag, "--") && flag != "--help" && !strings.Contains(h.known[name], flag) {
			t.Errorf("%s: %q: club99 %s has no flag %s", document, line, name, flag)
		}
	}
}
