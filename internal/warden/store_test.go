package warden

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"club99/internal/limits"
	"club99/internal/store"
	"club99/internal/wire"
)

// over is a club whose warden is open over another store.
func over(t *testing.T, wrap func(store.Store) store.Store) *club {
	t.Helper()
	c := open(t)
	c.Close()
	c.store = wrap(c.store)
	c.start()
	return c
}

// slow is a store whose calls wait until the test lets them go on.
type slow struct {
	store.Store
	nets, limits *gate
	times        atomic.Pointer[gate] // for the next call alone
}

// gate is passed once at a time while it is shut.
type gate struct{ come, on chan struct{} }

func newGate() *gate { return &gate{make(chan struct{}), make(chan struct{})} }

func (g *gate) pass() {
	if g != nil {
		g.come <- struct{}{}
		<-g.on
	}
}

func (s *slow) Nets(ctx context.Context, player int64, since time.Time, fn func(store.Net) error) error {
	var all []store.Net
	err := s.Store.Nets(ctx, player, since, func(n store.Net) error { all = append(all, n); return nil })
	s.nets.pass() // what is written from here on is not in it
	for _, n := range all {
		if err == nil {
			err = fn(n)
		}
	}
	return err
}

func (s *slow) PutPlayTimes(ctx context.Context, list []store.PlayTime) error {
	s.times.Swap(nil).pass()
	return s.Store.PutPlayTimes(ctx, list)
}

func (s *slow) PutLimits(ctx context.Context, l store.PlayerLimits) error {
	s.limits.pass()
	return s.Store.PutLimits(ctx, l)
}

// promptly fails if what a table tells waits.
func promptly(t *testing.T, what string, do func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); do() }()
	select {
	case <-done:
	case <-time.After(5 * time.Second):
		t.Fatalf("%s waits", what)
	}
}

// A table that tells something does not wait for the store, and what it tells is counted.
func TestTablesDoNotWaitForTheStore(t *testing.T) {
	s := &slow{}
	c := over(t, func(st store.Store) store.Store { s.Store = st; return s })
	c.set(limits.LossDay, 1000)
	c.Anew(c.player)
	before := c.write("a", -100)
	g := newGate()
	s.nets = g
	read := make(chan error)
	go func() { read <- c.Ready(c.Context(), c.player) }()
	<-g.come
	promptly(t, "a round that is told while a player is read", func() {
		c.Settled(c.player, before)
		c.Settled(c.player, c.write("a", -200))
		c.Stands("a", c.player, 1, 0)
	})
	g.on <- struct{}{}
	if err := <-read; err != nil {
		t.Fatal(err)
	}
	c.bets("a", 701, wire.OverLossDay)
	c.bets("a", 700, "")
	c.Stands("a", c.player, 1, 0)

	c.Anew(c.player)
	go func() { read <- c.Ready(c.Context(), c.player) }()
	<-g.come
	c.write("a", -300) // and the table goes down
	promptly(t, "a table that is loaded while a player is read", func() { c.Anew(c.player) })
	g.on <- struct{}{}
	<-g.come // so it is read again
	g.on <- struct{}{}
	if err := <-read; err != nil {
		t.Fatal(err)
	}
	s.nets = nil
	c.bets("a", 401, wire.OverLossDay)

	s.limits = newGate()
	go func() {
		_, err := c.SetLimits(c.Context(), c.player, wire.LimitsRequest{limits.LossDay: 700})
		read <- err
	}()
	<-s.limits.come
	promptly(t, "a bet while limits are kept", func() {
		c.bets("a", 400, "") // the new one does not hold yet
		c.Stands("a", c.player, 1, 0)
	})
	s.limits.on <- struct{}{}
	if err := <-read; err != nil {
		t.Fatal(err)
	}
	c.bets("a", 101, wire.OverLossDay)
	c.bets("a", 100, "")
}

// An answer that comes while times are being kept is not written over by the older time.
func TestAnAnswerWhileTimesAreKept(t *testing.T) {
	s := &slow{}
	c := over(t, func(st store.Store) store.Store { s.Store = st; return s })
	c.set(limits.Check, 30)
	c.Stands("a", c.player, 1, 0)
	c.now = c.now.Add(30 * time.Minute)
	c.bets("a", 10, wire.CheckDue)
	g := newGate()
	s.times.Store(g)
	kept, answered := make(chan struct{}), make(chan error, 1)
	go func() { defer close(kept); c.Warden.keep(c.Context()) }()
	<-g.come // with the time as it is before the answer
	go func() { _, err := c.Answer(c.Context(), c.player); answered <- err }()
	select {
	case err := <-answered: // and told, before the older time is written
		answered <- err
	case <-time.After(50 * time.Millisecond): // it waits
	}
	g.on <- struct{}{}
	<-kept
	if err := <-answered; err != nil {
		t.Fatal(err)
	}
	c.restart(true)
	c.Stands("a", c.player, 1, 0)
	c.bets("a", 10, "")
}

// What may be kept, though the store is not sure of it, is read again.
func TestWhatMayBeKeptIsReadAgain(t *testing.T) {
	b := &broken{}
	c := over(t, func(st store.Store) store.Store { b.Store = st; return b })
	c.set(limits.LossDay, 1000)
	c.set(limits.Check, 30)
	c.Stands("a", c.player, 1, 0)
	b.doubt = store.ErrUncertain
	if _, err := c.SetLimits(t.Context(), c.player, wire.LimitsRequest{limits.LossDay: 100}); !errors.Is(err, store.ErrUncertain) {
		t.Errorf("%v", err)
	}
	c.bets("a", 101, wire.OverLossDay)
	if _, err := c.Exclude(t.Context(), c.player, 1); !errors.Is(err, store.ErrUncertain) {
		t.Errorf("%v", err)
	}
	c.bets("a", 1, wire.Excluded)
	b.doubt = nil

	c.now = c.now.AddDate(0, 1, 1) // with the seat kept all the time
	b.doubt = store.ErrUncertain
	if _, err := c.Answer(t.Context(), c.player); !errors.Is(err, store.ErrUncertain) {
		t.Errorf("%v", err)
	}
	b.doubt = nil
	c.bets("a", 1, wire.CheckDue) // nobody was told that it counts
	c.Warden.keep(t.Context())
	c.restart(true)
	c.Stands("a", c.player, 1, 0)
	c.bets("a", 1, wire.CheckDue) // nor does it after a restart
}
