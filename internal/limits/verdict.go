package limits

import (
	"time"

	"club99/money"
)

// Why says what holds a player back.
type Why uint8

// The reasons. OK is none.
const (
	OK Why = iota
	OnBreak
	Excluded
	OverTime // the time of the day is used up
	OverLossDay
	OverLossWeek
	CheckDue // the player has not answered yet
)

// Verdict is whether a player may do something, and if not, why and until when.
type Verdict struct {
	Why   Why
	Until time.Time // zero: until the player does something about it
}

// State is what a player has set.
type State struct {
	Limits
	Away
}

// Facts are what it is held against, at one moment.
type Facts struct {
	Now    time.Time
	Clock  Clock        // at that moment
	Day    money.Amount // what the settled rounds of the day brought; below zero it was lost
	Week   money.Amount
	AtRisk money.Amount // what is at stake at all tables
}

// MayStay says whether a player may take a seat, or keep one between two rounds. It
// is held against what is lost, not against what is at stake: that may be won.
func (s State) MayStay(f *Facts) Verdict {
	if v := s.mayPlay(f); v.Why != OK {
		return v
	}
	return s.mayLose(f, 1) // the smallest bet there can be
}

// MayKeep says whether what is at stake may stay there: no, once losing all of it
// would pass a limit that is stricter than when it was bet.
func (s State) MayKeep(f *Facts) Verdict { return s.mayLose(f, f.AtRisk) }

// MayBet says whether a player may stake so much more.
func (s State) MayBet(f *Facts, more money.Amount) Verdict {
	if v := s.mayPlay(f); v.Why != OK {
		return v
	}
	if v := s.mayLose(f, f.AtRisk+more); v.Why != OK {
		return v
	}
	if s.CheckDue(f) {
		return Verdict{Why: CheckDue}
	}
	return Verdict{}
}

func (s State) mayPlay(f *Facts) Verdict {
	if until, excluded := s.Away.Until(f.Now); excluded {
		return Verdict{Excluded, until}
	} else if !until.IsZero() {
		return Verdict{OnBreak, until}
	}
	if l := s.TimeDay.At(f.Now); l.Value != 0 && f.Clock.Today >= minutes(l.Value) {
		return Verdict{OverTime, DayAfter(f.Now)}
	}
	return Verdict{}
}

// mayLose says whether so much more than the settled rounds cost can be lost without
// passing a limit. The week is named where both are passed: it ends later.
func (s State) mayLose(f *Facts, more money.Amount) Verdict {
	if over(s.LossWeek.At(f.Now), f.Week, more) {
		return Verdict{OverLossWeek, WeekAfter(f.Now)}
	}
	if over(s.LossDay.At(f.Now), f.Day, more) {
		return Verdict{OverLossDay, DayAfter(f.Now)}
	}
	return Verdict{}
}

func over(l Limit, net, more money.Amount) bool {
	return l.Value != 0 && more-net > money.Amount(l.Value)
}

// CheckDue reports whether the player must say that they want to go on.
func (s State) CheckDue(f *Facts) bool {
	due, on := s.CheckAt(f)
	return on && due <= 0
}

// CheckAt is how much more time at the tables there is before the next check; on is
// false if the player wants none.
func (s State) CheckAt(f *Facts) (left time.Duration, on bool) {
	l := s.Check.At(f.Now)
	return minutes(l.Value) - (f.Clock.Session - f.Clock.Checked), l.Value != 0 && !f.Clock.Began.IsZero()
}

func minutes(n int64) time.Duration { return time.Duration(n) * time.Minute }
