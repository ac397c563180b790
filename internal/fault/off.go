//go:build !faults

package fault

// Here is nothing.
func Here(Point) {}
