package table

import (
	"testing"
	"testing/synctest"
	"time"
)

// A table that rests remembers nobody who came, looked and went.
func TestPassersByAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t), "Th 6d 8c Ts")
		an := c.person("An", 1000000)
		an.must(sit(1))
		c.table.Depart(an.id)
		for id := int64(1000); id < 1100; id++ {
			c.table.Arrive(id)
			c.table.Depart(id)
		}
		c.pass(2 * time.Second)
		p := c.table.presence
		p.mu.Lock()
		defer p.mu.Unlock()
		if _, held := p.gone[an.id]; !held || len(p.gone) != 1 || len(p.here) != 0 {
			t.Errorf("remembered: %d who are gone (the seat's player: %v), %d who are here", len(p.gone), held, len(p.here))
		}
	})
}
