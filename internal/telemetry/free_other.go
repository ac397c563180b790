//go:build !(linux || darwin || freebsd)

package telemetry

// free is not known here.
func free(string) (bytes uint64, ok bool) { return 0, false }
