package repotest

import (
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// maxLines is the longest that a source file may be; golangci-lint holds the
// length of functions.
const maxLines = 500

func TestSourceFilesAreShort(t *testing.T) {
	for _, name := range files(t, ".go", ".ts", ".svelte", ".css", ".sql", ".sh") {
		if lines := strings.Count(read(t, name), "\n"); lines > maxLines {
			t.Errorf("%s has %d lines, more than %d: split it by what its parts are about", name, lines, maxLines)
		}
	}
}

func TestPackagesHaveDocs(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range files(t, ".go") {
		folder := path.Dir(name)
		if seen[folder] {
			continue
		}
		seen[folder] = true
		doc := path.Join(folder, "doc.go")
		if !exists(doc) {
			t.Errorf("%s has no doc.go: say there what the package is and how it works", folder)
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, doc), nil, parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			t.Errorf("%s: %v", doc, err)
		} else if file.Doc == nil {
			t.Errorf("%s has no package comment above its package clause", doc)
		}
	}
}
