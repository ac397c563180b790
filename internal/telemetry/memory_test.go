package telemetry

import "testing"

func TestPercentFor(t *testing.T) {
	for live, want := range map[uint64]int{0: 800, 1 << 20: 800, 32 << 20: 400, 128 << 20: 100, 1 << 30: 100} {
		if got := percentFor(live); got != want {
			t.Errorf("a program that keeps %d bytes may add %d percent, want %d", live, got, want)
		}
	}
}
