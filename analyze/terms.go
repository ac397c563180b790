package analyze

import (
	"club99/blackjack"
	"club99/money"
)

// terms are the settings that the values depend on, as numbers.
type terms[T number[T]] struct {
	rules *blackjack.Rules

	zero, one, half, two                          T
	win, blackjack, insurance, evenMoney, charlie T
	hands                                         int // hands of a seat after splits
	handsOfAces                                   int // the same when aces are split
}

func newTerms[T number[T]](rules *blackjack.Rules) terms[T] {
	var n T
	pay := func(r money.Ratio) T { return n.Of(int64(r.Num), int64(r.Den)) }
	t := terms[T]{
		rules: rules,
		zero:  n.Of(0, 1), one: n.Of(1, 1), half: n.Of(1, 2), two: n.Of(2, 1),
		win: pay(rules.WinPays), blackjack: pay(rules.BlackjackPays), charlie: pay(rules.CharliePays),
		hands: rules.MaxHands, handsOfAces: rules.MaxHands,
	}
	if rules.Insurance {
		t.insurance = pay(rules.InsurancePays)
	}
	if rules.EvenMoney {
		t.evenMoney = pay(rules.EvenMoneyPays)
	}
	if !rules.ResplitAces {
		t.handsOfAces = min(t.hands, 2)
	}
	return t
}

// mostHands is the number of hands that splitting a pair can end in.
func (t *terms[T]) mostHands(pair int) int {
	if pair == 1 {
		return t.handsOfAces
	}
	return t.hands
}

// makesBlackjack returns the value of the hole card that makes a Blackjack with the up card; 0 if none does.
func makesBlackjack(up int) int {
	switch up {
	case 1:
		return 10
	case 10:
		return 1
	}
	return 0
}
