package repotest

import (
	"fmt"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"club99/blackjack"
)

var (
	links = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	code  = regexp.MustCompile("`([^`\n]+)`")
	// A word in code that looks like a path of this repository: it holds a slash
	// and no sign that it is a URL, an import path of elsewhere or a placeholder.
	paths = regexp.MustCompile(`^(\./)?[A-Za-z0-9_.*-]+(/[A-Za-z0-9_.*-]*)+$`)
	tests = regexp.MustCompile(`^(Test|Fuzz|Benchmark|Example)[A-Z_][A-Za-z0-9_]*$`)
	fence = regexp.MustCompile("(?ms)^```([a-z]*)[^\n]*\n(.*?)^```$")
	// Go identifiers of tests, and titles of tests of the web client.
	declared = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark|Example)\w+)\(`)
	heading  = regexp.MustCompile(`(?m)^#+ +(.+)$`)
)

func TestLinksLeadSomewhere(t *testing.T) {
	for _, document := range files(t, ".md") {
		text := withoutFences(read(t, document))
		for _, found := range links.FindAllStringSubmatch(text, -1) {
			if problem := followLink(t, document, found[1]); problem != "" {
				t.Errorf("%s: link %s: %s", document, found[1], problem)
			}
		}
	}
}

// followLink says what is wrong with a link of a document, or nothing. Links to
// other sites are not followed.
func followLink(t *testing.T, document, link string) string {
	target, err := url.Parse(link)
	if err != nil {
		return err.Error()
	}
	if target.Scheme != "" {
		return ""
	}
	name := document
	if target.Path != "" {
		name = path.Join(path.Dir(document), target.Path)
	}
	if !exists(name) {
		return "no such file"
	}
	if target.Fragment == "" {
		return ""
	}
	if path.Ext(name) != ".md" || !slices.Contains(anchors(read(t, name)), target.Fragment) {
		return "no such heading"
	}
	return ""
}

// anchors lists the names by which a document's headings can be linked to.
func anchors(text string) []string {
	var names []string
	for _, found := range heading.FindAllStringSubmatch(withoutFences(text), -1) {
		name := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r > 127:
				return r
			}
			return -1
		}, strings.ToLower(found[1]))
		names = append(names, name)
	}
	return names
}

func TestPathsInDocumentsExist(t *testing.T) {
	for _, document := range files(t, ".md") {
		for _, found := range code.FindAllStringSubmatch(withoutFences(read(t, document)), -1) {
			name := found[1]
			if !paths.MatchString(name) {
				continue
			}
			if !exists(name) && !exists(path.Join(path.Dir(document), name)) {
				t.Errorf("%s names %s, which is not there", document, name)
			}
		}
	}
}

func TestTestsInDocumentsExist(t *testing.T) {
	names := map[string]bool{}
	for _, name := range files(t, ".go") {
		for _, found := range declared.FindAllStringSubmatch(read(t, name), -1) {
			names[found[1]] = true
		}
	}
	for _, document := range files(t, ".md") {
		for _, found := range code.FindAllStringSubmatch(withoutFences(read(t, document)), -1) {
			if name := found[1]; tests.MatchString(name) && !names[name] {
				t.Errorf("%s names the test %s, which no package has", document, name)
			}
		}
	}
}

// withoutFences blanks fenced blocks, whose text is not the document's own.
func withoutFences(text string) string {
	return fence.ReplaceAllStringFunc(text, func(block string) string {
		return strings.Repeat("\n", strings.Count(block, "\n"))
	})
}

// commandLines returns the lines of a document's sh blocks, comments taken away
// and continued lines joined.
func commandLines(text string) []string {
	var lines []string
	for _, block := range fence.FindAllStringSubmatch(text, -1) {
		if block[1] != "sh" {
			continue
		}
		joined := strings.ReplaceAll(block[2], "\\\n", " ")
		for line := range strings.Lines(joined) {
			line, _, _ = strings.Cut(line, " #")
			line = strings.TrimSpace(line)
			if line != "" && !strings.HasPrefix(line, "#") {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

func TestAnchorsAndCommandLines(t *testing.T) {
	text := "# A `b`, c\n```sh\n# say\nmake x # why\nclub99 y \\\n  --z\n```\n```\nmake no\n```\n"
	if got := fmt.Sprint(anchors(text)); got != "[a-b-c]" {
		t.Errorf("anchors: %s", got)
	}
	if got := fmt.Sprintf("%q", commandLines(text)); got != `["make x" "club99 y    --z"]` {
		t.Errorf("command lines: %s", got)
	}
}

// The clauses name every setting there is, so that a new one cannot be forgotten there.
func TestClausesNameEverySetting(t *testing.T) {
	text := read(t, "docs/house-rules.md")
	for _, name := range blackjack.SettingNames() {
		if !strings.Contains(text, "`"+name+"`") {
			t.Errorf("docs/house-rules.md does not name the setting %s: add it to its clause", name)
		}
	}
}
