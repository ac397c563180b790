// Package pit keeps the club's tables: it opens them, finds them, and starts one
// again from its journal when it has failed.
//
//	Open --load every table--> one keeper for each: Run, and on any failure Load
//	  |                        and Run again, after a pause that grows; after the
//	  |                        second panic at the same event Load, Shut and Run
//	  +--> the house's bots: each a goroutine that sees what any player sees and
//	       asks the table with commands, like any player
//
// A table's pointer stays the same for the life of the pit, whatever happens to
// the table inside.
package pit
