package analyze

import (
	"cmp"
	"math"
	"slices"

	"club99/blackjack"
	"club99/strategy"
)

// spread is the distribution of a round's result, by the result in units of
// which all payouts are whole numbers.
type spread struct {
	t    *tableOf[float]
	unit int64 // units of an initial bet
	p    map[int64]float64

	win, charlie, blackjack, evenMoney int64
	insured                            int64 // what insurance wins with a dealer's Blackjack; it loses half a bet without

	square float64 // expectation of the squared result, in initial bets
	many   float64 // probability of a round with more than two hands of a seat
	unsure float64 // bound of the error of the distribution
	reach  [strategy.Hands]float64
	work   *pairWork
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func newSpread(t *tableOf[float]) *spread {
	r := t.rules
	if t.work == nil {
		t.work = &pairWork{index: map[cardKey]int32{}}
	}
	s := &spread{t: t, unit: 2, p: map[int64]float64{}, work: t.work}
	pays := []struct {
		num, den int32
		to       *int64
	}{
		{r.WinPays.Num, r.WinPays.Den, &s.win}, {r.CharliePays.Num, r.CharliePays.Den, &s.charlie},
		{r.BlackjackPays.Num, r.BlackjackPays.Den, &s.blackjack}, {r.EvenMoneyPays.Num, r.EvenMoneyPays.Den, &s.evenMoney},
		{r.InsurancePays.Num, 2 * r.InsurancePays.Den, &s.insured},
	}
	for _, p := range pays {
		if p.den != 0 {
			s.unit *= int64(p.den) / gcd(s.unit, int64(p.den))
		}
	}
	for _, p := range pays {
		if p.den != 0 {
			*p.to = s.unit / int64(p.den) * int64(p.num)
		}
	}
	return s
}

// add counts a result with insurance's part.
func (s *spread) add(net int64, p float64, dealer bool, insured bool) {
	if p == 0 {
		return
	}
	if insured && dealer {
		net += s.insured
	} else if insured {
		net -= s.unit / 2
	}
	s.p[net] += p
	x := float64(net) / float64(s.unit)
	s.square += p * x * x
}

// find fills the distribution from the deals of the table.
func (s *spread) find() {
	from := 0
	for from < len(s.t.deals) {
		up := s.t.deals[from].up
		to := from
		for to < len(s.t.deals) && s.t.deals[to].up == up {
			to++
		}
		s.t.begin(up)
		s.t.expectAll()
		s.findUp(s.t.deals[from:to], false)
		if up == 1 && s.t.rules.Insurance {
			s.findUp(s.t.deals[from:to], true)
		}
		from = to
	}
}

// findUp counts the deals under one up card that are insured, or those that are not.
func (s *spread) findUp(deals []deal[float], insured bool) {
	for i := range deals {
		d := &deals[i]
		accepted := func(a blackjack.Action, wish strategy.Preference) bool { return d.offers.Has(a) && d.prefer&wish != 0 }
		early := accepted(blackjack.Surrender, strategy.AcceptSurrender)
		if insured != (accepted(blackjack.Insure, strategy.AcceptInsurance) && !early) {
			continue
		}
		p, dealer := float64(d.probability), float64(d.dealer)
		switch {
		case early:
			s.add(-s.unit/2, p, false, false)
		case accepted(blackjack.TakeEvenMoney, strategy.AcceptEvenMoney):
			s.add(s.evenMoney, p, false, false)
		case d.hand.Natural():
			s.add(s.blackjack, p*(1-dealer), false, insured)
			s.add(0, p*dealer, true, insured)
		default:
			if s.t.checked {
				s.add(-s.unit, p*dealer, true, insured)
			}
			s.play(d, p, insured)
		}
	}
	s.hits(insured)
}

// play counts the action of a deal; hits are kept for hits.
func (s *spread) play(d *deal[float], p float64, insured bool) {
	switch d.prefer.Action(d.legal) {
	case blackjack.Surrender:
		dealer := float64(d.dealer)
		s.add(-s.unit/2, p*(1-dealer), false, insured)
		if !s.t.checked {
			s.add(-s.unit, p*dealer, true, insured)
		}
	case blackjack.Split:
		s.split(d, p, insured)
	case blackjack.Stand:
		s.stand(d.hand, p, 1, insured)
	case blackjack.Double:
		s.draw(d.hand, p, func(next strategy.Hand, p float64) {
			if s.t.isCharlie(next) {
				s.charlieHand(next, p, 2, insured)
			} else {
				s.stand(next, p, 2, insured)
			}
		}, 2, insured)
	default:
		s.reach[d.hand] += p
	}
}

// hits plays on all hands that take a card.
func (s *spread) hits(insured bool) {
	for _, h := range byCount {
		p := s.reach[h]
		if p == 0 {
			continue
		}
		s.reach[h] = 0
		if h.Count() > 2 {
			if s.t.isCharlie(h) {
				s.charlieHand(h, p, 1, insured)
				continue
			}
			total, _ := h.Total()
			if total == 21 || h.Count() >= s.t.rules.MaxCards || s.t.prefer[h]&strategy.PreferStand != 0 {
				s.stand(h, p, 1, insured)
				continue
			}
		}
		s.draw(h, p, func(next strategy.Hand, p float64) { s.reach[next] += p }, 1, insured)
	}
}

// draw takes one card more.
func (s *spread) draw(h strategy.Hand, p float64, then func(strategy.Hand, float64), stake int64, insured bool) {
	for v := 1; v <= 10; v++ {
		c := p * float64(s.t.chance(h, v))
		if c == 0 {
			continue
		}
		if next := h.Add(v); next != strategy.Bust {
			then(next, c)
			continue
		}
		without := 1.0 // no dealer's Blackjack
		if s.t.blackjack != 0 {
			left := s.t.left[s.t.blackjack] - h.Of(s.t.blackjack)
			if v == s.t.blackjack {
				left--
			}
			without -= float64(left) / float64(s.t.n-h.Count()-1)
		}
		s.add(-stake*s.unit, c*without, false, insured)
		if !s.t.checked {
			s.add(-stake*s.unit, c*(1-without), true, insured)
		}
	}
}

// stand compares a hand with the dealer's.
func (s *spread) stand(h strategy.Hand, p float64, stake int64, insured bool) {
	dealer := s.t.beyond(h)
	s.add(stake*s.win, p*float64(1-s.t.dealersBlackjack(h)-dealer[0]), false, insured)
	s.add(0, p*float64(dealer[0]-dealer[1]), false, insured)
	s.add(-stake*s.unit, p*float64(dealer[1]), false, insured)
	s.taken(h, p, stake, insured)
}

// compare is what a total earns against an end of the dealer.
func (s *spread) compare(total, end int, stake int64) int64 {
	switch {
	case end == dealerBust || end+17 < total:
		return stake * s.win
	case end+17 == total:
		return 0
	}
	return -stake * s.unit
}

// taken counts a dealer's Blackjack that was not checked for.
func (s *spread) taken(h strategy.Hand, p float64, stake int64, insured bool) {
	if s.t.blackjack == 0 || s.t.checked {
		return
	}
	if s.t.rules.NoPeekLoss == blackjack.LoseOriginal {
		stake = 1
	}
	s.add(-stake*s.unit, p*float64(s.t.dealersBlackjack(h)), true, insured)
}

func (s *spread) charlieHand(h strategy.Hand, p float64, stake int64, insured bool) {
	dealer := p * float64(s.t.dealersBlackjack(h))
	s.add(stake*s.charlie, p-dealer, false, insured)
	if s.t.rules.CharlieBeatsBlackjack && !s.t.checked {
		s.add(stake*s.charlie, dealer, true, insured)
		return
	}
	s.taken(h, p, stake, insured)
}

// outcomes lists the distribution.
func (s *spread) outcomes() []Outcome {
	var list []Outcome
	for net, p := range s.p {
		list = append(list, Outcome{float64(net) / float64(s.unit), p})
	}
	slices.SortFunc(list, func(a, b Outcome) int { return cmp.Compare(a.Net, b.Net) })
	return list
}

// deviation is the standard deviation, from the squares.
func (s *spread) deviation(value float64) float64 { return math.Sqrt(max(s.square-value*value, 0)) }
