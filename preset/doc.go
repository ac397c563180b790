// Package preset holds the rules files that come with the program, and reads
// and writes rules files.
//
// A rules file is TOML and complete: one line for every setting, by the names
// of [blackjack.SettingNames]. Nothing is filled in, so that what a table plays
// stands in one file. A file is refused with every problem it has, each with
// its line.
package preset
