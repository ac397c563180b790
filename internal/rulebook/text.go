package rulebook

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

const bullet = "  - "

// WriteText writes the page for a terminal of the given width in characters:
// lines are broken between words, never within one. English terms stand in
// parentheses behind the words they belong to, the clause of the house rules in
// brackets behind the item.
func WriteText(w io.Writer, doc Document, width int) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s\n%s\n", doc.Title, strings.Repeat("=", utf8.RuneCountInString(doc.Title)))
	for _, s := range doc.Sections {
		fmt.Fprintf(b, "\n%s\n", s.Title)
		for _, item := range s.Items {
			writeWrapped(b, itemText(item), width)
		}
	}
	return b.Flush() // carries any earlier error of w
}

func itemText(item Item) string {
	text := item.Text
	if head, rest, found := strings.Cut(text, ": "); found && item.Term != "" && !strings.Contains(head, item.Term) {
		text = fmt.Sprintf("%s (%s): %s", head, item.Term, rest)
	}
	if item.Clause != "" {
		text += " [" + item.Clause + "]"
	}
	return text
}

// writeWrapped writes one item as a bullet, its later lines indented below the first.
func writeWrapped(w io.Writer, text string, width int) {
	line := bullet
	filled := utf8.RuneCountInString(bullet)
	indent := strings.Repeat(" ", filled)
	first := true
	for word := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case first:
			line += word
			filled += n
		case filled+1+n > width:
			fmt.Fprintln(w, line)
			line, filled = indent+word, len(indent)+n
		default:
			line += " " + word
			filled += 1 + n
		}
		first = false
	}
	fmt.Fprintln(w, line)
}
