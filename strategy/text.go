package strategy

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

var sectionNames = [sections]string{"hard first", "hard later", "soft first", "soft later", "pairs"}

// columns are the up cards in the order of the text: values 2 to 10, then the ace.
var columns = []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 1}

const columnText = "2 3 4 5 6 7 8 9 T A"

// earlyNames are what rows of the early section are called.
var earlyNames = map[string]Section{"hard": HardFirst, "soft": SoftFirst, "pair": Pairs}

// ValueName writes the value of a card: A, 2 to 9, T.
func ValueName(v int) string {
	switch v {
	case 1:
		return "A"
	case 10:
		return "T"
	}
	return strconv.Itoa(v)
}

// parseValue reads what ValueName writes.
func parseValue(s string) (int, bool) {
	for v := 1; v <= 10; v++ {
		if ValueName(v) == s {
			return v, true
		}
	}
	return 0, false
}

func (s Section) rowName(row int) string {
	if s == Pairs {
		return ValueName(row)
	}
	return strconv.Itoa(row)
}

// parseRow reads the name of a row that the section has.
func (s Section) parseRow(name string) (int, error) {
	row, ok := 0, false
	if s == Pairs {
		row, ok = parseValue(name)
	} else if n, err := strconv.Atoi(name); err == nil && strconv.Itoa(n) == name {
		row, ok = n, true
	}
	if !ok || row < rows[s].from || row > rows[s].to {
		return 0, fmt.Errorf("%q is no row of %s: its rows are %s to %s", name, sectionNames[s], s.rowName(rows[s].from), s.rowName(rows[s].to))
	}
	return row, nil
}

// String writes the table as [Parse] reads it.
func (t *Table) String() string {
	var b strings.Builder
	if t.Name != "" {
		fmt.Fprintf(&b, "name %s\n", t.Name)
	}
	for s := range sections {
		fmt.Fprintf(&b, "%-10s", sectionNames[s])
		for _, up := range columns {
			fmt.Fprintf(&b, " %2s", ValueName(up))
		}
		b.WriteString("\n")
		for row := rows[s].from; row <= rows[s].to; row++ {
			fmt.Fprintf(&b, "%-10s", s.rowName(row))
			for _, up := range columns {
				fmt.Fprintf(&b, " %2s", t.Cells[s][row][up])
			}
			b.WriteString("\n")
		}
	}
	t.writeEarly(&b)
	fmt.Fprintf(&b, "insurance  %s\neven money %s\n", yesNo(t.Insurance), yesNo(t.EvenMoney))
	t.writeIndex(&b)
	return b.String()
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

func (t *Table) writeEarly(b *strings.Builder) {
	mark := map[bool]string{true: "R", false: "-"}
	header := "early       T  A\n"
	for _, name := range []string{"hard", "soft", "pair"} {
		s := earlyNames[name]
		for row, early := range t.Early[s] {
			if early != (EarlyRow{}) {
				fmt.Fprintf(b, "%s%-10s %2s %2s\n", header, name+" "+s.rowName(row), mark[early.Ten], mark[early.Ace])
				header = ""
			}
		}
	}
}

func (t *Table) writeIndex(b *strings.Builder) {
	if len(t.Index) == 0 {
		return
	}
	b.WriteString("index\n")
	for _, p := range t.Index {
		sign := ">="
		if p.Below {
			sign = "<"
		}
		if p.Row == 0 {
			fmt.Fprintf(b, "insurance %s %d %s\n", sign, p.At, yesNo(p.Cell == Hit))
		} else {
			fmt.Fprintf(b, "%s %s %s %s %d %s\n", sectionNames[p.Section], p.Section.rowName(p.Row), ValueName(p.Up), sign, p.At, p.Cell)
		}
	}
}

// Parse reads a table. The error joins every problem, each on one line with its
// line number; there is no table then.
func Parse(text string) (*Table, error) {
	p := parser{table: &Table{}, seen: map[string]int{}}
	for line := range strings.Lines(text) {
		p.number++
		line, _, _ = strings.Cut(line, "#")
		if fields := strings.Fields(line); len(fields) > 0 {
			p.line(fields)
		}
	}
	p.missing()
	if len(p.problems) > 0 {
		return nil, errors.Join(p.problems...)
	}
	return p.table, nil
}

type parser struct {
	table    *Table
	number   int                   // of the line
	read     func(fields []string) // reads a row of the section that the lines are in
	seen     map[string]int        // what was said, and in which line
	present  [sections][22]bool    // rows that were read, right or wrong
	problems []error
}

func (p *parser) add(format string, args ...any) {
	p.problems = append(p.problems, fmt.Errorf(format, args...))
}

func (p *parser) wrong(format string, args ...any) {
	p.add("line %d: "+format, append([]any{p.number}, args...)...)
}

// once reports whether the thing is said for the first time, and says so if not.
func (p *parser) once(thing string) bool {
	if first, again := p.seen[thing]; again {
		p.wrong("%s stands in line %d already", thing, first)
		return false
	}
	p.seen[thing] = p.number
	return true
}

// line reads one line that says something: the begin of a section, a setting, or a row.
func (p *parser) line(fields []string) {
	all := strings.Join(fields, " ")
	for s := range sections {
		if rest, ok := strings.CutPrefix(all, sectionNames[s]+" "); ok && !strings.ContainsAny(rest, "<>") {
			if p.once(sectionNames[s]); rest != columnText {
				p.wrong("the columns of %s are %s, not %q", sectionNames[s], columnText, rest)
			}
			p.read = func(fields []string) { p.row(s, fields) }
			return
		}
	}
	switch {
	case all == "early T A":
		p.once("early")
		p.read = p.early
	case all == "index":
		p.once("index")
		p.read = p.index
	case fields[0] == "name" && len(fields) > 1:
		p.once("name")
		p.table.Name = strings.Join(fields[1:], " ")
	case fields[0] == "insurance" && len(fields) == 2:
		p.once("insurance")
		p.table.Insurance = p.yes(fields[1])
	case fields[0] == "even" && len(fields) == 3 && fields[1] == "money":
		p.once("even money")
		p.table.EvenMoney = p.yes(fields[2])
	case p.read == nil:
		p.wrong("%q is in no section: begin one with a line such as hard first %s", all, columnText)
	default:
		p.read(fields)
	}
}

func (p *parser) yes(word string) bool {
	if word != "yes" && word != "no" {
		p.wrong("%q is neither yes nor no", word)
	}
	return word == "yes"
}

// cell reads a cell that can be played in the section.
func (p *parser) cell(s Section, word string) Cell {
	for c := Stand; c < cellEnd; c++ {
		if word != cellNames[c] {
			continue
		}
		if (s == HardLater || s == SoftLater) && c != Stand && c != Hit {
			p.wrong("%s stands in %s, where only S and H can be played", word, sectionNames[s])
		}
		if s != Pairs && (c == Split || c == SurrenderSplit) {
			p.wrong("%s stands in %s: what is split stands in pairs", word, sectionNames[s])
		}
		return c
	}
	p.wrong("%q is no play: write one of %s", word, strings.Join(cellNames[1:], " "))
	return 0
}

func (p *parser) row(s Section, fields []string) {
	row, err := s.parseRow(fields[0])
	if err != nil {
		p.wrong("%v", err)
		return
	}
	p.once(sectionNames[s] + " " + fields[0])
	p.present[s][row] = true
	if len(fields) != len(columns)+1 {
		p.wrong("row %s has %d plays, it must have one for each of %s", fields[0], len(fields)-1, columnText)
		return
	}
	for i, up := range columns {
		p.table.Cells[s][row][up] = p.cell(s, fields[i+1])
	}
}

func (p *parser) early(fields []string) {
	s, ok := earlyNames[fields[0]]
	if !ok || len(fields) != 4 {
		p.wrong("%q is no row of early: write one as in hard 16 R R", strings.Join(fields, " "))
		return
	}
	row, err := s.parseRow(fields[1])
	if err != nil {
		p.wrong("%v", err)
		return
	}
	p.once("early " + fields[0] + " " + fields[1])
	yes := func(word string) bool {
		if word != "R" && word != "-" {
			p.wrong("%q is neither R nor -", word)
		}
		return word == "R"
	}
	p.table.Early[s][row] = EarlyRow{Ten: yes(fields[2]), Ace: yes(fields[3])}
}

func (p *parser) index(fields []string) {
	const form = "hard first 16 T >= 0 S, or as in insurance >= 3 yes"
	all := strings.Join(fields, " ")
	var play Play
	rest := fields
	if fields[0] != "insurance" {
		for play.Section = range sections {
			if strings.HasPrefix(all, sectionNames[play.Section]+" ") {
				break
			}
		}
		rest = fields[strings.Count(sectionNames[play.Section], " "):]
		if !strings.HasPrefix(all, sectionNames[play.Section]+" ") || len(rest) != 6 {
			p.wrong("%q is no index play: write it as in %s", all, form)
			return
		}
		var err error
		var ok bool
		if play.Row, err = play.Section.parseRow(rest[1]); err != nil {
			p.wrong("%v", err)
		}
		if play.Up, ok = parseValue(rest[2]); !ok {
			p.wrong("%q is no up card: write one of %s", rest[2], columnText)
		}
		play.Cell = p.cell(play.Section, rest[5])
		rest = rest[2:]
	}
	at, err := strconv.Atoi(rest[min(2, len(rest)-1)])
	if len(rest) != 4 || err != nil || rest[1] != ">=" && rest[1] != "<" {
		p.wrong("%q is no index play: write it as in %s", all, form)
		return
	}
	if play.At, play.Below = at, rest[1] == "<"; fields[0] == "insurance" {
		play.Cell = Stand
		if p.yes(rest[3]) {
			play.Cell = Hit
		}
	}
	p.table.Index = append(p.table.Index, play)
}

// missing says which sections and rows are not there.
func (p *parser) missing() {
	for s := range sections {
		if p.seen[sectionNames[s]] == 0 {
			p.add("section %s is missing", sectionNames[s])
			continue
		}
		for row := rows[s].from; row <= rows[s].to; row++ {
			if !p.present[s][row] {
				p.add("row %s of %s is missing", s.rowName(row), sectionNames[s])
			}
		}
	}
}
