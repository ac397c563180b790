package play

import (
	"club99/blackjack"
	"club99/internal/wire"
	"club99/money"
)

// Player is how somebody plays.
type Player struct {
	Strategy Strategy
	Stake    money.Amount // bet on every seat
	Seats    int          // to hold; at least 1
}

// Next is what the player would do now; false if nothing is to be done. Table and
// id of the command are left to whoever sends it.
func (p *Player) Next(st *wire.State, you *wire.You) (wire.Command, bool) {
	if len(you.Seats) < p.Seats && st.Phase != wire.PhaseClosed && st.Notice == "" {
		for i := range st.Seats {
			if st.Seats[i].Player == nil {
				return wire.Command{Name: wire.Sit}, true
			}
		}
	}
	switch st.Phase {
	case wire.PhaseBetting:
		return p.bet(st, you)
	case wire.PhaseOffers, wire.PhasePlayers:
		return p.act(st, you)
	}
	return wire.Command{}, false
}

func (p *Player) bet(st *wire.State, you *wire.You) (wire.Command, bool) {
	c := wire.Command{Name: wire.Place, Round: st.Round, Bets: []wire.Bet{}}
	for _, own := range you.Seats {
		if st.Seats[own.Seat-1].Confirmed {
			return wire.Command{}, false
		}
		if p.Stake <= you.Balance/money.Amount(len(you.Seats)) {
			c.Bets = append(c.Bets, wire.Bet{Seat: own.Seat, Amount: p.Stake})
		}
	}
	return c, len(you.Seats) > 0
}

func (p *Player) act(st *wire.State, you *wire.You) (wire.Command, bool) {
	if st.Turn == nil || len(st.Dealer.Cards) == 0 {
		return wire.Command{}, false
	}
	for _, own := range you.Seats {
		var legal blackjack.Actions
		for _, l := range own.Legal {
			legal |= blackjack.SetOf(l.Action)
		}
		seat, hand := &st.Seats[own.Seat-1], 0
		switch {
		case legal == 0:
			continue
		case st.Phase == wire.PhasePlayers && int(st.Turn.Seat) == own.Seat:
			hand = int(st.Turn.Hand) - 1
		case st.Phase == wire.PhasePlayers || len(seat.Offers) == 0:
			continue
		}
		if hand < 0 || hand >= len(seat.Hands) {
			continue
		}
		s := Situation{Hand: &seat.Hands[hand], Up: st.Dealer.Cards[0].Value(), Legal: legal}
		a := p.Strategy.Play(s)
		return wire.Command{Name: wire.Act, Round: st.Round, Seat: own.Seat, Turn: st.Turn.N, Action: a}, true
	}
	return wire.Command{}, false
}

// Company reports whether a person is at the table, seated or watching.
func Company(st *wire.State) bool {
	for i := range st.Seats {
		if p := st.Seats[i].Player; p != nil && !p.Bot {
			return true
		}
	}
	return st.Watching > 0
}
