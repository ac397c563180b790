package jsonout

import (
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"club99/blackjack"
	"club99/card"
)

// Int writes a name and a whole number.
func Int[T ~int | ~int64](b []byte, name string, v T) []byte {
	return strconv.AppendInt(append(b, name...), int64(v), 10)
}

// Uint writes a name and a whole number that is never below zero.
func Uint[T ~uint8 | ~uint16 | ~uint64](b []byte, name string, v T) []byte {
	return strconv.AppendUint(append(b, name...), uint64(v), 10)
}

// OptInt is [Int], and nothing for 0.
func OptInt[T ~int | ~int64](b []byte, name string, v T) []byte {
	if v == 0 {
		return b
	}
	return Int(b, name, v)
}

// OptUint is [Uint], and nothing for 0.
func OptUint[T ~uint8 | ~uint16 | ~uint64](b []byte, name string, v T) []byte {
	if v == 0 {
		return b
	}
	return Uint(b, name, v)
}

// OptTrue writes a name and true, and nothing for false.
func OptTrue(b []byte, name string, v bool) []byte {
	if !v {
		return b
	}
	return append(append(b, name...), "true"...)
}

// Text writes a name and a string.
func Text[T ~string](b []byte, name string, v T) []byte {
	return Quoted(append(b, name...), string(v))
}

// OptText is [Text], and nothing for "".
func OptText[T ~string](b []byte, name string, v T) []byte {
	if v == "" {
		return b
	}
	return Text(b, name, v)
}

// Quoted writes a string. What is not plain is left to the standard encoder.
func Quoted(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' || c >= utf8.RuneSelf {
			return append(b, escaped(s)...)
		}
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}

// word is one of the rules' own words. None has a letter that needs escaping.
type word interface {
	blackjack.Action | blackjack.Status | blackjack.Outcome | blackjack.By
	String() string
}

// OptWord writes a name and a word of the rules, and nothing for none.
func OptWord[T word](b []byte, name string, v T) []byte {
	var none T
	if v == none {
		return b
	}
	return Word(append(b, name...), v)
}

// Word writes a word of the rules.
func Word[T word](b []byte, v T) []byte {
	b = append(b, '"')
	b = append(b, v.String()...)
	return append(b, '"')
}

// OptWords writes a name and a list of words, and nothing for an empty one.
func OptWords[T word](b []byte, name string, list []T) []byte {
	if len(list) == 0 {
		return b
	}
	b = append(append(b, name...), '[')
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = Word(b, v)
	}
	return append(b, ']')
}

// Card writes a card.
func Card(b []byte, c card.Card) []byte {
	b = append(b, '"')
	b = append(b, c.String()...)
	return append(b, '"')
}

// Cards writes a name and a list of cards.
func Cards(b []byte, name string, list []card.Card) []byte {
	if list == nil {
		return append(append(b, name...), "null"...)
	}
	b = append(append(b, name...), '[')
	for i, c := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = Card(b, c)
	}
	return append(b, ']')
}

// List writes a name and a list, each item by one.
func List[T any](b []byte, name string, list []T, one func(*T, []byte) []byte) []byte {
	b = append(b, name...)
	if list == nil {
		return append(b, "null"...)
	}
	b = append(b, '[')
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = one(&list[i], b)
	}
	return append(b, ']')
}

func escaped(s string) []byte {
	text, err := json.Marshal(s)
	if err != nil {
		panic("jsonout: " + err.Error()) // every string can be written
	}
	return text
}
