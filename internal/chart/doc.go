// Package chart draws the pictures of results: a histogram of what rounds
// earned, and the fan of a bankroll. The name of the file says the format, SVG
// or PNG; both are drawn from the same plot.
package chart
