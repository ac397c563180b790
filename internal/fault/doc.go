// Package fault names the points at which a test kills the club.
//
//	begin ── half ── commit ║ COMMIT ║ committed ── untold ── unanswered ── answered
//	(store)                                          (table)
//	checkpoint ║ the log is copied ║ checkpointed
//
// [Now] is the clock on the wall, which such a test may put off.
//
// In every program that is built as usual, [Here] is nothing at all, [Now] is the machine's
// clock, and no setting can change that. Only a program that was built for tests, with the tag faults,
// ends there: package soak builds one, and kills it thousands of times.
package fault

// Point is a point in the way of a commit.
type Point string

// The points.
const (
	Begin        Point = "begin"        // a group is gathered, nothing is begun
	Half         Point = "half"         // an entry is written, and not yet the money that it moves
	Commit       Point = "commit"       // everything is written, the transaction is open
	Committed    Point = "committed"    // it is durable, and nobody knows
	Untold       Point = "untold"       // the table knows, and has told nobody
	Unanswered   Point = "unanswered"   // frames are on their way, whoever asked has no answer
	Answered     Point = "answered"     // the answer is on its way
	Checkpoint   Point = "checkpoint"   // the log is about to be copied into the database
	Checkpointed Point = "checkpointed" // it was copied
)

// Points lists all points.
func Points() []Point {
	return []Point{Begin, Half, Commit, Committed, Untold, Unanswered, Answered, Checkpoint, Checkpointed}
}
