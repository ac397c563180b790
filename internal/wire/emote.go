package wire

import "github.com/tidwall/gjson"

// Emote is one of the few things that players can say to the table. There is no free
// text: what is said is shown in each viewer's own language.
type Emote string

// The emotes.
const (
	Hello      Emote = "hello"
	GoodLuck   Emote = "good-luck"
	WellPlayed Emote = "well-played"
	Unlucky    Emote = "unlucky"
	Thanks     Emote = "thanks"
	Laugh      Emote = "laugh"
)

var emotes = []Emote{Hello, GoodLuck, WellPlayed, Unlucky, Thanks, Laugh}

// EmoteRequest asks to say something to a table, from an own seat.
type EmoteRequest struct {
	Table string `json:"table"`
	Emote Emote  `json:"emote"`
}

// Said is what goes to everyone who listens to a table's talk: what was said at
// which seat. It is no part of the game: no frame and no journal has it.
type Said struct {
	Table string `json:"table"`
	Seat  int    `json:"seat"`
	Emote Emote  `json:"emote"`
}

// Heard answers a request to say something: the seat that it was said from.
type Heard struct {
	Seat int `json:"seat"`
}

// DecodeEmote reads a request to say something. The error is a [*Fault].
func DecodeEmote(data []byte) (e EmoteRequest, err error) {
	if len(data) > MaxCommandBytes {
		return e, &Fault{Code: TooLarge}
	}
	has, err := readObject(data, "", reader{
		"table": func(v gjson.Result, at string) error { return readToken(v, at, MaxTableBytes, &e.Table) },
		"emote": func(v gjson.Result, at string) error { return readOneOf(v, at, &e.Emote, emotes...) },
	})
	for _, f := range []string{"table", "emote"} {
		if err == nil && !has[f] {
			err = fault(f, Missing, "")
		}
	}
	return e, err
}
