// Package strategy is how hands are played: tables of decisions, and what any
// other way of deciding must answer.
//
// # Model
//
// A [Strategy] is asked about one hand at a time, a [Situation]: the cards by
// value, the dealer's up card, whether the hand came from a split, and what the
// rules allow. It answers with one action that is allowed. It remembers nothing
// and draws nothing: the same situation has the same answer.
//
// A [Table] decides by the total alone. Its cells are preferences, so that one
// table serves tables with and without doubling after a split: "Ds" is double,
// else stand. [Table.Index] holds plays that depend on the true count; a table
// with them stands for one plain table at each count, [Table.At].
//
// [Basic] is the well-known basic strategy for the rules of a table, [Mimic]
// plays as the dealer does, [NeverBust] never hits a hand that could bust.
//
// # Text
//
// [Parse] reads what [Table.String] writes:
//
//	name Basic strategy
//	hard first   2  3  4  5  6  7  8  9  T  A
//	16           S  S  S  S  S  H  H Rh Rh Rh
//	...
//	soft later   2  3  4  5  6  7  8  9  T  A
//	18           S  S  S  S  S  S  S  H  H  H
//	pairs        2  3  4  5  6  7  8  9  T  A
//	8            P  P  P  P  P  P  P  P  P  P
//	early        T  A
//	hard 16      R  R
//	insurance    no
//	even money   no
//	index
//	hard first 16 T >= 0 S
//	insurance >= 3 yes
//
// Every row of hard, soft and pairs must be there once. What follows a # is a comment.
package strategy
