package blackjack

// MostCards returns how many cards a round with that many betting seats could
// take at most, whatever the players do (R01). unseen counts, by value (1 for
// aces to 10; index 0 is not used), the cards that nobody has seen face up: the
// rest of the shoe and any hole card that went away unseen.
//
// While a hand can still be given a card, the cards it has make at most 20 with
// aces as 1, the dealer's at most 16. So all cards but the last of each hand sum
// to no more than that, and there are no more of them than of the cheapest
// unseen cards with that sum. The bound never depends on how many cards are
// left: if it is not above the rest of the shoe, the round cannot run out of
// cards. It never grows with a seat less or a card limit that is lower.
func MostCards(rules *Rules, seats int, unseen [11]int) int {
	const mostBeforeLast, mostBeforeDealersLast = 20, 16
	limit := rules.MaxCards
	if rules.Charlie > 0 {
		limit = min(limit, rules.Charlie)
	}
	hands := seats * rules.MaxHands
	bySum := cheapest(unseen, hands*mostBeforeLast+mostBeforeDealersLast) + hands + 1
	byLimit := hands*limit + cheapest(unseen, mostBeforeDealersLast) + 1
	return min(bySum, byLimit)
}

// cheapest returns how many of the cards, taken from the lowest values up, sum to at most budget.
func cheapest(counts [11]int, budget int) int {
	taken := 0
	for value := 1; value <= 10; value++ {
		n := min(counts[value], budget/value)
		taken += n
		budget -= n * value
	}
	return taken
}

// fullShoe counts the cards of a fresh shoe by value.
func fullShoe(decks int) [11]int {
	var counts [11]int
	for value := 1; value <= 9; value++ {
		counts[value] = 4 * decks
	}
	counts[10] = 16 * decks
	return counts
}
