package telemetry

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// A club is ready if its books can be written, a table is open and it is not closing.
func TestReadiness(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var broken error
		tries, open := 0, 2
		r := NewReadiness(func(context.Context) error { tries++; return broken }, func() (int, int) { return open, 3 })
		is := func(want string) {
			t.Helper()
			err := r.Check(t.Context())
			if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("the club is ready: %v; want %q", err, want)
			}
		}
		is("")
		broken = errors.New("the disk is full")
		is("") // asked a moment ago
		if tries != 1 {
			t.Errorf("the books were tried %d times", tries)
		}
		time.Sleep(tryEvery)
		is("the books: the disk is full")
		broken = nil
		time.Sleep(tryEvery)
		is("")
		open = 0
		is("none of 3 tables is open")
		open = 1
		is("")
		r.Closing()
		is("closing")
		if tries != 3 {
			t.Errorf("the books were tried %d times, want 3", tries)
		}
	})
}

// Books that are stuck are tried once, not once for everybody who asks.
func TestReadinessOfBooksThatAreStuck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		free := make(chan struct{})
		var tries atomic.Int32
		r := NewReadiness(func(context.Context) error { tries.Add(1); <-free; return nil }, func() (int, int) { return 1, 1 })
		for range 10 {
			if err := r.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "nothing was written for 5s") {
				t.Errorf("the club is ready: %v", err)
			}
			time.Sleep(tryEvery)
		}
		if n := tries.Load(); n != 1 {
			t.Errorf("the books were tried %d times", n)
		}
		close(free)
		if err := r.Check(t.Context()); err != nil {
			t.Error(err)
		}
	})
}
