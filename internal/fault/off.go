//go:build !faults

package fault

import "time"

// Here is nothing.
func Here(Point) {}

// Now is what the machine's clock says.
func Now() time.Time { return time.Now() }
