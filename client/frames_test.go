package client

import "testing"

func TestMessagesAreReadOrRefused(t *testing.T) {
	for text, ok := range map[string]bool{
		`{"table":"sen","seq":7,"balance":95000,"seats":[{"seat":1,"legal":[{"action":"hit"}]}],"new":1}`: true,
		`{"table":"sen","seq":-7}`:                 false,
		`{"table":"sen"`:                           false,
		`{"seats":[{"legal":[{"action":"fly"}]}]}`: false,
		"{\"table\":\"\xff\"}":                     false,
	} {
		if y, err := read[You]([]byte(text)); (err == nil) != ok {
			t.Errorf("%q: %+v, %v", text, y, err)
		}
	}
}
