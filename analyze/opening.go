package analyze

import (
	"club99/blackjack"
	"club99/strategy"
)

// actionCount is the number of players' actions and one: values are kept by action.
const actionCount = int(blackjack.DeclineSurrender) + 1

// opening is what a hand's first two cards are worth, action by action, in the
// weighted values of [solver].
type opening[T number[T]] struct {
	hand   strategy.Hand
	legal  blackjack.Actions // at the hand's turn; split is added where the cards pair
	value  [actionCount]T
	dealer T                   // probability of the dealer's Blackjack
	offers blackjack.Actions   // before the check
	prefer strategy.Preference // how the hand is played
}

// openHand values every action of two cards but the split.
func (s *solver[T]) openHand(h strategy.Hand, later func(strategy.Hand) T) opening[T] {
	if h.Natural() {
		return s.openWith(h, nil)
	}
	values := twoCards[T]{stand: s.stand(h), hit: s.hit(h, later)}
	if total, _ := h.Total(); s.rules.DoubleOn.Allows(total) {
		values.double = s.double(h)
	}
	return s.openWith(h, &values)
}

// openWith values every action of two cards, of which those that any two cards
// have are known; nothing is for a natural.
func (s *solver[T]) openWith(h strategy.Hand, values *twoCards[T]) opening[T] {
	o := opening[T]{hand: h, dealer: s.dealersBlackjack(h)}
	if h.Natural() {
		return o
	}
	set := func(a blackjack.Action, v T) {
		o.value[a] = v
		o.legal |= blackjack.SetOf(a)
	}
	set(blackjack.Stand, values.stand)
	set(blackjack.Hit, values.hit)
	if total, _ := h.Total(); s.rules.DoubleOn.Allows(total) {
		set(blackjack.Double, values.double)
	}
	if s.rules.Surrender == blackjack.SurrenderLate || s.rules.Surrender == blackjack.SurrenderEarly && s.blackjack == 0 {
		v := s.zero.Sub(s.half)
		if s.blackjack != 0 {
			v = s.one.Sub(o.dealer).Mul(v)
			if !s.checked {
				v = v.Sub(o.dealer)
			}
		}
		set(blackjack.Surrender, v)
	}
	return o
}

// preferBest writes down the best actions at the hand's turn, the split if it is legal included.
func (s *solver[T]) preferBest(o *opening[T]) {
	if o.legal == 0 {
		return
	}
	p := strategy.Preference(0)
	best := o.value[blackjack.Hit]
	if stand := o.value[blackjack.Stand]; !stand.Less(best) {
		p, best = strategy.PreferStand, stand
	}
	for _, w := range [...]struct {
		action blackjack.Action
		wish   strategy.Preference
	}{
		{blackjack.Double, strategy.PreferDouble},
		{blackjack.Split, strategy.PreferSplit},
		{blackjack.Surrender, strategy.PreferSurrender},
	} {
		if v := o.value[w.action]; o.legal.Has(w.action) && best.Less(v) {
			p, best = p|w.wish, v
		}
	}
	s.prefer[o.hand] = p
}

// offers are what a hand is asked before the check (R14, R15, R21).
func (s *solver[T]) offers(h strategy.Hand) blackjack.Actions {
	var offers blackjack.Actions
	switch {
	case s.up == 1 && h.Natural() && s.rules.EvenMoney:
		offers = blackjack.SetOf(blackjack.TakeEvenMoney)
	case s.up == 1 && s.rules.Insurance:
		offers = blackjack.SetOf(blackjack.Insure)
	}
	if s.rules.Surrender == blackjack.SurrenderEarly && s.blackjack != 0 && !h.Natural() {
		offers |= blackjack.SetOf(blackjack.Surrender)
	}
	return offers
}

// unanswered is what the whole hand earns, Blackjack of the dealer or not, with
// every offer declined.
func (s *solver[T]) unanswered(o *opening[T]) T {
	if o.hand.Natural() {
		return s.one.Sub(o.dealer).Mul(s.terms.blackjack)
	}
	v := o.value[s.prefer[o.hand].Action(o.legal)]
	if s.checked {
		v = v.Sub(o.dealer)
	}
	return v
}

// answered is what the whole hand earns, Blackjack of the dealer or not, with
// the offers answered and the hand played by its preference. With best the
// answers are the best ones, and written down.
func (s *solver[T]) answered(o *opening[T], best bool) T {
	offers := s.offers(o.hand)
	o.offers = offers
	v := s.unanswered(o)
	p := s.prefer[o.hand]
	decide := func(wish strategy.Preference, better bool) bool {
		if best {
			if p &^= wish; better {
				p |= wish
			}
		}
		return p&wish != 0
	}
	if offers.Has(blackjack.Insure) {
		o.value[blackjack.Insure] = s.insuranceValue(o.dealer)
		if decide(strategy.AcceptInsurance, s.zero.Less(o.value[blackjack.Insure])) {
			v = v.Add(o.value[blackjack.Insure])
		}
	}
	if o.value[blackjack.TakeEvenMoney] = s.evenMoney; offers.Has(blackjack.TakeEvenMoney) && decide(strategy.AcceptEvenMoney, v.Less(s.evenMoney)) {
		v = s.evenMoney
	}
	if offers.Has(blackjack.Surrender) {
		o.value[blackjack.Surrender] = s.zero.Sub(s.half)
		if decide(strategy.AcceptSurrender, v.Less(o.value[blackjack.Surrender])) {
			v = o.value[blackjack.Surrender]
		}
	}
	s.prefer[o.hand], o.prefer = p, p
	return v
}

// insuranceValue is what a full insurance earns, half the bet (R15).
func (s *solver[T]) insuranceValue(dealer T) T {
	return dealer.Mul(s.insurance).Sub(s.one.Sub(dealer)).Mul(s.half)
}
