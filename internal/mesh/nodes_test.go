package mesh_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"club99/blackjack"
	"club99/client"
	"club99/internal/wire"
)

// A player at one node plays at a table of another.
func TestAnyNodeTakesAnyPlayerToAnyTable(t *testing.T) {
	c := open(t, 2, 8)
	c.spread()
	a, b := c.nodes[0], c.nodes[1]
	p := a.comeIn(b.at())
	p.bet()
	p.next("a decision or results", func(f *client.Frame, _ *client.You) bool {
		return f.State.Phase == client.Players || f.State.Phase == client.Offers || f.State.Phase == client.Over
	})
	for p.last.Frame.State.Phase != client.Over {
		act := blackjack.Stand
		if p.last.Frame.State.Phase == client.Offers {
			act = blackjack.DeclineInsurance
		}
		legal := p.last.You.Seats[0].Legal
		if !slices.ContainsFunc(legal, func(l client.Legal) bool { return l.Action == act }) {
			act = legal[len(legal)-1].Action
		}
		seq, err := p.table.Act(t.Context(), &p.last.Frame.State, p.last.You.Seats[0].Seat, act, 0)
		if err != nil {
			t.Fatal(err)
		}
		p.next("what came of it", func(f *client.Frame, _ *client.You) bool { return f.Seq >= seq })
	}
	if p.missed != 0 {
		t.Errorf("the player missed something %d times", p.missed)
	}
	// Whoever looks from the other node sees the player there, and the row says so.
	until(t, "the row of a table of another node", func() bool {
		rows := a.pit.Rows()
		i := slices.IndexFunc(rows, func(r wire.LobbyTable) bool { return r.ID == p.last.Frame.Table })
		return rows[i].Taken == 1
	})
	if p.last.Frame.State.Seats[p.last.You.Seats[0].Seat-1].Away {
		t.Error("the player is connected and is said to be away")
	}
}

// A node that dies in the middle of a hand: the table goes on elsewhere with the same
// cards, and its player at another node notices nothing but the time.
func TestADeadNodesTableGoesOnElsewhere(t *testing.T) {
	c := open(t, 3, 12, "act_time", "20s")
	c.spread()
	a, b := c.nodes[0], c.nodes[1]
	p := a.comeIn(b.at())
	before := handInPlay(t, p)
	died := time.Now()
	b.kill()
	seat := p.last.You.Seats[0].Seat
	seq, err := p.table.Act(t.Context(), &p.last.Frame.State, seat, blackjack.Stand, 0)
	if err != nil {
		t.Fatal(err)
	}
	took := time.Since(died)
	t.Logf("without service for %v", took.Round(time.Millisecond))
	if took > 5*time.Second {
		t.Errorf("the table was gone for %v", took)
	}
	p.next("the hand that was stood", func(f *client.Frame, _ *client.You) bool { return f.Seq >= seq })
	hand := p.last.Frame.State.Seats[seat-1].Hands[0]
	if !slices.Equal(hand.Cards, before) {
		t.Errorf("the cards are %v now, they were %v", hand.Cards, before)
	}
	p.phase(client.Over)
	if n := c.owner(p.last.Frame.Table); n == nil || n == b {
		t.Error("nobody drives the table")
	}
	for i := 1; i < len(p.frames); i++ {
		if p.frames[i].Seq > p.frames[i-1].Seq+1 && p.missed == 0 {
			t.Errorf("frame %d came after %d", p.frames[i].Seq, p.frames[i-1].Seq)
		}
	}
}

// handInPlay bets until there is a hand to decide on, and returns its cards.
func handInPlay(t *testing.T, p *person) []wireCard {
	t.Helper()
	p.bet()
	for {
		p.next("cards", func(f *client.Frame, _ *client.You) bool {
			return f.State.Phase == client.Players || f.State.Phase == client.Offers || f.State.Phase == client.Over
		})
		f, seat := p.last.Frame, p.last.You.Seats[0].Seat
		if f.State.Phase == client.Players {
			return slices.Clone(f.State.Seats[seat-1].Hands[0].Cards)
		}
		if f.State.Phase == client.Offers {
			legal := p.last.You.Seats[0].Legal
			seq, err := p.table.Act(t.Context(), &f.State, seat, legal[len(legal)-1].Action, 0)
			if err != nil {
				t.Fatal(err)
			}
			p.next("the answer to an offer", func(f *client.Frame, _ *client.You) bool { return f.Seq >= seq })
			continue
		}
		p.phase(client.Betting)
		if _, err := p.table.Bet(t.Context(), p.last.Frame.State.Round, client.Bet{Seat: seat, Amount: 1000}); err != nil {
			t.Fatal(err)
		}
	}
}

// A node whose beats do not arrive stops by itself, others take its tables, and what it
// still tries to write is refused.
func TestAPausedNodeIsFenced(t *testing.T) {
	c := open(t, 2, 8, "act_time", "20s")
	c.spread()
	a, b := c.nodes[0], c.nodes[1]
	id := b.at()
	p := a.comeIn(id)
	handInPlay(t, p)
	old, _ := b.pit.Driven(id)
	lease := old.Lease()
	b.books.deaf.Store(true)
	until(t, "the other node has the table", func() bool { return c.owner(id) == a })
	if b.node.Accepting() {
		t.Error("a node whose lease has ended accepts")
	}
	head, err := c.store.Head(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	// The same as a commit that was on its way all the time.
	_, err = b.books.Commit(t.Context(), commitOf(id, head, lease))
	if b.books.fenced.Load() == 0 || err == nil {
		t.Errorf("what the old owner wrote was taken: %v", err)
	}
	seq, err := p.table.Act(t.Context(), &p.last.Frame.State, p.last.You.Seats[0].Seat, blackjack.Stand, 0)
	if err != nil {
		t.Fatal(err)
	}
	p.next("the hand that was stood", func(f *client.Frame, _ *client.You) bool { return f.Seq >= seq })
	b.books.deaf.Store(false)
	c.spread() // it lives again, and has its share
}

// A node that leaves gives its tables away between two actions.
func TestDrainingHandsOverInMidRound(t *testing.T) {
	c := open(t, 2, 8, "act_time", "20s")
	c.spread()
	a, b := c.nodes[0], c.nodes[1]
	id := b.at()
	p := a.comeIn(id)
	before := handInPlay(t, p)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	began := time.Now()
	if !b.node.Drain(ctx) {
		t.Fatal("the node could not give its tables away")
	}
	t.Logf("all given away after %v", time.Since(began).Round(time.Millisecond))
	seat := p.last.You.Seats[0].Seat
	seq, err := p.table.Act(t.Context(), &p.last.Frame.State, seat, blackjack.Stand, 0)
	if err != nil {
		t.Fatal(err)
	}
	p.next("the hand that was stood", func(f *client.Frame, _ *client.You) bool { return f.Seq >= seq })
	if hand := p.last.Frame.State.Seats[seat-1].Hands[0]; !slices.Equal(hand.Cards, before) {
		t.Errorf("the cards are %v now, they were %v", hand.Cards, before)
	}
	if p.missed != 0 {
		t.Errorf("the player missed something %d times", p.missed)
	}
	if c.owner(id) != a {
		t.Error("nobody drives the table")
	}
	b.close()
	p.phase(client.Over)
}
