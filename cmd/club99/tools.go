package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"

	"club99/blackjack"
	"club99/internal/config"
	"club99/internal/odds"
	"club99/internal/rulebook"
	"club99/preset"
	scenarios "club99/scenario"
)

// scenario is club99 scenario.
type scenario struct {
	Files []string `arg:"" name:"file" help:"Scenario files (*.round)."`
}

// Help is shown below the flags.
func (scenario) Help() string {
	return `Prints one line for each file that fails, and a closing line with the counts.

Example:
  club99 scenario blackjack/testdata/*.round`
}

// Run plays the files.
func (s *scenario) Run(out streams) error {
	_, failures, err := scenarios.Files(s.Files, out.data, out.data)
	if err == nil && failures > 0 {
		return errSaid
	}
	return err
}

// rules is club99 rules.
type rules struct {
	Rules string        `arg:"" optional:"" default:"club99" placeholder:"PRESET|FILE|LINE" help:"A preset, a rules file (*.toml), or rules in one line. Without it: club99."`
	Lang  rulebook.Lang `default:"vi" placeholder:"vi|en" help:"Language of the page: vi or en (vi)."`
	Form  struct {
		JSON bool `name:"json" help:"Print the page as JSON." xor:"form"`
		Line bool `help:"Print the rules in one line." xor:"form"`
		TOML bool `name:"toml" help:"Print the rules as a rules file." xor:"form"`
	} `embed:""`
}

// Help is shown below the flags.
func (rules) Help() string {
	text := `The page is written from the settings alone. Rules that contradict themselves are
refused with every problem named.

Presets:`
	for _, name := range preset.Names() {
		text += " " + name
	}
	return text + `

Example:
  club99 rules
  club99 rules european --lang en
  club99 rules club99 --toml > mine.toml      # then edit it
  club99 rules mine.toml --line`
}

// Run prints the rules.
func (r *rules) Run(out streams) error {
	loaded, err := config.LoadRules(r.Rules)
	if err != nil {
		return usageError{err}
	}
	switch {
	case r.Form.Line:
		_, err = fmt.Fprintln(out.data, loaded.String())
	case r.Form.TOML:
		_, err = fmt.Fprint(out.data, preset.FormatTOML(loaded))
	case r.Form.JSON:
		var page rulebook.Document
		if page, err = r.document(&loaded); err == nil {
			err = printJSON(out, page)
		}
	default:
		err = r.page(out, &loaded)
	}
	return err
}

func (r *rules) page(out streams, loaded *blackjack.Rules) error {
	page, err := r.document(loaded)
	if err != nil {
		return err
	}
	return rulebook.WriteText(out.data, page, width())
}

// document is the help page, with the odds.
func (r *rules) document(loaded *blackjack.Rules) (rulebook.Document, error) {
	found, err := odds.Find(loaded)
	if err != nil {
		return rulebook.Document{}, err
	}
	return rulebook.PageWith(loaded, r.Lang, rulebook.Facts{Odds: found.Summary.Page()}), nil
}

// width is how many characters a line may have: what the terminal says, within reason.
func width() int {
	n, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err != nil {
		return 80
	}
	return min(max(n, 40), 120)
}

func printJSON(out streams, v any) error {
	e := json.NewEncoder(out.data)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// version is club99 version.
type version struct{}

// Help is shown below the flags.
func (version) Help() string {
	return `Example:
  club99 version`
}

// Run prints what the binary was built from.
func (version) Run(out streams) error {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return errors.New("this binary does not say what it was built from: build it with go build or go install")
	}
	revision, modified := "unknown revision", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = ", modified"
		}
	}
	_, err := fmt.Fprintf(out.data, "club99 %s (%s%s) %s\n", info.Main.Version, revision, modified, info.GoVersion)
	return err
}
