package mesh_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"club99/client"
	"club99/internal/wire"
)

// post sends what a page sends, at a node.
func (p *person) post(n *node, path, body string) {
	p.club.Helper()
	r, err := http.NewRequestWithContext(p.club.Context(), http.MethodPost, n.url+path, strings.NewReader(body))
	if err != nil {
		p.club.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.AddCookie(&http.Cookie{Name: "club99", Value: p.client.Token()})
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		p.club.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		p.club.Fatalf("%s: %s", path, resp.Status)
	}
}

// also joins another table, at another node, as the same player.
func (p *person) also(n *node, id string) *person {
	c := p.club
	c.Helper()
	cl, err := client.New(client.Options{URL: n.url})
	if err != nil {
		c.Fatal(err)
	}
	if _, err := cl.Resume(c.Context(), p.client.Token()); err != nil {
		c.Fatal(err)
	}
	c.Cleanup(cl.Close)
	t, err := cl.Join(c.Context(), id)
	if err != nil {
		c.Fatal(err)
	}
	return &person{club: c, client: cl, table: t}
}

// A limit on losses counts what is at stake at the tables of all nodes, whichever of them
// it was set at.
func TestALimitHoldsAtAllNodes(t *testing.T) {
	c := open(t, 3, 36, "bet_time", "60s", "act_time", "60s", "seats", "2", "seats_per_player", "1")
	c.spread()
	time.Sleep(2500 * time.Millisecond) // every roll was heard since
	a, b, d := c.nodes[0], c.nodes[1], c.nodes[2]
	for i := range 4 { // players of whatever home
		p := a.comeIn(b.all()[i])
		p.post(d, "/api/well/limits", `{"loss-day":1500}`)
		if _, err := p.table.Sit(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		q := p.also(b, d.all()[i])
		if _, err := q.table.Sit(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		// Somebody else at each table has not bet yet: nothing is dealt, so that no bet has
		// won before the other is asked for.
		for _, id := range []string{b.all()[i], d.all()[i]} {
			if _, err := a.comeIn(id).table.Sit(t.Context(), 0); err != nil {
				t.Fatal(err)
			}
		}
		for _, at := range []*person{p, q} {
			at.next("betting with a seat", func(f *client.Frame, y *client.You) bool { return f.State.Phase == client.Betting && len(y.Seats) == 1 })
		}
		bet := func(p *person) error {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			_, err := p.table.Bet(ctx, p.last.Frame.State.Round, client.Bet{Seat: p.last.You.Seats[0].Seat, Amount: 1000})
			return err
		}
		both := make(chan error, 2)
		go func() { both <- bet(p) }()
		go func() { both <- bet(q) }()
		allowed := 0
		for range 2 {
			err := <-both
			refused := (*client.Refused)(nil)
			switch {
			case err == nil:
				allowed++
			case !errors.As(err, &refused) || refused.Code != wire.OverLossDay:
				t.Errorf("refused by %v", err)
			}
		}
		if allowed != 1 {
			t.Errorf("%d bets of 1000 were allowed by a limit of 1500", allowed)
		}
		p.post(a, "/api/well/break", `{"hours":1}`)
		for _, at := range []*person{p, q} {
			if allowed == 1 {
				at.next("the seat given up, or the hand to be played first", func(f *client.Frame, y *client.You) bool {
					return len(y.Seats) == 0 || f.State.Phase != client.Betting
				})
			}
		}
		p.client.Close()
		q.client.Close()
	}
}

// Whoever loses the connection to one node is away at the table of another, and here
// again when it is back at a third.
func TestPresenceAcrossNodes(t *testing.T) {
	c := open(t, 3, 12, "bet_time", "60s")
	c.spread()
	a, b, d := c.nodes[0], c.nodes[1], c.nodes[2]
	id := b.at()
	p := a.comeIn(id)
	if _, err := p.table.Sit(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	watcher := d.comeIn(id)
	away := func(want bool) func(*client.Frame, *client.You) bool {
		return func(f *client.Frame, _ *client.You) bool {
			return f.State.Seats[0].Player != nil && f.State.Seats[0].Away == want
		}
	}
	watcher.next("the player is here", away(false))
	token := p.client.Token()
	p.client.Close()
	watcher.next("the player is away", away(true))
	again, err := client.New(client.Options{URL: d.url})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if _, err := again.Resume(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	if _, err := again.Join(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	watcher.next("the player is here again", away(false))
	d2 := c.owner(id)
	if d2 != b {
		t.Fatal("the table moved")
	}
	// The table moves: the new owner knows who is at it.
	b.kill()
	until(t, "another node has the table", func() bool { return c.owner(id) != nil })
	watcher.next("the player is here", away(false))
}
