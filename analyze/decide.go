package analyze

import (
	"cmp"
	"fmt"
	"slices"

	"club99/blackjack"
	"club99/strategy"
)

// Choice is an action with what it is worth.
type Choice struct {
	Action blackjack.Action
	EV     float64 // in initial bets; for a hand that came from a split, of this hand alone
}

// Situation is one decision of a live round, as its player sees it.
type Situation struct {
	Hand    strategy.Hand
	Up      int  // the dealer's up card by value, 1 for an ace
	Split   bool // the hand came from a split
	Hands   int  // hands of the seat, 1 before a split
	Checked bool // the dealer has looked for a Blackjack and has none
	Busted  bool // another hand of the seat has busted: it counts towards what a Blackjack may take (R16)

	// OfRank is the number of cards left in the shoe of the rank of a pair of
	// ten-values, where only one rank pairs. Below 0 it is not known, and is
	// taken as a quarter of the ten-values.
	OfRank int

	Legal blackjack.Actions // the actions to choose from
}

// SituationOf returns the decision that a seat of a round has to make; false if it has none.
func SituationOf(rules *blackjack.Rules, r *blackjack.Round, seat int) (Situation, bool) {
	const funds = 1 << 60 // what one can afford is no part of the question
	legal := blackjack.Legal(rules, r, seat, funds)
	box := r.Box(seat)
	if legal == 0 || r.Phase != blackjack.PhaseOffers && r.Phase != blackjack.PhasePlayers {
		return Situation{}, false
	}
	at := 0
	if r.Phase == blackjack.PhasePlayers {
		at = int(r.Hand) - 1
	}
	s := Situation{Up: r.UpCard().Value(), Hands: int(box.HandCount), Checked: r.Checked, OfRank: -1, Legal: legal}
	for i := range box.Hands() {
		if h := &box.Hands()[i]; i == at {
			s.Split = h.Split
			for _, c := range h.Cards() {
				s.Hand = s.Hand.Add(c.Value())
			}
		} else if h.Outcome == blackjack.OutcomeBust {
			s.Busted = true
		}
	}
	return s, true
}

// Decide returns the legal actions of a live decision, the best first. The shoe
// is every card that nobody has seen, the hole card included. What follows the
// action is played best; after a split, as [CDZ] does.
func (a *Analyzer) Decide(shoe Shoe, at Situation) ([]Choice, error) {
	if at.Hand >= strategy.Bust || at.Hand.Count() < 2 || at.Up < 1 || at.Up > 10 {
		return nil, fmt.Errorf("analyze: hand %v against up card %d is no decision: a hand has two cards or more, an up card a value from 1 to 10", at.Hand, at.Up)
	}
	if err := shoe.check(1); err != nil {
		return nil, fmt.Errorf("analyze: %w", err)
	}
	t := &a.table
	t.meet(at.Up)
	t.checked = t.blackjack != 0 && (at.Checked || a.rules.Peek.Checks(at.Up))
	t.prefer = &a.scratch
	t.split = at.Split && at.Busted
	defer func() { t.split = false }()
	left := shoe
	for v := 1; v <= 10; v++ {
		left[v] += at.Hand.Of(v)
	}
	t.open(left)
	t.expect(at.Hand)
	o := t.openLive(at)
	choices := t.choices(&o, at.Legal)
	slices.SortStableFunc(choices, func(x, y Choice) int { return cmp.Compare(y.EV, x.EV) })
	return choices, nil
}

// expect finds the dealer's chances for every hand that may be asked about.
func (t *tableOf[T]) expect(h strategy.Hand) {
	if _, fast := any(t.zero).(float); !fast {
		return
	}
	need := h.Cards()
	if pair := h.Pair(); pair != 0 {
		need[pair] = 1 // the hands of a split begin with one
	}
	t.list = t.list[:0]
	for _, next := range standing {
		cards := next.Cards()
		enough := true
		for v := 1; v <= 10; v++ {
			enough = enough && cards[v] >= need[v]
		}
		if enough {
			t.list = append(t.list, next)
		}
	}
	t.dealers.find(t.ends, t.list)
}

// openLive values the actions of one decision.
func (t *tableOf[T]) openLive(at Situation) opening[T] {
	two := at.Hand.Count() == 2
	if !two {
		o := opening[T]{hand: at.Hand, dealer: t.dealersBlackjack(at.Hand), legal: blackjack.SetOf(blackjack.Hit, blackjack.Stand)}
		o.value[blackjack.Stand], o.value[blackjack.Hit] = t.stand(at.Hand), t.hit(at.Hand, t.best)
		return o
	}
	if at.Split && at.Hand.Natural() {
		return opening[T]{hand: at.Hand}
	}
	o := t.openHand(at.Hand, t.best)
	t.preferBest(&o)
	most := min(t.rules.MaxHands-max(at.Hands, 1)+1, t.mostHands(at.Hand.Pair()))
	if at.Hand.Of(1) == 2 && at.Split && t.rules.ResplitAces {
		most = t.rules.MaxHands - at.Hands + 1
	}
	if !at.Legal.Has(blackjack.Split) || at.Hand.Pair() == 0 || most < 2 {
		return o
	}
	pair := at.Hand.Pair()
	p := pairCards{value: pair, left: t.left[pair] - 2}
	if pair == 10 && t.rules.SplitOn == blackjack.SplitSameRank {
		p.left = at.OfRank
		if p.left < 0 {
			p.left = tensOf(t.left[10], 0) - 2
		}
		p.rest = t.left[10] - 2 - p.left
	}
	t.preferAfter(pair)
	o.value[blackjack.Split] = t.splitFixed(p, most).value
	if t.takesOriginal() && !at.Busted {
		loss, _ := originalLoss(any(t).(*tableOf[float]), p, most)
		o.value[blackjack.Split] = o.value[blackjack.Split].Sub(any(float(loss)).(T))
	}
	o.legal |= blackjack.SetOf(blackjack.Split)
	t.preferBest(&o)
	return o
}

// choices turns weighted values into those that the player at the table has.
func (t *tableOf[T]) choices(o *opening[T], legal blackjack.Actions) []Choice {
	var list []Choice
	add := func(a blackjack.Action, ev float64) {
		if legal.Has(a) {
			list = append(list, Choice{a, ev})
		}
	}
	weight := 1.0
	if t.checked {
		weight = 1 - o.dealer.Float()
	}
	if legal.Has(blackjack.Stand) {
		for _, a := range valued[:5] {
			if o.legal.Has(a) {
				add(a, o.value[a].Float()/weight)
			}
		}
		return list
	}
	// Before the check: the round as a whole.
	asked := *o
	play := t.unanswered(&asked).Float()
	insured := t.insuranceValue(o.dealer).Float()
	add(blackjack.Insure, play+insured)
	add(blackjack.DeclineInsurance, play)
	add(blackjack.TakeEvenMoney, t.evenMoney.Float())
	add(blackjack.DeclineEvenMoney, play)
	add(blackjack.Surrender, -0.5)
	add(blackjack.DeclineSurrender, play)
	return list
}
