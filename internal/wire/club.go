package wire

import (
	"github.com/tidwall/gjson"

	"club99/money"
)

// Lobby lists tables: all of them, or on the lobby's channel those that changed.
type Lobby struct {
	Tables []LobbyTable `json:"tables"`
}

// LobbyTable is a table as seen from the door.
type LobbyTable struct {
	ID             string         `json:"id"`
	Name           Text           `json:"name"`
	Preset         string         `json:"preset"` // what the rules started from
	Rules          string         `json:"rules"`  // the one-line form
	MinBet         money.Amount   `json:"minBet"`
	MaxBet         money.Amount   `json:"maxBet"`
	BetStep        money.Amount   `json:"betStep"`
	Chips          []money.Amount `json:"chips"` // the chips to compose a bet of, small to large
	Seats          int            `json:"seats"`
	Taken          int            `json:"taken"` // bots included
	Bots           int            `json:"bots"`
	Seated         []Seated       `json:"seated"` // by seat from 1; never null
	Watching       int            `json:"watching"`
	Phase          Phase          `json:"phase"`
	SeatsPerPlayer int            `json:"seatsPerPlayer"`
	BetTime        int            `json:"betTime"`        // seconds
	ActTime        int            `json:"actTime"`        // seconds
	Hints          bool           `json:"hints"`          // whether players may ask for hints
	Odds           *Odds          `json:"odds,omitempty"` // once they are known
}

// Seated is a seat that somebody has.
type Seated struct {
	Seat int  `json:"seat"`
	Bot  bool `json:"bot,omitzero"`
}

// Text is a text in both languages.
type Text struct {
	Vi string `json:"vi" toml:"vi"`
	En string `json:"en" toml:"en"`
}

// In returns the text in the given language.
func (t Text) In(lang Lang) string {
	if lang == English {
		return t.En
	}
	return t.Vi
}

// Person is the signed-in player.
type Person struct {
	ID    int64  `json:"id"`
	Name  string `json:"name"`
	Guest bool   `json:"guest"` // has no password
}

// Nobody answers /api/me where nobody is signed in: it has no player.
type Nobody struct{}

// Me answers sign-in, and /api/me where somebody is signed in.
type Me struct {
	Player  Person       `json:"player"`
	Balance money.Amount `json:"balance"`
}

// PastRound is a player's own round in the history: what lay on the table when
// it was over, seen as the player saw it. A hole card that was never opened is
// not here either (R17).
type PastRound struct {
	ID        uint64       `json:"id,omitzero"` // place in the player's history, for paging
	Table     string       `json:"table"`
	Round     uint64       `json:"round"`
	At        Millis       `json:"at"` // when it was over
	Net       money.Amount `json:"net"`
	Void      bool         `json:"void,omitzero"` // the table was closed in mid-round: what was not settled came back
	Dealer    Dealer       `json:"dealer"`
	Seats     []Seat       `json:"seats"`     // the player's own; never null
	Decisions []Event      `json:"decisions"` // on those seats in order; By marks the clock's (R13); never null
}

// DecodeJoin reads the table's id of a join request. The error is a [*Fault].
func DecodeJoin(data []byte) (table string, err error) {
	if len(data) > MaxCommandBytes {
		return "", &Fault{Code: TooLarge}
	}
	has, err := readObject(data, "", reader{
		"table": func(v gjson.Result, at string) error { return readToken(v, at, MaxTableBytes, &table) },
	})
	if err == nil && !has["table"] {
		err = fault("table", Missing, "")
	}
	return table, err
}

// DecodeGuest reads the name of a new guest; the name's own rules are package
// account's. The error is a [*Fault].
func DecodeGuest(data []byte) (name string, err error) {
	has, err := readObject(data, "", reader{
		"name": func(v gjson.Result, at string) error { return readString(v, at, &name) },
	})
	if err == nil && !has["name"] {
		err = fault("name", Missing, "")
	}
	return name, err
}

// Credentials are a login and its password.
type Credentials struct {
	Login    string
	Password string
}

// DecodeCredentials reads a login and a password. The error is a [*Fault].
func DecodeCredentials(data []byte) (c Credentials, err error) {
	has, err := readObject(data, "", reader{
		"login":    func(v gjson.Result, at string) error { return readString(v, at, &c.Login) },
		"password": func(v gjson.Result, at string) error { return readString(v, at, &c.Password) },
	})
	for _, f := range []string{"login", "password"} {
		if err == nil && !has[f] {
			err = fault(f, Missing, "")
		}
	}
	return c, err
}
