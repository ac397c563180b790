package telemetry

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// spare is how much memory may be filled before it is collected, in bytes, where
// that is more than the program keeps: a busy small club would else look
// through all it keeps several times a second.
const spare = 128 << 20

// mostPercent bounds what comes of it for a club that keeps next to nothing.
const mostPercent = 800

// SpareMemory keeps the garbage collector at that until ctx ends. What GOGC says
// goes before.
func SpareMemory(ctx context.Context) {
	if os.Getenv("GOGC") != "" {
		return
	}
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	tick := time.NewTicker(5 * time.Second)
	defer tick.Stop()
	for {
		metrics.Read(sample)
		debug.SetGCPercent(percentFor(sample[0].Value.Uint64()))
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// percentFor is how much a program that keeps so many bytes may add to them.
func percentFor(live uint64) int {
	return int(min(max(spare*100/max(live, 1), 100), mostPercent))
}
