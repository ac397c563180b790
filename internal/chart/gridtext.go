package chart

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// ansi are the colors of a terminal's cells: black on a light ground, of the
// 256 colors that every terminal of today has.
var ansi = [kinds]string{Stand: "217", Hit: "151", Double: "153", Split: "222", Surrender: "183"}

const (
	nameWidth  = 8 // of a row's name
	cellWidth  = 3
	valueWidth = 7 // of a cell with its value
	gapWidth   = 3 // between two blocks side by side
)

// WriteText writes the chart for a terminal of that width, with ANSI colors if
// colored. The title is left to the caller.
func (g *Grid) WriteText(w io.Writer, width int, colored bool) error {
	t := gridText{grid: g, colored: colored, cell: cellWidth}
	if g.values() {
		t.cell = valueWidth
	}
	block := nameWidth + t.cell*len(g.Columns)
	var lines []string
	if rest := len(g.Parts); rest > 1 && width >= 2*block+gapWidth {
		left := t.part(&g.Parts[0])
		var right []string
		for i := range g.Parts[1:] {
			right = append(right, t.part(&g.Parts[1+i])...)
		}
		lines = beside(left, right, block)
	} else {
		for i := range g.Parts {
			lines = append(lines, t.part(&g.Parts[i])...)
		}
	}
	lines = append(lines, t.keys(width)...)
	if len(g.Notes) > 0 {
		lines = append(lines, "")
	}
	for _, n := range g.Notes {
		lines = append(lines, Wrap(n, width)...)
	}
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	_, err := io.WriteString(w, strings.Join(lines, "\n")+"\n")
	return err
}

// gridText writes a grid as lines of text.
type gridText struct {
	grid    *Grid
	colored bool
	cell    int
}

// part is a block, with an empty line after it.
func (t *gridText) part(p *Part) []string {
	head := strings.Builder{}
	head.WriteString(pad(t.grid.Corner, nameWidth))
	for _, c := range t.grid.Columns {
		fmt.Fprintf(&head, " %-*s", t.cell-1, c)
	}
	lines := []string{t.paint(p.Title, "1"), head.String()}
	for _, r := range p.Rows {
		line := strings.Builder{}
		line.WriteString(pad(r.Name, nameWidth))
		for _, c := range r.Cells {
			line.WriteString(t.ground(fmt.Sprintf(" %-*s", t.cell-1, c.Word+c.Value), c.Kind))
		}
		lines = append(lines, line.String())
	}
	return append(lines, "")
}

// keys explain the words, as many in a line as fit.
func (t *gridText) keys(width int) []string {
	var lines []string
	line, used := "", 0
	for _, k := range t.grid.Keys {
		n := utf8.RuneCountInString(k.Meaning) + cellWidth + 1
		if used > 0 && used+2+n > width {
			lines = append(lines, line)
			line, used = "", 0
		}
		if used > 0 {
			line, used = line+"  ", used+2
		}
		line += t.ground(fmt.Sprintf(" %-*s", cellWidth-1, k.Word), k.Kind) + " " + k.Meaning
		used += n
	}
	if used > 0 {
		lines = append(lines, line)
	}
	return lines
}

func (t *gridText) ground(text string, k Kind) string {
	if ansi[k] == "" {
		return text
	}
	return t.paint(text, "38;5;16;48;5;"+ansi[k])
}

func (t *gridText) paint(text, code string) string {
	if !t.colored || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// beside puts two columns of lines next to each other.
func beside(left, right []string, width int) []string {
	lines := make([]string, max(len(left), len(right)))
	for i := range lines {
		if i < len(left) {
			lines[i] = left[i]
		}
		if i < len(right) && right[i] != "" {
			lines[i] = pad(lines[i], width+gapWidth) + right[i]
		}
	}
	return lines
}

// pad fills a text with spaces to a width that can be seen.
func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-visible(s)))
}

// visible is how many characters of a text are seen: those of colors are not.
func visible(s string) int {
	n, in := 0, false
	for _, r := range s {
		switch {
		case r == '\x1b':
			in = true
		case in:
			in = r != 'm'
		default:
			n++
		}
	}
	return n
}

// Wrap breaks a text at spaces into lines of a width. Lines after the first are indented.
func Wrap(s string, width int) []string {
	const indent = "  "
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width:
			lines = append(lines, line)
			line = indent + word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}
