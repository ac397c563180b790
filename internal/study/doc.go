// Package study turns the values of a game into what people ask about it.
//
//	Sheet       the strategy chart
//	Exceptions  hands that are played better by their cards than by their total
//	Variations  what a change of the rules would be worth
//	Costs       what a way of playing costs, hand by hand
//
// The values themselves are found by package analyze. Texts are in the languages
// of the rules page.
package study
