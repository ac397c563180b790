package pit

import (
	"slices"

	"club99/blackjack"
	"club99/money"
)

// maxChips is how many chips lie in front of a player.
const maxChips = 6

// Chips returns the chips to compose bets of under these rules, small to large:
// 1, 5, 10, 50 ... times the betting step, none over the largest bet, at most
// six. Every bet can be composed of them.
func Chips(rules *blackjack.Rules) []money.Amount {
	var chips []money.Amount
	for chip, five := rules.BetStep, true; chip > 0 && chip <= rules.MaxBet; five = !five {
		chips = append(chips, chip)
		if five {
			chip *= 5
		} else {
			chip *= 2
		}
	}
	return slices.Clip(chips[:min(len(chips), maxChips)])
}
