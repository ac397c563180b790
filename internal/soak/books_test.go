//go:build unix

package soak

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"club99/blackjack"
	"club99/client"
	"club99/internal/journal"
	"club99/internal/store"
	"club99/internal/table"
)

// statesKept is how many of a table's last entries can be compared with frames: what
// a player reads late is not older than that.
const statesKept = 4096

// books is what is known of a club's books so far: all that was compared.
type books struct {
	tables map[string]*tableBooks
	claims map[claim]answered
	sums
}

// sums count what was compared.
type sums struct{ answers, again, frames, entries, rounds, clock int }

type claim struct {
	table string
	seq   uint64
}

// tableBooks is one table's journal, as far as it was read.
type tableBooks struct {
	state  journal.State
	states map[uint64]string // the last ones
	actors map[uint64]int64  // by entry: the player who caused it
}

func newBooks() *books { return &books{tables: map[string]*tableBooks{}, claims: map[claim]answered{}} }

func (b *books) table(id string) *tableBooks {
	t := b.tables[id]
	if t == nil {
		t = &tableBooks{state: journal.New(id), states: map[uint64]string{}, actors: map[uint64]int64{}}
		b.tables[id] = t
	}
	return t
}

// compare reads what is new in the books, and holds against it what the players were told.
func (b *books) compare(t *testing.T, s store.Store, n *notes) {
	t.Helper()
	answers, frames := n.take()
	heads, err := s.Heads(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range heads {
		b.read(t, s, b.table(h.Table))
	}
	for id, list := range frames {
		for _, f := range list {
			b.seen(t, b.table(id), f)
		}
	}
	for _, a := range answers {
		b.answered(t, s, a)
	}
	for _, tb := range b.tables {
		maps.DeleteFunc(tb.states, func(seq uint64, _ string) bool { return seq+statesKept < tb.state.Seq })
	}
}

// read folds the entries that are new.
func (b *books) read(t *testing.T, s store.Store, tb *tableBooks) {
	t.Helper()
	err := s.Entries(t.Context(), tb.state.Table, tb.state.Seq, func(seq uint64, at time.Time, entry []byte) error {
		if seq != tb.state.Seq+1 {
			return fmt.Errorf("entry %d follows %d", seq, tb.state.Seq)
		}
		records, err := journal.Decode(entry)
		if err != nil {
			return err
		}
		before := tb.state
		if err := tb.state.Apply(records); err != nil {
			return err
		}
		tb.states[seq] = kept(&tb.state)
		if player := actor(&before, records); player != 0 {
			tb.actors[seq] = player
		}
		b.entries++
		return b.clocks(&before, &tb.state, records, at)
	})
	if err != nil {
		t.Fatalf("the journal of table %s: %v", tb.state.Table, err)
	}
}

// actor is the player whose command an entry is; 0 if it is the clock's.
func actor(before *journal.State, records []journal.Record) int64 {
	for i := range records {
		r := &records[i]
		switch {
		case r.Kind == journal.SeatTaken, r.Kind == journal.Confirmed:
			return int64(r.Player)
		case r.Kind == journal.SeatLeaving, r.Kind == journal.SeedRevealed, r.Kind == journal.SeatLeft && r.Why == journal.ByPlayer && !before.Seats[r.Seat-1].Leaving:
			return int64(before.Seats[r.Seat-1].Player)
		case r.Kind == journal.Event && r.Event.Kind == blackjack.Decided && r.Event.By != blackjack.ByClock:
			return int64(r.Event.Player)
		}
	}
	return 0
}

// longest is the most that any decision of these tables gets.
const longest = 10*time.Second + table.Grace

// clocks checks that the clock neither acts early nor ever stands still for long.
func (b *books) clocks(before, after *journal.State, records []journal.Record, at time.Time) error {
	for i := range records {
		switch e := &records[i].Event; {
		case records[i].Kind != journal.Event:
		case e.Kind == blackjack.RoundOver:
			b.rounds++
		case e.Kind == blackjack.Decided && e.By == blackjack.ByClock && !before.Seats[e.Seat-1].Leaving:
			b.clock++
			if at.UnixMilli() < before.Deadline {
				return fmt.Errorf("entry %d: the clock decides %d ms early", after.Seq, before.Deadline-at.UnixMilli())
			}
		}
	}
	if after.Deadline > at.Add(longest).UnixMilli() {
		return fmt.Errorf("entry %d: the clock stands still for %d ms", after.Seq, after.Deadline-at.UnixMilli())
	}
	return nil
}

// seen checks a frame against the journal.
func (b *books) seen(t *testing.T, tb *tableBooks, f *client.Frame) {
	t.Helper()
	b.frames++
	state, ok := tb.states[f.Seq]
	switch what := told(&f.State); {
	case f.Seq == 0: // the table before anything happened
	case f.Seq > tb.state.Seq:
		t.Errorf("table %s: frame %d was told, but the journal ends at %d: %s", f.Table, f.Seq, tb.state.Seq, what)
	case !ok:
		t.Errorf("table %s: frame %d was read too late to be compared, the journal ends at %d", f.Table, f.Seq, tb.state.Seq)
	case what != state:
		t.Errorf("table %s: frame %d told\n%s\nthe journal says\n%s", f.Table, f.Seq, what, state)
	}
}

// answered checks that an action which was answered is in the books, once.
func (b *books) answered(t *testing.T, s store.Store, a answered) {
	t.Helper()
	b.answers++
	first, ok, err := s.Answer(t.Context(), store.CommandKey{Player: a.player, ID: a.id})
	if err != nil {
		t.Fatal(err)
	}
	tb := b.table(a.table)
	if !ok {
		// What is so already is answered with the newest frame and writes nothing.
		if a.seq > tb.state.Seq {
			t.Errorf("%+v was answered, but the journal ends at %d", a, tb.state.Seq)
		}
		if a.name != "sit" && a.name != "leave" {
			t.Errorf("%+v was answered, and the books do not know it", a)
		}
		b.again++
		return
	}
	var kept client.Answer
	if err := json.Unmarshal(first, &kept); err != nil {
		t.Fatal(err)
	}
	place := claim{a.table, kept.Seq}
	if !kept.OK || kept.Seq > a.seq || kept.Seq > tb.state.Seq {
		t.Errorf("%+v was answered, the books have %+v, and the journal ends at %d", a, kept, tb.state.Seq)
	}
	if by := tb.actors[kept.Seq]; by != a.player {
		t.Errorf("%+v was answered, but entry %d is player %d's", a, kept.Seq, by)
	}
	if other, twice := b.claims[place]; twice {
		t.Errorf("%+v and %+v claim the same entry", a, other)
	}
	b.claims[place] = a
}

// nobodys lists the entries up to those heads that a player caused and nobody was
// answered for: actions that were carried out twice would be among them.
func (b *books) nobodys(heads map[string]uint64) error {
	var wrong []string
	for id, tb := range b.tables {
		for seq, player := range tb.actors {
			if _, ok := b.claims[claim{id, seq}]; !ok && seq <= heads[id] {
				wrong = append(wrong, fmt.Sprintf("table %s: entry %d is player %d's, who was answered for no such action", id, seq, player))
			}
		}
	}
	if len(wrong) > 0 {
		return errors.New(strings.Join(wrong, "\n"))
	}
	return nil
}

// heads are the last entries that were read.
func (b *books) heads() map[string]uint64 {
	heads := map[string]uint64{}
	for id, tb := range b.tables {
		heads[id] = tb.state.Seq
	}
	return heads
}

func decides(r *blackjack.Round) bool {
	return r.Phase == blackjack.PhaseOffers || r.Phase == blackjack.PhasePlayers
}
