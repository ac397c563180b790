// Package analyze finds the exact expectation of a game of blackjack: what
// every decision is worth, from the cards that are left.
//
// # Use
//
//	a, err := analyze.New(&rules)
//	game, err := a.Table(a.Full(), analyze.CDZ)    // game.Value, game.Hands, game.Strategy
//	game, err = a.Game(a.Full(), analyze.CDZ)      // the same with game.StdDev, game.Outcomes
//	choices, err := a.Decide(unseen, situation)    // one decision of a live round
//
// All amounts are in initial bets. A [Shoe] is the number of cards left by
// value; suits never matter, and the rank of a ten-value only for splitting.
//
// # Model
//
// One seat plays one round. Unseen cards may come in any order alike, the hole
// card among them, so the cards drawn in any one place are a random sample of
// the shoe. Three things follow, and everything here is made of them:
//
//   - The dealer's total depends on which cards are gone, not on who has them.
//     [finals] sums over all multisets of cards that the dealer can end with.
//   - Where the dealer has looked for a Blackjack, values are weighted with the
//     chance that there is none instead of being given that, see [solver].
//   - The hands of a split are alike: the value of all of them is a weighted sum
//     of the values of one hand with some cards of the pair gone, see
//     [splitWeights].
//
// # Files
//
//	shoe, class                 what is asked about
//	terms                       the rules as numbers
//	dealer, dealers             all hands of the dealer, and what analyzers share of them
//	kept                        values that rules have in common
//	kernel, plain               sums over the dealer's hands, eight of the player's at a time
//	solver                      hands after their first two cards
//	split, paths, pathsvalue    the hands of a split
//	original                    what a Blackjack takes of the original bet only
//	opening, table              every deal: two cards, an up card, the offers before the check
//	game, analyzer, decide      the answers
//	totals, compile             the best table by totals; any strategy as preferences
//	spread                      all results of a round
//	joint, jointsum, jointspread  two hands of a split together, and more
//	number                      floating point, and fractions that prove it
//
// What is exact and how it is known to be right is in docs/odds.md.
package analyze
