package limits

import (
	"errors"
	"time"
)

// The longest break and the longest exclusion, and what they are counted in.
const (
	MostBreakHours      = 60 * 24
	MostExclusionMonths = 60
)

// ErrShorter says that a break or an exclusion would end no later than the one that holds.
var ErrShorter = errors.New("limits: a break or an exclusion cannot be shortened")

// Away is until when a player stays away. The zero Away is not.
type Away struct {
	Break     time.Time
	Exclusion time.Time
}

// Until is when the player may play again, and whether an exclusion is the reason;
// the zero time if the player may play now.
func (a Away) Until(now time.Time) (until time.Time, excluded bool) {
	if a.Break.After(now) {
		until = a.Break
	}
	if a.Exclusion.After(now) {
		excluded = true
		if a.Exclusion.After(until) {
			until = a.Exclusion
		}
	}
	return until, excluded
}

// TakeBreak adds a break of so many hours, or returns [ErrShorter].
func (a Away) TakeBreak(hours int, now time.Time) (Away, error) {
	end := now.Add(time.Duration(hours) * time.Hour)
	if until, _ := a.Until(now); !end.After(until) {
		return a, ErrShorter
	}
	a.Break = end
	return a, nil
}

// Exclude adds an exclusion of so many months, or returns [ErrShorter].
func (a Away) Exclude(months int, now time.Time) (Away, error) {
	end := addMonths(now, months)
	if until, _ := a.Until(now); !end.After(until) {
		return a, ErrShorter
	}
	a.Exclusion = end
	return a, nil
}

// addMonths is the same day so many months later, or the last of that month if it
// has no such day.
func addMonths(t time.Time, months int) time.Time {
	end := t.AddDate(0, months, 0)
	if end.Day() != t.Day() {
		end = end.AddDate(0, 0, -end.Day())
	}
	return end
}
