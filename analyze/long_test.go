package analyze

import "flag"

// long asks for the long forms of the tests that have one; make analyze-long.
var long = flag.Bool("long", false, "run the long forms")

// share picks every nth row of a list of figures in the usual form of a test:
// all of them in the long form, fewer under the race detector.
func share(row, nth int) bool {
	switch {
	case *long:
		return true
	case race:
		nth *= 8
	}
	return row%nth == 0
}
