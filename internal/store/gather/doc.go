// Package gather gathers what waits to be written into groups that share a
// transaction, so that one sync of the disk serves many tables.
//
// Both stores that write to disks have a [Gatherer] for each goroutine that writes:
// it waits a little where the last groups let it expect company, and not at all
// where they do not.
package gather
