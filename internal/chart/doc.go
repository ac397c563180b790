// Package chart draws the pictures of odds: a histogram of what rounds earned,
// the fan of a bankroll, and strategy charts; and how a club's costs grow. The name of the file says the
// format, SVG or PNG; both are drawn from the same plot. A [Grid] is also written
// on a terminal.
package chart
