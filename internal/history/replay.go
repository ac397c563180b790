package history

import (
	"context"
	"errors"
	"fmt"
	"time"

	"club99/blackjack"
	"club99/internal/journal"
	"club99/internal/store"
	"club99/internal/view"
	"club99/internal/wire"
)

// errEnough ends a walk through the journal before its end.
var errEnough = errors.New("enough")

// Replay tells a round again as everybody at the table saw it, made from the
// journal by package view as it was at the time: a card that lay face down does so
// here as well. It names who sat there, as the public record of a round does not:
// so it is for those alone who sat there too. [store.ErrNotFound] if there is no
// such round, it is not over, or the player had no part in it.
func (h *History) Replay(ctx context.Context, table string, round uint64, player int64) (wire.Replay, error) {
	none := fmt.Errorf("round %d of table %s: %w", round, table, store.ErrNotFound)
	seq, _, err := h.Store.Mark(ctx, table, store.MarkRound, round)
	if err != nil {
		return wire.Replay{}, err
	}
	s, err := journal.At(ctx, h.Store, table, seq-1)
	if err != nil {
		return wire.Replay{}, err
	}
	t := teller{number: round, now: s}
	err = h.Store.Entries(ctx, table, seq-1, func(_ uint64, at time.Time, entry []byte) error {
		records, err := journal.Decode(entry)
		if err != nil {
			return err
		}
		if t.rules == nil {
			if t.rules, t.line, err = h.rulesOf(ctx, records, round); err != nil {
				return err
			}
		}
		return t.entry(records, at)
	})
	switch {
	case err != nil && !errors.Is(err, errEnough):
		return wire.Replay{}, fmt.Errorf("round %d of table %s: %w", round, table, err)
	case !t.over || len(t.seatsOf(player)) == 0:
		return wire.Replay{}, none
	}
	return wire.Replay{Table: table, Round: round, Rules: t.line, Seats: t.seatsOf(player), Frames: t.frames}, nil
}

// rulesOf are the rules of a round, from the entry in which it begins.
func (h *History) rulesOf(ctx context.Context, records []journal.Record, round uint64) (*blackjack.Rules, string, error) {
	opened, err := journal.Opening(records, round)
	if err != nil {
		return nil, "", err
	}
	line, err := h.Store.Rules(ctx, opened.Rules)
	if err != nil {
		return nil, "", err
	}
	rules, err := blackjack.ParseLine(line)
	return &rules, line, err
}

// teller follows the journal through a round.
type teller struct {
	number uint64
	rules  *blackjack.Rules
	line   string
	now    journal.State
	frames []wire.Frame
	dealt  bool // the bets are closed
	over   bool
	seats  [blackjack.MaxSeats]blackjack.PlayerID // who had a bet when they closed
	last   blackjack.EventKind                    // that was told
}

// entry tells an entry, one record after another.
func (t *teller) entry(records []journal.Record, at time.Time) error {
	d := t.now.Draft()
	for i := range records {
		r := &records[i]
		if r.Kind == journal.BettingOpened && r.Round != t.number {
			return errEnough // all bets were taken back
		}
		if r.Kind == journal.StakeReturned { // the round is given up: this is how it lay there
			t.seats[r.Seat-1] = r.Player
			if len(t.frames) == 0 {
				t.show(&d.State, at, nil)
			}
		}
		if r.Kind == journal.TableClosed {
			t.over = len(t.frames) > 0
			return errEnough
		}
		if err := d.Add(*r); err != nil {
			return err
		}
		if r.Kind == journal.Event && d.Number == t.number {
			t.event(&d.State, &r.Event, at)
		}
		if t.over {
			return errEnough
		}
	}
	t.now = d.After()
	return nil
}

func (t *teller) event(s *journal.State, e *blackjack.Event, at time.Time) {
	if e.Kind == blackjack.BetsClosed {
		t.dealt = true
		t.remember(s)
		t.show(s, at, nil)
		return
	}
	if !t.dealt {
		return
	}
	events := view.Events(nil, *e)
	if n := len(t.frames); !begins(e.Kind, t.last) && n > 1 {
		before := t.frames[n-1]
		t.frames = t.frames[:n-1]
		events = append(before.Events, events...)
	}
	t.last = e.Kind
	t.show(s, at, events)
	t.over = e.Kind == blackjack.RoundOver
}

// begins reports whether an event begins a step: every card is one, with the
// decision that asked for it, and so are all stakes that are settled together.
// What else happens belongs to the step before.
func begins(kind, last blackjack.EventKind) bool {
	switch kind {
	case blackjack.CardDealt:
		return last != blackjack.Decided
	case blackjack.UpCardDealt, blackjack.HoleCardDealt, blackjack.HoleCardOpened, blackjack.DealerDrew, blackjack.Decided:
		return true
	case blackjack.HandSettled, blackjack.InsuranceSettled:
		return last != blackjack.HandSettled && last != blackjack.InsuranceSettled
	}
	return false
}

// remember notes whose the bets are.
func (t *teller) remember(s *journal.State) {
	for i := range s.Round.Boxes {
		if b := &s.Round.Boxes[i]; b.Bet > 0 {
			t.seats[i] = b.Player
		}
	}
}

func (t *teller) seatsOf(player int64) []int {
	var list []int
	for i, p := range t.seats {
		if p != 0 && p == blackjack.PlayerID(player) {
			list = append(list, i+1)
		}
	}
	return list
}

// show adds a frame. Clocks, and what was published about the shuffle, are left
// out: the clocks have run out, and the record of the round has the rest.
func (t *teller) show(s *journal.State, at time.Time, events []wire.Event) {
	v := view.Table{
		ID: s.Table, Rules: t.rules, Seq: uint64(len(t.frames) + 1), Now: at, Round: s.Number,
		Seats: make([]view.Seat, t.rules.Seats), Left: s.Left(),
	}
	for i := range v.Seats {
		p := &s.Seats[i]
		v.Seats[i] = view.Seat{Player: p.Player, Name: p.Name, Bot: p.Bot, Confirmed: p.Confirmed}
	}
	t.frames = append(t.frames, view.Frame(&v, &s.Round, events))
}
