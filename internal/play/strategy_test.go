package play

import (
	"testing"

	"club99/blackjack"
	"club99/card"
	"club99/internal/wire"
)

func TestBasic(t *testing.T) {
	all := []blackjack.Action{blackjack.Hit, blackjack.Stand, blackjack.Double, blackjack.Split}
	for _, c := range []struct {
		cards string
		up    string
		legal []blackjack.Action
		want  blackjack.Action
	}{
		{"Th 6d", "Ts", all[:3], blackjack.Hit},
		{"Th 6d", "6s", all[:3], blackjack.Stand},
		{"Th 2d", "3s", all[:3], blackjack.Hit},
		{"Th 2d", "4s", all[:3], blackjack.Stand},
		{"Th 7d", "As", all[:3], blackjack.Stand},
		{"6h 5d", "Ts", all[:3], blackjack.Double},
		{"6h 5d", "As", all[:3], blackjack.Hit},
		{"6h 5d", "Ts", all[:2], blackjack.Hit},
		{"Ah 7d", "9s", all[:3], blackjack.Hit},
		{"Ah 7d", "8s", all[:3], blackjack.Stand},
		{"8h 8d", "Ts", all, blackjack.Split},
		{"8h 8d", "Ts", all[:3], blackjack.Hit},
		{"Th Td", "6s", all, blackjack.Stand},
		{"Ah Ad", "6s", all[1:2], blackjack.Stand},
	} {
		var r blackjack.Round
		for _, text := range []string{c.cards[:2], c.cards[3:]} {
			k, err := card.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			r.Apply(blackjack.Event{Kind: blackjack.CardDealt, Seat: 1, Hand: 1, Card: k})
		}
		h := wire.Hand{Cards: r.Box(1).Hands()[0].Cards()}
		h.Total, h.Soft = r.Box(1).Hands()[0].Total()
		up, err := card.Parse(c.up)
		if err != nil {
			t.Fatal(err)
		}
		if got := Basic().Play(Situation{Hand: &h, Up: upValue(up), Legal: blackjack.SetOf(c.legal...)}); got != c.want {
			t.Errorf("%s against %s: %v, want %v", c.cards, c.up, got, c.want)
		}
	}
}

// Every strategy has an answer to everything that is asked, and it is legal.
func TestNamedStrategiesAnswerLegally(t *testing.T) {
	h := wire.Hand{Cards: []card.Card{card.New(card.Eight, card.Spades), card.New(card.Eight, card.Hearts)}, Total: 16}
	for _, name := range Names() {
		s, err := Named(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, legal := range []blackjack.Actions{
			blackjack.SetOf(blackjack.Hit, blackjack.Stand), blackjack.SetOf(blackjack.Hit, blackjack.Stand, blackjack.Double, blackjack.Split, blackjack.Surrender),
			blackjack.SetOf(blackjack.Insure, blackjack.DeclineInsurance), blackjack.SetOf(blackjack.TakeEvenMoney, blackjack.DeclineEvenMoney),
			blackjack.SetOf(blackjack.Surrender, blackjack.DeclineSurrender),
		} {
			for up := 2; up <= 11; up++ {
				if a := s.Play(Situation{Hand: &h, Up: up, Legal: legal}); !legal.Has(a) {
					t.Errorf("%s answers %v to %v", name, a, legal.List())
				}
			}
		}
	}
	if _, err := Named("magic"); err == nil {
		t.Error("a strategy that there is none of was found")
	}
}
