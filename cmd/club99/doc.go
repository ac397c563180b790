// Command club99 is the whole club in one binary: the server with its page, and
// the tools around it.
//
//	club99 serve            open the club
//	club99 rules club99     the rules page of a preset or a rules file
//	club99 scenario FILE... play rounds written for a dealer, and check them
//	club99 ledger verify    audit the books
//	club99 bots             fill a club's tables with players, and check what they are told
//	club99 migrate          bring a data folder up to date
//	club99 config           print all settings
//
// Data goes to stdout, everything else to stderr. The exit status is 0 when
// something was done, 1 when a check failed or something could not be done, and 2
// when it was asked for wrongly.
package main
