// Package fair is the record of a round that anybody can check, and the whole
// check. docs/fairness.md has the format and the scheme; package shoe is the
// cryptography.
//
//	record, err := fair.Decode(data)   strict: one spelling for each record
//	report := fair.Verify(record)      steps, a verdict, the first wrong card
//
// The steps, each of which is made even where one before it failed:
//
//	house    the house's seed is the one it committed to before the betting
//	seeds    every player's seed is the one that the seat committed to
//	terms    what was published when the betting closed is what the record says
//	cards    every card that was turned up lay in its place in the sealed shoe
//	order    all seeds together give this order, this root and these cards
//	rules    the rules are those with this hash
//	game     the rules, asked again, decide the same: decisions, cards, payouts
//	results  what each seat won or lost
//	log      the table's log has this round, and no byte of it was changed
//
// A record of a shoe that is still in use has no house's seed; one of a round
// that goes on has no results. They are checked as far as they go, and the
// verdict is [Open].
//
// A [ShoeList] is every shoe of a table, used or not. Its check,
// [VerifyShoes], shows shoes that were withheld.
package fair
