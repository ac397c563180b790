package model

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Played is what came of a club that was played through.
type Played struct {
	Actions  float64 // a second
	P50, P99 float64 // seconds from when a player acts until what comes of it is at the player
	Node     float64 // how busy the nodes' cores were
	Database float64
	Disk     float64 // the part of the time that syncs took
	Group    float64 // commits that shared a transaction
	Sync     float64 // transactions that shared a sync
	Waiting  int     // actions that were not answered at the end
}

// play is a club that is being played in.
type play struct {
	*Club
	sim
	*rand.Rand
	nodes     []*station
	databases []*database
	writers   []*batches[func()] // of each node for each database
	open      int
	took      []float64
	measuring bool
	commits   int
	groups    int
	syncs     int
	synced    int
}

// database is a machine of PostgreSQL.
type database struct {
	cores *station
	disk  *batches[func()]
	busy  float64
}

// table is five people who play. Each is at a node of their own.
type table struct {
	owner, database int
	at              []int
	others          int // other nodes at which somebody listens
	waiting         int // players who have not bet
	turn            int
	left            float64 // decisions of whoever is to move
}

// Play plays through a club until every table has been dealt at, and then for so many
// seconds, in which it measures.
func Play(c *Club, span float64, seed uint64) Played {
	p := &play{Club: c, Rand: rand.New(rand.NewPCG(seed, 99))}
	for range c.Nodes {
		p.nodes = append(p.nodes, newStation(&p.sim, c.Cores))
	}
	for range c.Databases {
		p.databases = append(p.databases, p.newDatabase())
	}
	for range c.Nodes * c.Databases {
		p.writers = append(p.writers, p.newWriter(len(p.writers)))
	}
	for range c.Players / c.Seats {
		t := p.newTable()
		p.in(p.Float64()*c.round(), func() { p.betting(t) })
	}
	if c.Nodes > 1 {
		for n := range p.nodes {
			p.in(p.Float64(), func() { p.roll(n) })
		}
	}
	begun := 1.2 * c.round()
	p.run(begun)
	p.measuring, p.commits, p.groups, p.syncs, p.synced = true, 0, 0, 0, 0
	nodes, databases, disks := p.busy()
	p.run(begun + span)
	n, d, k := p.busy()
	slices.Sort(p.took)
	r := Played{
		Actions: float64(len(p.took)) / span, Node: (n - nodes) / span / float64(c.Nodes*c.Cores), Database: (d - databases) / span / float64(c.Databases*c.DiskCores),
		Disk: (k - disks) / span / float64(c.Databases), Group: float64(p.commits) / float64(max(1, p.groups)), Sync: float64(p.synced) / float64(max(1, p.syncs)), Waiting: p.open,
	}
	if len(p.took) > 0 {
		r.P50, r.P99 = p.took[len(p.took)/2], p.took[len(p.took)*99/100]
	}
	return r
}

// busy is for how many seconds everything was busy so far.
func (p *play) busy() (nodes, databases, disks float64) {
	for _, n := range p.nodes {
		nodes += n.busy
	}
	for _, d := range p.databases {
		databases += d.cores.busy
		disks += d.busy
	}
	return nodes, databases, disks
}

func (p *play) newDatabase() *database {
	d := &database{cores: newStation(&p.sim, p.DiskCores)}
	d.disk = &batches[func()]{free: 1, most: math.MaxInt, begin: func(batch []func(), done func()) {
		d.busy += p.Sync / 1e6
		p.syncs++
		p.synced += len(batch)
		p.in(p.Sync/1e6, func() {
			for _, then := range batch {
				then()
			}
			done()
		})
	}}
	return d
}

// mostInGroup is how many commits share a transaction at most, as in package postgres.
const mostInGroup = 256

func (p *play) newWriter(n int) *batches[func()] {
	node, db := p.nodes[n/p.Databases], p.databases[n%p.Databases]
	return &batches[func()]{free: p.Committers, most: mostInGroup, begin: func(group []func(), done func()) {
		p.groups++
		p.Club.write(node, db, len(group), func() {
			p.commits += len(group)
			for _, then := range group {
				then()
			}
			done()
		})
	}}
}

// write has a group written: by the node, on the cores of the database, to its disk.
func (c *Club) write(node *station, db *database, commits int, then func()) {
	node.do(c.NodeTransaction/1e6, func() {
		db.cores.do((c.Transaction+float64(commits)*c.Commits*c.Commit)/1e6, func() { db.disk.put(then) })
	})
}

func (p *play) newTable() *table {
	t := &table{owner: p.IntN(p.Nodes), database: p.IntN(p.Databases), at: make([]int, p.Seats)}
	seen := map[int]bool{t.owner: true}
	for i := range t.at {
		t.at[i] = p.IntN(p.Nodes)
		seen[t.at[i]] = true
	}
	t.others = len(seen) - 1
	return t
}

// betting opens betting: everybody bets after a while.
func (p *play) betting(t *table) {
	t.waiting = p.Seats
	for seat := range t.at {
		p.in(p.ExpFloat64()*p.Bet, func() {
			p.act(t, seat, func() {
				if t.waiting--; t.waiting == 0 {
					t.turn = -1
					p.next(t)
				}
			})
		})
	}
}

// next has whoever is to move decide, and after the last of them the next betting open.
func (p *play) next(t *table) {
	for t.left <= 0 {
		if t.turn++; t.turn == p.Seats {
			t.left = 0
			p.in(p.Pause, func() { p.betting(t) })
			return
		}
		t.left = p.decisions()
	}
	t.left--
	seat := t.turn
	p.in(p.ExpFloat64()*p.Think, func() { p.act(t, seat, func() { p.next(t) }) })
}

// decisions is how many one player has to make in a round: whole, and right on the average.
func (p *play) decisions() float64 {
	whole, part := math.Modf(p.Decisions - 1)
	if p.Float64() < part {
		whole++
	}
	return whole
}

// act is one action: read and decided at its nodes, written, told.
func (p *play) act(t *table, seat int, then func()) {
	began := p.now
	p.open++
	here, owner := p.nodes[t.at[seat]], p.nodes[t.owner]
	half := p.Message / 2e6
	told := func() {
		p.open--
		if p.measuring {
			p.took = append(p.took, p.now-began)
		}
		then()
	}
	written := func() {
		// Half of an action's own cost is before the commit, half after it. Whoever acted
		// waits for the own node; what the others get is work all the same.
		for n := range t.others {
			other := p.nodes[(t.owner+1+n)%p.Nodes]
			other.do(half*p.Commits, func() {})
		}
		owner.do(p.Action/2e6+half*(float64(t.others)*p.Commits+2*p.messages()-2*p.Asks*p.away()), func() {
			if here == owner {
				told()
				return
			}
			here.do(half*(p.Asks/2+1), told)
		})
	}
	decided := func() {
		p.writers[t.owner*p.Databases+t.database].put(written)
	}
	if here == owner {
		owner.do(p.Action/2e6, decided)
		return
	}
	here.do(half*p.Asks/2, func() { owner.do(p.Action/2e6+half*p.Asks, decided) })
}

// roll is the work of a second with what the nodes say of their people, a little at a time.
func (p *play) roll(n int) {
	const slice = 0.001
	work := float64(p.Players) * p.RollPlayer / 1e6
	parts := max(1, math.Ceil(work/slice))
	for i := range int(parts) {
		p.in(float64(i)/parts, func() { p.nodes[n].do(work/parts, func() {}) })
	}
	p.in(1, func() { p.roll(n) })
}
