package wire

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// reader says how each known field of an object is read. The standard decoder
// would take field names in any case and twice; this one does not.
type reader map[string]func(v gjson.Result, place string) error

// readObject reads one JSON object and nothing after it, and returns which
// fields it had.
func readObject(data []byte, place string, fields reader) (map[string]bool, error) {
	if !utf8.Valid(data) || !json.Valid(data) {
		return nil, fault(place, NotJSON, "")
	}
	return readFields(gjson.ParseBytes(data), place, fields)
}

// readFields reads an object of what is known to be JSON.
func readFields(object gjson.Result, place string, fields reader) (has map[string]bool, err error) {
	if !object.IsObject() {
		return nil, fault(place, NotObject, "")
	}
	has = make(map[string]bool, len(fields))
	object.ForEach(func(key, v gjson.Result) bool {
		name := key.Str
		read, known := fields[name]
		switch {
		case !known:
			err = fault(join(place, name), Unknown, "")
		case has[name]:
			err = fault(join(place, name), Twice, "")
		default:
			has[name] = true
			err = read(v, join(place, name))
		}
		return err == nil
	})
	return has, err
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

func readArray(v gjson.Result, at string, most int) ([]gjson.Result, error) {
	if !v.IsArray() {
		return nil, fault(at, NotArray, "")
	}
	items := v.Array()
	if len(items) > most {
		return nil, fault(at, OutOfRange, fmt.Sprintf("0..%d", most))
	}
	return items, nil
}

func readString(v gjson.Result, at string, to *string) error {
	if v.Type != gjson.String {
		return fault(at, NotText, "")
	}
	*to = v.Str
	return nil
}

// readToken reads a short text of letters, digits and - _ . : without spaces.
func readToken(v gjson.Result, at string, most int, to *string) error {
	var s string
	if err := readString(v, at, &s); err != nil {
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
func readInt[T ~int | ~int64 | ~uint16 | ~uint64](v gjson.Result, at string, low, high int64, to *T) error {
	n, err := strconv.ParseInt(v.Raw, 10, 64)
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
func readHex(v gjson.Result, at string, low, high int, to *string) error {
	var s string
	if err := readString(v, at, &s); err != nil {
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

// firstOf is the first name, in the order of the alphabet, of which something is true.
func firstOf(names map[string]bool, is func(string) bool) (first string, found bool) {
	for name := range names {
		if is(name) && (!found || name < first) {
			first, found = name, true
		}
	}
	return first, found
}

// readDay reads a day of the calendar.
func readDay(v gjson.Result, at string, to *string) error {
	var s string
	if err := readString(v, at, &s); err != nil {
		return err
	}
	if day, err := time.Parse(time.DateOnly, s); err != nil || day.Year() < 2000 || day.Year() > 2199 {
		return fault(at, NotADay, "") // no club was open, and times that far away cannot be kept
	}
	*to = s
	return nil
}

// readZone reads the name of a time zone. The server's own is nobody's.
func readZone(v gjson.Result, at string, to *string) error {
	var s string
	if err := readString(v, at, &s); err != nil {
		return err
	}
	if len(s) > maxZone || s == "Local" || s == "" {
		return fault(at, NotAZone, "")
	}
	if _, err := time.LoadLocation(s); err != nil {
		return fault(at, NotAZone, "")
	}
	*to = s
	return nil
}

// maxZone is the longest name of a time zone, in bytes.
const maxZone = 64

// readOneOf reads one of some words.
func readOneOf[T ~string](v gjson.Result, at string, to *T, words ...T) error {
	var s string
	if err := readString(v, at, &s); err != nil {
		return err
	}
	if !slices.Contains(words, T(s)) {
		list := make([]string, len(words))
		for i, w := range words {
			list[i] = string(w)
		}
		return fault(at, NotOneOf, strings.Join(list, " "))
	}
	*to = T(s)
	return nil
}
