package wire

import (
	"github.com/tidwall/gjson"

	"club99/internal/limits"
	"club99/money"
)

// Well is what a player has set to play well, and how it stands. Times at the tables
// are in milliseconds.
type Well struct {
	Now    Millis      `json:"now"`    // the server's clock
	Limits []WellLimit `json:"limits"` // one of each kind
	Away   *Away       `json:"away,omitempty"`

	Session Session `json:"session"`
	Today   Spent   `json:"today"`
	Week    Spent   `json:"week"`
}

// WellLimit is a limit and what is to follow it. Amounts are in units, times in minutes.
type WellLimit struct {
	Kind  limits.Kind `json:"kind"`
	Value int64       `json:"value"` // 0: none
	Next  *WellNext   `json:"next,omitempty"`
}

// WellNext is a looser limit that waits.
type WellNext struct {
	Value int64  `json:"value"` // 0: none
	From  Millis `json:"from"`
}

// Away says that a player stays away.
type Away struct {
	Kind  Code   `json:"kind"` // OnBreak or Excluded
	Until Millis `json:"until"`
}

// Session is the time at the tables without a gap. It is over half an hour after the
// last seat was given up.
type Session struct {
	Began   Millis       `json:"began,omitzero"`  // 0: there is none
	Time    Millis       `json:"time"`            // with a seat
	Running bool         `json:"running"`         // there is a seat now
	Net     money.Amount `json:"net"`             // of the rounds that were over in it
	Due     bool         `json:"due,omitzero"`    // the player is to say whether they want to go on; no bet is taken before
	Left    Millis       `json:"left,omitzero"`   // time at the tables until then; 0: none is wanted, or it is due
	AtRisk  money.Amount `json:"atRisk,omitzero"` // at all tables
}

// Spent is what a day or a week has come to.
type Spent struct {
	Net  money.Amount `json:"net"`
	Time Millis       `json:"time,omitzero"` // only of a day
	Ends Millis       `json:"ends"`
}

// LimitsRequest asks for limits; kinds that are left out stay as they are.
type LimitsRequest map[limits.Kind]int64

// DecodeLimits reads a request for limits, 0 for none. The error is a [*Fault].
func DecodeLimits(data []byte) (LimitsRequest, error) {
	r, fields := LimitsRequest{}, reader{}
	for _, k := range limits.Kinds {
		fields[string(k)] = func(v gjson.Result, at string) error {
			var n int64
			err := readInt(v, at, 0, k.Most(), &n)
			r[k] = n
			return err
		}
	}
	if _, err := readObject(data, "", fields); err != nil {
		return nil, err
	}
	if len(r) == 0 {
		return nil, fault(string(limits.Kinds[0]), Missing, "")
	}
	return r, nil
}

// DecodeBreak reads for how many hours a break is asked. The error is a [*Fault].
func DecodeBreak(data []byte) (hours int, err error) {
	return readOne(data, "hours", limits.MostBreakHours)
}

// DecodeExclusion reads for how many months an exclusion is asked. The error is a [*Fault].
func DecodeExclusion(data []byte) (months int, err error) {
	return readOne(data, "months", limits.MostExclusionMonths)
}

func readOne(data []byte, name string, most int64) (n int, err error) {
	has, err := readObject(data, "", reader{
		name: func(v gjson.Result, at string) error { return readInt(v, at, 1, most, &n) },
	})
	if err == nil && !has[name] {
		err = fault(name, Missing, "")
	}
	return n, err
}
