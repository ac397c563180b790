package account

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The longest name, in characters (runes).
const maxName = 24

// maxMarks is how many combining marks may follow one letter: Vietnamese
// written with marks of their own needs two.
const maxMarks = 2

// blanks are letters and symbols that show nothing: the Hangul fillers and the
// Braille pattern without dots.
const blanks = "\u115f\u1160\u3164\uffa0\u2800"

// CleanName returns a name without space around it and with single spaces
// inside, or [ErrBadName]: a name has 1 to 24 characters, all of them visible.
func CleanName(name string) (string, error) {
	if !utf8.ValidString(name) {
		return "", ErrBadName
	}
	name = strings.Join(strings.Fields(name), " ")
	length, marks := 0, maxMarks // a name begins with no mark
	for _, r := range name {
		length++
		switch {
		case unicode.Is(unicode.M, r):
			marks++
		case r == ' ' || unicode.IsGraphic(r) && !unicode.IsSpace(r) && !strings.ContainsRune(blanks, r):
			marks = 0
		default:
			return "", ErrBadName // a control or formatting character, or a blank one
		}
		if marks > maxMarks {
			return "", ErrBadName
		}
	}
	if length < 1 || length > maxName {
		return "", ErrBadName
	}
	return name, nil
}

// cleanLogin returns a login in small letters, or [ErrBadLogin]: 3 to 32 of
// a-z 0-9 . - _
func cleanLogin(login string) (string, error) {
	login = strings.ToLower(strings.TrimSpace(login))
	if len(login) < 3 || len(login) > 32 {
		return "", ErrBadLogin
	}
	for _, c := range []byte(login) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '.' && c != '-' && c != '_' {
			return "", ErrBadLogin
		}
	}
	return login, nil
}
