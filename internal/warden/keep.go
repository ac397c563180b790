package warden

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"club99/internal/limits"
	"club99/internal/store"
)

// keepOn keeps times at the tables now and then until ctx ends, and forgets who is
// gone.
func (w *Warden) keepOn(ctx context.Context) {
	every := time.NewTicker(keepEvery)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
			w.keep(ctx)
		}
	}
}

// keep keeps every time at the tables that has changed.
func (w *Warden) keep(ctx context.Context) {
	w.mu.Lock()
	all := slices.Collect(maps.Values(w.people))
	w.mu.Unlock()
	for some := range slices.Chunk(all, keptAtOnce) {
		w.keepSome(ctx, some)
	}
	w.forget(all)
}

func (w *Warden) keepSome(ctx context.Context, some []*person) {
	w.keeping.Lock()
	defer w.keeping.Unlock()
	var list []store.PlayTime
	var whose []*person
	var clocks []limits.Clock
	for _, p := range some {
		if t, clock, ok := w.toKeep(ctx, p); ok {
			list, whose, clocks = append(list, t), append(whose, p), append(clocks, clock)
		}
	}
	if len(list) == 0 {
		return
	}
	if err := w.store.PutPlayTimes(ctx, list); err != nil {
		if ctx.Err() == nil {
			w.log.Error("times at the tables could not be kept and are kept later", "players", len(list), "error", err)
		}
		return
	}
	for i, p := range whose {
		p.mu.Lock()
		p.kept = clocks[i]
		p.mu.Unlock()
	}
}

// toKeep is a player's time at the tables, if it is not kept.
func (w *Warden) toKeep(ctx context.Context, p *person) (t store.PlayTime, clock limits.Clock, ok bool) {
	p.mu.Lock()
	toRead := !p.read && (len(p.missed) > 0 || p.seated())
	p.mu.Unlock()
	if toRead {
		p.books.Lock()
		err := p.ready(ctx, w.store, w.now)
		p.books.Unlock()
		if err != nil {
			return t, clock, false // whoever asks is told
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.read {
		return t, clock, false
	}
	p.roll(w.now())
	if p.clock == p.kept {
		return t, clock, false
	}
	body, err := json.Marshal(p.clock)
	if err != nil {
		w.log.Error("a time at the tables cannot be written", "player", p.id, "error", err)
		return t, clock, false
	}
	return store.PlayTime{Player: p.id, Body: body}, p.clock, true
}

// keepClock keeps one player's clock at once.
func (w *Warden) keepClock(ctx context.Context, player int64, clock limits.Clock) error {
	body, err := json.Marshal(clock)
	if err == nil {
		err = w.store.PutPlayTimes(ctx, []store.PlayTime{{Player: player, Body: body}})
	}
	if err != nil {
		return fmt.Errorf("keeping the time at the tables of player %d: %w", player, err)
	}
	return nil
}

// forget lets go of players who are at no table, whose time is kept, and for whom
// nobody has asked lately.
func (w *Warden) forget(all []*person) {
	for _, p := range all {
		if !p.books.TryLock() {
			continue // somebody asks for the player just now
		}
		if !p.mu.TryLock() {
			p.books.Unlock()
			continue
		}
		w.mu.Lock()
		if len(p.tables) == 0 && len(p.missed) == 0 && (!p.read || p.clock == p.kept) && w.now().Sub(p.used) > idle {
			p.gone = true
			delete(w.people, p.id)
		}
		w.mu.Unlock()
		p.mu.Unlock()
		p.books.Unlock()
	}
}
