package table

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"club99/blackjack"
	"club99/internal/journal"
	"club99/internal/store"
)

// advance does everything that has come due by then without anybody asking:
// betting opens and closes, the clock decides, seats are freed. The error is
// [errUnavailable] if the store could not take it, to be tried again; any other
// means that the table must be loaded again.
func (t *Table) advance(by time.Time) error {
	for {
		before := t.wall.seen.Load()
		d, err := t.due(by)
		if d == nil && err == nil {
			return nil
		}
		if err == nil {
			err = t.commit(d, store.CommandKey{}, nil)
		}
		if err != nil {
			t.wall.seen.Store(before) // the deadline that stands was set by it
		} else {
			t.timed = true
		}
		var why refusal
		switch {
		case err == nil:
		case errors.Is(err, errUnavailable), errors.Is(err, store.ErrBusy):
			t.retryAt = time.Now().Add(retryAfter)
			return errUnavailable
		case errors.As(err, &why):
			// The clock asks for no money and names the turn it reads from the state.
			return fmt.Errorf("table %s: the clock was refused: %w", t.cfg.ID, err)
		default:
			return err
		}
	}
}

// due is the next step that has come due by then; nil if there is none.
func (t *Table) due(by time.Time) (*journal.Draft, error) {
	t.startOver()
	if !t.timed {
		if d, err := t.timeAgain(); d != nil || err != nil {
			return d, err
		}
		t.timed = true
	}
	if d, err := t.sendOff(); d != nil || err != nil {
		return d, err
	}
	s := &t.state
	passed := s.Deadline != 0 && t.wall.of(by).UnixMilli() >= s.Deadline
	switch s.Stage {
	case journal.Resting:
		if d := t.draft(); t.wanted(d) {
			return d, t.next(d)
		}
	case journal.Betting:
		switch {
		case t.draining.Load():
			d := t.draft()
			return d, t.giveBack(d)
		case passed, allConfirmed(s):
			d := t.draft()
			return d, t.closeBetting(d)
		case taken(s) == 0:
			d := t.draft()
			return d, t.next(d)
		}
	case journal.Sealing:
		if passed || !s.Shoe.Awaited() {
			d := t.draft()
			return d, t.closeSealing(d)
		}
	case journal.Playing:
		return t.decideForAbsent(passed)
	case journal.Showing:
		if passed {
			d := t.draft()
			return d, t.next(d)
		}
	}
	return nil, nil
}

func taken(s *journal.State) int {
	n := 0
	for i := range s.Seats {
		if s.Seats[i].Player != 0 {
			n++
		}
	}
	return n
}

// wanted reports whether there is anybody to open betting for: a person who is
// seated, or one who watches the house's bots. For nobody while the table drains.
func (t *Table) wanted(d *journal.Draft) bool {
	if t.draining.Load() {
		return false
	}
	bots := false
	for i := range d.Seats {
		if p := &d.Seats[i]; p.Bot {
			bots = true
		} else if p.Player != 0 {
			return true
		}
	}
	return bots && t.presence.at(&d.State).watching > 0
}

// allConfirmed reports whether nobody is waited for any more: everyone seated
// has said what they bet, and there is a bet (R13).
func allConfirmed(s *journal.State) bool {
	bets := false
	for i := range s.Seats {
		if p := &s.Seats[i]; p.Player != 0 && !p.Confirmed {
			return false
		}
		bets = bets || s.Round.Boxes[i].Bet != 0
	}
	return bets
}

// follow adds to a player's draft what follows from it at once, so that it is one
// commit and one frame: the deal, once everybody has bet or revealed.
func (t *Table) follow(d *journal.Draft) error {
	if d.Stage == journal.Betting && allConfirmed(&d.State) {
		if err := t.closeBetting(d); err != nil {
			return err
		}
	}
	if d.Stage == journal.Sealing && !d.Shoe.Awaited() {
		return t.closeSealing(d)
	}
	return nil
}

// closeBetting fixes the terms of a new shoe, and deals unless seeds are awaited;
// or it goes on to the next round if nobody bet.
func (t *Table) closeBetting(d *journal.Draft) error {
	betting := 0
	for n := 1; n <= blackjack.MaxSeats; n++ {
		if d.Round.Box(n).Bet != 0 {
			betting++
		}
	}
	if betting > 0 || t.wanted(d) {
		for n := 1; n <= blackjack.MaxSeats; n++ {
			if p := d.Seat(n).Player; p == 0 || d.HasBet(p) {
				continue
			}
			if err := d.Add(journal.Record{Kind: journal.RoundMissed, Seat: uint8(n)}); err != nil {
				return err
			}
		}
	}
	if betting == 0 {
		return t.next(d)
	}
	if d.Shoe.Proved() && !d.Shoe.Sealed() {
		terms := d.Shoe.TermsOf(t.cfg.ID)
		if err := d.Add(journal.Record{Kind: journal.TermsFixed, Terms: terms.Hash()}); err != nil {
			return err
		}
	}
	if d.Stage == journal.Sealing {
		return d.Add(journal.Record{Kind: journal.Deadline, At: t.after(SealingTime)})
	}
	return t.deal(d)
}

// decideForAbsent is the clock's part of a round: it decides for everyone whose
// time has passed, and at once for those who are leaving (R13).
func (t *Table) decideForAbsent(passed bool) (*journal.Draft, error) {
	if phase := t.state.Round.Phase; phase != blackjack.PhaseOffers && phase != blackjack.PhasePlayers {
		return nil, fmt.Errorf("table %s: the journal stops in the middle of the phase %v", t.cfg.ID, phase)
	}
	if !passed && !slices.ContainsFunc(t.state.Seats[:], func(p journal.Seat) bool { return p.Leaving }) {
		return nil, nil
	}
	d := t.draft()
	timeout := func(seat int) error {
		if !passed && !d.Seat(seat).Leaving {
			return nil
		}
		c := blackjack.Command{Action: blackjack.Timeout, Seat: uint8(seat), Turn: t.state.Round.Turn}
		return t.play(d, c, t.shoeOf(d))
	}
	switch d.Round.Phase {
	case blackjack.PhaseOffers:
		for n := 1; n <= blackjack.MaxSeats; n++ {
			// The last answer ends the phase, and everybody's open offers with it.
			if d.Round.Box(n).Open == 0 {
				continue
			}
			if err := timeout(n); err != nil {
				return nil, err
			}
		}
	case blackjack.PhasePlayers:
		if err := timeout(int(d.Round.Seat)); err != nil {
			return nil, err
		}
	}
	if len(d.Records) == 0 {
		return nil, nil
	}
	return d, t.setClock(d)
}

// setClock gives a new decision its time, and results theirs. An answer to one
// of several offers, or a refused decision, leaves the clock as it is.
func (t *Table) setClock(d *journal.Draft) error {
	r := &d.Round
	switch {
	case r.Phase == blackjack.PhaseOver:
		if t.rules.Shuffle == blackjack.ShuffleEveryRound {
			if err := t.endShoe(d, ""); err != nil {
				return err
			}
		}
		return d.Add(journal.Record{Kind: journal.ResultsUntil, At: t.after(seconds(t.rules.ResultTime))})
	case t.state.Stage != journal.Playing || r.Turn != t.state.Round.Turn:
		return d.Add(journal.Record{Kind: journal.Deadline, Turn: r.Turn, At: t.after(seconds(t.rules.ActTime))})
	}
	return nil
}

// after is the moment so much later than now, as the journal writes it.
func (t *Table) after(d time.Duration) int64 { return t.wall.now().Add(d).UnixMilli() }

func seconds(s blackjack.Seconds) time.Duration { return time.Duration(s) * time.Second }

// next goes on between two rounds: it frees seats, and opens betting or lets the
// table rest.
func (t *Table) next(d *journal.Draft) error {
	t.wall.look() // every deadline is over
	away := t.presence.at(&d.State).away
	for n := 1; n <= blackjack.MaxSeats; n++ {
		p, why := d.Seat(n), journal.Why("")
		switch {
		case p.Player == 0:
		case p.Leaving:
			why = journal.ByPlayer
		case p.Missed >= MissedRounds:
			why = journal.ByMissed
		case n > t.cfg.Rules.Seats:
			why = journal.ByRules
		case !t.mayStay(p):
			why = journal.ByPlayer
		case !away[n-1].IsZero() && time.Since(away[n-1]) >= SeatHold:
			why = journal.ByAway
		}
		if why == "" {
			continue
		}
		if err := d.Add(journal.Record{Kind: journal.SeatLeft, Seat: uint8(n), Why: why}); err != nil {
			return err
		}
	}
	if !t.wanted(d) {
		return d.Add(journal.Record{Kind: journal.Rested})
	}
	return t.open(d)
}

// open opens the betting of the next round, under the configured rules. Whether
// to shuffle is decided here, for bets on all seats: never between bets and deal.
func (t *Table) open(d *journal.Draft) error {
	rules := &t.cfg.Rules
	if t.mustShuffle(&d.State, rules) {
		if err := t.shuffle(d, rules); err != nil {
			return err
		}
	}
	if d.SinceCheckpoint >= journal.CheckpointEvery {
		if err := d.Add(journal.Record{Kind: journal.Checkpoint, Standing: d.Standing()}); err != nil {
			return err
		}
	}
	return d.Add(journal.Record{
		Kind: journal.BettingOpened, Round: d.Number + 1, Shoe: d.Shoe.Number,
		Offset: d.Shoe.Offset + int(d.Round.Drawn), Rules: t.hash, At: t.after(seconds(rules.BetTime)),
	})
}

// timeAgain is the first step of a table that was loaded, if its deadline cannot
// stand: one that passed while the table was down gets a short grace, and one that is
// further away than the rules' own time, because the machine's clock was set back,
// is cut to that. A table that came from another node gives that grace to all whose
// time is shorter.
func (t *Table) timeAgain() (*journal.Draft, error) {
	s, kind := &t.state, journal.Deadline
	var own time.Duration
	switch s.Stage {
	case journal.Betting:
		own = seconds(t.rules.BetTime)
	case journal.Sealing:
		own = SealingTime
	case journal.Playing:
		own = seconds(t.rules.ActTime)
	case journal.Showing:
		own, kind = seconds(t.rules.ResultTime), journal.ResultsUntil
	default:
		return nil, nil
	}
	own = max(own, Grace) // which it may have been given before
	left := time.UnixMilli(s.Deadline).Sub(t.wall.now())
	switch {
	case s.Deadline == 0:
		return nil, nil
	case left <= 0 && s.Stage != journal.Showing:
		own = Grace
	case left < Grace && s.Stage != journal.Showing && t.cfg.Lease.Epoch > 1:
		own = Grace // nobody could be heard while the table came here from another node
	case left <= own:
		return nil, nil
	}
	r := journal.Record{Kind: kind, At: t.after(own)}
	if kind == journal.Deadline {
		r.Turn = s.Round.Turn
	}
	d := t.draft()
	return d, d.Add(r)
}
