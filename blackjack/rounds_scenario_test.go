package blackjack_test

import (
	"path/filepath"
	"strings"
	"testing"

	"club99/scenario"
)

// rounds returns the paths of all scenario files of the rules.
func rounds(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.round")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no scenario files in testdata: %v", err)
	}
	return paths
}

// The rules, one scenario file each.
func TestRounds(t *testing.T) {
	for _, path := range rounds(t) {
		name := strings.TrimSuffix(filepath.Base(path), ".round")
		t.Run(name, func(t *testing.T) {
			if err := scenario.RunFile(path); err != nil {
				t.Error(err)
			}
		})
	}
}
