// Package cluster decides which tables this node drives.
//
//	beat    every second: this node lives for another three; who else does?
//	  |
//	  +--> for each table: whose is it? (rendezvous hashing over the nodes that live and do not leave)
//	         mine, and nobody's      Claim, load, run          a few at a time
//	         another's, and mine     stop, Release, say so     between two actions
//
// The lease in the store is the truth; the hashing only says who tries. Nodes that see
// each other a second late try for the same table and one gets it, or none does for a second.
//
// A node that could not beat stops before its lease ends, by its own steady clock,
// counted from before the last beat that succeeded. If it does not notice, as a program
// does not that was stopped and goes on, the store refuses its commits.
package cluster
