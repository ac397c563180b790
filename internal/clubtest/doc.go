// Package clubtest opens a whole club in this process, for tests: a store in
// memory, real tables, a real server on a port of this machine. Nothing of it is
// made up, but for the shoes if the test lists their cards.
package clubtest
