package table

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"club99/blackjack"
	"club99/internal/journal"
	"club99/internal/store"
	"club99/internal/wire"
	"club99/money"
)

// Panic says that a table stopped because of a fault in the program.
type Panic struct {
	Table string
	Event uint64 // the last entry before it; the same again: the table cannot go on from there
	Value any
	Where []string // the calls that led there, without their arguments: those could hold a card or a seed
}

// Error is what happened, in one line.
func (p *Panic) Error() string {
	return fmt.Sprintf("table %s: panic after entry %d: %v", p.Table, p.Event, p.Value)
}

// Stack is where it happened, a line for each call.
func (p *Panic) Stack() string { return strings.Join(p.Where, "\n") }

// caught makes an error of a panic.
func (t *Table) caught(value any, err *error) {
	if value != nil {
		*err = &Panic{Table: t.cfg.ID, Event: t.event, Value: value, Where: calls()}
	}
}

// calls are the calls that led to a panic.
func calls() []string {
	var list []string
	pc := make([]uintptr, 64)
	frames := runtime.CallersFrames(pc[:runtime.Callers(3, pc)])
	for {
		f, more := frames.Next()
		list = append(list, fmt.Sprintf("%s %s:%d", f.Function, f.File, f.Line))
		if !more {
			return list
		}
	}
}

// catchUp tells what was committed and could not be told before the table was
// loaded again. It tries once: whoever misses a frame gets it all with the next.
func (t *Table) catchUp() error {
	from := t.toldTo
	t.toldTo = t.state.Seq
	if from >= t.state.Seq {
		return nil
	}
	before, err := journal.Tail(t.ctx, until{t.cfg.Store, from}, t.cfg.ID)
	if err != nil {
		return err
	}
	now := t.state
	defer func() { t.become(now) }()
	return t.cfg.Store.Entries(t.ctx, t.cfg.ID, from, func(seq uint64, _ time.Time, entry []byte) error {
		records, err := journal.Decode(entry)
		if err != nil {
			return err
		}
		after := before
		if err := after.Apply(records); err != nil {
			return err
		}
		t.become(after)
		t.tell(&before, records)
		before = after
		return nil
	})
}

// until is a journal as it was when it ended with the entry last.
type until struct {
	store.Store
	last uint64
}

// Head is [journal.Source].
func (u until) Head(context.Context, string) (uint64, error) { return u.last, nil }

// Entries is [journal.Source].
func (u until) Entries(ctx context.Context, table string, after uint64, fn func(uint64, time.Time, []byte) error) error {
	err := u.Store.Entries(ctx, table, after, func(seq uint64, at time.Time, entry []byte) error {
		if seq > u.last {
			return errEnough
		}
		return fn(seq, at, entry)
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// Shut closes a table that cannot go on, and that is loaded and does not run: in
// one entry all stakes of the open round that are not settled go back, everybody
// gets up, and the shoe is given up. A table that is closed already stays as it is.
// Then it may run again: it refuses what it is asked, until [Reopen].
func (t *Table) Shut(ctx context.Context) (err error) {
	defer func() { t.caught(recover(), &err) }()
	if t.state.Stage == journal.Closed {
		return nil
	}
	t.ctx = context.WithoutCancel(ctx)
	t.startOver()
	d, round, returned, err := t.closingEntry()
	if err != nil {
		return err
	}
	if err := t.endShoe(d, journal.ByVoid); err != nil {
		return err
	}
	if err := t.commit(d, store.CommandKey{}, nil); err != nil {
		return err
	}
	t.cfg.Log.Info("stakes of an open round were returned", "table", t.cfg.ID, "round", round, "amount", returned)
	return nil
}

// closingEntry is the entry that closes the table, but for what becomes of its shoe.
func (t *Table) closingEntry() (d *journal.Draft, round uint64, returned money.Amount, err error) {
	d = t.draft()
	var records []journal.Record
	if d.Stage == journal.Sealing {
		for i := range d.Shoe.Seeds {
			if d.Shoe.Seeds[i].Open() {
				records = append(records, journal.Record{Kind: journal.SeedLeftOut, Seat: uint8(i + 1), Out: journal.Silent})
			}
		}
	}
	for n := 1; n <= blackjack.MaxSeats; n++ {
		if amount := d.AtStake(n); amount != 0 {
			returned += amount
			records = append(records, journal.Record{Kind: journal.StakeReturned, Seat: uint8(n), Player: d.Round.Box(n).Player, Amount: amount})
		}
	}
	records = append(records, journal.Record{Kind: journal.TableClosed, At: time.Now().UnixMilli()})
	for n := 1; n <= blackjack.MaxSeats; n++ {
		if p := d.Seat(n); p.Player != 0 && !p.Bot {
			records = append(records, journal.Record{Kind: journal.SeatLeft, Seat: uint8(n), Why: journal.ByClosed})
		}
	}
	if err := d.Add(records...); err != nil {
		return d, 0, 0, err
	}
	return d, d.Number, returned, nil
}

// lastWord answers the command that was in hand when the table stopped: it may
// have been carried out, and not been told yet.
func (t *Table) lastWord(m *message) (a wire.Answer) {
	defer func() {
		if recover() != nil {
			a = wire.Refuse(m.ID, wire.StoreUnavailable)
		}
	}()
	return t.afterStop(store.CommandKey{Player: m.Player, ID: m.ID})
}

// TurnAway answers everybody who waits, while the table cannot be loaded.
func (t *Table) TurnAway() {
	for range len(t.mailbox) {
		m := <-t.mailbox
		m.reply <- wire.Refuse(m.ID, wire.StoreUnavailable)
	}
}

// Reopen opens a table again that was closed, in the books alone: no server may
// have them open. It reports whether the table was closed.
func Reopen(ctx context.Context, st store.Store, id string, lease store.Lease, now time.Time) (bool, error) {
	s, err := journal.Tail(ctx, st, id)
	if err != nil || s.Stage != journal.Closed {
		return false, err
	}
	d := s.Draft()
	if err := d.Add(journal.Record{Kind: journal.TableOpened, At: now.UnixMilli()}); err != nil {
		return true, err
	}
	entry, err := journal.Encode(d.Records)
	if err == nil {
		_, err = st.Commit(ctx, store.Commit{Table: id, Expect: d.Seq, At: now, Entry: entry, Lease: lease})
	}
	return true, err
}
