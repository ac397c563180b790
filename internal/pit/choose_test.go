package pit

import (
	"testing"

	"club99/blackjack"
	"club99/card"
	"club99/internal/wire"
)

func TestChoose(t *testing.T) {
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
		var legal []wire.Legal
		for _, a := range c.legal {
			legal = append(legal, wire.Legal{Action: a})
		}
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
		if got := choose(&h, up, legal); got != c.want {
			t.Errorf("%s against %s: %v, want %v", c.cards, c.up, got, c.want)
		}
	}
}
