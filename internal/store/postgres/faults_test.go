package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/internal/store/postgres"
	"club99/internal/store/postgres/pgtest"
	"club99/money"
)

const stack = 1_000_000_000

func newPlayer(t testing.TB, s store.Store) int64 {
	t.Helper()
	id, err := s.CreatePlayer(t.Context(), store.NewPlayer{Name: "Mai", At: time.Unix(1, 0), Grant: stack})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// bet is a commit that moves one unit, answers a command and says who wrote it.
func bet(table string, expect uint64, player int64, who string) store.Commit {
	return store.Commit{
		Table: table, Expect: expect, At: time.Unix(1, int64(expect)), Entry: fmt.Appendf(nil, "%s %d", who, expect+1),
		Command: store.CommandKey{Player: player, ID: fmt.Sprintf("%s-%s-%d", table, who, expect+1)}, Answer: []byte("ok"),
		Transfers: []ledger.Transfer{{
			ID:   ledger.TransferID{Table: table, Seq: expect + 1},
			From: ledger.Player(player), To: ledger.Round(table), Amount: 1, Reason: ledger.ReasonBet,
		}},
	}
}

// tables are writers that each go on with a table of their own whatever happens, as the
// server's tables do: what was refused is tried again, and after doubt the journal is read.
type tables struct {
	t      *testing.T
	s      *postgres.Store
	player int64

	acknowledged  []atomic.Uint64 // by table
	refusals      atomic.Int64
	uncertainties atomic.Int64
	stop          context.CancelFunc
	all           sync.WaitGroup
}

func startTables(t *testing.T, s *postgres.Store, n int) *tables {
	w := &tables{t: t, s: s, player: newPlayer(t, s), acknowledged: make([]atomic.Uint64, n)}
	ctx, stop := context.WithCancel(t.Context())
	w.stop = stop
	for i := range n {
		w.all.Go(func() { w.play(ctx, i) })
	}
	return w
}

func (w *tables) play(ctx context.Context, i int) {
	table := fmt.Sprint("t", i)
	for ctx.Err() == nil {
		seq := w.acknowledged[i].Load()
		r, err := w.s.Commit(context.WithoutCancel(ctx), bet(table, seq, w.player, "w"))
		switch {
		case err == nil:
			if len(r.Balances) != 1 || r.Seq != seq+1 {
				w.t.Errorf("receipt %+v", r)
			}
			w.acknowledged[i].Store(r.Seq)
		case errors.Is(err, store.ErrUncertain):
			w.uncertainties.Add(1)
			w.reload(ctx, i, table)
		case errors.Is(err, store.ErrUnavailable):
			w.refusals.Add(1)
			time.Sleep(5 * time.Millisecond)
		default:
			w.t.Errorf("table %s, entry %d: %v", table, seq+1, err)
			return
		}
	}
}

// reload reads how far the journal is. What was in doubt may be there or not.
func (w *tables) reload(ctx context.Context, i int, table string) {
	for ctx.Err() == nil {
		if head, err := w.s.Head(ctx, table); err == nil {
			if known := w.acknowledged[i].Load(); head < known || head > known+1 {
				w.t.Errorf("table %s: %d entries were acknowledged, the journal has %d", table, known, head)
			}
			w.acknowledged[i].Store(head)
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// end stops the writers and compares: every commit that was acknowledged is there
// once, and nothing else but at most one that nobody knew of.
func (w *tables) end() {
	w.t.Helper()
	w.stop()
	w.all.Wait()
	ctx, sum := context.WithoutCancel(w.t.Context()), uint64(0)
	for i := range w.acknowledged {
		head, err := w.s.Head(ctx, fmt.Sprint("t", i))
		known := w.acknowledged[i].Load()
		if err != nil || head < known || head > known+1 {
			w.t.Errorf("table t%d: %d entries were acknowledged, the journal has %d, %v", i, known, head, err)
		}
		sum += head
	}
	left, err := w.s.Balance(ctx, ledger.Player(w.player))
	if err != nil || left != stack-money.Amount(sum) {
		w.t.Errorf("the player has %d after %d bets of 1, %v", left, sum, err)
	}
	findings, err := store.Verify(ctx, w.s, nil)
	if err != nil || len(findings) > 0 {
		w.t.Errorf("Verify: %v, %v", findings, err)
	}
	w.t.Logf("%d commits, %d refused while PostgreSQL was away, %d in doubt", sum, w.refusals.Load(), w.uncertainties.Load())
}

// goesOn waits until every table has written again.
func (w *tables) goesOn() {
	w.t.Helper()
	before := make([]uint64, len(w.acknowledged))
	for i := range before {
		before[i] = w.acknowledged[i].Load()
	}
	for begun := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		waiting := 0
		for i := range before {
			if w.acknowledged[i].Load() <= before[i] {
				waiting++
			}
		}
		if waiting == 0 || w.t.Failed() {
			return
		}
		if time.Since(begun) > 30*time.Second {
			w.t.Fatalf("%d tables do not go on", waiting)
		}
	}
}

// TestServerIsStartedAnew stops PostgreSQL under load, in order and by a crash: nothing
// that was acknowledged is lost, nothing is there twice, and it goes on by itself.
func TestServerIsStartedAnew(t *testing.T) {
	server := pgtest.Own(t)
	s := open(t, server.Database(t))
	w := startTables(t, s, 12)
	for i, signal := range []syscall.Signal{syscall.SIGQUIT, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGINT} {
		w.goesOn()
		if err := server.Stop(signal); err != nil {
			t.Fatal(err)
		}
		if i == 0 { // it is away for a while
			refused := w.refusals.Load()
			for w.refusals.Load() < refused+20 {
				time.Sleep(time.Millisecond)
			}
			if err := s.Try(t.Context()); !errors.Is(err, store.ErrUnavailable) {
				t.Errorf("Try while PostgreSQL is away: %v", err)
			}
			if _, err := s.Heads(t.Context()); !errors.Is(err, store.ErrUnavailable) {
				t.Errorf("Heads while PostgreSQL is away: %v", err)
			}
		}
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
	}
	w.goesOn()
	w.end()
}

// TestConnectionsAreCut ends the connections of a busy store again and again, as often
// as not in the middle of a commit.
func TestConnectionsAreCut(t *testing.T) {
	books := pgtest.Database(t)
	server := pgtest.Shared(t)
	s := open(t, books)
	w := startTables(t, s, 12)
	for range 60 {
		err := server.Exec("postgres", `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '`+databaseOf(books)+`' AND state <> 'idle'`)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(3 * time.Millisecond)
	}
	w.goesOn()
	w.end()
}

// databaseOf is the name of the database in a test's URL.
func databaseOf(link string) string {
	u, err := url.Parse(link)
	if err != nil {
		panic(err)
	}
	return strings.TrimPrefix(u.Path, "/")
}
