// Package money is exact arithmetic on amounts of chips.
//
// An [Amount] is a whole number of the smallest unit, an int64; there are no
// fractions and no floats. A [Ratio] such as 3:2 says what a bet pays. Every
// operation that could overflow or leave a fraction reports it instead of
// rounding: a table's rules are validated so that neither can happen in play
// (R23).
package money
