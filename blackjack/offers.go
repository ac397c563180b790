package blackjack

import "club99/card"

// makesBlackjack reports whether a dealer's up card can be half of a Blackjack.
func makesBlackjack(up card.Card) bool { return up.IsAce() || up.Value() == 10 }

// makeOffers puts all offers to all seats at once, before the check (R15, R21,
// R14 early). It reports whether there were any. Early surrender is an offer
// only where there is a Blackjack to be early for.
func (d *decision) makeOffers() bool {
	up := d.UpCard()
	if !makesBlackjack(up) {
		return false
	}
	any := false
	for i := range d.Boxes {
		b := &d.Boxes[i]
		if b.Bet == 0 {
			continue
		}
		natural := b.hands[0].Status == StatusBlackjack
		var offers Actions
		switch {
		case up.IsAce() && natural && d.rules.EvenMoney:
			offers = SetOf(TakeEvenMoney)
		case up.IsAce() && d.rules.Insurance && maxInsurance(b) > 0:
			offers = SetOf(Insure)
		}
		if d.rules.Surrender == SurrenderEarly && !natural {
			offers |= SetOf(Surrender)
		}
		if offers != 0 {
			any = true
			d.emit(Event{Kind: OffersMade, Seat: uint8(i + 1), Offers: offers})
		}
	}
	return any
}

// answer takes a seat's answer to one offer, or the clock's no to all that are open (R13).
func (d *decision) answer(c *Command) {
	b := &d.Boxes[c.Seat-1]
	e := Event{Kind: Decided, Seat: c.Seat, Player: b.Player, Action: c.Action}
	switch c.Action {
	case Timeout:
		e.By = ByClock
		for _, no := range [...]Action{DeclineInsurance, DeclineEvenMoney, DeclineSurrender} {
			if b.Open.Has(offerOf(no)) {
				e.Action = no
				d.emit(e)
			}
		}
	case Insure:
		e.Amount = c.Amount
		d.emit(e)
	case TakeEvenMoney:
		d.emit(e)
		d.settle(c.Seat, 1, OutcomeEvenMoney, pays(d.rules.EvenMoneyPays, b.hands[0].Stake))
	case Surrender:
		d.emit(e)
		d.settle(c.Seat, 1, OutcomeSurrender, b.hands[0].Stake/2)
	default:
		d.emit(e)
	}
	for i := range d.Boxes {
		if d.Boxes[i].Open != 0 {
			return
		}
	}
	d.check()
}

// check is R16: the dealer looks at the hole card if the rules and the up card
// say so. A Blackjack ends the round; without one, or where none is possible,
// insurance is lost and Blackjacks are paid, and the players' turns begin.
func (d *decision) check() {
	if !d.anyUnsettled() {
		d.emit(Event{Kind: RoundOver})
		return
	}
	if d.rules.Peek.Checks(d.UpCard().Value()) {
		if d.holeMakesBlackjack() {
			d.emit(Event{Kind: Checked, Status: StatusBlackjack})
			d.openHole()
			return
		}
		d.emit(Event{Kind: Checked})
	}
	if !d.mayBeBlackjack() {
		d.settleInsurance(false)
		for i := range d.Boxes {
			if h := &d.Boxes[i].hands[0]; h.Status == StatusBlackjack {
				d.settle(uint8(i+1), 1, OutcomeBlackjack, pays(d.rules.BlackjackPays, h.Stake))
			}
		}
	}
	d.nextTurn()
}

// holeMakesBlackjack looks at the hole card where it lies in the shoe.
func (d *decision) holeMakesBlackjack() bool {
	up, hole := d.UpCard(), d.shoe[d.HoleAt-1]
	return up.IsAce() && hole.Value() == 10 || up.Value() == 10 && hole.IsAce()
}

// mayBeBlackjack reports whether, for all anyone at the table knows, the dealer
// may yet turn out to have a Blackjack.
func (r *Round) mayBeBlackjack() bool { return !r.Checked && makesBlackjack(r.UpCard()) }

// anyUnsettled reports whether any stake is still at risk.
func (r *Round) anyUnsettled() bool {
	for i := range r.Boxes {
		b := &r.Boxes[i]
		if b.insuranceOpen() {
			return true
		}
		for j := range b.Hands() {
			if !b.hands[j].Settled() {
				return true
			}
		}
	}
	return false
}

func (b *Box) insuranceOpen() bool { return b.Insurance > 0 && b.InsuranceOutcome == OutcomeNone }
