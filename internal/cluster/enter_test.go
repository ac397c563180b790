package cluster

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"club99/internal/store"
	"club99/internal/store/memory"
)

func at(id, address string) store.Node { return store.Node{ID: id, Address: address} }

// Whoever was killed is waited for, for as long as its lease lasts; whoever beats on is
// said at once.
func TestEnterWaitsForWhoIsGone(t *testing.T) {
	for name, c := range map[string]struct {
		there, me string
		want      bool // it enters
	}{
		"alone after alone":    {"alone:at a", "alone:at b", false},
		"a node after alone":   {"alone:at a", "127.0.0.1:2", false},
		"alone after a node":   {"127.0.0.1:1", "alone:at b", false},
		"a node after another": {"127.0.0.1:1", "127.0.0.1:2", true},
	} {
		synctest.Test(t, func(t *testing.T) {
			leases := memory.New()
			beat := func() {
				if _, err := leases.Beat(t.Context(), at("a", c.there), TTL); err != nil {
					t.Fatal(err)
				}
			}
			beat()
			began := time.Now()
			err := Enter(t.Context(), leases, at("b", c.me), TTL)
			took := time.Since(began)
			if err != nil || c.want != (took == 0) || took > TTL+time.Second {
				t.Errorf("%s: after it was killed: %v after %v", name, err, took)
			}
			if c.want {
				return
			}
			if err := leases.Leave(t.Context(), "b"); err != nil {
				t.Fatal(err)
			}
			beat()
			lives := time.AfterFunc(Every, beat)
			defer lives.Stop()
			began = time.Now()
			err = Enter(t.Context(), leases, at("b", c.me), TTL)
			if took := time.Since(began); !errors.Is(err, ErrTaken) || took > Every+time.Second || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: while it lives: %v after %v", name, err, took)
			}
			if living, _ := leases.Beat(t.Context(), at("a", c.there), TTL); len(living) != 1 {
				t.Errorf("%s: who was refused is still there: %v", name, living)
			}
		})
	}
}

// Of many that enter at once never two are in.
func TestOneOfManyEnters(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		leases := memory.New()
		var all sync.WaitGroup
		var mu sync.Mutex
		in := 0
		for i := range 8 {
			all.Go(func() {
				me := at(string(rune('a'+9*i%26))+fmt.Sprint(i), "alone:x")
				if Enter(t.Context(), leases, me, TTL) != nil {
					return
				}
				mu.Lock()
				in++
				mu.Unlock()
				for range 3 * TTL / Every { // it lives on
					_, _ = leases.Beat(t.Context(), me, TTL)
					time.Sleep(Every)
				}
			})
		}
		all.Wait()
		if in != 1 {
			t.Errorf("%d servers have the books to themselves", in)
		}
	})
}

// A server that is alone keeps its tables while the store is away, and ends when
// another has come meanwhile.
func TestAloneWhileTheStoreIsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		leases := memory.New()
		f, l := &floor{runs: map[string]store.Lease{}}, &line{leases: leases}
		var by []store.Node
		me := at("a", "alone:at a")
		n := New(Config{Leases: l, Node: me, Floor: f, Log: slog.New(slog.DiscardHandler), Alone: true, Displaced: func(n store.Node) { by = append(by, n) }})
		if err := Enter(t.Context(), leases, me, TTL); err != nil {
			t.Fatal(err)
		}
		lease, err := leases.Claim(t.Context(), "a", "sen")
		if err != nil {
			t.Fatal(err)
		}
		f.runs["sen"] = lease
		go n.Run(t.Context())
		n.Have([]store.Lease{lease})
		time.Sleep(2 * Every)
		l.set(true)
		time.Sleep(4 * TTL)
		synctest.Wait()
		if n.Accepting() || f.count() != 1 {
			t.Errorf("it counts as living: %v, its table runs: %v", n.Accepting(), f.all())
		}
		l.set(false)
		time.Sleep(3 * Every)
		synctest.Wait()
		if got := f.lease("sen"); got != lease || !n.Accepting() || len(by) > 0 {
			t.Errorf("after it: %v, %v, %v", got, n.Accepting(), by)
		}
		n.Lost(lease) // as when it wrote before it could say that it lives
		f.Drop("sen")
		time.Sleep(2 * Every)
		synctest.Wait()
		if got := f.lease("sen"); got.Table != "sen" {
			t.Error("a table that was lost is not taken again")
		}
		l.set(true)
		time.Sleep(2 * TTL)
		if err := Enter(t.Context(), leases, at("b", "alone:at b"), TTL); err != nil {
			t.Fatal(err)
		}
		displaced := false
		b := New(Config{Leases: leases, Node: at("b", "alone:at b"), Floor: &floor{}, Log: slog.New(slog.DiscardHandler), Alone: true, Displaced: func(store.Node) { displaced = true }})
		go b.Run(t.Context())
		time.Sleep(2 * Every)
		l.set(false)
		time.Sleep(2 * Every)
		synctest.Wait()
		if len(by) == 0 || by[0].ID != "b" || displaced {
			t.Errorf("it was not told that another has come: %v; the other was told so: %v", by, displaced)
		}
	})
}
