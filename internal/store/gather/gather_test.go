package gather

import (
	"slices"
	"testing"
	"time"
)

// TestLoneJobIsNotKept: without company a job goes straight on; after a
// rush it waits at most the window, and forgets the rush soon.
func TestLoneJobIsNotKept(t *testing.T) {
	queue := make(chan int, 10)
	g := From(queue, 100)
	g.took, g.usual = time.Second, 1
	wait := func() time.Duration {
		begun := time.Now()
		if n := len(g.Gather(make([]int, 1))); n != 1 {
			t.Fatalf("a group of %d", n)
		}
		return time.Since(begun)
	}
	var waits []time.Duration
	for range 21 {
		waits = append(waits, wait())
	}
	slices.Sort(waits)
	if median := waits[len(waits)/2]; median > maxWindow/4 {
		t.Errorf("a lone job waited %v", median)
	}
	g.usual = 50
	if waited := wait(); waited < maxWindow {
		t.Errorf("after a rush a job waited only %v", waited)
	}
	queue <- 1
	queue <- 2
	g.usual = 3
	if n := len(g.Gather(make([]int, 1))); n != 3 {
		t.Errorf("what waits makes a group of %d, want 3", n)
	}
}
