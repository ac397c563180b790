package table

import (
	"sync"

	"club99/blackjack"
	"club99/internal/journal"
)

// paper is what a table writes on while it decides one thing. A table has some
// only as long as it has something to decide, so that thousands that wait share a few.
type paper struct {
	draft  journal.Draft
	events []blackjack.Event
}

var papers = sync.Pool{New: func() any { return new(paper) }}

func (t *Table) paper() *paper {
	if t.written == nil {
		t.written = papers.Get().(*paper)
	}
	return t.written
}

// draft begins a draft. There is one at a time: the one before is thrown away.
func (t *Table) draft() *journal.Draft {
	d := &t.paper().draft
	d.Begin(&t.state)
	return d
}

// clearAway gives the paper back, when everything on it is committed and told.
func (t *Table) clearAway() {
	if t.written != nil {
		papers.Put(t.written)
		t.written = nil
	}
}
