package table

import (
	"slices"
	"time"

	"club99/internal/store"
	"club99/money"
)

// Attend says who is connected to another node and follows the table, in place of what
// was said of that node before; nobody, when it is gone. players must not be changed.
func (t *Table) Attend(node string, players map[int64]int) {
	if t.presence.attend(node, players, time.Now()) {
		t.stir()
	}
}

// Attending are the nodes that Attend said somebody is connected to.
func (t *Table) Attending() []string {
	t.presence.mu.Lock()
	defer t.presence.mu.Unlock()
	var list []string
	for node := range t.presence.nodes {
		list = append(list, node)
	}
	return list
}

// Lease is what the table is driven by; zero where nodes do not share the store.
func (t *Table) Lease() store.Lease { return t.cfg.Lease }

// Standing is what a person has at a table.
type Standing struct {
	Player int64
	Seats  int
	Stake  money.Amount
	Told   uint64 // the entry after which they were told what is theirs alone; 0: not yet
}

// Standings are the people at the table and what they have there, and the table's last entry.
func (t *Table) Standings() (seq uint64, list []Standing) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for i := range t.state.Seats {
		p := &t.state.Seats[i]
		if p.Player == 0 || p.Bot || slices.ContainsFunc(list, func(s Standing) bool { return s.Player == int64(p.Player) }) {
			continue
		}
		seats, stake := at(&t.state, int64(p.Player))
		list = append(list, Standing{int64(p.Player), seats, stake, t.told[p.Player].Seq})
	}
	return t.state.Seq, list
}
