package limits

import "time"

// Gap is how long a player may be at no table before the next seat begins a new session.
const Gap = 30 * time.Minute

// Clock is a player's time at the tables: the time with a seat at one of them at
// least. The zero Clock has never run.
type Clock struct {
	Today   time.Duration `json:"today,omitzero"`   // on the day of Seen
	Began   time.Time     `json:"began,omitzero"`   // of the session; zero: there was none
	Session time.Duration `json:"session,omitzero"` // in it
	Checked time.Duration `json:"checked,omitzero"` // what Session was when the player last answered a check
	Seen    time.Time     `json:"seen,omitzero"`    // everything is counted up to here
	Seated  bool          `json:"-"`                // it runs; who is seated after a restart is said anew
}

// At is the clock at a moment. Time that a machine's clock goes back is not
// counted. A clock that stands forgets what is over: the day, and the session.
func (c Clock) At(now time.Time) Clock {
	day := DayOf(now)
	if !c.Seated {
		if c.Seen.Before(day) {
			c.Today = 0
		}
		if now.Sub(c.Seen) > Gap {
			c.Began, c.Session, c.Checked = time.Time{}, 0, 0
		}
		return c
	}
	passed := max(now.Sub(c.Seen), 0)
	if c.Seen.Before(day) {
		c.Today = min(passed, now.Sub(day))
	} else {
		c.Today += passed
	}
	c.Session += passed
	c.Seen = now
	return c
}

// Sit is the clock after its player took a first seat.
func (c Clock) Sit(now time.Time) Clock {
	c = c.At(now)
	if c.Began.IsZero() {
		c.Began = now
	}
	c.Seen, c.Seated = now, true
	return c
}

// Rise is the clock after its player gave up the last seat.
func (c Clock) Rise(now time.Time) Clock {
	c = c.At(now)
	c.Seated = false
	return c
}

// Answer is the clock after its player answered a check.
func (c Clock) Answer(now time.Time) Clock {
	c = c.At(now)
	c.Checked = c.Session
	return c
}

// DayOf is when the day of a moment began, in the moment's own zone.
func DayOf(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, t.Location())
}

// DayAfter is when the next day begins.
func DayAfter(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d+1, 0, 0, 0, 0, t.Location())
}

// WeekOf is when the week of a moment began, on Monday.
func WeekOf(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d-sinceMonday(t), 0, 0, 0, 0, t.Location())
}

// WeekAfter is when the next week begins.
func WeekAfter(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d-sinceMonday(t)+7, 0, 0, 0, 0, t.Location())
}

func sinceMonday(t time.Time) int { return (int(t.Weekday()) + 6) % 7 }
