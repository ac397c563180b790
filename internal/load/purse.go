package load

import (
	"fmt"

	"club99/blackjack"
	"club99/client"
	"club99/money"
)

// purse follows a player's balance by what lies on the table: it must be what the
// player had before the round, less the stakes, plus what was paid.
type purse struct {
	before money.Amount // before the round
	round  uint64
	out    [blackjack.MaxSeats]money.Amount // by seat: staked and not paid back in this round
	unsure bool                             // rounds may be over that were not seen
	told   bool                             // a balance came with a frame since then
}

// begin starts from a balance; nothing of the player's lies on the table.
func (p *purse) begin(balance money.Amount, round uint64) {
	*p = purse{before: balance, round: round}
}

// now is what the player must have.
func (p *purse) now() money.Amount {
	balance := p.before
	for _, out := range p.out {
		balance -= out
	}
	return balance
}

// see takes the player's seats of a state in, and says what does not add up.
func (p *purse) see(s *client.State, you *client.You) string {
	if s.Round != p.round {
		p.before, p.round = p.now(), s.Round
		clear(p.out[:])
	}
	if s.Phase == client.Closed {
		p.begin(p.now(), s.Round) // what came back of the round, its frames do not add up
		p.unsure = true
	}
	var own [blackjack.MaxSeats]bool
	for _, y := range you.Seats {
		own[y.Seat-1] = true
		seat := &s.Seats[y.Seat-1]
		out := seat.Bet
		if len(seat.Hands) > 0 {
			out = 0
		}
		for i := range seat.Hands {
			out += seat.Hands[i].Stake - seat.Hands[i].Paid
		}
		if seat.Insurance != nil {
			out += seat.Insurance.Stake - seat.Insurance.Paid
		}
		if seat.Net != nil && *seat.Net != -out {
			return fmt.Sprintf("seat %d: the round is said to have brought %d, its hands brought %d", y.Seat, *seat.Net, -out)
		}
		p.out[y.Seat-1] = out
	}
	for i := range p.out {
		if !own[i] && s.Phase == client.Betting {
			p.out[i] = 0 // a seat that was left before the deal has its bet back
		}
	}
	return ""
}

// check compares the balance that the player was told.
func (p *purse) check(s *client.State, you *client.You) string {
	if what := p.see(s, you); what != "" {
		return what
	}
	if p.unsure && !p.told {
		// The balance that comes with a table as it is joined is read beside it, and
		// may be newer: it may know what the next frame will show.
		return ""
	}
	if p.unsure {
		p.before += you.Balance - p.now()
		p.unsure = false
	}
	if want := p.now(); you.Balance != want {
		return fmt.Sprintf("the balance is said to be %d, by what lies on the table it is %d", you.Balance, want)
	}
	return ""
}
