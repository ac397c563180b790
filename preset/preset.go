package preset

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"club99/blackjack"
)

//go:embed *.toml
var files embed.FS

const suffix = ".toml"

// Names returns the names of the presets, in alphabetical order.
func Names() []string {
	paths, err := fs.Glob(files, "*"+suffix)
	if err != nil {
		panic(err) // the pattern is a constant
	}
	for i := range paths {
		paths[i] = strings.TrimSuffix(paths[i], suffix)
	}
	return paths
}

// Load returns the rules of the preset of that name. The error lists the names there are.
func Load(name string) (blackjack.Rules, error) {
	data, err := Source(name)
	if err != nil {
		return blackjack.Rules{}, err
	}
	rules, err := ParseTOML(data)
	if err != nil {
		return blackjack.Rules{}, fmt.Errorf("preset %s: %w", name, err)
	}
	return rules, nil
}

// Source returns the rules file of the preset of that name, comments included.
func Source(name string) ([]byte, error) {
	data, err := files.ReadFile(name + suffix)
	if err != nil {
		return nil, fmt.Errorf("no preset is called %q; the presets are: %s", name, strings.Join(Names(), " "))
	}
	return data, nil
}
