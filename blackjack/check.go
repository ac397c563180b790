package blackjack

import "club99/money"

// Check says whether the round would accept the command: nil, or the [Refusal]
// that names the first thing wrong with it. Rules must be valid.
func Check(rules *Rules, r *Round, c Command) error {
	if why := check(rules, r, &c); why != 0 {
		return why
	}
	return nil
}

// Legal returns which of the players' own actions a seat may take now with the
// given funds. Insure is among them if any amount of insurance would be accepted.
func Legal(rules *Rules, r *Round, seat int, funds money.Amount) Actions {
	var legal Actions
	for a := Hit; a <= DeclineSurrender; a++ {
		c := Command{Action: a, Seat: uint8(seat), Funds: funds, Turn: r.Turn}
		if a == Insure {
			c.Amount = money.Amount(rules.InsurancePays.Den)
		}
		if check(rules, r, &c) == 0 {
			legal |= 1 << a
		}
	}
	return legal
}

// Ahead returns the round as it will stand when the turn comes to a seat that waits
// for it in [PhasePlayers], for [Legal] and [Price] to say what the seat can do then:
// until its turn nothing that they look at changes but the funds. ok is false for a
// seat that does not wait.
func Ahead(r *Round, seat int) (then Round, ok bool) {
	if r.Phase != PhasePlayers || seat <= int(r.Seat) {
		return Round{}, false
	}
	b := r.Box(seat)
	for i := range b.Hands() {
		if s := b.hands[i].Status; s == StatusPlaying || s == StatusWaiting {
			then = *r
			then.Seat, then.Hand = uint8(seat), uint8(i+1)
			return then, true
		}
	}
	return Round{}, false
}

// Price returns what an action would take from the player's funds now: the
// stake of a double or split, the full insurance. It is 0 for every other action.
func Price(rules *Rules, r *Round, seat int, a Action) money.Amount {
	b := r.Box(seat)
	switch a {
	case Insure:
		return maxInsurance(b)
	case Double, Split:
		if r.Phase == PhasePlayers && int(r.Seat) == seat {
			return b.hands[r.Hand-1].Stake
		}
	}
	return 0
}

func check(rules *Rules, r *Round, c *Command) Refusal {
	switch {
	case c.Action == 0 || c.Action >= actionEnd:
		return NotACommand
	case c.Action == Deal:
		return checkDeal(r)
	case c.Seat < 1 || int(c.Seat) > rules.Seats:
		return NoSuchSeat
	case c.Action == PlaceBet:
		return checkBet(rules, r, c)
	case c.Turn != r.Turn:
		return StaleTurn
	case r.Phase == PhaseOffers:
		return checkAnswer(rules, r, c)
	case r.Phase == PhasePlayers:
		return checkPlay(rules, r, c)
	}
	return WrongPhase
}

// checkBet is R23 and R24. The amount replaces an earlier bet on the seat; it
// never adds to it.
func checkBet(rules *Rules, r *Round, c *Command) Refusal {
	b := &r.Boxes[c.Seat-1]
	switch {
	case r.Phase != PhaseBetting:
		return WrongPhase
	case b.Bet != 0 && b.Player != c.Player:
		return NoSuchSeat
	case c.Amount == 0 && b.Bet != 0:
		return 0
	case c.Amount < rules.MinBet || c.Amount > rules.MaxBet || c.Amount%rules.BetStep != 0:
		return BadAmount
	case c.Amount-b.Bet > c.Funds:
		return InsufficientFunds
	}
	held := 0
	for i := range r.Boxes {
		if o := &r.Boxes[i]; o != b && o.Bet != 0 && o.Player == c.Player {
			held++
		}
	}
	if held >= rules.SeatsPerPlayer {
		return TooManySeats
	}
	return 0
}

func checkDeal(r *Round) Refusal {
	if r.Phase != PhaseBetting {
		return WrongPhase
	}
	for i := range r.Boxes {
		if r.Boxes[i].Bet != 0 {
			return 0
		}
	}
	return NoBets
}

// offerOf returns the offer that an answer belongs to; 0 for an action that answers none.
func offerOf(a Action) Action {
	switch a {
	case Insure, DeclineInsurance:
		return Insure
	case TakeEvenMoney, DeclineEvenMoney:
		return TakeEvenMoney
	case Surrender, DeclineSurrender:
		return Surrender
	}
	return 0
}

// checkAnswer is the offers phase: R14 early, R15, R21.
func checkAnswer(rules *Rules, r *Round, c *Command) Refusal {
	b := &r.Boxes[c.Seat-1]
	offer := offerOf(c.Action)
	switch {
	case b.Bet == 0:
		return NotYourTurn
	case c.Action == Timeout && b.Open != 0:
		return 0
	case c.Action == Timeout && b.Offered != 0:
		return AlreadyAnswered
	case c.Action == Timeout:
		return NotOffered
	case offer == 0 || c.Action == Surrender && rules.Surrender == SurrenderLate:
		return WrongPhase
	case !b.Offered.Has(offer):
		return NotOffered
	case !b.Open.Has(offer):
		return AlreadyAnswered
	case c.Action == Insure:
		return checkInsure(rules, b, c)
	}
	return 0
}

// maxInsurance is half the bet, in whole units (R15). Valid rules can pay it: where the payout
// needs more than whole units, every bet's half is a multiple of what it needs (R23).
func maxInsurance(b *Box) money.Amount { return b.Bet / 2 }

func checkInsure(rules *Rules, b *Box, c *Command) Refusal {
	switch {
	case c.Amount <= 0 || c.Amount > maxInsurance(b) || c.Amount%money.Amount(rules.InsurancePays.Den) != 0:
		return BadAmount
	case c.Amount > c.Funds:
		return InsufficientFunds
	}
	return 0
}

// checkPlay is the players' phase: R09 to R14.
func checkPlay(rules *Rules, r *Round, c *Command) Refusal {
	b := &r.Boxes[c.Seat-1]
	if offer := offerOf(c.Action); offer != 0 && c.Action != Surrender {
		if b.Offered.Has(offer) {
			return WrongPhase
		}
		return NotOffered
	}
	if c.Seat != r.Seat {
		if b.HandCount > 0 && !b.hasPlay() {
			return HandIsOver
		}
		return NotYourTurn
	}
	h := &b.hands[r.Hand-1]
	switch c.Action {
	case Hit:
		if h.SplitAce && !rules.HitSplitAces {
			return OneCardOnSplitAces
		}
	case Double:
		return checkDouble(rules, h, c)
	case Split:
		return checkSplit(rules, b, h, c)
	case Surrender:
		return checkSurrender(rules, b, h)
	}
	return 0
}

// checkDouble is R11.
func checkDouble(rules *Rules, h *Hand, c *Command) Refusal {
	switch {
	case h.SplitAce && !rules.HitSplitAces:
		return OneCardOnSplitAces
	case h.count != 2:
		return NotFirstTwoCards
	case h.Split && !rules.DoubleAfterSplit:
		return NotAfterSplit
	case !rules.DoubleOn.Allows(int(h.best())):
		return TotalNotAllowed
	case h.Stake > c.Funds:
		return InsufficientFunds
	}
	return 0
}

// Allows reports whether a hand with that total may be doubled (R11).
func (d DoubleRule) Allows(total int) bool {
	switch d {
	case Double9To11:
		return total >= 9 && total <= 11
	case Double10To11:
		return total == 10 || total == 11
	}
	return true
}

// checkSplit is R12.
func checkSplit(rules *Rules, b *Box, h *Hand, c *Command) Refusal {
	switch {
	case h.count != 2:
		return NotFirstTwoCards
	case !rules.SplitOn.same(h):
		return CardsDoNotPair
	case h.SplitAce && !rules.ResplitAces:
		return AcesSplitOnce
	case int(b.HandCount) >= rules.MaxHands:
		return SplitLimit
	case h.Stake > c.Funds:
		return InsufficientFunds
	}
	return 0
}

// same reports whether the first two cards of the hand are the same.
func (s SplitRule) same(h *Hand) bool {
	if s == SplitSameValue {
		return h.cards[0].Value() == h.cards[1].Value()
	}
	return h.cards[0].Rank() == h.cards[1].Rank()
}

// checkSurrender is R14 at a hand's own turn. With early surrender a seat that
// was asked before the check has answered; one that was not asked, because the
// dealer's up card makes no Blackjack, decides here.
func checkSurrender(rules *Rules, b *Box, h *Hand) Refusal {
	switch {
	case rules.Surrender == SurrenderOff:
		return NotOffered
	case b.Offered.Has(Surrender):
		return AlreadyAnswered
	case h.Split:
		return NotAfterSplit
	case h.count != 2:
		return NotFirstTwoCards
	}
	return 0
}

// hasPlay reports whether any hand of the seat can still be played.
func (b *Box) hasPlay() bool {
	for i := range b.Hands() {
		if s := b.hands[i].Status; s == StatusPlaying || s == StatusWaiting {
			return true
		}
	}
	return false
}
