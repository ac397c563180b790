package play

import (
	"strings"
	"testing"

	"club99/blackjack"
	"club99/card"
	"club99/internal/wire"
	"club99/preset"
	"club99/strategy"
)

func hand(t *testing.T, text string) *wire.Hand {
	t.Helper()
	h := &wire.Hand{}
	for word := range strings.FieldsSeq(text) {
		c, err := card.Parse(word)
		if err != nil {
			t.Fatal(err)
		}
		h.Cards = append(h.Cards, c)
	}
	return h
}

func TestByBasicStrategy(t *testing.T) {
	rules, err := preset.Load("club99")
	if err != nil {
		t.Fatal(err)
	}
	basic := By(strategy.Basic(&rules))
	first := blackjack.SetOf(blackjack.Hit, blackjack.Stand, blackjack.Double)
	for _, c := range []struct {
		cards string
		up    int
		legal blackjack.Actions
		want  blackjack.Action
	}{
		{"Th 6d", 10, first, blackjack.Hit},
		{"Th 6d", 6, first, blackjack.Stand},
		{"Th 7d", 1, first, blackjack.Stand},
		{"6h 5d", 10, first, blackjack.Double},
		{"6h 5d", 10, blackjack.SetOf(blackjack.Hit, blackjack.Stand), blackjack.Hit},
		{"6h 3d 2s", 6, blackjack.SetOf(blackjack.Hit, blackjack.Stand), blackjack.Hit},
		{"8h 8d", 10, first | blackjack.SetOf(blackjack.Split), blackjack.Split},
		{"Th 6d", 10, first | blackjack.SetOf(blackjack.Surrender), blackjack.Surrender},
		{"Th 6d", 1, blackjack.SetOf(blackjack.Insure, blackjack.DeclineInsurance), blackjack.DeclineInsurance},
		{"Th Ad", 1, blackjack.SetOf(blackjack.TakeEvenMoney, blackjack.DeclineEvenMoney), blackjack.DeclineEvenMoney},
	} {
		if got := basic.Play(Situation{Hand: hand(t, c.cards), Up: c.up, Legal: c.legal}); got != c.want {
			t.Errorf("%s against %d: %v, want %v", c.cards, c.up, got, c.want)
		}
	}
}

// Whoever plays, every answer is legal.
func TestAnswersAreLegal(t *testing.T) {
	rules, err := preset.Load("club99")
	if err != nil {
		t.Fatal(err)
	}
	all := strategy.Basic(&rules)
	all.Insurance, all.EvenMoney = true, true
	for name, s := range map[string]Strategy{"wild": Wild(), "basic": By(all), "never bust": By(strategy.NeverBust())} {
		for _, legal := range []blackjack.Actions{
			blackjack.SetOf(blackjack.Hit, blackjack.Stand),
			blackjack.SetOf(blackjack.Hit, blackjack.Stand, blackjack.Double, blackjack.Split, blackjack.Surrender),
			blackjack.SetOf(blackjack.Insure, blackjack.DeclineInsurance),
			blackjack.SetOf(blackjack.DeclineInsurance), // too little money to insure
			blackjack.SetOf(blackjack.TakeEvenMoney, blackjack.DeclineEvenMoney),
			blackjack.SetOf(blackjack.Surrender, blackjack.DeclineSurrender),
			blackjack.SetOf(blackjack.Insure, blackjack.DeclineInsurance, blackjack.Surrender, blackjack.DeclineSurrender),
		} {
			for up := 1; up <= 10; up++ {
				if a := s.Play(Situation{Hand: hand(t, "8s 8h"), Up: up, Legal: legal}); !legal.Has(a) {
					t.Errorf("%s answers %v to %v", name, a, legal.List())
				}
			}
		}
	}
}
