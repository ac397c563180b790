package simulate

// counter is a count of the cards that have been seen since the shuffle.
type counter struct {
	tags    [rowSize]int64 // by rank, in the smallest step of the system
	step    int64          // how many steps make one
	running int64          // in steps
}

func (c *counter) see(rank uint8) { c.running += c.tags[rank&15] }

// trueCount is the running count for each deck that is left in the shoe, rounded down.
func (c *counter) trueCount(left int) int {
	return int(floorDiv(c.running*52, c.step*int64(max(left, 1))))
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// level is which plain strategy is played now.
func (c *counter) level(m *machine, left int) int {
	if len(m.levels) == 0 {
		return 0
	}
	return m.level(c.trueCount(left))
}
