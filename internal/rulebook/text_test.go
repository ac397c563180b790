package rulebook_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"club99/internal/rulebook"
	"club99/internal/rulegen"
)

// The text loses no word, and no line is longer than the width unless one word is.
func TestTextIsWrappedByRunes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rulegen.Rules().Draw(t, "rules")
		page := rulebook.Page(&rules, rapid.SampledFrom(langs).Draw(t, "lang"))
		width := rapid.IntRange(10, 200).Draw(t, "width")
		var b, wide strings.Builder
		if err := errors.Join(rulebook.WriteText(&b, page, width), rulebook.WriteText(&wide, page, 1<<20)); err != nil {
			t.Fatal(err)
		}
		if got, want := strings.Fields(b.String()), strings.Fields(wide.String()); strings.Join(got, " ") != strings.Join(want, " ") {
			t.Fatalf("words differ at width %d", width)
		}
		for line := range strings.Lines(b.String()) {
			line = strings.TrimSuffix(line, "\n")
			words := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "- "))
			if !strings.HasPrefix(line, "  ") || len(words) < 2 {
				continue // a heading, or a word that is longer than the line
			}
			if n := utf8.RuneCountInString(line); n > width || line != strings.TrimRight(line, " ") {
				t.Fatalf("%d characters at width %d: %q", n, width, line)
			}
		}
	})
}

func TestTextSaysThatItsWriterFailed(t *testing.T) {
	err := rulebook.WriteText(brokenWriter{}, rulebook.Document{Title: "Luật"}, 80)
	if !errors.Is(err, errBroken) {
		t.Errorf("%v", err)
	}
}

var errBroken = errors.New("broken pipe")

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }
