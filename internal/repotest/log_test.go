package repotest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// levels are the methods of a log, with how many arguments come before the keys.
var levels = map[string]int{"Debug": 1, "Info": 1, "Warn": 1, "Error": 1, "Log": 3}

// logLines finds the calls of a log in a file: what is said, and with which keys. A
// call is one if the log is called log or Log, as everywhere in the program.
func logLines(file *ast.File) (messages []string, keys [][]string) {
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		method, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || !strings.EqualFold(lastName(method.X), "log") {
			return true
		}
		before, ok := levels[method.Sel.Name]
		if !ok || len(call.Args) < before {
			return true
		}
		messages = append(messages, text(call.Args[before-1]))
		var named []string
		for i := before; i < len(call.Args) && !call.Ellipsis.IsValid(); i += 2 {
			named = append(named, text(call.Args[i]))
		}
		keys = append(keys, named)
		return true
	})
	return messages, keys
}

func lastName(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	}
	return ""
}

// text is a literal string, or "" for anything else.
func text(x ast.Expr) string {
	lit, ok := x.(*ast.BasicLit)
	if !ok {
		return ""
	}
	s, err := strconv.Unquote(lit.Value)
	if err != nil {
		return ""
	}
	return s
}

// A thing has one name in the log, which an operator can look for: the table of keys
// in docs/operating.md, or one of those that stand in a single line only. Messages
// are fixed, so that lines that say the same can be counted.
func TestLogLinesUseTheDocumentedKeys(t *testing.T) {
	page := read(t, "docs/operating.md")
	section, _, _ := strings.Cut(page[strings.Index(page, "\n## The log\n")+1:], "\n## ")
	known := map[string]bool{}
	for row := range strings.Lines(section) {
		if first, _, ok := strings.Cut(strings.TrimPrefix(row, "|"), "|"); ok && strings.HasPrefix(row, "|") {
			for _, found := range code.FindAllStringSubmatch(first, -1) {
				known[found[1]] = true
			}
		}
	}
	if !known["table"] || !known["error"] {
		t.Fatalf("docs/operating.md has no table of keys: %v", known)
	}
	uses := map[string][]string{}
	lines := 0
	for _, name := range files(t, ".go") {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path.Join(root, name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		messages, keys := logLines(file)
		for i := range messages {
			lines++
			for _, key := range keys[i] {
				if !regexp.MustCompile(`^[a-z]+$`).MatchString(key) {
					t.Errorf("%s: log line %q: %q is no key: write one small word", name, messages[i], key)
				}
				uses[key] = append(uses[key], name+": "+messages[i])
			}
		}
	}
	if lines < 10 {
		t.Fatalf("%d log lines were found: the search itself is broken", lines)
	}
	for key, where := range uses {
		if slices.Sort(where); !known[key] && len(slices.Compact(where)) > 1 {
			t.Errorf("the log key %s stands in several lines, but not in docs/operating.md: name the thing as others do, or give it a row\n%s", key, strings.Join(where, "\n"))
		}
	}
	for key := range known {
		if uses[key] == nil && !slices.Contains(strings.Fields("from"), key) {
			t.Errorf("docs/operating.md explains the log key %s, which no line has", key)
		}
	}
}

func TestLogLinesAreFound(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", `package x
func f() {
	t.cfg.Log.Error("bad", "table", id, "error", err)
	log.Log(ctx, level, "so so", "player", 1)
	log.Info("open", attrs...)
	other.Error("not a log", "x", 1)
}`, 0)
	if err != nil {
		t.Fatal(err)
	}
	messages, keys := logLines(file)
	if !slices.Equal(messages, []string{"bad", "so so", "open"}) || !slices.Equal(slices.Concat(keys...), []string{"table", "error", "player"}) {
		t.Errorf("%q %q", messages, keys)
	}
}
