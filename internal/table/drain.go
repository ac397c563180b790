package table

import (
	"time"

	"club99/blackjack"
	"club99/internal/journal"
	"club99/internal/wire"
)

// Drain has the table begin no new round, for a server that is about to stop. A
// round whose bets are closed is played to its end; bets that are still being
// taken go back, since no card was dealt for them. Everybody keeps the seat.
func (t *Table) Drain() {
	t.draining.Store(true)
	t.stir()
}

// Quiet reports whether the table drains and no round is in play any more.
func (t *Table) Quiet() bool { return t.quiet.Load() }

// rest notes that a table that drains has nothing in play.
func (t *Table) rest() {
	if t.draining.Load() && !t.quiet.Load() {
		s := t.state.Stage
		t.quiet.Store(s == journal.Resting || s == journal.Showing || s == journal.Closed)
	}
}

// tellDrain has everybody told at once that the table drains.
func (t *Table) tellDrain() {
	if t.draining.Load() && !t.quiet.Load() {
		t.tellAt = time.Now()
	}
}

// notice is what everybody at the table should know.
func (t *Table) notice() wire.Notice {
	if t.draining.Load() {
		return wire.NoticeClosing
	}
	return ""
}

// giveBack gives all bets back that were not dealt for, and lets the table rest.
func (t *Table) giveBack(d *journal.Draft) error {
	for n := 1; n <= blackjack.MaxSeats; n++ {
		if err := t.takeBack(d, n); err != nil {
			return err
		}
	}
	return d.Add(journal.Record{Kind: journal.Rested})
}

// takeBack gives the bet of a seat back that is not dealt yet.
func (t *Table) takeBack(d *journal.Draft, seat int) error {
	b := d.Round.Box(seat)
	if d.Stage != journal.Betting || b.Bet == 0 {
		return nil
	}
	return t.play(d, blackjack.Command{Action: blackjack.PlaceBet, Seat: uint8(seat), Player: b.Player}, nil)
}
