package model

import (
	"math"
	"testing"
)

// simple is a club whose figures can be worked out on paper.
func simple() Club {
	return Club{
		Costs: Costs{
			Action: 400, Message: 50, NodeTransaction: 300, RollPlayer: 2, Commit: 200, Transaction: 1000, Sync: 2000, LogCommit: 1000, LogGroup: 500,
			Asks: 2, Homes: 0.5, Own: 1.5, Rows: 0.25, FrameSize: 2000, OtherSize: 400, RollSize: 80, Commits: 1, Decisions: 2.5,
		},
		Players: 5000, Seats: 5, Nodes: 1, Cores: 4, Databases: 1, DiskCores: 4, Committers: 1, Bet: 6, Think: 3, Pause: 5, Stay: 2400,
	}
}

// The round: the last of five bets after 6(1+1/2+1/3+1/4+1/5) = 13.7 s, then five times
// 1.5 decisions of 3 s, then 5 s: 41.2 s, in which each of 5,000 players acts 2.5 times.
// A group takes 300+1000+2000 us: 303.4*0.0033/(1-303.4*0.0002) = 1.066 commits.
func TestLoadIsAsOnPaper(t *testing.T) {
	c := simple()
	l := c.Load()
	near(t, "a round", l.Round, 41.2, 0.01)
	near(t, "actions a second", l.Actions, 303.40, 0.01)
	near(t, "commits in a group", l.Group, 1.0659, 0.1)
	near(t, "the node", l.Node, 303.4*(400+300/1.0659)/4e6, 0.1)
	near(t, "the database", l.Database, 303.4*(200+1000/1.0659)/4e6, 0.1)
	near(t, "the database at least", l.Least, 303.4*200/4e6, 0.1)
	near(t, "the log", l.Log, 303.4*(1000+500/1.0659), 0.1)
	if l.Messages != 0 || l.Rolls != 0 || l.NodeBytes != 0 || l.Purses != 0 {
		t.Errorf("a lone node talks to others: %+v", l)
	}
	c.Nodes, c.Databases = 4, 2
	l = c.Load()
	// Three of four are elsewhere: 4*0.75 messages, 0.25 to each of three, and frames to
	// 3(1-0.75^5) = 2.288 nodes.
	near(t, "messages of an action", l.Messages, 3+0.75+2.2881, 0.01)
	near(t, "the part of rolls", l.Rolls, 5000*2/4e6, 0.01)
	near(t, "what a node carries", l.NodeBytes, 2*303.4*(2.2881*2000+3.75*400)/4+5000*80*2, 0.1)
	near(t, "purses of another database", l.Purses, 2*5000.0/2400*0.5/303.4, 0.1)
}

// What is played through is as busy as the sums say, whatever waits for what.
func TestPlayIsAsBusyAsTheSumsSay(t *testing.T) {
	for name, change := range map[string]func(*Club){
		"one node":               func(*Club) {},
		"busy":                   func(c *Club) { c.Players = 7000 },
		"four nodes":             func(c *Club) { c.Nodes, c.Cores = 4, 2 },
		"four nodes, two stores": func(c *Club) { c.Nodes, c.Databases, c.Players = 4, 2, 6000 },
	} {
		t.Run(name, func(t *testing.T) {
			c := simple()
			change(&c)
			l, p := c.Load(), Play(&c, 50, 1)
			near(t, "actions a second", p.Actions, l.Actions, 4)
			// How many share a group is only estimated by the sums: they are given what was found.
			groups := p.Actions / p.Group
			near(t, "the database", p.Database, (p.Actions*c.Commit+groups*c.Transaction)/1e6/float64(c.Databases*c.DiskCores), 2)
			node := (p.Actions*(c.Action+c.Message*l.Messages)+groups*c.NodeTransaction)/1e6/float64(c.Nodes*c.Cores) + l.Rolls
			near(t, "the nodes", p.Node, node, 4)
			near(t, "how many share a group", p.Group, l.Group, 40)
		})
	}
}

// With nobody in the way an action takes what its parts take, to the microsecond.
func TestAloneAnActionTakesItsParts(t *testing.T) {
	c := simple()
	c.Players = 5
	p := Play(&c, 5000, 1)
	want := (400 + 300 + 1000 + 200 + 2000) / 1e6
	if math.Abs(p.P50-want) > 1e-7 || p.P99 < want {
		t.Errorf("half of the actions take %v s, by their parts %v", p.P50, want)
	}
}

// What cannot be done is not done. A committer writes one group after another, of 256
// at most: with 2 ms for each commit, 256 take 300+1000+2000 us and 512 ms.
func TestWhatIsTooMuchWaits(t *testing.T) {
	c := simple()
	c.Players, c.Commit = 30000, 2000
	p := Play(&c, 60, 1)
	near(t, "actions a second", p.Actions, 256/0.5153, 5)
	near(t, "the database: one of its cores", p.Database, 0.25*0.513/0.5153, 4)
	if p.Group != 256 || p.Waiting < 4000 || p.P50 < 5 {
		t.Errorf("%+v", p)
	}
}

// Little's law: how many are there is how many come, times how long they stay.
func TestADayHasAsManyAsLittleSays(t *testing.T) {
	d := Day{Players: 80_000, Stay: 2700, Swing: 0.8, Busiest: 21}
	hours, most := d.Hours(1)
	sum := 0.0
	for _, h := range hours {
		sum += h / 24
	}
	near(t, "players at a time", sum, 80_000*2700/86400.0, 2)
	if hours[21] < 1.6*sum || hours[9] > 0.4*sum || float64(most) < hours[21] || float64(most) > 1.1*hours[21] {
		t.Errorf("the mean is %.0f, by hours %.0f, at most %d", sum, hours, most)
	}
}
