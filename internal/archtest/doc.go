// Package archtest holds the shape of the program: which package may import
// which, and who may touch what is secret. It has tests only.
//
// # Model
//
//	pure        card <- money, shoe <- blackjack <- strategy, analyze, simulate
//	            an allowlist of the standard library and each other: no clock, no
//	            randomness, no files, no network
//	projection  wire <- view: never a shoe, never a seed
//	books       ledger <- cashier, journal, store: never the real-time line
//	live        table <- pit <- gateway: the gateway sends what view made
//	secrets     shoes' seeds: made and opened in table, sealed in seal; the key:
//	            read by the command alone
//
// A package that is not in the list fails the test as well: whoever adds one says
// where it belongs.
package archtest
