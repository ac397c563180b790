package pit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
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

	// Shared says that other nodes may drive the tables: none is opened until Take.
	Shared bool
	// Leases are those by which the tables are driven from the opening on, where the books
	// could be others' and the tables are not shared; nil: the books are this pit's alone.
	Leases map[string]store.Lease
	// Began is told of a table that was loaded by a lease, before it runs; may be nil.
	Began func(t *table.Table)
	// Fenced is told that a table ended here because the store refused its lease. It
	// must not wait; may be nil.
	Fenced func(l store.Lease)
	// Elsewhere reports whether a player has a seat at a table of another node; nil: nobody has.
	Elsewhere func(player int64) bool

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
	cfg     Config
	places  []*place // in the order of the configuration
	byID    map[string]*place
	purses  *table.Purses
	running context.Context
	end     context.CancelFunc
	work    sync.WaitGroup
}

// Open loads every table and sets it going. If one cannot be loaded none is,
// and the error says which and why. The tables go on until Close; ctx is for
// the opening alone. A pit whose tables are shared is open without any.
func Open(ctx context.Context, cfg Config) (*Pit, error) {
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	p := &Pit{cfg: cfg, byID: map[string]*place{}, purses: table.NewPurses()}
	p.purses.Shared = cfg.Elsewhere
	p.running, p.end = context.WithCancel(context.Background())
	for i := range cfg.Tables {
		at := &place{cfg: &cfg.Tables[i]}
		if !cfg.Shared {
			at.here = table.NewPresence()
		}
		at.table, _ = p.build(at, store.Lease{})
		p.places = append(p.places, at)
		p.byID[at.cfg.ID] = at
	}
	if cfg.Shared {
		if err := p.keyless(ctx, nil); err != nil {
			p.end()
			return nil, err
		}
		return p, nil
	}
	var ready []*crew
	for _, at := range p.places {
		c, err := p.load(ctx, at, cfg.Leases[at.cfg.ID])
		if err != nil {
			p.end()
			return nil, p.keyless(ctx, err)
		}
		ready = append(ready, c)
	}
	for i, at := range p.places {
		p.begin(at, ready[i])
	}
	return p, nil
}

// keyless looks for all tables whose seeds open with no key, if one was found or
// nobody has looked yet: an operator is told of all at once, and what to do.
func (p *Pit) keyless(ctx context.Context, found error) error {
	if found != nil && !errors.Is(found, table.ErrKeyless) {
		return found
	}
	var ids []string
	for _, at := range p.places {
		switch err := at.table.Opens(ctx); {
		case errors.Is(err, table.ErrKeyless):
			ids = append(ids, at.cfg.ID)
		case err != nil:
			return err
		}
	}
	if len(ids) == 0 {
		return found
	}
	return fmt.Errorf("the shoes in use at %d of %d tables were sealed with a key that is not given: give it too, after the newest (CLUB99_KEY and key files hold several), "+
		"or, if it is lost, give back what is at stake there with: club99 void %s", len(ids), len(p.places), strings.Join(ids, " "))
}

// Table returns the table with that id. Where other nodes may drive it, it is what the
// settings say of the table, as long as [Pit.Driven] does not have it.
func (p *Pit) Table(id string) (*table.Table, bool) {
	at, ok := p.byID[id]
	if !ok {
		return nil, false
	}
	t, _ := at.now()
	return t, true
}

// Driven returns the table with that id, if it is driven here.
func (p *Pit) Driven(id string) (*table.Table, bool) {
	at, ok := p.byID[id]
	if !ok {
		return nil, false
	}
	t, driven := at.now()
	return t, driven
}

// Tables returns the tables that are driven here, in the order of the configuration.
func (p *Pit) Tables() []*table.Table {
	list := make([]*table.Table, 0, len(p.places))
	for _, at := range p.places {
		if t, driven := at.now(); driven {
			list = append(list, t)
		}
	}
	return list
}

// Size is how many tables there are, wherever they are driven.
func (p *Pit) Size() int { return len(p.places) }

// Rows returns the lobby: every table as seen from the door.
func (p *Pit) Rows() []wire.LobbyTable {
	rows := make([]wire.LobbyTable, len(p.places))
	for i, at := range p.places {
		rows[i] = at.row()
	}
	return rows
}

// Own returns the rows of the tables that are driven here.
func (p *Pit) Own() []wire.LobbyTable {
	rows := make([]wire.LobbyTable, 0, len(p.places))
	for _, t := range p.Tables() {
		rows = append(rows, t.Row())
	}
	return rows
}

// Heard takes in the row of a table that another node drives, and reports whether it
// was not known.
func (p *Pit) Heard(row *wire.LobbyTable) bool {
	at, ok := p.byID[row.ID]
	return ok && at.hear(row)
}

// LookAround has the tables at which a player has a seat look whether the player
// may stay.
func (p *Pit) LookAround(player int64) {
	for _, t := range p.Tables() {
		if t.SeatOf(player) != 0 {
			t.LookAround(player)
		}
	}
}

// OddsKnown says that there are odds of the rules with that hash now, for the
// rows of the tables that have them.
func (p *Pit) OddsKnown(hash string) {
	for _, t := range p.Tables() {
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
	for _, at := range p.places {
		t, _ := at.now()
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
