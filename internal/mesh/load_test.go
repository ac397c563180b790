package mesh_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"club99/blackjack"
	"club99/internal/audit"
	"club99/internal/load"
	"club99/internal/play"
	"club99/strategy"
)

// crowd are bots at one node, who check everything that they are told.
type crowd struct {
	end    chan struct{}
	report load.Report
	err    error
	done   sync.WaitGroup
}

func (n *node) crowd(players int) *crowd {
	c := &crowd{end: make(chan struct{})}
	c.done.Go(func() {
		c.report, c.err = load.Run(context.Background(), load.Config{
			URL: n.url, Players: players, For: time.Hour, Proxied: true, Rate: 100, End: c.end, Reopens: true, Nodes: true,
			Strategy: func(r *blackjack.Rules) (play.Strategy, error) { return play.By(strategy.Basic(r)), nil },
		})
	})
	return c
}

// stop ends play, and says what was wrong.
func (c *crowd) stop(t *testing.T, faults func(load.Report) int64) load.Report {
	t.Helper()
	close(c.end)
	c.done.Wait()
	r := c.report
	if c.err != nil || r.FaultsN > faults(r) || r.ErrorsN > 0 || r.Rounds < 1 {
		t.Errorf("%v: %+v", c.err, r)
	}
	t.Logf("%d actions, %d rounds, %d frames, reconnects %d, refusals %v, action to frame %v", r.Actions, r.Rounds, r.Frames, r.Lost, r.Refusals, r.ToAction)
	return r
}

func none(load.Report) int64 { return 0 }

// lost is one for each connection that was made again: a frame that comes before what its
// player was to be told first shows an old balance, until the node that finds this out has
// ended the connection.
func lost(r load.Report) int64 { return r.Lost }

// audited checks the books.
func (c *club) audited() {
	c.Helper()
	report, err := audit.Books(c.Context(), c.store)
	if err != nil {
		c.Fatal(err)
	}
	for _, what := range report.Faults {
		c.Errorf("the books: %v", what)
	}
}

// quick has tables go on fast.
var quick = []string{"result_time", "0s", "bet_time", "2s", "act_time", "3s"}

// One message of ten between the nodes is lost: nobody is told anything wrong, and all
// play on.
func TestLostMessagesAreHarmless(t *testing.T) {
	c := open(t, 3, 6, quick...)
	c.spread()
	for _, n := range c.nodes {
		n.lossy.ill.Store(true)
	}
	var crowds []*crowd
	for _, n := range c.nodes {
		crowds = append(crowds, n.crowd(4))
	}
	time.Sleep(8 * time.Second)
	for _, n := range c.nodes {
		n.lossy.ill.Store(false)
	}
	for _, crowd := range crowds {
		crowd.stop(t, lost)
	}
	for _, n := range c.nodes {
		if n.lossy.lost.Load() == 0 {
			t.Errorf("%s lost nothing", n.id)
		}
	}
	c.audited()
}

// Nodes die, stop for a while, leave and come while people play at the others.
func TestNodesComeAndGoUnderLoad(t *testing.T) {
	c := open(t, 3, 12, quick...)
	c.spread()
	crowd := c.nodes[0].crowd(20)
	time.Sleep(time.Second)
	c.nodes[1].kill()
	time.Sleep(2 * time.Second)
	fourth := c.add()
	time.Sleep(time.Second)
	fourth.books.deaf.Store(true) // paused, for longer than it lives
	time.Sleep(2 * time.Second)
	fourth.books.deaf.Store(false)
	time.Sleep(time.Second)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if !c.nodes[2].node.Drain(ctx) {
		t.Error("a node could not give its tables away")
	}
	c.nodes[2].close()
	time.Sleep(2 * time.Second)
	c.spread()
	crowd.stop(t, none)
	c.audited()
}
