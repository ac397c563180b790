package table

import (
	"maps"
	"slices"
	"sync"
	"time"

	"club99/blackjack"
	"club99/internal/journal"
)

// Presence knows who is connected to a table. It is not in the journal: after a start
// of the server nobody is here until they come again.
type Presence struct {
	mu      sync.Mutex
	started time.Time
	here    map[int64]int            // connections of each player, watchers too
	gone    map[int64]time.Time      // since when a player has none
	nodes   map[string]map[int64]int // what of here is connected to other nodes
}

// NewPresence is that of a table to which nobody is connected.
func NewPresence() *Presence {
	return &Presence{started: time.Now(), here: map[int64]int{}, gone: map[int64]time.Time{}, nodes: map[string]map[int64]int{}}
}

func (p *Presence) arrive(player int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.here[player]++
	delete(p.gone, player)
}

func (p *Presence) depart(player int64, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch p.here[player] {
	case 0:
	case 1:
		delete(p.here, player)
		p.gone[player] = now
	default:
		p.here[player]--
	}
}

// attend takes in who is connected to another node, in place of what was known of it.
// It reports whether that changed anything.
func (p *Presence) attend(node string, players map[int64]int, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.nodes[node]
	if maps.Equal(before, players) {
		return false
	}
	if len(players) == 0 {
		delete(p.nodes, node)
	} else {
		p.nodes[node] = players
	}
	for id, n := range before {
		if p.here[id] -= n; p.here[id] <= 0 {
			delete(p.here, id)
		}
	}
	for id, n := range players {
		p.here[id] += n
		delete(p.gone, id)
	}
	for id := range before {
		if p.here[id] == 0 {
			p.gone[id] = now
		}
	}
	return true
}

// seated starts the clock for a player who takes a seat without being connected.
func (p *Presence) seated(player int64, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, known := p.gone[player]; p.here[player] == 0 && !known {
		p.gone[player] = now
	}
}

// attendance is presence at one moment.
type attendance struct {
	watching int                           // people connected without a seat
	away     [blackjack.MaxSeats]time.Time // since when the seat's player has no connection; zero: has one, or the seat is free or a bot's
}

func (p *Presence) at(s *journal.State) attendance {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := attendance{watching: len(p.here)}
	for i := range s.Seats {
		seat := &s.Seats[i]
		id := int64(seat.Player)
		if id == 0 || seat.Bot {
			continue
		}
		if p.here[id] == 0 {
			a.away[i] = p.started
			if since, ok := p.gone[id]; ok {
				a.away[i] = since
			}
		} else if !slices.ContainsFunc(s.Seats[:i], func(before journal.Seat) bool { return before.Player == seat.Player && !before.Bot }) {
			a.watching-- // once for all seats that one player holds
		}
	}
	return a
}

// tidy forgets when players went who hold no seat, so that the map stays as
// small as the table.
func (p *Presence) tidy(s *journal.State) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id := range p.gone {
		if !holdsSeat(s, blackjack.PlayerID(id)) {
			delete(p.gone, id)
		}
	}
}
