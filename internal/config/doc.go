// Package config is everything an operator may set, in one struct.
//
// # Model
//
//	Default < a TOML file < environment CLUB99_... < flags
//
// [Config] is complete at every moment: a file or a flag changes what it names
// and nothing else, except that a file which lists tables replaces all of them.
// [Config.Validate] joins every problem it finds, each with its place and the
// mend. [Config.String] writes the whole as a TOML file with comments, which
// reads back as the same.
//
// What a table plays is not here: a table names a preset, or a rules file, and
// the settings in which it differs.
package config
