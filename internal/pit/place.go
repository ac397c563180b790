package pit

import (
	"context"
	"fmt"
	"sync"

	"club99/internal/store"
	"club99/internal/table"
	"club99/internal/wire"
)

// place is where a table of the settings is: driven here, or only known.
type place struct {
	cfg  *Table
	here *table.Presence // who is connected here, whatever becomes of the table; nil: each is told anew, where nodes share the tables

	changing sync.Mutex // held while the table is taken or dropped; taken before mu

	mu     sync.Mutex
	table  *table.Table // never nil: one that does not run, if it is not driven here
	driven bool
	stop   context.CancelFunc // of the one that runs
	ended  chan struct{}      // closed when it has stopped
	heard  *wire.LobbyTable   // its row, as the node said that drives it; nil: nobody did
}

// crew is a table that is loaded, with the house's bots at it.
type crew struct {
	table *table.Table
	bots  []*bot
}

func (at *place) now() (t *table.Table, driven bool) {
	at.mu.Lock()
	defer at.mu.Unlock()
	return at.table, at.driven
}

// row is the table as seen from the door.
func (at *place) row() wire.LobbyTable {
	at.mu.Lock()
	t, heard := at.table, at.heard
	if at.driven {
		heard = nil
	}
	at.mu.Unlock()
	row := t.Row()
	if heard != nil {
		odds := row.Odds
		row = *heard
		if row.Odds == nil {
			row.Odds = odds
		}
	}
	return row
}

func (at *place) hear(row *wire.LobbyTable) (news bool) {
	at.mu.Lock()
	defer at.mu.Unlock()
	news = !at.driven && (at.heard == nil || table.Changed(row, at.heard))
	at.heard = row
	return news
}

// build makes the table that the settings list, not loaded, and the bells of its bots.
func (p *Pit) build(at *place, l store.Lease) (*table.Table, []chan struct{}) {
	c := at.cfg
	var bells []chan struct{}
	for range c.Bots {
		bells = append(bells, make(chan struct{}, 1))
	}
	return table.New(table.Config{
		ID: c.ID, Name: c.Name, Preset: c.Preset, Rules: c.Rules, Chips: Chips(&c.Rules), Hints: c.Hints, Odds: p.cfg.Odds, Script: c.Script, Lease: l, Presence: at.here,
		Store: p.cfg.Store, Sealer: p.cfg.Sealer, Publisher: ringing{p.cfg.Publisher, bells}, Purses: p.purses, Guard: p.cfg.Guard, Log: p.cfg.Log,
	}), bells
}

// load makes the table ready to run.
func (p *Pit) load(ctx context.Context, at *place, l store.Lease) (*crew, error) {
	t, bells := p.build(at, l)
	if err := t.Load(ctx); err != nil {
		return nil, err
	}
	bots, err := p.hire(ctx, t, at.cfg, bells)
	return &crew{t, bots}, err
}

// begin sets a table going.
func (p *Pit) begin(at *place, c *crew) {
	ctx, stop := context.WithCancel(p.running)
	ended := make(chan struct{})
	at.mu.Lock()
	at.table, at.driven, at.stop, at.ended = c.table, true, stop, ended
	at.mu.Unlock()
	p.work.Go(func() {
		defer close(ended)
		defer stop()
		var crew sync.WaitGroup
		defer crew.Wait()
		for _, b := range c.bots {
			crew.Go(func() { b.run(ctx) })
		}
		p.keep(ctx, c.table)
		stop()
		if c.table.Lease() != (store.Lease{}) {
			p.lost(at, c.table)
		}
	})
}

// lost ends a table that runs no more: it was dropped, or its lease does not hold.
func (p *Pit) lost(at *place, t *table.Table) {
	at.mu.Lock()
	mine := at.table == t
	if mine {
		at.table, _ = p.build(at, store.Lease{})
		at.driven = false
		row := t.Row()
		at.heard = &row
	}
	at.mu.Unlock()
	t.Close()
}

// Take loads a table and sets it going by a lease. It returns when the table runs.
func (p *Pit) Take(ctx context.Context, l store.Lease) error {
	at, ok := p.byID[l.Table]
	if !ok {
		return fmt.Errorf("table %s: it is not among the settings of this node", l.Table)
	}
	at.changing.Lock()
	defer at.changing.Unlock()
	at.halt()
	if p.running.Err() != nil {
		return p.running.Err()
	}
	c, err := p.load(ctx, at, l)
	if err != nil {
		return err
	}
	if p.cfg.Began != nil {
		p.cfg.Began(c.table)
	}
	p.begin(at, c)
	return nil
}

// Drop stops a table, after what it is committing, and returns when it has stopped.
// Whoever still waits for it is told that it has moved.
func (p *Pit) Drop(id string) {
	at, ok := p.byID[id]
	if !ok {
		return
	}
	at.changing.Lock()
	defer at.changing.Unlock()
	at.halt()
}

// halt stops the table that runs, if one does, and waits for it.
func (at *place) halt() {
	at.mu.Lock()
	stop, ended := at.stop, at.ended
	at.stop, at.ended = nil, nil
	at.mu.Unlock()
	if stop != nil {
		stop()
		<-ended
	}
}
