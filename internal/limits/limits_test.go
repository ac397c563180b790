package limits

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"club99/money"
)

// saigon is seven hours ahead, as the club's own city is.
var saigon = time.FixedZone("+07", 7*60*60)

// noon is a Wednesday.
var noon = time.Date(2026, 12, 2, 12, 0, 0, 0, saigon)

func TestStricterHoldsAtOnceLooserWaits(t *testing.T) {
	later := noon.Add(Cooling)
	for _, c := range []struct {
		name string
		have Limit
		set  int64
		want Limit
	}{
		{"a first limit", Limit{}, 100, Limit{Value: 100}},
		{"less", Limit{Value: 100}, 50, Limit{Value: 50}},
		{"more", Limit{Value: 100}, 200, Limit{Value: 100, Next: 200, From: later}},
		{"none", Limit{Value: 100}, 0, Limit{Value: 100, From: later}},
		{"the same", Limit{Value: 100}, 100, Limit{Value: 100}},
		{"none where there is none", Limit{}, 0, Limit{}},
		{"the same takes back what waits", Limit{Value: 100, Next: 200, From: noon.Add(time.Hour)}, 100, Limit{Value: 100}},
		{"less takes back what waits", Limit{Value: 100, Next: 200, From: noon.Add(time.Hour)}, 90, Limit{Value: 90}},
		{"more than what waits waits anew", Limit{Value: 100, Next: 200, From: noon.Add(time.Hour)}, 300, Limit{Value: 100, Next: 300, From: later}},
		{"what waited holds, and more waits", Limit{Value: 100, Next: 200, From: noon}, 300, Limit{Value: 200, Next: 300, From: later}},
		{"what waited holds, and less holds at once", Limit{Value: 100, From: noon}, 300, Limit{Value: 300}},
	} {
		if got := c.have.Set(c.set, noon); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// Whatever a player asks for, and when: what holds now is no looser than anything
// that held, or was asked for and not taken back by something stricter, in the last day.
func TestALimitIsNeverLooserThanADayAgo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type held struct {
			at    time.Time
			value int64
		}
		var l Limit
		var past []held
		now := noon
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 20*60).Draw(t, "minutes")) * time.Minute)
			value := l.At(now).Value
			for _, h := range past {
				if now.Sub(h.at) < Cooling && stricter(h.value, value) {
					t.Fatalf("%d holds, %v after %d held", value, now.Sub(h.at), h.value)
				}
			}
			past = append(past, held{now, value})
			asked := rapid.Int64Range(0, 5).Draw(t, "value")
			l = l.Set(asked, now)
			after := l.At(now).Value
			if stricter(asked, value) && after != asked {
				t.Fatalf("%d is stricter than %d and does not hold", asked, value)
			}
			if stricter(value, after) {
				t.Fatalf("%d became %d at once", value, after)
			}
			if got := l.At(now.Add(Cooling)).Value; got != asked {
				t.Fatalf("a day after %d was asked for, %d holds", asked, got)
			}
			past = append(past, held{now, after})
		}
	})
}

func TestAwayCannotBeShortened(t *testing.T) {
	a, err := Away{}.TakeBreak(24, noon)
	if until, excluded := a.Until(noon); err != nil || excluded || !until.Equal(noon.Add(24*time.Hour)) {
		t.Fatalf("%v %v %v", until, excluded, err)
	}
	if b, err := a.TakeBreak(24, noon); !errors.Is(err, ErrShorter) || b != a {
		t.Errorf("as long again: %v", err)
	}
	if _, err := a.TakeBreak(1, noon.Add(time.Hour)); !errors.Is(err, ErrShorter) {
		t.Errorf("shorter: %v", err)
	}
	a, err = a.Exclude(1, noon)
	if until, excluded := a.Until(noon); err != nil || !excluded || !until.Equal(noon.AddDate(0, 1, 0)) {
		t.Errorf("%v %v %v", until, excluded, err)
	}
	if _, err := a.Exclude(1, noon.Add(-time.Second)); !errors.Is(err, ErrShorter) {
		t.Errorf("a shorter exclusion: %v", err)
	}
	if until, excluded := a.Until(noon.AddDate(0, 1, 0)); !until.IsZero() || excluded {
		t.Errorf("it is over, and is not: %v", until)
	}
	longer, err := a.TakeBreak(24*60, noon)
	if until, excluded := longer.Until(noon); err != nil || !excluded || !until.Equal(noon.Add(60*24*time.Hour)) {
		t.Errorf("a break longer than the exclusion: %v %v %v", until, excluded, err)
	}
	if until, excluded := longer.Until(noon.AddDate(0, 1, 1)); excluded || until.IsZero() {
		t.Errorf("after the exclusion: %v %v", until, excluded)
	}
}

func TestAwayNeverEndsEarlier(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var a Away
		now := noon
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 400).Draw(t, "hours")) * time.Hour)
			before, was := a.Until(now)
			if rapid.Bool().Draw(t, "break") {
				a, _ = a.TakeBreak(rapid.IntRange(1, MostBreakHours).Draw(t, "long"), now)
			} else {
				a, _ = a.Exclude(rapid.IntRange(1, MostExclusionMonths).Draw(t, "months"), now)
			}
			after, is := a.Until(now)
			if after.Before(before) || was && !is {
				t.Fatalf("away until %v (excluded: %v) became %v (%v)", before, was, after, is)
			}
		}
	})
}

func TestMonthsEndOnTheSameDayOrTheMonthsLast(t *testing.T) {
	for from, want := range map[string]string{"2026-01-31": "2026-02-28", "2026-03-15": "2026-04-15", "2026-12-31": "2027-01-31", "2024-01-30": "2024-02-29"} {
		at, err := time.ParseInLocation(time.DateOnly, from, saigon)
		if err != nil {
			t.Fatal(err)
		}
		if got := addMonths(at, 1).Format(time.DateOnly); got != want {
			t.Errorf("a month after %s is %s, want %s", from, got, want)
		}
	}
}

func TestDaysAndWeeks(t *testing.T) {
	for _, c := range []struct{ at, day, nextDay, week, nextWeek string }{
		{"2026-12-02T12:00:00+07:00", "2026-12-02", "2026-12-03", "2026-11-30", "2026-12-07"},
		{"2026-11-30T00:00:00+07:00", "2026-11-30", "2026-12-01", "2026-11-30", "2026-12-07"},
		{"2026-12-06T23:59:59+07:00", "2026-12-06", "2026-12-07", "2026-11-30", "2026-12-07"},
	} {
		at, err := time.Parse(time.RFC3339, c.at)
		if err != nil {
			t.Fatal(err)
		}
		at = at.In(saigon)
		for got, want := range map[time.Time]string{DayOf(at): c.day, DayAfter(at): c.nextDay, WeekOf(at): c.week, WeekAfter(at): c.nextWeek} {
			if got.Format("2006-01-02T15:04") != want+"T00:00" {
				t.Errorf("%s: %v, want %s", c.at, got, want)
			}
		}
	}
}

func TestTimeAtTheTables(t *testing.T) {
	c := Clock{}.Sit(noon)
	c = c.At(noon.Add(10 * time.Minute)).At(noon.Add(25 * time.Minute))
	c = c.Rise(noon.Add(30 * time.Minute))
	if c.Today != 30*time.Minute || c.Session != 30*time.Minute || !c.Began.Equal(noon) {
		t.Fatalf("after half an hour: %+v", c)
	}
	standing := c.At(noon.Add(50 * time.Minute))
	if standing.Session != 30*time.Minute || standing.Today != 30*time.Minute {
		t.Errorf("it went on without a seat: %+v", standing)
	}
	back := c.Sit(noon.Add(60 * time.Minute)).At(noon.Add(70 * time.Minute))
	if back.Session != 40*time.Minute || !back.Began.Equal(noon) {
		t.Errorf("a pause as long as the gap is the same session: %+v", back)
	}
	anew := c.Sit(noon.Add(61 * time.Minute)).At(noon.Add(71 * time.Minute))
	if anew.Session != 10*time.Minute || anew.Today != 40*time.Minute || !anew.Began.Equal(noon.Add(61*time.Minute)) {
		t.Errorf("a longer pause begins a new one: %+v", anew)
	}
	if over := c.At(noon.Add(2 * time.Hour)); !over.Began.IsZero() || over.Session != 0 || over.Today != 30*time.Minute {
		t.Errorf("a session that is over: %+v", over)
	}
	if next := c.At(DayAfter(noon)); next.Today != 0 {
		t.Errorf("the next day: %+v", next)
	}
	night := Clock{}.Sit(DayAfter(noon).Add(-time.Hour)).At(DayAfter(noon).Add(20 * time.Minute))
	if night.Today != 20*time.Minute || night.Session != 80*time.Minute {
		t.Errorf("over midnight: %+v", night)
	}
	if set := c.Sit(noon.Add(40 * time.Minute)).At(noon); set.Session != 30*time.Minute {
		t.Errorf("a clock that was set back: %+v", set)
	}
}

// Looking often counts as much as looking once.
func TestTimeIsCountedOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Clock{}.Sit(noon)
		now, seated, sum := noon, true, time.Duration(0)
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			step := time.Duration(rapid.IntRange(0, int(Gap/time.Second)).Draw(t, "seconds")) * time.Second
			now = now.Add(step)
			if seated {
				sum += step
			}
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				c, seated = c.Sit(now), true
			case 1:
				c, seated = c.Rise(now), false
			default:
				c = c.At(now)
			}
			if !c.Began.IsZero() && c.Began.Equal(noon) && c.Session != sum {
				t.Fatalf("%v counted, %v passed", c.Session, sum)
			}
			if c.Today > now.Sub(DayOf(now)) || c.Today < 0 {
				t.Fatalf("%v of the day's %v", c.Today, now.Sub(DayOf(now)))
			}
			if !c.Began.Equal(noon) {
				return // after the gap there is another session
			}
		}
	})
}

func TestVerdicts(t *testing.T) {
	state := State{Limits: Limits{LossDay: Limit{Value: 1000}, LossWeek: Limit{Value: 3000}, TimeDay: Limit{Value: 60}, Check: Limit{Value: 30}}}
	running := Clock{}.Sit(noon.Add(-20 * time.Minute)).At(noon)
	day, week := DayAfter(noon), WeekAfter(noon)
	for _, c := range []struct {
		name string
		set  func(*State, *Facts)
		more money.Amount
		bet  Verdict
		stay Verdict
	}{
		{"nothing lost", func(*State, *Facts) {}, 1000, Verdict{}, Verdict{}},
		{"one unit too much", func(*State, *Facts) {}, 1001, Verdict{OverLossDay, day}, Verdict{}},
		{"some lost", func(_ *State, f *Facts) { f.Day = -400 }, 600, Verdict{}, Verdict{}},
		{"some lost, too much", func(_ *State, f *Facts) { f.Day = -400 }, 601, Verdict{OverLossDay, day}, Verdict{}},
		{"winnings may be lost again", func(_ *State, f *Facts) { f.Day = 500 }, 1500, Verdict{}, Verdict{}},
		{"what is at stake elsewhere counts", func(_ *State, f *Facts) { f.AtRisk = 300 }, 701, Verdict{OverLossDay, day}, Verdict{}},
		{"all at stake", func(_ *State, f *Facts) { f.AtRisk = 1000 }, 1, Verdict{OverLossDay, day}, Verdict{}},
		{"some lost, the rest at stake", func(_ *State, f *Facts) { f.Day, f.AtRisk = -999, 1 }, 1, Verdict{OverLossDay, day}, Verdict{}},
		{"all lost", func(_ *State, f *Facts) { f.Day = -1000 }, 1, Verdict{OverLossDay, day}, Verdict{OverLossDay, day}},
		{"more than all lost, by a double", func(_ *State, f *Facts) { f.Day = -1500 }, 1, Verdict{OverLossDay, day}, Verdict{OverLossDay, day}},
		{"the week", func(_ *State, f *Facts) { f.Week = -2500 }, 501, Verdict{OverLossWeek, week}, Verdict{}},
		{"no limit on loss", func(s *State, f *Facts) { s.LossDay, s.LossWeek, f.Day = Limit{}, Limit{}, -1e12 }, 1e12, Verdict{}, Verdict{}},
		{"a looser one that waits does not hold", func(s *State, _ *Facts) { s.LossDay = Limit{Value: 1000, From: noon.Add(1)} }, 1001, Verdict{OverLossDay, day}, Verdict{}},
		{"a looser one that has waited does", func(s *State, _ *Facts) { s.LossDay = Limit{Value: 1000, From: noon} }, 1001, Verdict{}, Verdict{}},
		{"the time is up", func(_ *State, f *Facts) { f.Clock.Today = time.Hour }, 1, Verdict{OverTime, day}, Verdict{OverTime, day}},
		{"the time is not quite up", func(_ *State, f *Facts) { f.Clock.Today = time.Hour - 1 }, 1, Verdict{}, Verdict{}},
		{"a check is due", func(_ *State, f *Facts) { f.Clock.Session = 30 * time.Minute }, 1, Verdict{Why: CheckDue}, Verdict{}},
		{"a check was answered", func(_ *State, f *Facts) { f.Clock.Session, f.Clock.Checked = 40*time.Minute, 30*time.Minute }, 1, Verdict{}, Verdict{}},
		{"on a break", func(s *State, f *Facts) { s.Break = noon.Add(1) }, 1, Verdict{OnBreak, noon.Add(1)}, Verdict{OnBreak, noon.Add(1)}},
		{"a break is over", func(s *State, f *Facts) { s.Break = noon }, 1, Verdict{}, Verdict{}},
		{"excluded", func(s *State, f *Facts) { s.Exclusion = noon.Add(1) }, 1, Verdict{Excluded, noon.Add(1)}, Verdict{Excluded, noon.Add(1)}},
	} {
		s, f := state, Facts{Now: noon, Clock: running}
		c.set(&s, &f)
		if got := s.MayBet(&f, c.more); got != c.bet {
			t.Errorf("%s: a bet of %d: %+v, want %+v", c.name, c.more, got, c.bet)
		}
		if got := s.MayStay(&f); got != c.stay {
			t.Errorf("%s: staying: %+v, want %+v", c.name, got, c.stay)
		}
	}
}

// What was allowed may be kept until the limit is stricter than it.
func TestWhatIsAtStakeMayBeKept(t *testing.T) {
	s, f := State{Limits: Limits{LossDay: Limit{Value: 1000}}}, Facts{Now: noon, Day: -400, AtRisk: 600}
	if got := s.MayKeep(&f); got != (Verdict{}) {
		t.Errorf("what was allowed: %+v", got)
	}
	s.LossDay = s.LossDay.Set(999, noon)
	if got := s.MayKeep(&f); got != (Verdict{OverLossDay, DayAfter(noon)}) {
		t.Errorf("under a stricter limit: %+v", got)
	}
}

// No series of bets that are let through, each lost with nothing added later, loses
// more than the limit.
func TestBetsAloneNeverPassALossLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.Int64Range(1, 10000).Draw(t, "limit")
		s := State{Limits: Limits{LossDay: Limit{Value: limit}}}
		f := Facts{Now: noon}
		for range rapid.IntRange(1, 50).Draw(t, "steps") {
			bet := money.Amount(rapid.Int64Range(1, 5000).Draw(t, "bet"))
			switch {
			case rapid.Bool().Draw(t, "settle"):
				f.Day -= f.AtRisk
				f.AtRisk = 0
			case s.MayBet(&f, bet).Why == OK:
				f.AtRisk += bet
			case f.AtRisk-f.Day+bet <= money.Amount(limit):
				t.Fatalf("a bet of %d was refused with %d lost and %d at stake", bet, -f.Day, f.AtRisk)
			}
			if f.AtRisk-f.Day > money.Amount(limit) {
				t.Fatalf("%d could be lost, the limit is %d", f.AtRisk-f.Day, limit)
			}
		}
	})
}

// The rules read no clock.
func TestNoClockIsRead(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil || len(names) < 5 {
		t.Fatalf("%v %v", names, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range []string{"time." + "Now", "time." + "Since", "time." + "Until", "time." + "Local"} {
			if strings.Contains(string(text), call) {
				t.Errorf("%s calls %s", name, call)
			}
		}
	}
}
