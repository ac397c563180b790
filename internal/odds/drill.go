package odds

import (
	"context"
	"fmt"

	"club99/analyze"
	"club99/blackjack"
	"club99/card"
	"club99/internal/store"
	"club99/internal/wire"
	"club99/strategy"
)

// Drill is something to decide under the rules, dealt from a full shoe, with what
// each action is worth. n chooses among the hands of a spot; without a spot it
// chooses one too. [store.ErrNotFound] for a spot that these rules do not have; the
// error may be [ErrBusy].
func (b *Book) Drill(ctx context.Context, rules *blackjack.Rules, spot *wire.Spot, n uint64) (wire.Drill, error) {
	if spot == nil {
		list := spots(rules)
		spot = &list[n%uint64(len(list))]
		n /= uint64(len(list))
	}
	d, at, ok := deal(rules, *spot, n)
	none := fmt.Errorf("a drill of %+v: %w", *spot, store.ErrNotFound)
	if !ok {
		return d, none
	}
	unseen := analyze.Full(rules.Decks)
	if unseen.Remove(at.Up) != nil || unseen.Remove(valuesOf(d.Cards)...) != nil {
		return d, none // more cards of a value than the shoe has
	}
	err := b.ask(ctx, rules, func(a *analyze.Analyzer) error {
		choices, err := a.Decide(unseen, at)
		d.Choices = told(choices)
		return err
	})
	if err == nil && len(d.Choices) < 2 {
		err = none // nothing to decide
	}
	return d, err
}

// spots are the situations worth learning: not those that decide themselves.
func spots(rules *blackjack.Rules) []wire.Spot {
	var list []wire.Spot
	for up := 1; up <= 10; up++ {
		add := func(kind string, later bool, from, to int) {
			for total := from; total <= to; total++ {
				list = append(list, wire.Spot{Kind: kind, Total: total, Later: later, Up: up})
			}
		}
		add(wire.KindHard, false, 8, 17)
		add(wire.KindSoft, false, 13, 19)
		add(wire.KindHard, true, 12, 17)
		add(wire.KindSoft, true, 17, 18)
		if rules.MaxHands > 1 {
			add(wire.KindPair, false, 1, 9)
		}
	}
	if rules.Insurance {
		list = append(list, wire.Spot{Offer: wire.OfferInsurance, Up: 1})
	}
	if rules.EvenMoney {
		list = append(list, wire.Spot{Offer: wire.OfferEvenMoney, Up: 1})
	}
	return list
}

// deal deals the n-th hand of a spot; false if the rules have no such situation.
func deal(rules *blackjack.Rules, s wire.Spot, n uint64) (wire.Drill, analyze.Situation, bool) {
	at := analyze.Situation{Up: s.Up, Hands: 1, OfRank: -1}
	hands := handsOf(s)
	switch s.Offer {
	case "":
		at.Legal = blackjack.SetOf(blackjack.Hit, blackjack.Stand)
		if !s.Later {
			at.Legal |= blackjack.SetOf(blackjack.Double, blackjack.Surrender)
		}
		if s.Kind == wire.KindPair {
			if rules.MaxHands < 2 {
				return wire.Drill{}, at, false
			}
			at.Legal |= blackjack.SetOf(blackjack.Split)
		}
	case wire.OfferInsurance:
		at.Legal = blackjack.SetOf(blackjack.Insure, blackjack.DeclineInsurance)
		if s.Up != 1 || !rules.Insurance {
			return wire.Drill{}, at, false
		}
	case wire.OfferEvenMoney:
		at.Legal = blackjack.SetOf(blackjack.TakeEvenMoney, blackjack.DeclineEvenMoney)
		if s.Up != 1 || !rules.EvenMoney {
			return wire.Drill{}, at, false
		}
	case wire.OfferSurrender:
		at.Legal = blackjack.SetOf(blackjack.Surrender, blackjack.DeclineSurrender)
		if s.Later || rules.Surrender != blackjack.SurrenderEarly || s.Up != 1 && s.Up != 10 {
			return wire.Drill{}, at, false
		}
	}
	if len(hands) == 0 {
		return wire.Drill{}, at, false
	}
	values := hands[n%uint64(len(hands))]
	n /= uint64(len(hands))
	d := wire.Drill{Spot: s, Up: cardOf(s.Up, n+2)}
	for i, v := range values {
		k := n
		if i > 0 && s.Kind != wire.KindPair {
			k += uint64(i) // another suit, and among ten-values another rank
		}
		c := cardOf(v, k)
		if s.Kind == wire.KindPair {
			c = card.New(c.Rank(), card.Suit((n+uint64(i))%4))
		}
		d.Cards = append(d.Cards, c)
		at.Hand = at.Hand.Add(v)
	}
	return d, at, true
}

// handsOf lists the hands of a spot by value, each in the order dealt. A ten-value
// comes last, so that no two cards are a Blackjack on the way to a third.
func handsOf(s wire.Spot) [][]int {
	var list, alike [][]int
	try := func(values ...int) {
		h := strategy.Of(values...)
		if h == strategy.Bust {
			return
		}
		total, soft := h.Total()
		switch {
		case s.Offer == wire.OfferInsurance:
			if !h.Natural() {
				list = append(list, values)
			}
			return
		case s.Offer == wire.OfferEvenMoney:
			if h.Natural() {
				list = append(list, values)
			}
			return
		case total > 20:
			return // nothing to decide
		case s.Kind == wire.KindPair:
			if h.Pair() == s.Total {
				list = append(list, values)
			}
			return
		case total != s.Total || soft != (s.Kind == wire.KindSoft):
			return
		case h.Pair() != 0:
			alike = append(alike, values)
			return
		}
		list = append(list, values)
	}
	for a := 1; a <= 10; a++ {
		for b := a; b <= 10; b++ {
			if !s.Later || s.Kind == "" {
				try(a, b)
				continue
			}
			for c := b; c <= 10; c++ {
				try(a, b, c)
			}
		}
	}
	if len(list) == 0 {
		return alike // two ten-values of different ranks
	}
	return list
}

// cardOf is a card of a value; n chooses its suit, and the rank of a ten-value.
func cardOf(value int, n uint64) card.Card {
	rank := card.Rank(value)
	if value == 10 {
		rank = card.Ten + card.Rank(n%4)
	}
	return card.New(rank, card.Suit((n/4+n)%4))
}

func valuesOf(cards []card.Card) []int {
	list := make([]int, len(cards))
	for i, c := range cards {
		list[i] = c.Value()
	}
	return list
}
