package wire_test

import (
	"errors"
	"strings"
	"testing"

	"club99/internal/wire"
)

// Whatever a browser sends is read, or refused with a code and one line that says where.
func FuzzRequests(f *testing.F) {
	for _, text := range []string{
		``, `{}`, `[]`, `null`, `{"table":"sen"}`, `{"table":"sen","seat":7}`, `{"table":"sen","emote":"hello"}`, `{"before":5,"limit":100}`, `{"name":"Lan \ud83c\udca1"}`,
		`{"login":"lan","password":"mật khẩu dài"}`, `{"name":"a","n\u0061me":"b"}`, `{"limit":1e2}`, `{"limit":-0}`, `{"":{"":[[]]}}`, "{\"name\":\"\xff\"}",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		_, join := wire.DecodeJoin(data)
		_, guest := wire.DecodeGuest(data)
		_, credentials := wire.DecodeCredentials(data)
		hint, hintErr := wire.DecodeHint(data)
		rounds, roundsErr := wire.DecodeRounds(data)
		emote, emoteErr := wire.DecodeEmote(data)
		for what, err := range map[string]error{"join": join, "guest": guest, "credentials": credentials, "hint": hintErr, "rounds": roundsErr, "emote": emoteErr} {
			var fault *wire.Fault
			if err != nil && (!errors.As(err, &fault) || fault.Code == "" || fault.Sentence(wire.English) == "" || strings.ContainsAny(err.Error(), "\n\r")) {
				t.Fatalf("%s, %q: %v", what, data, err)
			}
		}
		if hintErr == nil {
			if again, err := wire.DecodeHint(wire.Encode(hint)); err != nil || again != hint {
				t.Fatalf("%q reads as %+v, which reads back as %+v, %v", data, hint, again, err)
			}
		}
		if emoteErr == nil {
			if again, err := wire.DecodeEmote(wire.Encode(emote)); err != nil || again != emote {
				t.Fatalf("%q reads as %+v, which reads back as %+v, %v", data, emote, again, err)
			}
		}
		if roundsErr == nil {
			if again, err := wire.DecodeRounds(wire.Encode(rounds)); err != nil || again != rounds {
				t.Fatalf("%q reads as %+v, which reads back as %+v, %v", data, rounds, again, err)
			}
		}
	})
}
