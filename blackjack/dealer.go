package blackjack

import "club99/money"

// dealer is R17 and R18: after all players are done the dealer opens the hole
// card and draws, but only as far as a stake depends on it. If nobody is left,
// the round ends without the hole card.
func (d *decision) dealer() {
	if !d.anyUnsettled() {
		d.emit(Event{Kind: RoundOver})
		return
	}
	d.openHole()
}

// openHole opens the hole card, draws if a hand is waiting to be compared, and
// settles everything that is left.
func (d *decision) openHole() {
	d.emit(Event{Kind: HoleCardOpened, Card: d.shoe[d.HoleAt-1]})
	blackjack := d.Dealer.twoCard21()
	switch {
	case blackjack:
		d.emit(Event{Kind: DealerEnded, Status: StatusBlackjack})
	case d.anyToCompare():
		d.draw()
	}
	d.settleInsurance(blackjack)
	for i := range d.Boxes {
		d.settleBox(uint8(i+1), blackjack)
	}
	d.emit(Event{Kind: RoundOver})
}

// anyToCompare reports whether a hand's result depends on the dealer's total.
func (r *Round) anyToCompare() bool {
	for i := range r.Boxes {
		b := &r.Boxes[i]
		for j := range b.Hands() {
			if h := &b.hands[j]; !h.Settled() && (h.Status == StatusStood || h.Status == StatusDoubled) {
				return true
			}
		}
	}
	return false
}

// draw is R18 and R19. The dealer looks at nothing but the own total: there is
// no card limit and no Charlie.
func (d *decision) draw() {
	for {
		total, soft := d.Dealer.Total()
		if total > 17 || total == 17 && (!soft || d.rules.Soft17 == Soft17Stand) {
			break
		}
		d.emit(Event{Kind: DealerDrew, Card: d.next()})
		if d.short {
			return
		}
	}
	s := StatusStood
	if d.Dealer.best() > 21 {
		s = StatusBust
	}
	d.emit(Event{Kind: DealerEnded, Status: s})
}

// settle ends a hand's stake; paid goes to the player, the stake included.
func (d *decision) settle(seat, hand uint8, o Outcome, paid money.Amount) {
	b := &d.Boxes[seat-1]
	d.emit(Event{Kind: HandSettled, Seat: seat, Hand: hand, Player: b.Player, Outcome: o, Stake: b.hands[hand-1].Stake, Amount: paid})
}

// settleInsurance ends every insurance stake (R15).
func (d *decision) settleInsurance(blackjack bool) {
	for i := range d.Boxes {
		b := &d.Boxes[i]
		if !b.insuranceOpen() {
			continue
		}
		e := Event{Kind: InsuranceSettled, Seat: uint8(i + 1), Player: b.Player, Outcome: OutcomeLose, Stake: b.Insurance}
		if blackjack {
			e.Outcome, e.Amount = OutcomeWin, pays(d.rules.InsurancePays, b.Insurance)
		}
		d.emit(e)
	}
}

// settleBox ends the stakes of a seat that are left when the hole card is open.
func (d *decision) settleBox(seat uint8, blackjack bool) {
	b := &d.Boxes[seat-1]
	atRisk := d.mostTaken(b)
	for j := range b.Hands() {
		h := &b.hands[j]
		if h.Settled() {
			continue
		}
		o, paid := d.result(h)
		if blackjack && h.Status != StatusBlackjack {
			loss := min(h.Stake, atRisk)
			atRisk -= loss
			o, paid = OutcomeLose, h.Stake-loss
			if loss == 0 {
				o = OutcomePush
			}
		}
		d.settle(seat, uint8(j+1), o, paid)
	}
}

// mostTaken is what a dealer's Blackjack takes from a seat at most: all of it,
// or the original bet, towards which counts what busted hands have lost (R16).
func (d *decision) mostTaken(b *Box) money.Amount {
	if d.rules.NoPeekLoss != LoseOriginal {
		return money.Max
	}
	most := b.Bet
	for j := range b.Hands() {
		if h := &b.hands[j]; h.Outcome == OutcomeBust {
			most -= h.Stake
		}
	}
	return max(most, 0)
}

// result is R04, R06, R14 and R20 for a hand against the opened hand of a
// dealer; against a Blackjack, for a Blackjack only.
func (d *decision) result(h *Hand) (Outcome, money.Amount) {
	switch h.Status {
	case StatusBlackjack:
		if d.Dealer.Status == StatusBlackjack {
			return OutcomePush, h.Stake
		}
		return OutcomeBlackjack, pays(d.rules.BlackjackPays, h.Stake)
	case StatusCharlie:
		return OutcomeCharlie, pays(d.rules.CharliePays, h.Stake)
	case StatusSurrendered:
		return OutcomeSurrender, h.Stake / 2
	}
	mine, dealers := h.best(), d.Dealer.best()
	switch {
	case dealers > 21 || mine > dealers:
		return OutcomeWin, pays(d.rules.WinPays, h.Stake)
	case mine == dealers:
		return OutcomePush, h.Stake
	}
	return OutcomeLose, 0
}
