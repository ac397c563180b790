package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"
)

// reader says how each known field of an object is read. The standard decoder
// would take field names in any case and twice; this one does not.
type reader map[string]func(raw json.RawMessage, place string) error

// readObject reads one JSON object and nothing after it, and returns which
// fields it had.
func readObject(data []byte, place string, fields reader) (map[string]bool, error) {
	if !utf8.Valid(data) || !json.Valid(data) {
		return nil, fault(place, NotJSON, "")
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	if tok, err := dec.Token(); err != nil || tok != json.Delim('{') {
		return nil, fault(place, NotObject, "")
	}
	has := map[string]bool{}
	for dec.More() {
		tok, err := dec.Token()
		name, isName := tok.(string)
		if err != nil || !isName {
			return nil, fault(place, NotJSON, "")
		}
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return nil, fault(join(place, name), NotJSON, "")
		}
		read, known := fields[name]
		if !known {
			return nil, fault(join(place, name), Unknown, "")
		}
		if has[name] {
			return nil, fault(join(place, name), Twice, "")
		}
		has[name] = true
		if err := read(raw, join(place, name)); err != nil {
			return nil, err
		}
	}
	return has, nil
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
	var items []json.RawMessage
	if raw[0] != '[' || json.Unmarshal(raw, &items) != nil {
		return nil, fault(at, NotArray, "")
	}
	if len(items) > most {
		return nil, fault(at, OutOfRange, fmt.Sprintf("0..%d", most))
	}
	return items, nil
}

func readString(raw json.RawMessage, at string, to *string) error {
	if raw[0] != '"' || json.Unmarshal(raw, to) != nil {
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
func readInt[T ~int | ~int64 | ~uint16 | ~uint64](raw json.RawMessage, at string, low, high int64, to *T) error {
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

func sortedKeys(m map[string]bool) []string { return slices.Sorted(maps.Keys(m)) }
