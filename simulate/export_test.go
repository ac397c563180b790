package simulate

// racing is whether the race detector watches.
var racing bool

// Rounds is how many rounds a test plays: usual, fewer under the race detector,
// or long in the long form.
func Rounds(usual, long uint64) uint64 {
	switch {
	case *longForm:
		return long
	case racing:
		return usual / 40
	}
	return usual
}

// Sets is how many sets of rules a test plays: fewer under the race detector.
func Sets(usual int) int {
	if racing {
		return usual / 10
	}
	return usual
}

// Long is whether the long forms are played.
func Long() bool { return *longForm }

// Racing is whether the race detector watches.
func Racing() bool { return racing }
