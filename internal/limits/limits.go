package limits

import (
	"time"
)

// Cooling is how long a looser limit waits before it holds.
const Cooling = 24 * time.Hour

// Kind names a limit.
type Kind string

// The kinds of limit.
const (
	LossDay  Kind = "loss-day"  // in units
	LossWeek Kind = "loss-week" // in units
	TimeDay  Kind = "time-day"  // in minutes
	Check    Kind = "check"     // how often the player is asked whether to go on, in minutes
)

// Kinds are all kinds, in the order in which they are shown.
var Kinds = [...]Kind{LossDay, LossWeek, TimeDay, Check}

// The largest value of each kind; the smallest is 1.
const (
	MostLoss  = 1<<53 - 1 // the largest amount that every JSON reader holds exactly
	MostTime  = 24 * 60
	MostCheck = 8 * 60
)

// Most is the largest value that a limit of the kind may have.
func (k Kind) Most() int64 {
	switch k {
	case TimeDay:
		return MostTime
	case Check:
		return MostCheck
	}
	return MostLoss
}

// Limit is one limit and what is to follow it. The zero Limit is none.
type Limit struct {
	Value int64     `json:"value,omitzero"` // 0: none
	Next  int64     `json:"next,omitzero"`  // what holds from From on; 0: none
	From  time.Time `json:"from,omitzero"`  // zero: nothing waits
}

// At is the limit as it stands at a moment: what has waited long enough holds.
func (l Limit) At(now time.Time) Limit {
	if !l.From.IsZero() && !now.Before(l.From) {
		return Limit{Value: l.Next}
	}
	return l
}

// Set is the limit after its player asked for a value, 0 for none.
func (l Limit) Set(value int64, now time.Time) Limit {
	l = l.At(now)
	switch {
	case value == l.Value:
		return Limit{Value: value}
	case stricter(value, l.Value):
		return Limit{Value: value}
	}
	return Limit{Value: l.Value, Next: value, From: now.Add(Cooling)}
}

// stricter reports whether a holds back more than b.
func stricter(a, b int64) bool { return a != 0 && (b == 0 || a < b) }

// Limits are all of a player's.
type Limits struct {
	LossDay  Limit `json:"lossDay,omitzero"`
	LossWeek Limit `json:"lossWeek,omitzero"`
	TimeDay  Limit `json:"timeDay,omitzero"`
	Check    Limit `json:"check,omitzero"`
}

// Of is the limit of a kind; nil if there is none such.
func (l *Limits) Of(k Kind) *Limit {
	switch k {
	case LossDay:
		return &l.LossDay
	case LossWeek:
		return &l.LossWeek
	case TimeDay:
		return &l.TimeDay
	case Check:
		return &l.Check
	}
	return nil
}

// At is all of them as they stand at a moment.
func (l Limits) At(now time.Time) Limits {
	for _, k := range Kinds {
		*l.Of(k) = l.Of(k).At(now)
	}
	return l
}
