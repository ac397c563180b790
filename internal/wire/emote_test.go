package wire_test

import (
	"errors"
	"testing"

	"club99/internal/wire"
)

// emoteExamples adds the messages of what players say.
func emoteExamples(all map[string]any) {
	all["emote-request"] = wire.EmoteRequest{Table: "club-1", Emote: wire.WellPlayed}
	all["emote-heard"] = wire.Heard{Seat: 2}
	all["emote-said"] = wire.Said{Table: "club-1", Seat: 2, Emote: wire.WellPlayed}
}

func TestEmotesAreReadStrictly(t *testing.T) {
	for _, emote := range []wire.Emote{wire.Hello, wire.GoodLuck, wire.WellPlayed, wire.Unlucky, wire.Thanks, wire.Laugh} {
		want := wire.EmoteRequest{Table: "club-1", Emote: emote}
		if got, err := wire.DecodeEmote(wire.Encode(want)); err != nil || got != want {
			t.Errorf("%s: %+v, %v", emote, got, err)
		}
	}
	for text, want := range map[string]string{
		`{"table":"club-1"}`:                                  "emote is missing",
		`{"emote":"hello"}`:                                   "table is missing",
		`{"table":"club-1","emote":"Hello"}`:                  "emote must be one of: hello good-luck well-played unlucky thanks laugh",
		`{"table":"club-1","emote":"buy chips at evil.test"}`: "emote must be one of: hello good-luck well-played unlucky thanks laugh",
		`{"table":"club-1","emote":"hello","seat":3}`:         "seat is an unknown field: leave it out",
		`{"table":"club-1","emote":["hello"]}`:                "emote must be a text",
		`{"table":"a b","emote":"hello"}`:                     "table may only use the characters A-Z a-z 0-9 - _ . :",
	} {
		_, err := wire.DecodeEmote([]byte(text))
		fault := (*wire.Fault)(nil)
		if !errors.As(err, &fault) || fault.Sentence(wire.English) != "The request could not be read: "+want+"." {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
