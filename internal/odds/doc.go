// Package odds is what the club says about the worth of its games: the odds of a
// table's rules, hints, what decisions cost, and what the house should have won.
//
// # Model
//
//	rules --analyze, once per hash--> Book --> lobby, rules page, chart
//	                                   |
//	                                   +--> kept in the store until [Version] changes
//	view.Sight -----analyze-----------> Hint       of the decision that a seat has to make
//	journal --replay--> situations ---> Grades     of the decisions of a round that is over
//	Grades of many rounds ------------> Habits     what a player does badly, again and again
//	a spot, a full shoe --------------> Drill      something to decide, for learning
//	store.Tally + odds ---------------> House      expected and actual result
//
// A hint is made from a [view.Sight], which holds what that player can see and
// no more; a grade from what could be seen when the decision was made.
//
// # Who waits for what
//
// Computing never happens on a table's goroutine. The odds of rules are found by
// one goroutine in the background, which begins when the club opens; until it
// is done there are none. Hints, grades and drills wait in a bounded queue for one
// other goroutine; when the queue is full they are refused as busy at once.
package odds
