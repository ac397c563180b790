package storetest

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/money"
)

// Shared is a store that nodes share.
type Shared interface {
	store.Store
	store.Leases
}

// How long nodes of the tests live: for as long as a test may take, or hardly.
const (
	long  = 10 * time.Minute
	short = 300 * time.Millisecond
)

// RunLeases checks the contract of [store.Leases]. open returns an empty store
// that the test owns, and how to let its clock go on.
func RunLeases(t *testing.T, open func(t *testing.T) (s Shared, pass func(time.Duration))) {
	for _, test := range []struct {
		name string
		run  func(*testing.T, *nodes)
	}{
		{"nodes live as long as they beat", testBeat},
		{"a table is one node's", testClaim},
		{"a dead node's table is taken over", testTakeover},
		{"a node that beats late has what nobody took", testBeatsLate},
		{"a node that leaves gives its tables back", testLeave},
		{"a released table is anybody's", testRelease},
		{"commits need the newest lease", testFence},
		{"a fenced commit leaves nothing behind", testFencedWhole},
		{"one of many claims wins", testClaims},
		{"a commit and a takeover have one order", testCommitAgainstClaim},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, pass := open(t)
			n := &nodes{club: club{t: t, ctx: t.Context(), Store: s}, Leases: s, pass: pass}
			test.run(t, n)
			if err := s.Close(); err != nil {
				t.Errorf("Close: %v", err)
			}
		})
	}
}

// nodes is a store that is shared, with the test at hand.
type nodes struct {
	club
	store.Leases
	pass func(time.Duration)
}

func (n *nodes) beat(id string, ttl time.Duration) []string {
	n.t.Helper()
	list, err := n.Beat(n.ctx, store.Node{ID: id, Address: "here:1"}, ttl)
	if err != nil {
		n.t.Fatalf("Beat(%s): %v", id, err)
	}
	var ids []string
	for _, l := range list {
		ids = append(ids, l.ID)
	}
	return ids
}

func (n *nodes) claim(id, table string, epoch uint64) store.Lease {
	n.t.Helper()
	got, err := n.Claim(n.ctx, id, table)
	if want := (store.Lease{Table: table, Node: id, Epoch: epoch}); err != nil || got != want {
		n.t.Fatalf("Claim(%s, %s) = %+v, %v, want %+v", id, table, got, err, want)
	}
	return got
}

func (n *nodes) fenced(id, table string) {
	n.t.Helper()
	if l, err := n.Claim(n.ctx, id, table); !errors.Is(err, store.ErrFenced) {
		n.t.Fatalf("Claim(%s, %s) = %+v, %v, want ErrFenced", id, table, l, err)
	}
}

func (n *nodes) wantLeases(want ...store.Lease) {
	n.t.Helper()
	got, err := n.Leases.Leases(n.ctx)
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" || err != nil {
		n.t.Errorf("Leases: %v (-want +got):\n%s", err, diff)
	}
}

// leased is a commit by a lease.
func leased(c store.Commit, l store.Lease) store.Commit {
	c.Lease = l
	return c
}

func testBeat(t *testing.T, n *nodes) {
	got, err := n.Beat(n.ctx, store.Node{ID: "b", Address: "[::1]:7", Draining: true}, long)
	if err != nil || len(got) != 1 || got[0].Left <= long/2 || got[0].Left > long {
		t.Fatalf("Beat = %+v, %v", got, err)
	}
	got[0].Left = 0
	if diff := cmp.Diff([]store.Node{{ID: "b", Address: "[::1]:7", Draining: true}}, got); diff != "" {
		t.Errorf("Beat (-want +got):\n%s", diff)
	}
	n.beat("c", short)
	n.pass(short)
	if got := n.beat("a", long); !cmp.Equal(got, []string{"a", "b"}) {
		t.Errorf("living: %v", got)
	}
	if got := n.beat("c", long); !cmp.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("living, after one lives again: %v", got)
	}
	for _, bad := range []store.Node{{}, {Address: "here:1"}} {
		if _, err := n.Beat(n.ctx, bad, long); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("a node without an id: %v", err)
		}
	}
	if _, err := n.Beat(n.ctx, store.Node{ID: "a"}, 0); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("a node that does not live: %v", err)
	}
}

func testClaim(_ *testing.T, n *nodes) {
	n.fenced("a", "t1") // it has never beaten
	n.beat("a", long)
	n.beat("b", long)
	n.wantLeases()
	second, first := n.claim("b", "t2", 1), n.claim("a", "t1", 1)
	n.fenced("b", "t1")
	n.claim("a", "t1", 1) // what it has it has
	n.wantLeases(first, second)
}

func testTakeover(t *testing.T, n *nodes) {
	n.beat("a", short)
	n.beat("b", long)
	old, kept := n.claim("a", "t1", 1), n.claim("b", "t2", 1)
	n.commit(leased(entry("t1", 0), old))
	n.pass(short)
	n.wantLeases(kept)
	n.fenced("a", "t1") // it is dead
	n.refused(leased(entry("t1", 1), old), store.ErrFenced)
	taken := n.claim("b", "t1", 2)
	n.refused(leased(entry("t1", 1), old), store.ErrFenced)
	n.commit(leased(entry("t1", 1), taken))
	n.wantLeases(taken, kept)
	n.beat("a", long)
	n.fenced("a", "t1")
	n.refused(leased(entry("t1", 2), old), store.ErrFenced)
	n.wantHead("t1", 2)
}

func testBeatsLate(_ *testing.T, n *nodes) {
	n.beat("a", short)
	n.beat("b", long)
	kept, lost := n.claim("a", "t1", 1), n.claim("a", "t2", 1)
	n.pass(short)
	taken := n.claim("b", "t2", 2)
	n.beat("a", long)
	n.commit(leased(entry("t1", 0), kept))
	n.refused(leased(entry("t2", 0), lost), store.ErrFenced)
	n.claim("a", "t1", 1)
	n.wantLeases(kept, taken)
}

func testLeave(t *testing.T, n *nodes) {
	n.beat("a", long)
	n.beat("b", long)
	old := n.claim("a", "t1", 1)
	for range 2 {
		if err := n.Leave(n.ctx, "a"); err != nil {
			t.Fatalf("Leave: %v", err)
		}
	}
	if got := n.beat("b", long); !cmp.Equal(got, []string{"b"}) {
		t.Errorf("living: %v", got)
	}
	n.refused(leased(entry("t1", 0), old), store.ErrFenced)
	n.beat("a", long) // its tables do not come back with it
	n.refused(leased(entry("t1", 0), old), store.ErrFenced)
	n.wantLeases()
	n.claim("b", "t1", 2)
}

func testRelease(t *testing.T, n *nodes) {
	n.beat("a", long)
	n.beat("b", long)
	old := n.claim("a", "t1", 1)
	for range 2 { // the second time there is nothing to give back
		if err := n.Release(n.ctx, old); err != nil {
			t.Fatalf("Release: %v", err)
		}
	}
	n.wantLeases()
	n.refused(leased(entry("t1", 0), old), store.ErrFenced)
	taken := n.claim("b", "t1", 2)
	for _, l := range []store.Lease{old, {Table: "t1", Node: "a", Epoch: 2}, {Table: "t1", Node: "b", Epoch: 1}, {Table: "t9", Node: "b", Epoch: 1}} {
		if err := n.Release(n.ctx, l); err != nil {
			t.Errorf("Release(%+v): %v", l, err)
		}
	}
	n.wantLeases(taken)
	if err := n.Release(n.ctx, taken); err != nil {
		t.Fatalf("Release: %v", err)
	}
	n.claim("b", "t1", 3) // its own again, but not as before
}

func testFence(t *testing.T, n *nodes) {
	n.beat("a", long)
	n.beat("b", long)
	lease := n.claim("a", "t1", 1)
	n.commit(leased(entry("t1", 0), lease))
	for _, l := range []store.Lease{
		{Table: "t1", Node: "b", Epoch: 1}, {Table: "t1", Node: "a", Epoch: 2}, {Table: "t1", Node: "c", Epoch: 1},
	} {
		n.refused(leased(entry("t1", 1), l), store.ErrFenced)
	}
	n.refused(leased(entry("t9", 0), store.Lease{Table: "t9", Node: "a", Epoch: 1}), store.ErrFenced) // never claimed
	for _, l := range []store.Lease{{Table: "t2", Node: "a", Epoch: 1}, {Table: "t1", Epoch: 1}, {Table: "t1", Node: "a"}} {
		n.refused(leased(entry("t1", 1), l), store.ErrInvalid)
	}
	n.refused(leased(entry("t1", 0), lease), store.ErrConflict) // a lease alone does not make a sequence right
	n.commit(leased(entry("t1", 1), lease))
}

// testFencedWhole: the command's first answer comes before the lease, the lease
// before everything else.
func testFencedWhole(t *testing.T, n *nodes) {
	player := n.player(100)
	n.beat("a", long)
	lease := n.claim("a", "t1", 1)
	first := leased(bet("t1", 0, player, 10), lease)
	first.Command, first.Answer = store.CommandKey{Player: player, ID: "x"}, []byte("yes")
	n.commit(first)
	if err := n.Release(n.ctx, lease); err != nil {
		t.Fatal(err)
	}
	var duplicate store.DuplicateError
	if _, err := n.Commit(n.ctx, first); !errors.As(err, &duplicate) || string(duplicate.Answer) != "yes" {
		t.Errorf("a command that was answered, by an old lease: %v", err)
	}
	for _, expect := range []uint64{1, 7} {
		again := leased(bet("t1", expect, player, 1000), lease)
		again.Command = store.CommandKey{Player: player, ID: "y"}
		again.Shoes = []store.SealedShoe{{Table: "t1", Number: 1, Box: []byte("box")}}
		n.refused(again, store.ErrFenced)
	}
	if _, ok, err := n.Answer(n.ctx, store.CommandKey{Player: player, ID: "y"}); ok || err != nil {
		t.Errorf("the fenced commit left its answer: %v", err)
	}
	n.wantBalance(ledger.Player(player), 90)
	n.wantClean()
}

// testClaims has many nodes claim one table at once, again and again.
func testClaims(t *testing.T, n *nodes) {
	const many, times = 8, 5
	for i := range many {
		n.beat(fmt.Sprint("n", i), long)
	}
	for round := range uint64(times) {
		won := make(chan store.Lease, many)
		var all sync.WaitGroup
		for i := range many {
			all.Go(func() {
				l, err := n.Claim(n.ctx, fmt.Sprint("n", i), "t1")
				switch {
				case err == nil:
					won <- l
				case !errors.Is(err, store.ErrFenced):
					t.Errorf("Claim: %v", err)
				}
			})
		}
		all.Wait()
		if len(won) != 1 {
			t.Fatalf("%d nodes have one table", len(won))
		}
		l := <-won
		if l.Epoch != round+1 {
			t.Errorf("epoch %d, want %d", l.Epoch, round+1)
		}
		n.commit(leased(entry("t1", round), l))
		if err := n.Release(n.ctx, l); err != nil {
			t.Fatal(err)
		}
	}
}

// testCommitAgainstClaim lets a node commit while its table is taken from it: what
// was acknowledged is there before the new owner's first entry, and nothing after.
func testCommitAgainstClaim(t *testing.T, n *nodes) {
	const takeovers = 12
	player := n.player(1_000_000)
	n.beat("n0", long)
	lease := n.claim("n0", "t1", 1)
	var seq uint64
	for i := range takeovers {
		next := fmt.Sprint("n", i+1)
		n.beat(next, long)
		start := make(chan struct{})
		var acknowledged uint64
		var all sync.WaitGroup
		all.Go(func() {
			<-start
			for at := seq; ; at++ {
				c := leased(bet("t1", at, player, 1), lease)
				c.Entry = []byte(lease.Node)
				_, err := n.Commit(n.ctx, c)
				if err != nil {
					if !errors.Is(err, store.ErrFenced) {
						t.Errorf("commit %d of %s: %v", at+1, lease.Node, err)
					}
					acknowledged = at
					return
				}
			}
		})
		var taken store.Lease
		all.Go(func() {
			<-start
			n.pass(time.Duration(i) * time.Millisecond)
			if err := n.Leave(n.ctx, lease.Node); err != nil {
				t.Errorf("Leave: %v", err)
				return
			}
			var err error
			if taken, err = n.Claim(n.ctx, next, "t1"); err != nil {
				t.Errorf("Claim: %v", err)
			}
		})
		close(start)
		all.Wait()
		if t.Failed() {
			return
		}
		n.wantHead("t1", acknowledged)
		seq, lease = acknowledged, taken
	}
	n.wantBalance(ledger.Player(player), 1_000_000-money.Amount(seq))
	n.wantClean()
}
