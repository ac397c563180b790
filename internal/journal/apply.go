package journal

import (
	"fmt"

	"club99/blackjack"
	"club99/card"
	"club99/shoe"
)

// Apply adds one entry to the state: all its records, or none and an error that
// names the record that does not fit. Records must be ones that [Encode] or
// [Decode] accepted.
func (s *State) Apply(records []Record) error {
	d := s.Draft()
	if err := d.Add(records...); err != nil {
		return err
	}
	*s = d.After()
	return nil
}

// Draft is an entry in the making: its records so far and the state after them,
// so that what follows is decided from there. The table itself stays as it is.
type Draft struct {
	State
	Records []Record
}

// Draft begins an entry.
func (s *State) Draft() *Draft { return &Draft{State: *s} }

// Begin begins another entry, in the room of the last one.
func (d *Draft) Begin(s *State) {
	clear(d.Records)
	d.State, d.Records = *s, d.Records[:0]
}

// Add adds records to the entry. After an error the draft is of no more use.
func (d *Draft) Add(records ...Record) error {
	for i := range records {
		if err := d.add(&records[i]); err != nil {
			return fmt.Errorf("entry %d, record %d (%s): %w", d.Seq+1, len(d.Records)+1, toLine(&records[i]).Is, err)
		}
		d.Records = append(d.Records, records[i])
	}
	return nil
}

// AddEvents adds events of the rules.
func (d *Draft) AddEvents(events []blackjack.Event) error {
	for i := range events {
		if err := d.addEvent(&events[i]); err != nil {
			return fmt.Errorf("entry %d, record %d (%v): %w", d.Seq+1, len(d.Records)+1, events[i].Kind, err)
		}
		d.Records = append(d.Records, Record{Kind: Event, Event: events[i]})
	}
	return nil
}

// After is the state once the entry is committed.
func (d *Draft) After() State {
	s := d.State
	s.Seq++
	s.Link = shoe.Link(s.Link, s.Seq, Public(d.Records))
	s.SinceCheckpoint++
	return s
}

func (s *State) add(r *Record) error {
	if s.Stage == Closed && r.Kind != TableOpened && r.Kind != SeatLeft && r.Kind != ShoeOver {
		return fmt.Errorf("the table is closed")
	}
	switch r.Kind {
	case Event:
		return s.addEvent(&r.Event)
	case SeatTaken, SeatLeaving, SeatLeft, RoundMissed, Confirmed:
		return s.addSeat(r)
	case Shuffled, SeedCommitted, TermsFixed, SeedRevealed, SeedLeftOut, ShoeSealed, ShoeOver:
		return s.addShoe(r)
	case BettingOpened, Rested, Checkpoint:
		return s.addPause(r)
	case StakeReturned, TableClosed, TableOpened:
		return s.addClosing(r)
	case Deadline:
		s.Deadline = r.At
	case ResultsUntil:
		if s.Round.Phase != blackjack.PhaseOver {
			return fmt.Errorf("the round is not over")
		}
		s.Stage, s.Deadline = Showing, r.At
	}
	return nil
}

// addPause adds what happens between two rounds.
func (s *State) addPause(r *Record) error {
	if s.Stage == Playing || s.Stage == Sealing {
		return fmt.Errorf("a round is being played")
	}
	switch r.Kind {
	case BettingOpened:
		if r.Shoe != s.Shoe.Number || r.Offset > s.Shoe.Decks*card.PerDeck {
			return fmt.Errorf("shoe %d, place %d does not fit shoe %d of %d decks", r.Shoe, r.Offset, s.Shoe.Number, s.Shoe.Decks)
		}
		if s.Shoe.Over() {
			return fmt.Errorf("shoe %d is over", r.Shoe)
		}
		s.open(r)
	case Rested:
		s.rest()
	case Checkpoint:
		if r.Standing.Link != s.Link {
			return fmt.Errorf("it follows the link %s, the journal has %s", r.Standing.Link, s.Link)
		}
		s.stand(r.Standing)
	}
	return nil
}

func (s *State) open(r *Record) {
	s.Stage, s.Number, s.Rules, s.Deadline = Betting, r.Round, r.Rules, r.At
	s.Shoe.Offset = r.Offset
	s.Round, s.Decisions, s.Turned = blackjack.Round{}, nil, nil
	s.Shoe.forget()
	for i := range s.Seats {
		s.Seats[i].Confirmed = false
	}
}

func (s *State) rest() {
	s.Shoe.Offset += int(s.Round.Drawn)
	s.Stage, s.Deadline, s.Round, s.Decisions, s.Turned = Resting, 0, blackjack.Round{}, nil, nil
	s.Shoe.forget()
	for i := range s.Seats {
		s.Seats[i].Confirmed = false
	}
}

// Standing is what a checkpoint must say now. It is asked for between rounds,
// when no seat is leaving.
func (s *State) Standing() *Standing {
	st := &Standing{Link: s.Link, Round: s.Number, Shoe: s.Shoe, Seats: s.Seats}
	st.Shoe.forget()
	st.Shoe.Offset += int(s.Round.Drawn)
	for i := range st.Seats {
		st.Seats[i].Confirmed = false
	}
	return st
}

func (s *State) stand(st *Standing) {
	*s = State{Table: s.Table, Link: s.Link, Seq: s.Seq, Number: st.Round, Shoe: st.Shoe, Seats: st.Seats, SinceCheckpoint: -1}
}

func (s *State) addSeat(r *Record) error {
	if r.Kind == Confirmed {
		for i := range s.Seats {
			if s.Seats[i].Player == r.Player {
				s.Seats[i].Confirmed = true
			}
		}
		return nil
	}
	p := s.Seat(int(r.Seat))
	if free := p.Player == 0; free != (r.Kind == SeatTaken) {
		return fmt.Errorf("seat %d is taken by %q", r.Seat, p.Name)
	}
	switch r.Kind {
	case SeatTaken:
		*p = Seat{Player: r.Player, Name: r.Name, Bot: r.Bot}
	case SeatLeaving:
		p.Leaving = true
	case SeatLeft:
		if s.Stage != Resting && s.Stage != Showing && s.Round.Box(int(r.Seat)).Bet != 0 {
			return fmt.Errorf("seat %d has a stake in the round", r.Seat)
		}
		*p = Seat{}
		if s.Stage == Betting && !s.Shoe.Sealed() {
			s.Shoe.Seeds[r.Seat-1] = Seed{}
		}
	case RoundMissed:
		p.Missed = min(p.Missed, 250) + 1
	}
	return nil
}

func (s *State) addEvent(e *blackjack.Event) error {
	if err := fits(s, e); err != nil {
		return err
	}
	at := s.Shoe.Offset + int(s.Round.Drawn)
	s.Round.Apply(*e)
	switch e.Kind {
	case blackjack.BetPlaced:
		if e.Stake == 0 && !s.Shoe.Sealed() {
			s.Shoe.Seeds[e.Seat-1] = Seed{} // no bet, no part in the shoe
		}
	case blackjack.BetsClosed:
		s.Stage, s.Deadline = Playing, 0
		for i := range s.Seats {
			if p := &s.Seats[i]; p.Player != 0 && s.HasBet(p.Player) {
				p.Missed = 0
			}
		}
	case blackjack.Decided:
		s.Decisions = append(s.Decisions, *e)
	case blackjack.CardDealt, blackjack.UpCardDealt, blackjack.HoleCardOpened, blackjack.DealerDrew:
		s.Shoe.Seen[e.Card.Value()]++
		if e.Kind == blackjack.HoleCardOpened {
			at = s.Shoe.Offset + int(s.Round.HoleAt) - 1
		}
		s.Turned = append(s.Turned, Turned{At: at, Card: e.Card})
	}
	return nil
}

// fits keeps [blackjack.Round.Apply], which trusts its events, from events that
// no round of the rules could have had at this point. It asks only what Apply
// needs to be safe and the money to be right; whether the rules led there is
// for the audit.
func fits(s *State, e *blackjack.Event) error {
	r := &s.Round
	want := Playing
	if e.Kind == blackjack.BetPlaced || e.Kind == blackjack.BetsClosed {
		want = Betting
	}
	if e.Kind == blackjack.BetsClosed && s.Stage == Sealing {
		want = Sealing
	}
	if s.Stage != want || r.Phase == blackjack.PhaseOver {
		return fmt.Errorf("it does not belong in a table that is %s", s.Stage)
	}
	if e.Kind == blackjack.BetsClosed && s.Shoe.Proved() && !s.Shoe.Sealed() {
		return fmt.Errorf("shoe %d is not sealed", s.Shoe.Number)
	}
	if e.Seat == 0 {
		if n := len(r.Dealer.Cards()); n >= blackjack.MaxCards {
			return fmt.Errorf("the dealer has %d cards", n)
		}
		return nil
	}
	b := r.Box(int(e.Seat))
	if e.Kind == blackjack.BetPlaced {
		if e.Amount != e.Stake-b.Bet || b.Bet != 0 && b.Player != e.Player {
			return fmt.Errorf("seat %d had a bet of %d by player %d", e.Seat, b.Bet, b.Player)
		}
		return nil
	}
	if b.Bet == 0 || e.Player != 0 && e.Player != b.Player {
		return fmt.Errorf("seat %d is played by player %d with a bet of %d", e.Seat, b.Player, b.Bet)
	}
	return fitsHand(r, b, e)
}

func fitsHand(r *blackjack.Round, b *blackjack.Box, e *blackjack.Event) error {
	hands := int(b.HandCount)
	if e.Kind == blackjack.CardDealt && hands == 0 {
		hands = 1 // the first card makes the first hand
	}
	if hands == 0 || int(e.Hand) > hands {
		return fmt.Errorf("seat %d has no hand %d", e.Seat, e.Hand)
	}
	if e.Kind == blackjack.InsuranceSettled && (e.Stake != b.Insurance || b.InsuranceOutcome != blackjack.OutcomeNone) {
		return fmt.Errorf("seat %d has an insurance of %d", e.Seat, b.Insurance)
	}
	if e.Hand == 0 {
		if e.Kind == blackjack.Decided && r.Phase != blackjack.PhaseOffers {
			return fmt.Errorf("a decision on no hand")
		}
		return nil
	}
	if b.HandCount == 0 {
		return nil
	}
	h := &b.Hands()[e.Hand-1]
	switch n := len(h.Cards()); {
	case h.Settled():
		return fmt.Errorf("hand %d.%d is settled", e.Seat, e.Hand)
	case e.Kind == blackjack.CardDealt && n >= blackjack.MaxCards:
		return fmt.Errorf("hand %d.%d has %d cards", e.Seat, e.Hand, n)
	case e.Kind == blackjack.Decided && e.Action == blackjack.Split && (n != 2 || hands >= blackjack.MaxHands):
		return fmt.Errorf("hand %d.%d has %d cards, seat %d has %d hands", e.Seat, e.Hand, n, e.Seat, hands)
	case e.Kind == blackjack.HandSettled && e.Stake != h.Stake:
		return fmt.Errorf("hand %d.%d has a stake of %d", e.Seat, e.Hand, h.Stake)
	}
	return nil
}
