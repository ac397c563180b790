package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"
)

// reader reads a field of an object, if it is one that the object has. The
// standard decoder would take field names in any case and twice; this one does not.
type reader func(name string, raw json.RawMessage, place string) error

// errNoField is what a reader says of a field that the object has not.
var errNoField = errors.New("no such field")

// fields are the names of the fields that an object had.
type fields []string

func (f fields) has(name string) bool { return slices.Contains(f, name) }

// readObject reads one JSON object and nothing after it, and returns which
// fields it had.
func readObject(data []byte, place string, read reader) (fields, error) {
	if !utf8.Valid(data) || !json.Valid(data) {
		return nil, fault(place, NotJSON, "")
	}
	s := scanner{data: data}
	if s.space(); s.data[s.at] != '{' {
		return nil, fault(place, NotObject, "")
	}
	has := make(fields, 0, 12)
	for s.at++; s.more(); {
		name := s.name()
		raw := s.value()
		at := name
		if place != "" || !plain(name) {
			at = join(place, name)
		}
		if has.has(name) {
			return nil, fault(at, Twice, "")
		}
		has = append(has, name)
		if err := read(name, raw, at); errors.Is(err, errNoField) {
			return nil, fault(at, Unknown, "")
		} else if err != nil {
			return nil, err
		}
	}
	return has, nil
}

// plain reports whether a name can be shown as it is.
func plain(name string) bool {
	for i := range len(name) {
		if c := name[i]; c <= ' ' || c == '"' || c == '\\' || c > '~' {
			return false
		}
	}
	return len(name) <= maxPlace
}

// scanner walks through JSON that is known to be valid.
type scanner struct {
	data []byte
	at   int
	err  error // the first, where a message is read that need not be refused at once
}

func (s *scanner) space() {
	for s.at < len(s.data) {
		switch s.data[s.at] {
		case ' ', '\t', '\n', '\r', ',', ':':
			s.at++
		default:
			return
		}
	}
}

// more reports whether something comes before the closing brace or bracket.
func (s *scanner) more() bool {
	s.space()
	c := s.data[s.at]
	return c != '}' && c != ']'
}

// name reads the name of a field.
func (s *scanner) name() string {
	raw := s.value()
	if inner := raw[1 : len(raw)-1]; bytes.IndexByte(inner, '\\') < 0 {
		return string(inner)
	}
	var name string
	_ = json.Unmarshal(raw, &name) // it is valid
	return name
}

// value reads a value as it stands there.
func (s *scanner) value() json.RawMessage {
	s.space()
	from := s.at
	for depth := 0; ; {
		switch c := s.data[s.at]; c {
		case '"':
			s.text()
		case '{', '[':
			depth++
			s.at++
		case '}', ']':
			depth--
			s.at++
		default:
			s.at++
			for s.at < len(s.data) && !ends(s.data[s.at]) {
				s.at++
			}
		}
		if depth == 0 {
			return s.data[from:s.at]
		}
	}
}

// ends reports whether a number or a word ends before c.
func ends(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\r', ',', ':', '{', '}', '[', ']', '"':
		return true
	}
	return false
}

// text steps over a string.
func (s *scanner) text() {
	for s.at++; s.data[s.at] != '"'; s.at++ {
		if s.data[s.at] == '\\' {
			s.at++
		}
	}
	s.at++
}

// maxPlace bounds the part of a client's own text that a fault repeats.
const maxPlace = 40

func join(place, name string) string {
	if len(name) > maxPlace {
		name = name[:maxPlace] + "…"
	}
	name = strconv.Quote(name)
	name = name[1 : len(name)-1]
	if place == "" {
		return name
	}
	return place + "." + name
}

func readArray(raw json.RawMessage, at string, most int) ([]json.RawMessage, error) {
	if raw[0] != '[' {
		return nil, fault(at, NotArray, "")
	}
	var items []json.RawMessage
	for s := (scanner{data: raw, at: 1}); s.more(); {
		items = append(items, s.value())
	}
	if len(items) > most {
		return nil, fault(at, OutOfRange, fmt.Sprintf("0..%d", most))
	}
	return items, nil
}

func readString(raw json.RawMessage, at string, to *string) error {
	if raw[0] != '"' {
		return fault(at, NotText, "")
	}
	if inner := raw[1 : len(raw)-1]; bytes.IndexByte(inner, '\\') < 0 {
		*to = string(inner)
		return nil
	}
	if json.Unmarshal(raw, to) != nil {
		return fault(at, NotText, "")
	}
	return nil
}

// readToken reads a short text of letters, digits and - _ . : without spaces.
func readToken(raw json.RawMessage, at string, most int, to *string) error {
	var s string
	if err := readString(raw, at, &s); err != nil {
		return err
	}
	if len(s) < 1 || len(s) > most {
		return fault(at, BadLength, fmt.Sprintf("1..%d", most))
	}
	for _, c := range []byte(s) {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if !letter && c != '-' && c != '_' && c != '.' && c != ':' {
			return fault(at, BadLetters, "A-Z a-z 0-9 - _ . :")
		}
	}
	*to = s
	return nil
}

// readInt reads a whole number from low to high, written as plain digits.
func readInt[T ~int | ~uint16 | ~uint64](raw json.RawMessage, at string, low, high int64, to *T) error {
	n, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil {
		return fault(at, NotWhole, "")
	}
	if n < low || n > high {
		return fault(at, OutOfRange, fmt.Sprintf("%d..%d", low, high))
	}
	*to = T(n)
	return nil
}

// readHex reads low to high bytes, written in small hexadecimal digits.
func readHex(raw json.RawMessage, at string, low, high int, to *string) error {
	var s string
	if err := readString(raw, at, &s); err != nil {
		return err
	}
	if len(s) < 2*low || len(s) > 2*high || len(s)%2 != 0 {
		return fault(at, BadLength, hexLength(low, high))
	}
	for _, c := range []byte(s) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return fault(at, BadLetters, "0-9 a-f")
		}
	}
	*to = s
	return nil
}

func hexLength(low, high int) string {
	if low == high {
		return strconv.Itoa(2 * low)
	}
	return fmt.Sprintf("%d, %d, .. %d", 2*low, 2*low+2, 2*high)
}
