package analyze

// Class says what a strategy may look at. The names are the standard ones.
type Class uint8

// The classes.
const (
	// CDZ, CDZ-: composition-dependent with zero memory. Each hand is played best
	// for its own cards and the up card; hands of a split are played as the same
	// cards without one.
	CDZ Class = 1 + iota
	// CDP1 plays the hands of a split best for the first of them, with one more
	// card of the pair gone.
	CDP1
	// CDP plays the hands of a split best for the number of cards of the pair
	// that have come.
	CDP
	// TotalDependent is the best table by total alone.
	TotalDependent
	// Given is any strategy that is given.
	Given
)

var classNames = [...]string{CDZ: "cdz", CDP1: "cdp1", CDP: "cdp", TotalDependent: "total-dependent", Given: "given"}

// String returns the class's name, as in "cdz".
func (c Class) String() string {
	if int(c) < len(classNames) && c != 0 {
		return classNames[c]
	}
	return "?"
}
