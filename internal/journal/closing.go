package journal

import (
	"fmt"

	"club99/blackjack"
	"club99/money"
)

// AtStake is what a seat has in the round that is not settled: in betting and
// sealing its bet, later the stakes of its open hands and its insurance.
func (s *State) AtStake(seat int) money.Amount {
	b := s.Round.Box(seat)
	if s.Stage == Betting || s.Stage == Sealing {
		return b.Bet
	}
	var sum money.Amount
	for i := range b.Hands() {
		if h := &b.Hands()[i]; !h.Settled() {
			sum += h.Stake
		}
	}
	if b.InsuranceOutcome == blackjack.OutcomeNone {
		sum += b.Insurance
	}
	return sum
}

// addClosing adds what happens when a table is closed, and opened again.
func (s *State) addClosing(r *Record) error {
	switch r.Kind {
	case StakeReturned:
		b := s.Round.Box(int(r.Seat))
		if b.Player != r.Player || r.Amount != s.AtStake(int(r.Seat)) {
			return fmt.Errorf("seat %d is played by player %d with %d at stake", r.Seat, b.Player, s.AtStake(int(r.Seat)))
		}
		*b = blackjack.Box{}
	case TableClosed:
		for n := 1; n <= blackjack.MaxSeats; n++ {
			if left := s.AtStake(n); left != 0 {
				return fmt.Errorf("seat %d has %d at stake", n, left)
			}
		}
		s.rest()
		s.Stage = Closed
	case TableOpened:
		if s.Stage != Closed {
			return fmt.Errorf("the table is %s", s.Stage)
		}
		s.Stage = Resting
	}
	return nil
}
