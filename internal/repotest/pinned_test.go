package repotest

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

var exact = regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$`)

// TestDependenciesArePinned: what is built tomorrow is what was looked at today.
// Go's modules are pinned by go.sum; npm's packages have exact versions, each with
// the hash of what it holds; tools that are built from source name their version.
func TestDependenciesArePinned(t *testing.T) {
	var manifest struct{ Dependencies, DevDependencies map[string]string }
	if err := json.Unmarshal([]byte(read(t, "web/package.json")), &manifest); err != nil {
		t.Fatal(err)
	}
	if len(manifest.Dependencies) == 0 || len(manifest.DevDependencies) == 0 {
		t.Fatal("web/package.json: what is shipped and what only builds and tests stand apart, so that each can be asked about")
	}
	for _, list := range []map[string]string{manifest.Dependencies, manifest.DevDependencies} {
		for name, version := range list {
			if !exact.MatchString(version) {
				t.Errorf("web/package.json: %s %q is no exact version", name, version)
			}
		}
	}
	var lock struct {
		Packages map[string]struct{ Version, Integrity string }
	}
	if err := json.Unmarshal([]byte(read(t, "web/package-lock.json")), &lock); err != nil {
		t.Fatal(err)
	}
	for name, p := range lock.Packages {
		if name != "" && (!exact.MatchString(p.Version) || !strings.HasPrefix(p.Integrity, "sha512-")) {
			t.Errorf("web/package-lock.json: %s %q, integrity %q", name, p.Version, p.Integrity)
		}
	}
	for _, name := range []string{"Makefile", ".ci/run", "scripts/audit.sh", "scripts/setup-system.sh"} {
		if strings.Contains(read(t, name), "@latest") {
			t.Errorf("%s: a tool without a version", name)
		}
	}
}
