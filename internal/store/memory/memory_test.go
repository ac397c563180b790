package memory_test

import (
	"sync/atomic"
	"testing"
	"time"

	"club99/internal/store"
	"club99/internal/store/memory"
	"club99/internal/store/storetest"
)

func TestContract(t *testing.T) {
	storetest.Run(t, func(*testing.T) store.Store { return memory.New() })
}

func TestLeases(t *testing.T) {
	storetest.RunLeases(t, func(*testing.T) (storetest.Shared, func(time.Duration)) {
		var clock atomic.Int64
		s := memory.NewAt(func() time.Time { return time.Unix(0, clock.Load()) })
		return s, func(d time.Duration) { clock.Add(int64(d)) }
	})
}
