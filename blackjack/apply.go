package blackjack

import "club99/card"

// Apply adds one event to the round. It never refuses: events come from
// [Decide], or from a log that was checked when it was read.
func (r *Round) Apply(e Event) { r.apply(&e) }

func (r *Round) apply(e *Event) {
	switch e.Kind {
	case BetPlaced:
		b := r.Box(int(e.Seat))
		b.Player, b.Bet = e.Player, e.Stake
		if e.Stake == 0 {
			b.Player = 0
		}
	case BetsClosed:
		r.Phase = PhaseDealing
	case CardDealt:
		r.Drawn++
		r.applyCard(e)
	case UpCardDealt, DealerDrew:
		r.Drawn++
		r.Dealer.add(e.Card)
	case HoleCardDealt:
		r.Drawn++
		r.HoleAt = r.Drawn
	case OffersMade:
		if r.Phase != PhaseOffers {
			r.Phase = PhaseOffers
			r.Turn++
		}
		b := r.Box(int(e.Seat))
		b.Offered, b.Open = e.Offers, e.Offers
	case Decided:
		r.applyDecision(e)
	case Checked:
		r.Checked = true
	case HandEnded:
		r.hand(e).Status = e.Status
	case TurnCame:
		r.Phase = PhasePlayers
		r.Turn++
		r.Seat, r.Hand = e.Seat, e.Hand
		r.hand(e).Status = StatusPlaying
	case HoleCardOpened:
		r.Phase, r.Seat, r.Hand = PhaseDealer, 0, 0
		r.Hole = e.Card
		r.Dealer.add(e.Card)
	case DealerEnded:
		r.Dealer.Status = e.Status
	case HandSettled:
		h := r.hand(e)
		h.Outcome, h.Paid = e.Outcome, e.Amount
	case InsuranceSettled:
		b := r.Box(int(e.Seat))
		b.InsuranceOutcome, b.InsurancePaid = e.Outcome, e.Amount
	case RoundOver:
		r.Phase, r.Seat, r.Hand = PhaseOver, 0, 0
	}
}

func (r *Round) hand(e *Event) *Hand { return &r.Box(int(e.Seat)).hands[e.Hand-1] }

func (r *Round) applyCard(e *Event) {
	b := r.Box(int(e.Seat))
	if b.HandCount == 0 {
		b.HandCount = 1
		b.hands[0].Status, b.hands[0].Stake = StatusPlaying, b.Bet
	}
	b.hands[e.Hand-1].add(e.Card)
}

func (r *Round) applyDecision(e *Event) {
	b := r.Box(int(e.Seat))
	if r.Phase == PhaseOffers {
		b.applyAnswer(e)
		return
	}
	switch e.Action {
	case Double:
		b.hands[e.Hand-1].Stake += e.Amount
	case Split:
		b.applySplit(int(e.Hand) - 1)
	}
}

func (b *Box) applyAnswer(e *Event) {
	b.Open &^= SetOf(offerOf(e.Action))
	switch e.Action {
	case Insure:
		b.Insurance = e.Amount
	case TakeEvenMoney:
		b.hands[0].Status = StatusEvenMoney
		b.Open = 0
	case Surrender:
		b.hands[0].Status = StatusSurrendered
		b.Open = 0
	}
}

// applySplit is R12: the first card stays where it is, the second begins a new
// hand directly to the right.
func (b *Box) applySplit(i int) {
	b.HandCount++
	copy(b.hands[i+1:b.HandCount], b.hands[i:b.HandCount-1])
	left, right := &b.hands[i], &b.hands[i+1]
	second := left.cards[1]
	left.split(left.cards[0])
	right.split(second)
	right.Status = StatusWaiting
}

// split makes h one hand of a split, with its one card.
func (h *Hand) split(c card.Card) {
	*h = Hand{Status: StatusPlaying, Split: true, SplitAce: c.IsAce(), Stake: h.Stake}
	h.add(c)
}
