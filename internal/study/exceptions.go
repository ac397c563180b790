package study

import (
	"cmp"
	"math"
	"slices"

	"club99/analyze"
	"club99/blackjack"
	"club99/strategy"
)

// Exception is a hand that is played better by its cards than by its total.
type Exception struct {
	Hand        strategy.Hand
	Up          int
	Table, Best blackjack.Action // by the total, and by the cards
	Worth       float64          // what the best earns more at this decision, in initial bets
	Probability float64          // of being dealt; 0 for a hand of three cards
}

// Exceptions lists the hands of two and three cards that a composition-dependent
// game plays otherwise than a table of the same rules and shoe: by the
// number of cards, then by what they are worth. A hand of three cards is
// listed if good play comes to it.
func Exceptions(a *analyze.Analyzer, shoe analyze.Shoe, best, table *analyze.Game) ([]Exception, error) {
	var list []Exception
	hits := map[cellOf]bool{} // two cards that are hit
	for i := range best.Hands {
		b, t := &best.Hands[i], &table.Hands[i]
		if b.Play == blackjack.Hit {
			hits[cellOf{b.Hand, b.Up}] = true
		}
		if e, differs := exception(b, t); differs {
			list = append(list, e)
		}
	}
	for up := 1; up <= 10; up++ {
		for h := range strategy.Bust {
			differ := (best.Strategy.Preferences[up][h]^table.Strategy.Preferences[up][h])&strategy.PreferStand != 0
			if h.Count() != 3 || !differ || !comesFrom(h, up, hits) {
				continue
			}
			e, err := exceptionOfThree(a, shoe, h, up)
			if err != nil {
				return nil, err
			}
			if e.Best != 0 && e.Worth > negligible {
				list = append(list, e)
			}
		}
	}
	slices.SortStableFunc(list, func(x, y Exception) int {
		return cmp.Or(cmp.Compare(x.Hand.Count(), y.Hand.Count()), cmp.Compare(y.Worth, x.Worth))
	})
	return list, nil
}

// negligible is a difference that rounding may make.
const negligible = 1e-12

// cellOf is a hand against an up card.
type cellOf struct {
	hand strategy.Hand
	up   int
}

// exception compares how one deal is played.
func exception(best, table *analyze.Hand) (Exception, bool) {
	e := Exception{Hand: best.Hand, Up: best.Up, Probability: best.Probability}
	b, t := Answer(best), Answer(table)
	switch {
	case b != t:
		e.Table, e.Best, e.Worth = t, b, best.Value-table.Value
	case best.Play != table.Play && b != blackjack.Surrender:
		e.Table, e.Best = table.Play, best.Play
		e.Worth = best.EV[best.Play] - best.EV[table.Play]
	default:
		return e, false
	}
	return e, e.Worth > negligible
}

// Answer is what a deal answers to its offers, the most telling of them: a
// surrender, an insurance, even money, or the refusal of what is offered. It is 0
// where there is none.
func Answer(h *analyze.Hand) blackjack.Action {
	p := h.Preference
	switch {
	case h.Offers.Has(blackjack.Surrender) && p&strategy.AcceptSurrender != 0:
		return blackjack.Surrender
	case h.Offers.Has(blackjack.Insure) && p&strategy.AcceptInsurance != 0:
		return blackjack.Insure
	case h.Offers.Has(blackjack.TakeEvenMoney) && p&strategy.AcceptEvenMoney != 0:
		return blackjack.TakeEvenMoney
	case h.Offers.Has(blackjack.TakeEvenMoney):
		return blackjack.DeclineEvenMoney
	case h.Offers.Has(blackjack.Surrender):
		return blackjack.DeclineSurrender
	case h.Offers.Has(blackjack.Insure):
		return blackjack.DeclineInsurance
	}
	return 0
}

// comesFrom reports whether one of two cards that are hit becomes the hand.
func comesFrom(h strategy.Hand, up int, hits map[cellOf]bool) bool {
	cards := h.Cards()
	for last := 1; last <= 10; last++ {
		if cards[last] == 0 {
			continue
		}
		var two []int
		for v := 1; v <= 10; v++ {
			n := int(cards[v])
			if v == last {
				n--
			}
			for range n {
				two = append(two, v)
			}
		}
		if hits[cellOf{strategy.Of(two...), up}] {
			return true
		}
	}
	return false
}

// exceptionOfThree values a hand of three cards. Best is 0 if it has no decision.
func exceptionOfThree(a *analyze.Analyzer, shoe analyze.Shoe, h strategy.Hand, up int) (Exception, error) {
	e := Exception{Hand: h, Up: up}
	rules := a.Rules()
	if rules.MaxCards <= 3 || rules.Charlie == 3 || shoe.Remove(up) != nil {
		return e, nil
	}
	cards := h.Cards()
	for v := 1; v <= 10; v++ {
		for range cards[v] {
			if shoe.Remove(v) != nil {
				return e, nil
			}
		}
	}
	choices, err := a.Decide(shoe, analyze.Situation{Hand: h, Up: up, Hands: 1, Checked: rules.Peek.Checks(up), OfRank: -1,
		Legal: blackjack.SetOf(blackjack.Hit, blackjack.Stand)})
	if err != nil || len(choices) < 2 {
		return e, err
	}
	e.Best, e.Table, e.Worth = choices[0].Action, choices[1].Action, math.Abs(choices[0].EV-choices[1].EV)
	return e, nil
}
