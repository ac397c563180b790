package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "club99/"

// pure packages decide the game. They may import these, and each other as mayImport says.
var pure = []string{"card", "money", "shoe", "blackjack", "fair", "strategy", "analyze", "simulate"}

var pureImports = words(`bytes cmp crypto/hkdf crypto/sha256 encoding/base64 encoding/binary encoding/hex encoding/json errors fmt io iter maps math math/big math/bits slices sort
	strconv strings unicode unicode/utf8 golang.org/x/crypto/chacha20`)

// mayImport lists, for every package, the packages of this program that it may import.
var mayImport = map[string][]string{
	"card":      nil,
	"money":     nil,
	"shoe":      words("card"),
	"blackjack": words("card money"),
	"fair":      words("card money shoe blackjack"),
	"strategy":  words("card money blackjack"),
	"analyze":   words("card money blackjack strategy"),
	"simulate":  words("card money blackjack strategy"), // no shoe: its cards come from a generator that is good for statistics alone

	"preset":   words("blackjack money"),
	"scenario": words("card money blackjack preset"),

	"internal/ledger":          words("money"),
	"internal/cashier":         words("blackjack money internal/ledger"),
	"internal/journal":         words("card money shoe blackjack internal/jsonout"),
	"internal/store":           words("money internal/ledger"),
	"internal/store/memory":    words("money internal/ledger internal/store"),
	"internal/store/sqlite":    words("money internal/disk internal/fault internal/ledger internal/store internal/store/gather"),
	"internal/store/gather":    nil,
	"internal/store/postgres":  words("money internal/fault internal/ledger internal/store internal/store/gather"),
	"internal/store/storetest": words("money internal/ledger internal/store"),
	"internal/audit":           words("card money shoe blackjack internal/cashier internal/journal internal/ledger internal/store"),
	"internal/seal":            words("shoe internal/disk"),
	"internal/disk":            nil,
	"internal/fault":           nil, // points at which tests kill the club; nothing in the program itself

	"internal/jsonout":  words("card blackjack"),
	"internal/wire":     words("card money blackjack internal/jsonout internal/limits"),
	"internal/view":     words("card money blackjack internal/wire"),
	"internal/rulebook": words("card money blackjack"),
	"internal/chart":    nil,
	"internal/study":    words("blackjack money strategy analyze internal/chart internal/rulebook"),

	"internal/history": words("card money blackjack internal/journal internal/ledger internal/store internal/view internal/wire"),
	"internal/table": words(`card money shoe blackjack fair internal/cashier internal/fault internal/history internal/journal internal/ledger internal/seal
		internal/store internal/view internal/wire`),
	"internal/play":         words("money blackjack strategy internal/wire"),
	"internal/pit":          words("card money blackjack strategy internal/ledger internal/play internal/seal internal/store internal/table internal/wire"),
	"internal/load/curve":   words("internal/chart"),
	"internal/load/model":   nil,
	"internal/load/million": words("internal/chart internal/load/model"),
	"internal/load":         words("card money blackjack client fair internal/play internal/wire"),

	"internal/bus":     nil,
	"internal/cluster": words("internal/store"),
	"internal/mesh":    words("money internal/bus internal/cluster internal/gateway internal/pit internal/store internal/table internal/warden internal/wire"),

	"client": words("card money blackjack shoe internal/wire"),

	"internal/account":   words("money internal/ledger internal/store"),
	"internal/limits":    words("money"),
	"internal/warden":    words("money internal/limits internal/store internal/table internal/wire"),
	"internal/odds":      words("card money blackjack strategy analyze internal/journal internal/ledger internal/rulebook internal/store internal/view internal/wire"),
	"internal/gateway":   words("internal/account internal/history internal/odds internal/pit internal/rulebook internal/store internal/table internal/view internal/warden internal/wire"),
	"internal/config":    words("card money blackjack preset internal/account internal/wire"),
	"internal/telemetry": words("money blackjack internal/odds internal/store internal/wire"), // stands between a table and what it commits and tells to

	"cmd/club99": words(`analyze blackjack money fair shoe preset scenario simulate strategy web internal/bus internal/chart internal/cluster internal/mesh internal/study internal/account internal/audit internal/config internal/fault internal/gateway internal/history internal/odds internal/pit
		internal/load internal/play internal/rulebook internal/seal internal/store internal/store/postgres internal/store/sqlite internal/telemetry internal/warden internal/wire`),
	"web": nil,

	// For tests only: nothing imports them but tests.
	"internal/clubtest":              words(`blackjack money internal/account internal/gateway internal/history internal/ledger internal/pit internal/seal internal/store internal/store/memory internal/warden internal/wire`),
	"internal/store/postgres/pgtest": nil,
	"internal/archtest":              nil,
	"internal/repotest":              nil,
	"internal/soak":                  nil,
	"internal/rulegen":               words("blackjack money"),
}

// only lists what few may import, and who: libraries that would spread, and the sources of time's
// and chance's arbitrariness.
var only = map[string][]string{
	"github.com/centrifugal/centrifuge":    words("internal/gateway"),
	"github.com/centrifugal/centrifuge-go": words("client"),
	"github.com/nats-io":                   words("internal/bus"),
	"github.com/prometheus/client_golang":  words("internal/clubtest internal/gateway internal/telemetry"),
	"github.com/alecthomas/kong":           words("cmd/club99"),
	"gonum.org/v1/plot":                    words("internal/chart"),
	"github.com/alexedwards/argon2id":      words("internal/account"),
	"github.com/pelletier/go-toml/v2":      words("internal/config preset"),
	"github.com/pressly/goose/v3":          words("internal/store/sqlite"),
	"modernc.org/sqlite":                   words("internal/store/sqlite"),
	"database/sql":                         words("internal/store/sqlite"),
	"golang.org/x/crypto/chacha20":         words("shoe"),
	"golang.org/x/crypto/chacha20poly1305": words("internal/seal"),
	"crypto/rand":                          words("client cmd/club99 internal/account internal/bus internal/load internal/seal internal/table"),
	"math/big":                             words("analyze internal/ledger"), // proofs and checks, never the amounts themselves
	"math/rand":                            nil,
	"math/rand/v2":                         words("client internal/load/model internal/pit internal/play internal/store/storetest"), // how long a bot thinks, what a wild one does; a test's choices; a simulation's, from its seed
	"github.com/jackc/pgx/v5":              words("internal/store/postgres internal/store/postgres/pgtest"),
	"testing":                              words("internal/clubtest internal/store/postgres/pgtest internal/store/storetest"),
	"pgregory.net/rapid":                   words("internal/rulegen"),
	"net/http":                             words("client internal/clubtest internal/gateway internal/load internal/telemetry cmd/club99"),
	"unsafe":                               nil,
	"expvar":                               nil,
	"net/http/pprof":                       words("internal/telemetry"),
}

// mayUse lists what of a package only some may use: what is secret, and what only
// the projection may put together.
var mayUse = map[string][]string{
	"internal/seal.FromFolder": words("cmd/club99"),
	"internal/seal.FromFile":   words("cmd/club99"),
	"internal/seal.FromHex":    words("cmd/club99 internal/clubtest"),
	"internal/seal.New":        nil,
	"internal/seal.KeyFile":    nil,
	"shoe.Order":               words("internal/table"),
	"shoe.Seed":                words("internal/table internal/seal fair cmd/club99"),
	"shoe.Key":                 words("internal/table"),
	"shoe.DeriveKey":           words("internal/table internal/audit fair"),
	"shoe.Seal":                words("internal/table internal/audit fair"),
}

// onlyView are the parts of a frame that nobody but package view may put together.
var onlyView = words("State Dealer Hand Seat You YourSeat Snapshot Frame PastRound")

// source is one file of the program that is no test.
type source struct {
	pkg  string // the folder, as in "internal/view"
	name string
	file *ast.File
}

// violations says everything that the sources may not do.
func violations(files []source) []string {
	var bad []string
	for _, s := range files {
		where := path.Join(s.pkg, s.name)
		allowed, known := mayImport[s.pkg]
		if !known {
			bad = append(bad, fmt.Sprintf("%s: package %s is not in the list: say in internal/archtest what it may import", where, s.pkg))
			continue
		}
		names := map[string]string{} // imported packages of ours, by the name they have in the file
		for _, spec := range s.file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				panic(err) // it was parsed
			}
			bad = append(bad, checkImport(s.pkg, where, imported, allowed)...)
			if ours, ok := strings.CutPrefix(imported, module); ok {
				name := path.Base(ours)
				if spec.Name != nil {
					name = spec.Name.Name
				}
				names[name] = ours
			}
		}
		bad = append(bad, checkUses(s, where, names)...)
	}
	return bad
}

func checkImport(pkg, where, imported string, allowed []string) []string {
	var bad []string
	say := func(format string, args ...any) { bad = append(bad, where+": "+fmt.Sprintf(format, args...)) }
	if ours, ok := strings.CutPrefix(imported, module); ok {
		if !slices.Contains(allowed, ours) {
			say("package %s may not import %s", pkg, ours)
		}
	} else if slices.Contains(pure, pkg) && !slices.Contains(pureImports, imported) {
		say("package %s is pure and may not import %s", pkg, imported)
	}
	rule := ""
	for prefix := range only {
		if (imported == prefix || strings.HasPrefix(imported, prefix+"/")) && len(prefix) > len(rule) {
			rule = prefix
		}
	}
	if rule != "" && !slices.Contains(only[rule], pkg) {
		say("only %v may import %s", only[rule], imported)
	}
	return bad
}

func checkUses(s source, where string, names map[string]string) []string {
	var bad []string
	ast.Inspect(s.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && names[x.Name] != "" {
				used := names[x.Name] + "." + n.Sel.Name
				if who, secret := mayUse[used]; secret && !slices.Contains(who, s.pkg) {
					bad = append(bad, fmt.Sprintf("%s: package %s may not use %s", where, s.pkg, used))
				}
			}
		case *ast.CompositeLit:
			sel, ok := n.Type.(*ast.SelectorExpr)
			if !ok || len(n.Elts) == 0 {
				break
			}
			if x, ok := sel.X.(*ast.Ident); ok && names[x.Name] == "internal/wire" && slices.Contains(onlyView, sel.Sel.Name) && s.pkg != "internal/view" {
				bad = append(bad, fmt.Sprintf("%s: wire.%s is put together in package view alone, so that it holds nothing hidden", where, sel.Sel.Name))
			}
		}
		return true
	})
	return bad
}

func words(text string) []string { return strings.Fields(text) }

// program reads all files of the program below root that are no tests.
func program(t *testing.T, root string) []source {
	t.Helper()
	var files []source
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if base := entry.Name(); name != "." && (strings.HasPrefix(base, ".") || base == "node_modules" || base == "testdata" || base == "bin") {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path.Join(root, name), nil, 0)
		if err != nil {
			return err
		}
		files = append(files, source{path.Dir(name), path.Base(name), file})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestNobodyImportsWhatTheyMayNot(t *testing.T) {
	files := program(t, "../..")
	seen := map[string]bool{}
	for _, s := range files {
		seen[s.pkg] = true
	}
	for _, pkg := range words("card blackjack internal/view internal/gateway cmd/club99") {
		if !seen[pkg] {
			t.Errorf("package %s was not read: is this the program?", pkg)
		}
	}
	for _, v := range violations(files) {
		t.Error(v)
	}
}

// What is forbidden is found.
func TestViolationsAreFound(t *testing.T) {
	for _, c := range []struct{ pkg, text, want string }{
		{"blackjack", `import "time"`, "is pure and may not import time"},
		{"card", `import "club99/internal/wire"`, "may not import internal/wire"},
		{"internal/view", `import "club99/shoe"`, "may not import shoe"},
		{"internal/gateway", `import "club99/internal/seal"`, "may not import internal/seal"},
		{"internal/gateway", `import "club99/shoe"`, "may not import shoe"},
		{"internal/table", `import "club99/simulate"`, "may not import simulate"},
		{"simulate", `import "club99/shoe"`, "may not import shoe"},
		{"internal/util", `import "fmt"`, "is not in the list"},
		{"internal/pit", `import "crypto/rand"`, "may import crypto/rand"},
		{"internal/pit", `import "math/rand"`, "may import math/rand"},
		{"internal/wire", `import "github.com/prometheus/client_golang/prometheus"`, "may import github.com/prometheus"},
		{"internal/table", `import "club99/internal/seal"; var k, _ = seal.FromFile("x")`, "may not use internal/seal.FromFile"},
		{"internal/table", `import s "club99/internal/seal"; var k = s.KeyFile`, "may not use internal/seal.KeyFile"},
		{"internal/table", `import "club99/internal/wire"; var d = wire.Dealer{Total: 21}`, "wire.Dealer is put together in package view"},
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\n"+c.text, 0)
		if err != nil {
			t.Fatal(err)
		}
		found := strings.Join(violations([]source{{c.pkg, "x.go", file}}), "\n")
		if !strings.Contains(found, c.want) {
			t.Errorf("%s in %s: found %q, want %q", c.text, c.pkg, found, c.want)
		}
	}
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\nimport (\"time\"; \"club99/internal/wire\")\nvar d = wire.Dealer{Total: 21}", 0)
	if err != nil {
		t.Fatal(err)
	}
	if bad := violations([]source{{"internal/view", "x.go", file}}); len(bad) != 0 {
		t.Errorf("what is allowed is forbidden: %v", bad)
	}
}
