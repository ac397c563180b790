package pit

import (
	"club99/blackjack"
	"club99/card"
	"club99/internal/wire"
)

// choose is a bot's plain way to play a hand: what most people have read on the
// card beside the table.
func choose(h *wire.Hand, up card.Card, legal []wire.Legal) blackjack.Action {
	may := func(a blackjack.Action) bool {
		for _, l := range legal {
			if l.Action == a {
				return true
			}
		}
		return false
	}
	dealer := up.Value()
	if up.IsAce() {
		dealer = 11
	}
	switch {
	case may(blackjack.Split) && splits(h.Cards[0].Value(), dealer):
		return blackjack.Split
	case may(blackjack.Double) && doubles(h, dealer):
		return blackjack.Double
	case may(blackjack.Hit) && hits(h, dealer):
		return blackjack.Hit
	}
	return blackjack.Stand
}

func splits(value, dealer int) bool {
	switch value {
	case 1, 8:
		return true
	case 2, 3, 7:
		return dealer <= 7
	case 6:
		return dealer <= 6
	case 9:
		return dealer <= 9 && dealer != 7
	}
	return false
}

func doubles(h *wire.Hand, dealer int) bool {
	if h.Soft {
		return false
	}
	switch h.Total {
	case 9:
		return dealer >= 3 && dealer <= 6
	case 10:
		return dealer <= 9
	case 11:
		return dealer <= 10
	}
	return false
}

func hits(h *wire.Hand, dealer int) bool {
	switch {
	case h.Soft:
		return h.Total <= 17 || h.Total == 18 && dealer >= 9
	case h.Total == 12:
		return dealer < 4 || dealer > 6
	}
	return h.Total < 12 || h.Total < 17 && dealer > 6
}
