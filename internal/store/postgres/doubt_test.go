package postgres_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/internal/store/postgres"
	"club99/internal/store/postgres/pgtest"
)

// cut is what a wire does with a transaction that is being committed.
type cut int32

const (
	whole   cut = iota
	unheard     // the server commits, and its answer is lost
	unsaid      // the server never hears of it, and rolls back when it finds the client gone
	late        // the client is cut off at once, the server hears of it later
	silent      // the server's answer does not come, and nobody hangs up
)

// wire is a network between a store and its server, which can fail.
type wire struct {
	listener net.Listener
	server   string
	next     atomic.Int32 // what becomes of the next commit
	always   atomic.Bool  // of all commits, at random
	down     atomic.Bool  // nobody gets through
	cuts     atomic.Int64
}

// throughWire opens books over a wire.
func throughWire(t *testing.T, books string) (*postgres.Store, *wire) {
	u, err := url.Parse(books)
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{server: u.Host}
	if w.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.listener.Close() })
	go func() {
		for {
			client, err := w.listener.Accept()
			if err != nil {
				return
			}
			go w.carry(client)
		}
	}()
	u.Host = w.listener.Addr().String()
	return open(t, u.String()), w
}

func (w *wire) carry(client net.Conn) {
	defer client.Close()
	if w.down.Load() {
		return
	}
	server, err := net.Dial("tcp", w.server)
	if err != nil {
		return
	}
	defer server.Close()
	var deaf atomic.Bool
	go func() {
		defer client.Close()
		buffer := make([]byte, 64<<10)
		for {
			n, err := server.Read(buffer)
			if n > 0 && !deaf.Load() {
				_, _ = client.Write(buffer[:n])
			}
			if err != nil {
				return
			}
		}
	}()
	buffer := make([]byte, 1<<20)
	for {
		n, err := client.Read(buffer)
		if n > 0 && !w.pass(buffer[:n], client, server, &deaf) || err != nil {
			return
		}
	}
}

// pass carries bytes to the server, and reports whether the connection goes on.
func (w *wire) pass(message []byte, client, server net.Conn, deaf *atomic.Bool) bool {
	what := whole
	if bytes.Contains(message, []byte("COMMIT\x00")) {
		what = cut(w.next.Swap(int32(whole)))
		if w.always.Load() && rand.IntN(4) == 0 {
			what = cut(1 + rand.IntN(3))
		}
	}
	if what != whole {
		w.cuts.Add(1)
		deaf.Store(true)
	}
	switch what {
	case unsaid:
		return false
	case late:
		client.Close()
		time.Sleep(200 * time.Millisecond)
	}
	_, err := server.Write(message)
	if what == unheard || what == late {
		_ = server.(*net.TCPConn).CloseWrite()
		_, _ = io.Copy(io.Discard, server)
		return false
	}
	return err == nil
}

// TestCommitInDoubt loses the connection of a commit in every way: it is there once,
// its caller has the receipt it should have, and a command answers as it did.
func TestCommitInDoubt(t *testing.T) {
	for name, what := range map[string]cut{"answer is lost": unheard, "commit is lost": unsaid, "commit comes late": late, "answer does not come": silent} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, w := throughWire(t, pgtest.Database(t))
			player := newPlayer(t, s)
			if _, err := s.Beat(t.Context(), store.Node{ID: "n"}, time.Minute); err != nil {
				t.Fatal(err)
			}
			lease, err := s.Claim(t.Context(), "n", "a")
			if err != nil {
				t.Fatal(err)
			}
			for seq := range uint64(3) {
				if seq == 1 {
					w.next.Store(int32(what))
				}
				c := bet("a", seq, player, "x")
				c.Lease = lease
				c.Shoes = []store.SealedShoe{{Table: "a", Number: seq + 1, Box: []byte("box")}}
				c.Results = []store.Result{{Player: player, Round: seq + 1, At: time.Unix(1, 0)}}
				r, err := s.Commit(t.Context(), c)
				if err != nil || r.Seq != seq+1 || len(r.Balances) != 1 || uint64(r.Balances[0].Amount) != stack-seq-1 {
					t.Fatalf("entry %d: %+v, %v", seq+1, r, err)
				}
				if _, err := s.Commit(t.Context(), c); !errors.As(err, new(store.DuplicateError)) {
					t.Errorf("entry %d again: %v", seq+1, err)
				}
			}
			if w.cuts.Load() != 1 {
				t.Fatalf("%d commits were cut", w.cuts.Load())
			}
			if list, err := s.Find(t.Context(), player, store.Search{Limit: 9}); len(list) != 3 || err != nil {
				t.Errorf("%d results, %v", len(list), err)
			}
			if findings, err := store.Verify(t.Context(), s, nil); err != nil || len(findings) > 0 {
				t.Errorf("Verify: %v, %v", findings, err)
			}
		})
	}
}

// TestDoubtThatStays loses the connection for longer than anybody waits: the caller
// learns that nobody knows, and it is either there or not.
func TestDoubtThatStays(t *testing.T) {
	for _, what := range []cut{unheard, unsaid} {
		s, w := throughWire(t, pgtest.Database(t))
		player := newPlayer(t, s)
		if _, err := s.Commit(t.Context(), bet("a", 0, player, "x")); err != nil {
			t.Fatal(err)
		}
		w.next.Store(int32(what))
		w.down.Store(true)
		if _, err := s.Commit(t.Context(), bet("a", 1, player, "x")); !errors.Is(err, store.ErrUncertain) {
			t.Errorf("a commit that nobody can look for: %v", err)
		}
		if _, err := s.Commit(t.Context(), bet("a", 1, player, "y")); !errors.Is(err, store.ErrUnavailable) {
			t.Errorf("a commit that cannot be sent: %v", err)
		}
		w.down.Store(false)
		want := map[cut]uint64{unheard: 2, unsaid: 1}[what]
		if head, err := s.Head(t.Context(), "a"); head != want || err != nil {
			t.Errorf("the journal ends at %d, %v, want %d", head, err, want)
		}
		if _, err := s.Commit(t.Context(), bet("a", want, player, "z")); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	}
}

// TestDoubtUnderLoad loses a quarter of all transactions while they are committed.
func TestDoubtUnderLoad(t *testing.T) {
	s, w := throughWire(t, pgtest.Database(t))
	load := startTables(t, s, 12)
	w.always.Store(true)
	for begun := time.Now(); w.cuts.Load() < 25 && time.Since(begun) < time.Minute; {
		time.Sleep(10 * time.Millisecond)
	}
	w.always.Store(false)
	load.goesOn()
	load.end()
	t.Logf("%d transactions were cut", w.cuts.Load())
}

// TestTwoStoresAtOneTable has two nodes without leases write to one table, and a player
// at tables of both: each entry is one node's, and the money is right.
func TestTwoStoresAtOneTable(t *testing.T) {
	books := pgtest.Database(t)
	stores := []*postgres.Store{open(t, books), open(t, books)}
	player := newPlayer(t, stores[0])
	const commits = 40
	var won [2]atomic.Uint64
	done := make(chan struct{})
	for n, s := range stores {
		for _, own := range []bool{true, false} {
			go func() {
				defer func() { done <- struct{}{} }()
				table := "shared"
				if own {
					table = fmt.Sprint("own", n)
				}
				for seq := uint64(0); seq < commits; {
					_, err := s.Commit(context.WithoutCancel(t.Context()), bet(table, seq, player, fmt.Sprint("node", n)))
					switch {
					case err == nil:
						seq++
						won[n].Add(1)
					case !own && errors.Is(err, store.ErrConflict):
						seq++ // the other one was faster
					default:
						t.Errorf("node %d, table %s: %v", n, table, err)
						return
					}
				}
			}()
		}
	}
	for range 4 {
		<-done
	}
	var sum uint64
	for _, table := range []string{"shared", "own0", "own1"} {
		head, err := stores[1].Head(t.Context(), table)
		if err != nil || head != commits {
			t.Errorf("table %s ends at %d, %v", table, head, err)
		}
		sum += head
	}
	if all := won[0].Load() + won[1].Load(); all != sum {
		t.Errorf("%d commits were acknowledged, %d are there", all, sum)
	}
	if left, err := stores[0].Balance(t.Context(), ledger.Player(player)); err != nil || uint64(left) != stack-sum {
		t.Errorf("the player has %d, %v", left, err)
	}
	if findings, err := store.Verify(t.Context(), stores[0], nil); err != nil || len(findings) > 0 {
		t.Errorf("Verify: %v, %v", findings, err)
	}
}
