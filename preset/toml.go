package preset

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"club99/blackjack"
)

// ParseTOML reads a rules file. Every setting must be there once, nothing else
// may be, and the rules must be valid. The error joins all problems, one a line,
// each with the number of the line to mend.
func ParseTOML(data []byte) (blackjack.Rules, error) {
	var values map[string]any
	if err := toml.Unmarshal(data, &values); err != nil {
		return blackjack.Rules{}, syntaxError(err)
	}
	lines := linesOf(data)
	var rules blackjack.Rules
	var problems []error
	for _, name := range lines.order {
		text, err := textOf(name, values[name])
		if err == nil {
			err = rules.Set(name, text)
		}
		problems = append(problems, lines.place(err)...)
	}
	problems = append(problems, lines.missing(values)...)
	if len(problems) == 0 {
		problems = lines.place(rules.Validate())
	}
	if len(problems) > 0 {
		return blackjack.Rules{}, errors.Join(problems...)
	}
	return rules, nil
}

// fewMissing is how many missing settings are named one by one. Who lacks more has
// not forgotten them, but does not know that a file is complete.
const fewMissing = 3

func (l lines) missing(values map[string]any) []error {
	var names []string
	for _, name := range blackjack.SettingNames() {
		if _, there := values[name]; !there {
			names = append(names, name)
		}
	}
	if len(names) > fewMissing {
		return []error{fmt.Errorf("line %d: %d settings are missing, %s among them: a rules file has all of them; begin with one that club99 rules --toml prints", l.last, len(names), names[0])}
	}
	var problems []error
	for _, name := range names {
		_, about := blackjack.AboutSetting(name)
		problems = append(problems, fmt.Errorf("line %d: %s is missing: add it (%s)", l.last, name, about))
	}
	return problems
}

// syntaxError puts the line in front of what is wrong with the TOML itself.
func syntaxError(err error) error {
	var d *toml.DecodeError
	if !errors.As(err, &d) {
		return fmt.Errorf("not a TOML file: %w", err)
	}
	line, _ := d.Position()
	return fmt.Errorf("line %d: not TOML: %s: write one setting a line, as in decks = 6", line, strings.TrimPrefix(d.Error(), "toml: "))
}

// textOf returns the text that Rules.Set reads, for a value of the type that the setting has in TOML.
func textOf(name string, value any) (string, error) {
	kind, _ := blackjack.AboutSetting(name)
	how := "write it as text in quotes"
	switch v := value.(type) {
	case int64:
		if kind == blackjack.NumberSetting {
			return strconv.FormatInt(v, 10), nil
		}
	case bool:
		if kind == blackjack.FlagSetting {
			return strconv.FormatBool(v), nil
		}
	case string:
		if kind == blackjack.WordSetting {
			return v, nil
		}
	}
	switch kind {
	case 0:
		var none blackjack.Rules
		return "", none.Set(name, "")
	case blackjack.NumberSetting:
		how = "write a whole number without quotes"
	case blackjack.FlagSetting:
		how = "write true or false without quotes"
	}
	return "", &blackjack.SettingError{Setting: name, Reason: fmt.Sprintf("%.60q is of the wrong type: %s", fmt.Sprint(value), how)}
}

// lines knows where in the file each setting stands.
type lines struct {
	at    map[string]int
	order []string
	last  int
}

// linesOf finds the first line of every key at the top of the file, tables
// included. data is known to be TOML.
func linesOf(data []byte) lines {
	l := lines{at: map[string]int{}, last: 1 + strings.Count(strings.TrimSuffix(string(data), "\n"), "\n")}
	var p unstable.Parser
	p.Reset(data)
	inTable := false
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind == unstable.Comment || inTable && e.Kind == unstable.KeyValue {
			continue
		}
		inTable = inTable || e.Kind != unstable.KeyValue
		key := e.Key()
		if !key.Next() {
			continue
		}
		name := string(key.Node().Data)
		if _, seen := l.at[name]; !seen {
			l.at[name] = p.Shape(key.Node().Raw).Start.Line
			l.order = append(l.order, name)
		}
	}
	return l
}

// place puts line numbers in front of each of the problems joined in err.
func (l lines) place(err error) []error {
	if err == nil {
		return nil
	}
	all := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		all = joined.Unwrap()
	}
	for i, e := range all {
		var s *blackjack.SettingError
		if errors.As(e, &s) && l.at[s.Setting] > 0 {
			all[i] = fmt.Errorf("line %d: %w", l.at[s.Setting], e)
		}
	}
	return all
}

// FormatTOML writes the rules as a complete rules file with a comment for each
// setting. [ParseTOML] reads valid rules back as they were.
func FormatTOML(rules blackjack.Rules) string {
	var b strings.Builder
	for i, name := range blackjack.SettingNames() {
		if i > 0 {
			b.WriteByte('\n')
		}
		text, _ := rules.Get(name)
		kind, about := blackjack.AboutSetting(name)
		switch kind {
		case blackjack.WordSetting:
			text = strconv.Quote(text)
		case blackjack.NumberSetting:
			text = thousands(text)
		}
		fmt.Fprintf(&b, "# %s\n%s = %s\n", about, name, text)
	}
	return b.String()
}

// thousands puts TOML's underscores into the digits of a number from 10_000 up.
func thousands(digits string) string {
	if len(digits) < 5 {
		return digits
	}
	head := (len(digits)-1)%3 + 1
	grouped := digits[:head]
	for i := head; i < len(digits); i += 3 {
		grouped += "_" + digits[i:i+3]
	}
	return grouped
}
