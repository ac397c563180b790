package warden

import (
	"context"
	"maps"
	"slices"
	"time"
)

// Limited reports whether a player has set a limit on losses that holds.
func (w *Warden) Limited(ctx context.Context, player int64) (bool, error) {
	p, leave, err := w.known(ctx, player)
	if err != nil {
		return false, err
	}
	defer leave()
	l := p.state.Limits.At(w.now())
	return l.LossDay.Value != 0 || l.LossWeek.Value != 0, nil
}

// roll is what a node last said that players have at its tables.
type roll struct {
	tables map[string]map[int64]Standing
	heard  time.Time
}

// Roll takes in what players have at the tables of a node, by table, as the node says
// once in a while. What the tables told at once holds; it is made up for what was lost on
// the way, once the node has said the same twice since: what it said before may have been
// on its way longer.
func (w *Warden) Roll(node string, tables map[string]map[int64]Standing) {
	now := w.now()
	w.mu.Lock()
	before := w.rolls[node]
	if w.rolls == nil {
		w.rolls = map[string]roll{}
	}
	w.rolls[node] = roll{tables, now}
	all := slices.Collect(maps.Values(w.people))
	w.mu.Unlock()
	for table, people := range tables {
		for player, at := range people {
			p, leave := w.of(player)
			last, known := p.tables[table]
			twice := before.tables[table][player] == at && before.heard.After(last.since)
			if !known || twice && last.Standing != at {
				p.stands(table, at, now)
			}
			leave()
		}
	}
	for _, p := range all {
		p.mu.Lock()
		for table, last := range p.tables {
			people, driven := tables[table]
			was, twice := before.tables[table]
			_, at := people[p.id]
			_, then := was[p.id]
			if driven && twice && !at && !then && before.heard.After(last.since) {
				p.stands(table, Standing{}, now)
			}
		}
		p.mu.Unlock()
	}
}

// Hand keeps the time at the tables of those players who are another node's from now
// on, and forgets them; of the others everything is read again when it is asked for.
func (w *Warden) Hand(ctx context.Context, mine func(player int64) bool) {
	w.mu.Lock()
	all := slices.Collect(maps.Values(w.people))
	w.mu.Unlock()
	var others []*person
	for _, p := range all {
		if !mine(p.id) {
			others = append(others, p)
			continue
		}
		p.mu.Lock()
		p.anew()
		p.mu.Unlock()
	}
	for some := range slices.Chunk(others, keptAtOnce) {
		w.keepSome(ctx, some)
	}
	for _, p := range others {
		p.books.Lock()
		p.mu.Lock()
		w.mu.Lock()
		p.gone = true
		delete(w.people, p.id)
		w.mu.Unlock()
		p.mu.Unlock()
		p.books.Unlock()
	}
}
