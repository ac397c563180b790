package analyze

import (
	"club99/blackjack"
	"club99/strategy"
)

// compile asks a strategy about every hand and writes down its preferences.
func (a *Analyzer) compile(s strategy.Strategy) *strategy.Composition {
	if c, ok := s.(*strategy.Composition); ok {
		return c
	}
	c := &strategy.Composition{After: map[strategy.Origin]*[strategy.Hands]strategy.Preference{}}
	for up := 1; up <= 10; up++ {
		prefer := &c.Preferences[up]
		for h := range strategy.Bust {
			if h.Count() < 2 {
				continue
			}
			prefer[h] = a.ask(s, strategy.Situation{Hand: h, Up: up}, h.Pair() != 0 && a.rules.MaxHands > 1)
			if h.Count() == 2 {
				prefer[h] |= answers(s, h, up)
			}
		}
		for pair := 1; pair <= 10; pair++ {
			if prefer[strategy.Of(pair, pair)]&strategy.PreferSplit != 0 {
				c.After[strategy.Origin{Up: up, Pair: pair}] = a.compileAfter(s, up, pair)
			}
		}
	}
	return c
}

// compileAfter asks about every hand that comes from splitting a pair.
func (a *Analyzer) compileAfter(s strategy.Strategy, up, pair int) *[strategy.Hands]strategy.Preference {
	after := new([strategy.Hands]strategy.Preference)
	again := strategy.Of(pair, pair)
	for h := range strategy.Bust {
		if h.Count() < 2 || h.Of(pair) == 0 {
			continue
		}
		at := strategy.Situation{Hand: h, Up: up, Pair: pair}
		after[h] = a.ask(s, at, h == again && a.rules.MaxHands > 2)
		if h == again && after[h]&strategy.PreferSplit != 0 {
			after[h] = a.ask(s, at, false) | strategy.PreferSplit // how it is played at the limit of hands
		}
	}
	return after
}

// ask finds the preference of one hand: what is chosen of everything that may
// be legal, then what is chosen without it, and so on.
func (a *Analyzer) ask(s strategy.Strategy, at strategy.Situation, split bool) strategy.Preference {
	legal := blackjack.SetOf(blackjack.Hit, blackjack.Stand)
	var p strategy.Preference
	first := at.Hand.Count() == 2
	if first && split {
		legal |= blackjack.SetOf(blackjack.Split)
	}
	if total, _ := at.Hand.Total(); first && a.rules.DoubleOn.Allows(total) && (at.Pair == 0 || a.rules.DoubleAfterSplit) {
		legal |= blackjack.SetOf(blackjack.Double)
	}
	if first && at.Pair == 0 && a.rules.Surrender != blackjack.SurrenderOff {
		legal |= blackjack.SetOf(blackjack.Surrender)
	}
	for {
		at.Legal = legal
		action := s.Play(at)
		switch action {
		case blackjack.Surrender:
			p |= strategy.PreferSurrender
		case blackjack.Split:
			p |= strategy.PreferSplit
		case blackjack.Double:
			p |= strategy.PreferDouble
		case blackjack.Stand:
			return p | strategy.PreferStand
		default:
			return p
		}
		legal &= below[action]
	}
}

// below is what [strategy.Preference] looks at after each wish: what stands above
// it was not wanted.
var below = map[blackjack.Action]blackjack.Actions{
	blackjack.Surrender: blackjack.SetOf(blackjack.Split, blackjack.Double, blackjack.Hit, blackjack.Stand),
	blackjack.Split:     blackjack.SetOf(blackjack.Double, blackjack.Hit, blackjack.Stand),
	blackjack.Double:    blackjack.SetOf(blackjack.Hit, blackjack.Stand),
}

// answers asks about what is offered before the check.
func answers(s strategy.Strategy, h strategy.Hand, up int) strategy.Preference {
	var p strategy.Preference
	if makesBlackjack(up) != 0 && s.SurrenderEarly(h, up) {
		p |= strategy.AcceptSurrender
	}
	if up == 1 && s.Insure(h) {
		p |= strategy.AcceptInsurance
	}
	if up == 1 && s.TakeEvenMoney() {
		p |= strategy.AcceptEvenMoney
	}
	return p
}
