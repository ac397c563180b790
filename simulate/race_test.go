//go:build race

package simulate

// Under the race detector everything is ten times slower, and few rounds show as many races.
func init() { racing = true }
