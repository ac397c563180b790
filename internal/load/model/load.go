package model

import "math"

// Club is a club as it is built, and how it is played in.
type Club struct {
	Costs
	Players    int // who are there at once
	Seats      int // of a table that are taken
	Nodes      int
	Cores      int // of a node
	Databases  int // that tables are shared out to
	DiskCores  int // of a database's machine
	Committers int // of a node, to each database

	// Seconds. Bet and Think are how long a player takes, on the average; Pause is until the
	// next betting opens; Stay is how long somebody keeps a seat.
	Bet, Think, Pause, Stay float64
}

// Loads are how much of everything is in use: 1 is all of it.
type Loads struct {
	Actions   float64 // a second
	Round     float64 // seconds
	Node      float64 // its cores
	Rolls     float64 // the part of Node that rolls take
	Database  float64 // its cores, with groups of the size that follows
	Least     float64 // its cores, however many commits share a transaction
	Group     float64 // commits that share a transaction
	Log       float64 // bytes a second of one database
	Messages  float64 // for each action
	NodeBytes float64 // a second that one node sends and gets
	Purses    float64 // of the commits, those that meet a purse in another database
}

// away is the chance that somebody or something is at another node.
func (c *Club) away() float64 { return 1 - 1/float64(c.Nodes) }

// others is how many other nodes listen to a table.
func (c *Club) others() float64 {
	n := float64(c.Nodes)
	return (n - 1) * (1 - math.Pow(1-1/n, float64(c.Seats)))
}

// messages is how many an action takes, without frames.
func (c *Club) messages() float64 {
	return (c.Asks+c.Homes+c.Own)*c.away() + c.Rows*float64(c.Nodes-1)
}

// round is how long one lasts: the last of all players to bet, then each in turn.
func (c *Club) round() float64 {
	slowest := 0.0
	for k := 1; k <= c.Seats; k++ {
		slowest += c.Bet / float64(k) // the largest of so many exponential times
	}
	return slowest + float64(c.Seats)*(c.Decisions-1)*c.Think + c.Pause
}

// Load is how busy a club is, by its costs alone. What waits is for [Play] to find out.
// The size of groups is what it is when each committer writes one group after another.
func (c *Club) Load() (l Loads) {
	n, d := float64(c.Nodes), float64(c.Databases)
	l.Round = c.round()
	l.Actions = float64(c.Players) * c.Decisions / l.Round
	commits := l.Actions * c.Commits
	writers := n * d * float64(c.Committers)
	// A group takes what is committed while the one before is written.
	each := commits / writers
	took := (c.NodeTransaction + c.Transaction + c.Sync) / 1e6
	l.Group = min(max(1, each*took/max(0.1, 1-each*c.Commit/1e6)), mostInGroup)
	groups := commits / l.Group
	frames := c.others() * c.Commits
	l.Messages = c.messages() + frames
	if c.Nodes > 1 {
		// What all others say of their people, and this node of its own.
		l.Rolls = float64(c.Players) * c.RollPlayer / 1e6 / float64(c.Cores)
	}
	l.Node = (l.Actions*(c.Action+c.Message*l.Messages)+groups*c.NodeTransaction)/1e6/n/float64(c.Cores) + l.Rolls
	l.Database = (commits*c.Commit + groups*c.Transaction) / 1e6 / d / float64(c.DiskCores)
	l.Least = commits * c.Commit / 1e6 / d / float64(c.DiskCores)
	l.Log = (commits*c.LogCommit + groups*c.LogGroup) / d
	l.NodeBytes = 2 * l.Actions * (frames*c.FrameSize + c.messages()*c.OtherSize) / n
	if c.Nodes > 1 {
		l.NodeBytes += float64(c.Players) * c.RollSize * 2
	}
	if c.Databases > 1 {
		l.Purses = 2 * float64(c.Players) / c.Stay * (1 - 1/d) / commits
	}
	return l
}
