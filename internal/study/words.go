package study

import (
	"strings"

	"club99/blackjack"
	"club99/internal/rulebook"
	"club99/strategy"
)

// UpCards are the dealer's cards by value in the order of a chart: 2 to 9, T, A.
var UpCards = [...]int{2, 3, 4, 5, 6, 7, 8, 9, 10, 1}

// in picks the words of a language.
func in(lang rulebook.Lang, vi, en string) string {
	if lang == rulebook.Vietnamese {
		return vi
	}
	return en
}

// HandName writes a hand with the highest card first and aces last, as in "T,6" and "7,A".
func HandName(h strategy.Hand) string { return strings.Join(strings.Split(h.String(), ""), ",") }

// ActionName is an action in words.
func ActionName(a blackjack.Action, lang rulebook.Lang) string {
	switch a {
	case blackjack.Hit:
		return in(lang, "rút", "hit")
	case blackjack.Stand:
		return in(lang, "dừng", "stand")
	case blackjack.Double:
		return in(lang, "gấp đôi", "double")
	case blackjack.Split:
		return in(lang, "tách", "split")
	case blackjack.Surrender:
		return in(lang, "bỏ cuộc", "surrender")
	case blackjack.Insure:
		return in(lang, "mua bảo hiểm", "insure")
	case blackjack.DeclineInsurance:
		return in(lang, "không bảo hiểm", "no insurance")
	case blackjack.TakeEvenMoney:
		return in(lang, "nhận even money", "even money")
	case blackjack.DeclineEvenMoney:
		return in(lang, "không even money", "no even money")
	case blackjack.DeclineSurrender:
		return in(lang, "chơi tiếp", "play on")
	}
	return a.String()
}
