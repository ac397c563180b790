package warden

import (
	"time"

	"club99/internal/limits"
	"club99/internal/wire"
)

// told is what the player is told.
func (p *person) told(now time.Time) wire.Well {
	f := p.facts(now)
	w := wire.Well{
		Now:     wire.At(now),
		Session: wire.Session{Began: wire.At(f.Clock.Began), Time: millis(f.Clock.Session), Running: f.Clock.Seated, Net: p.sums.ofSession, AtRisk: f.AtRisk},
		Today:   wire.Spent{Net: f.Day, Time: millis(f.Clock.Today), Ends: wire.At(limits.DayAfter(now))},
		Week:    wire.Spent{Net: f.Week, Ends: wire.At(limits.WeekAfter(now))},
	}
	if left, on := p.state.CheckAt(&f); on {
		w.Session.Due, w.Session.Left = left <= 0, millis(max(left, 0))
	}
	standing := p.state.Limits.At(now)
	for _, k := range limits.Kinds {
		l := standing.Of(k)
		told := wire.WellLimit{Kind: k, Value: l.Value}
		if !l.From.IsZero() {
			told.Next = &wire.WellNext{Value: l.Next, From: wire.At(l.From)}
		}
		w.Limits = append(w.Limits, told)
	}
	if until, excluded := p.state.Away.Until(now); !until.IsZero() {
		w.Away = &wire.Away{Kind: wire.OnBreak, Until: wire.At(until)}
		if excluded {
			w.Away.Kind = wire.Excluded
		}
	}
	return w
}

func millis(d time.Duration) wire.Millis { return wire.Millis(d.Milliseconds()) }
