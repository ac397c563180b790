package table

import (
	"errors"
	"fmt"
	"log/slog"
	"time"

	"club99/blackjack"
	"club99/internal/cashier"
	"club99/internal/fault"
	"club99/internal/history"
	"club99/internal/journal"
	"club99/internal/store"
	"club99/internal/view"
	"club99/internal/wire"
)

// errUnavailable says that the store could not write. Nothing happened.
var errUnavailable = errors.New("the store is unavailable")

// commit writes a draft and everything that belongs to it in one transaction,
// makes it the table's state, and only then tells it. On an error the table is
// as before: a [refusal] or [errUnavailable], [store.ErrBusy], a
// [store.DuplicateError]; any other means that it must be loaded again.
func (t *Table) commit(d *journal.Draft, key store.CommandKey, a *wire.Answer) error {
	c, err := t.bundle(d, key, a)
	if err != nil {
		return err
	}
	if err := t.write(&c); err != nil {
		return t.uncommitted(err)
	}
	fault.Here(fault.Untold)
	if t.fresh != nil {
		t.shoe = *t.fresh
	}
	t.startOver()
	t.retryAt = time.Time{}
	if t.blocked != nil {
		t.blocked = nil
		t.cfg.Log.Warn("the store takes commits again", "table", t.cfg.ID)
	}
	before := t.state
	t.become(d.After())
	t.tellGuard(&before, c.Results)
	if len(d.Records) > 1 || d.Records[0].Kind != journal.Deadline { // a grace is no step
		t.event = t.state.Seq
	}
	t.tell(&before, d.Records)
	return nil
}

// bundle is a draft with everything that belongs to it.
func (t *Table) bundle(d *journal.Draft, key store.CommandKey, a *wire.Answer) (store.Commit, error) {
	entry, err := journal.Encode(d.Records)
	if err != nil {
		return store.Commit{}, fmt.Errorf("table %s: entry %d: %w", t.cfg.ID, d.Seq+1, err)
	}
	now, w := t.wall.now(), t.paper()
	w.events = journal.AppendEvents(w.events[:0], d.Records)
	c := store.Commit{
		Table: t.cfg.ID, Expect: d.Seq, At: now, Entry: entry, Command: key,
		Transfers: cashier.Transfers(nil, t.cfg.ID, d.Seq+1, w.events),
		Results:   t.results(d, now),
		Lease:     t.cfg.Lease,
	}
	if a != nil {
		c.Answer = wire.Encode(a)
	}
	if d.Deadline != 0 {
		c.Deadline = time.UnixMilli(d.Deadline)
	}
	for _, back := range journal.AppendReturned(nil, d.Records) {
		c.Transfers = cashier.Void(c.Transfers, t.cfg.ID, d.Seq+1, back.Player, back.Amount)
	}
	c.Shoes, c.Marks, c.Round = t.boxes, marks(d), ended(d)
	return c, nil
}

// write has the store write the commit, and remembers the balances after it.
func (t *Table) write(c *store.Commit) error {
	var receipt store.Receipt
	players := playersOf(c.Transfers)
	t.cfg.Purses.begin(players)
	defer func() { t.cfg.Purses.end(players, receipt.Balances) }() // after a panic too: no balances
	var err error
	receipt, err = t.cfg.Store.Commit(t.ctx, *c)
	return err
}

// marks are what begins with the draft.
func marks(d *journal.Draft) []store.Mark {
	var list []store.Mark
	for i := range d.Records {
		switch r := &d.Records[i]; r.Kind {
		case journal.Shuffled:
			list = append(list, store.Mark{Kind: store.MarkShoe, Number: r.Shoe, Link: d.Link})
		case journal.BettingOpened:
			list = append(list, store.Mark{Kind: store.MarkRound, Number: r.Round, Link: d.Link})
		}
	}
	return list
}

// ended is the round that ends with the draft, for the sums of the house's books.
func ended(d *journal.Draft) *store.Round {
	for i := range d.Records {
		if r := &d.Records[i]; r.Kind == journal.Event && r.Event.Kind == blackjack.RoundOver {
			return &store.Round{Number: d.Number, Rules: d.Rules, Tally: cashier.Tally(&d.Round)}
		}
	}
	return nil
}

// uncommitted sorts the store's errors by what the table does about them.
func (t *Table) uncommitted(err error) error {
	var poor store.InsufficientError
	var known store.DuplicateError
	switch {
	case errors.As(err, &poor):
		return refuse(wire.CodeOf(blackjack.InsufficientFunds))
	case errors.As(err, &known), errors.Is(err, store.ErrBusy):
		return err
	case errors.Is(err, store.ErrConflict), errors.Is(err, store.ErrUncertain), errors.Is(err, store.ErrFenced):
		return fmt.Errorf("table %s: %w", t.cfg.ID, err)
	}
	level := slog.LevelError
	if t.blocked != nil {
		level = slog.LevelDebug // it was said, and is tried again twice a second
	}
	t.blocked = err
	t.cfg.Log.Log(t.ctx, level, "the store refused a commit; the table refuses commands until it takes one", "table", t.cfg.ID, "seq", t.state.Seq+1, "error", err)
	return errUnavailable
}

// become makes s the table's state, for its readers too.
func (t *Table) become(s journal.State) {
	rules := t.rules
	if !playing(&s) || s.Rules == t.hash {
		rules = &t.cfg.Rules
	}
	t.show(s, rules)
}

func (t *Table) show(s journal.State, rules *blackjack.Rules) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.state, t.rules, t.sealed = s, rules, t.shoe.sealed
}

// results is the round in the history of everyone who bet, once it is over or
// void.
func (t *Table) results(d *journal.Draft, now time.Time) []store.Result {
	s, void := &d.State, d.Stage == journal.Closed && t.state.Stage != journal.Closed
	if void {
		s = &t.state // as it lay on the table when it was closed
	}
	over := s.Round.Phase == blackjack.PhaseOver
	if void && over || !void && (!over || t.state.Round.Phase == blackjack.PhaseOver) {
		return nil
	}
	v := t.view(s, t.rules, t.shuffleOf(&s.Shoe), now)
	var list []store.Result
	seen := map[blackjack.PlayerID]bool{}
	for i := range s.Round.Boxes {
		b := &s.Round.Boxes[i]
		if b.Bet == 0 || seen[b.Player] {
			continue
		}
		seen[b.Player] = true
		past := view.Past(&v, &s.Round, b.Player, s.Decisions)
		past.Void = void
		list = append(list, store.Result{
			Player: int64(b.Player), Round: d.Number, At: now, Net: past.Net, Body: wire.Encode(past),
			Facts: history.FactsOf(&past, s.Rules),
		})
	}
	return list
}
