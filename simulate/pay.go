package simulate

import (
	"club99/blackjack"
	"club99/money"
)

// pay is what one bet earns, in units in which nothing is a fraction.
type pay struct {
	bet       int64
	win       int64 // on a single stake; a doubled one earns twice as much
	blackjack int64
	charlie   int64
	evenMoney int64
	surrender int64 // what is lost
	insurance int64 // the stake: half the bet
	insured   int64 // what the insurance stake earns
}

// payFor returns the pay of a bet. Bet and rules must go together as
// [blackjack.Rules.Validate] wants it.
func payFor(rules *blackjack.Rules, bet int64) pay {
	of := func(r money.Ratio, stake int64) int64 { return stake * int64(r.Num) / int64(r.Den) }
	return pay{
		bet:       bet,
		win:       of(rules.WinPays, bet),
		blackjack: of(rules.BlackjackPays, bet),
		charlie:   of(rules.CharliePays, bet),
		evenMoney: of(rules.EvenMoneyPays, bet),
		surrender: bet - bet/2,
		insurance: bet / 2,
		insured:   of(rules.InsurancePays, bet/2),
	}
}

// unitsOf is the smallest bet, in units, of which every payout is whole.
func unitsOf(rules *blackjack.Rules) int64 {
	units := int64(2)
	for _, r := range []money.Ratio{rules.WinPays, rules.BlackjackPays, rules.CharliePays, rules.EvenMoneyPays, {Num: 1, Den: 2 * rules.InsurancePays.Den}} {
		units = lcm(units, int64(r.Den))
	}
	return units
}

func lcm(a, b int64) int64 {
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	return a / x * b
}

// most is the most that one round of a single bet can win or lose.
func (p *pay) most(hands int) int64 {
	return 2*int64(hands)*max(p.bet, p.win, p.charlie, p.blackjack, p.evenMoney) + max(p.insurance, p.insured)
}
