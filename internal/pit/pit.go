package pit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"club99/blackjack"
	"club99/card"
	"club99/internal/ledger"
	"club99/internal/store"
	"club99/internal/table"
	"club99/internal/wire"
)

// Config is what a pit is made of.
type Config struct {
	Store     store.Store
	Sealer    table.Sealer
	Publisher table.Publisher
	Log       *slog.Logger
	Tables    []Table
	Guard     table.Guard                  // of people who set themselves limits; nil: nobody is held
	Odds      func(hash string) *wire.Odds // see [table.Config]; may be nil
	// Test allows scripted shoes. It is for tests only: whoever writes the script knows the cards.
	Test bool
}

// Table is one table to be opened.
type Table struct {
	ID     string // stays the same for ever: journal and money hang on it
	Name   wire.Text
	Preset string // what the rules started from
	Rules  blackjack.Rules
	Hints  bool          // whether players may ask what their actions are worth
	Bots   []string      // names of the house's bots that sit here
	Script [][]card.Card // tests only: the cards of each round in dealing order
}

// validate joins everything that is wrong with the configuration.
func (c *Config) validate() error {
	var errs []error
	seen := map[string]bool{}
	for i := range c.Tables {
		t := &c.Tables[i]
		bad := func(format string, args ...any) {
			errs = append(errs, fmt.Errorf("table %q: %s", t.ID, fmt.Sprintf(format, args...)))
		}
		if err := ledger.CheckTable(t.ID); err != nil || len(t.ID) > wire.MaxTableBytes {
			bad("use 1 to %d letters, digits, dots, dashes or underscores as its id", wire.MaxTableBytes)
		}
		if seen[t.ID] {
			bad("two tables have this id: rename one")
		}
		seen[t.ID] = true
		if t.Name.Vi == "" || t.Name.En == "" {
			bad("it needs a name in both languages")
		}
		if err := t.Rules.Validate(); err != nil {
			bad("its rules: %v", err)
		}
		if len(t.Bots) >= max(t.Rules.Seats, 1) {
			bad("%d bots leave no seat of %d for a person", len(t.Bots), t.Rules.Seats)
		}
		if len(t.Script) > 0 && !c.Test {
			bad("a scripted shoe is for tests: take it out")
		}
	}
	return errors.Join(errs...)
}

// Pit keeps the tables. Its methods may be called from any goroutine.
type Pit struct {
	cfg    Config
	tables []*table.Table // in the order of the configuration
	byID   map[string]*table.Table
	bells  map[string][]chan struct{} // by table: rung for its bots when something was published
	end    context.CancelFunc
	work   sync.WaitGroup
}

// Open loads every table and sets it going. If one cannot be loaded none is,
// and the error says which and why. The tables go on until Close; ctx is for
// the opening alone.
func Open(ctx context.Context, cfg Config) (*Pit, error) {
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	p := &Pit{cfg: cfg, byID: map[string]*table.Table{}, bells: map[string][]chan struct{}{}}
	purses := table.NewPurses()
	for i := range cfg.Tables {
		c := &cfg.Tables[i]
		for range c.Bots {
			p.bells[c.ID] = append(p.bells[c.ID], make(chan struct{}, 1))
		}
		t := table.New(table.Config{
			ID: c.ID, Name: c.Name, Preset: c.Preset, Rules: c.Rules, Chips: Chips(&c.Rules), Hints: c.Hints, Odds: cfg.Odds, Script: c.Script,
			Store: cfg.Store, Sealer: cfg.Sealer, Publisher: ringing{cfg.Publisher, p.bells[c.ID]}, Purses: purses, Guard: cfg.Guard, Log: cfg.Log,
		})
		if err := t.Load(ctx); err != nil {
			return nil, err
		}
		p.tables = append(p.tables, t)
		p.byID[c.ID] = t
	}
	crew, err := p.hire(ctx)
	if err != nil {
		return nil, err
	}
	running, end := context.WithCancel(context.Background())
	p.end = end
	for _, t := range p.tables {
		p.work.Go(func() { p.keep(running, t) })
	}
	for _, b := range crew {
		p.work.Go(func() { b.run(running) })
	}
	return p, nil
}

// Table returns the table with that id.
func (p *Pit) Table(id string) (*table.Table, bool) {
	t, ok := p.byID[id]
	return t, ok
}

// Tables returns all tables in the order of the configuration.
func (p *Pit) Tables() []*table.Table { return p.tables }

// Rows returns the lobby: every table as seen from the door.
func (p *Pit) Rows() []wire.LobbyTable {
	rows := make([]wire.LobbyTable, len(p.tables))
	for i, t := range p.tables {
		rows[i] = t.Row()
	}
	return rows
}

// LookAround has the tables at which a player has a seat look whether the player
// may stay.
func (p *Pit) LookAround(player int64) {
	for _, t := range p.tables {
		if t.SeatOf(player) != 0 {
			t.LookAround(player)
		}
	}
}

// OddsKnown says that there are odds of the rules with that hash now, for the
// rows of the tables that have them.
func (p *Pit) OddsKnown(hash string) {
	for _, t := range p.tables {
		if t.RulesHash() == hash {
			t.OddsKnown()
		}
	}
}

// Close stops all tables, each after what it is committing, and waits for them.
// Rounds in progress go on when the pit is opened again.
func (p *Pit) Close() {
	p.end()
	p.work.Wait()
	for _, t := range p.tables {
		t.Close()
	}
}

// ringing is a publisher that also rings for a table's bots.
type ringing struct {
	table.Publisher
	bells []chan struct{}
}

func (r ringing) Publish(id string, f *wire.Frame) {
	r.Publisher.Publish(id, f)
	for _, bell := range r.bells {
		select {
		case bell <- struct{}{}:
		default: // it has not heard the last ring yet, and will look at the newest state
		}
	}
}
