package config

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"club99/card"
)

// Script is what a test deals instead of shuffling: the cards of each round of a
// table, in dealing order. It is for tests of the program alone.
type Script map[string][][]card.Card

// ReadScript reads a script: each line is a table's id and the cards of its next
// round, or its id ("*": every table) and settings, as in
//
//	sen  As 6d Ac Th  Kd 9c 8s
//	*    bet_time=3s act_time=4s
//
// The settings are changed in c. Blank lines and what follows # are ignored.
func (c *Config) ReadScript(path string) (Script, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("scripted shoe: %w", err)
	}
	defer f.Close()
	script := Script{}
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		if err := c.scriptLine(script, words); err != nil {
			return nil, fmt.Errorf("scripted shoe %s:%d: %w", path, n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("scripted shoe %s: %w", path, err)
	}
	return script, nil
}

func (c *Config) scriptLine(script Script, words []string) error {
	var tables []*Table
	for i := range c.Tables {
		if words[0] == "*" || words[0] == c.Tables[i].ID {
			tables = append(tables, &c.Tables[i])
		}
	}
	if len(tables) == 0 {
		return fmt.Errorf("there is no table %q", words[0])
	}
	var cards []card.Card
	for _, w := range words[1:] {
		if name, value, isSetting := strings.Cut(w, "="); isSetting {
			for _, t := range tables {
				if t.Settings == nil {
					t.Settings = map[string]any{}
				}
				t.Settings[name] = value
			}
			continue
		}
		dealt, err := card.Parse(w)
		if err != nil {
			return err
		}
		cards = append(cards, dealt)
	}
	if len(cards) > 0 {
		for _, t := range tables {
			script[t.ID] = append(script[t.ID], cards)
		}
	}
	return nil
}
