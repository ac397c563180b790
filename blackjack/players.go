package blackjack

// play takes a decision on the hand whose turn it is, R09 to R14.
func (d *decision) play(c *Command) {
	b := &d.Boxes[d.Seat-1]
	hand := d.Hand
	h := &b.hands[hand-1]
	e := Event{Kind: Decided, Seat: d.Seat, Hand: hand, Player: b.Player, Action: c.Action}
	switch c.Action {
	case Stand, Timeout:
		if c.Action == Timeout {
			e.Action, e.By = Stand, ByClock
		}
		d.emit(e)
		d.endHand(d.Seat, hand, StatusStood)
	case Hit:
		d.emit(e)
		d.dealTo(d.Seat, hand)
		d.judge(d.Seat, hand, false)
	case Double:
		e.Amount = h.Stake
		d.emit(e)
		d.dealTo(d.Seat, hand)
		d.judge(d.Seat, hand, true)
	case Split:
		e.Amount = h.Stake
		d.emit(e)
		d.dealTo(d.Seat, hand)
		d.dealTo(d.Seat, hand+1)
		d.judge(d.Seat, hand, false)
		d.judge(d.Seat, hand+1, false)
	case Surrender:
		d.emit(e)
		d.endHand(d.Seat, hand, StatusSurrendered)
		if !d.mayBeBlackjack() {
			d.settle(d.Seat, hand, OutcomeSurrender, h.Stake/2)
		}
	}
	d.nextTurn()
}

func (d *decision) dealTo(seat, hand uint8) {
	d.emit(Event{Kind: CardDealt, Seat: seat, Hand: hand, Card: d.next()})
}

func (d *decision) endHand(seat, hand uint8, s Status) {
	d.emit(Event{Kind: HandEnded, Seat: seat, Hand: hand, Status: s})
}

// judge ends a hand that has just been given a card, if the card ends it: a
// bust (R07), a Charlie (R20), the one card of a double (R11), 21 or the card
// limit (R09), the one card of a split ace (R12).
func (d *decision) judge(seat, hand uint8, doubled bool) {
	b := &d.Boxes[seat-1]
	h := &b.hands[hand-1]
	switch best := h.best(); {
	case best > 21:
		d.endHand(seat, hand, StatusBust)
		d.settle(seat, hand, OutcomeBust, 0)
	case d.rules.Charlie > 0 && int(h.count) >= d.rules.Charlie:
		d.endHand(seat, hand, StatusCharlie)
		if d.rules.CharlieBeatsBlackjack || !d.mayBeBlackjack() {
			d.settle(seat, hand, OutcomeCharlie, pays(d.rules.CharliePays, h.Stake))
		}
	case doubled:
		d.endHand(seat, hand, StatusDoubled)
	case best == 21, int(h.count) >= d.rules.MaxCards, d.onlyStands(b, h):
		d.endHand(seat, hand, StatusStood)
	}
}

// onlyStands reports a split ace that has its one card and cannot be split
// again by the rules, so that nothing is left to decide (R12).
func (d *decision) onlyStands(b *Box, h *Hand) bool {
	if !h.SplitAce || d.rules.HitSplitAces {
		return false
	}
	again := d.rules.ResplitAces && d.rules.SplitOn.same(h) && int(b.HandCount) < d.rules.MaxHands
	return !again
}

// nextTurn gives the turn to the next hand that can be played: seats clockwise,
// a seat's hands left to right. After the last the dealer plays.
func (d *decision) nextTurn() {
	for i := range d.Boxes {
		b := &d.Boxes[i]
		for j := range b.Hands() {
			h := &b.hands[j]
			if h.Status != StatusPlaying && h.Status != StatusWaiting {
				continue
			}
			if d.onlyStands(b, h) {
				d.endHand(uint8(i+1), uint8(j+1), StatusStood)
				continue
			}
			d.emit(Event{Kind: TurnCame, Seat: uint8(i + 1), Hand: uint8(j + 1)})
			return
		}
	}
	d.dealer()
}
