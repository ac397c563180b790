package pit

import (
	"context"

	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"club99/blackjack"
	"club99/card"
	"club99/internal/seal"
	"club99/internal/store"
	"club99/internal/store/memory"
	"club99/internal/table"
	"club99/internal/wire"
	"club99/money"
	"club99/preset"
)

// ear remembers what was published.
type ear struct {
	mu     sync.Mutex
	frames []wire.Frame
	rows   []wire.LobbyTable
}

func (e *ear) Publish(_ string, f *wire.Frame) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.frames = append(e.frames, *f)
}

func (e *ear) PublishPrivate(int64, *wire.You) {}

func (e *ear) PublishLobby(row *wire.LobbyTable) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.rows = append(e.rows, *row)
}

func (e *ear) count(kind wire.Kind) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	n := 0
	for i := range e.frames {
		for j := range e.frames[i].Events {
			if e.frames[i].Events[j].Kind == kind {
				n++
			}
		}
	}
	return n
}

func rules(t testing.TB, name string) blackjack.Rules {
	t.Helper()
	r, err := preset.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func config(t testing.TB, st store.Store, e *ear, tables ...Table) Config {
	t.Helper()
	s, err := seal.FromHex(strings.Repeat("00", 32))
	if err != nil {
		t.Fatal(err)
	}
	return Config{Store: st, Sealer: s, Publisher: e, Log: slog.New(slog.DiscardHandler), Tables: tables}
}

func named(id string, r blackjack.Rules, bots ...string) Table {
	return Table{ID: id, Name: wire.Text{Vi: "Bàn " + id, En: "Table " + id}, Preset: "club99", Rules: r, Bots: bots}
}

func open(t *testing.T, cfg Config) *Pit {
	t.Helper()
	p, err := Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	synctest.Wait()
	return p
}

func head(t *testing.T, st store.Store, id string) uint64 {
	t.Helper()
	seq, err := st.Head(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return seq
}

func do(t *testing.T, p *Pit, id string, player int64, w wire.Command) wire.Answer {
	t.Helper()
	tb, ok := p.Table(id)
	if !ok {
		t.Fatalf("no table %s", id)
	}
	a, err := tb.Do(t.Context(), table.Command{Command: w, Player: player, PlayerName: "An"})
	if err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
	return a
}

// Two bots play for whoever watches, with a person's pace, and rest when nobody
// does; the journal of a table without people does not grow.
func TestBotsPlayForWatchers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st, e := memory.New(), &ear{}
		p := open(t, config(t, st, e, named("a1", rules(t, "club99"), "Máy 1", "Máy 2"), named("b2", rules(t, "european"))))
		time.Sleep(time.Hour)
		row := p.Rows()[0]
		if row.Taken != 2 || row.Bots != 2 || len(row.Seated) != 2 || !row.Seated[1].Bot || row.Phase != wire.PhaseWaiting {
			t.Errorf("an hour without people: %+v", row)
		}
		if n := head(t, st, "a1"); n != 2 {
			t.Errorf("the journal has %d entries, want two seats taken", n)
		}
		tb, _ := p.Table("a1")
		tb.Arrive(77)
		time.Sleep(10 * time.Minute)
		if n := e.count("round-over"); n < 15 {
			t.Errorf("%d rounds in ten minutes of being watched", n)
		}
		if n := e.count("round-missed"); n != 0 {
			t.Errorf("the bots missed %d rounds", n)
		}
		tb.Depart(77)
		time.Sleep(5 * time.Minute)
		before := head(t, st, "a1")
		time.Sleep(24 * time.Hour)
		if after := head(t, st, "a1"); after != before {
			t.Errorf("the journal grew from %d to %d entries in a day without people", before, after)
		}
		if row := p.Rows()[0]; row.Taken != 2 || row.Phase != wire.PhaseWaiting {
			t.Errorf("a day later: %+v", row)
		}
		if head(t, st, "b2") != 0 {
			t.Error("a table nobody came to has a journal")
		}
		e.mu.Lock()
		defer e.mu.Unlock()
		for i := range e.frames {
			for _, ev := range e.frames[i].Events {
				if ev.By == blackjack.ByClock {
					t.Fatalf("the clock had to decide for a bot: %+v", ev)
				}
			}
		}
	})
}

// The bots keep their seats and accounts over a restart, in mid-round too.
func TestBotsComeBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st, e := memory.New(), &ear{}
		cfg := config(t, st, e, named("a1", rules(t, "club99"), "Máy 1", "Máy 2"))
		p := open(t, cfg)
		tb, _ := p.Table("a1")
		tb.Arrive(77)
		time.Sleep(20 * time.Second)
		before := tb.Bots()
		p.Close()
		p = open(t, cfg)
		tb, _ = p.Table("a1")
		tb.Arrive(77)
		over := e.count("round-over")
		time.Sleep(5 * time.Minute)
		if after := tb.Bots(); len(after) != 2 || len(before) != 2 {
			t.Errorf("bots before %v, after %v", before, after)
		} else {
			for id, name := range before {
				if after[id] != name {
					t.Errorf("bots before %v, after %v", before, after)
				}
			}
		}
		if e.count("round-over") < over+5 {
			t.Error("the bots do not play after the restart")
		}
	})
}

// flaky is a store that fails in the ways that end a table.
type flaky struct {
	store.Store
	next atomic.Value // func(), called once in place of a commit
}

func (f *flaky) Commit(ctx context.Context, c store.Commit) (store.Receipt, error) {
	if fail, ok := f.next.Swap((func() error)(nil)).(func() error); ok && fail != nil {
		return store.Receipt{}, fail()
	}
	return f.Store.Commit(ctx, c)
}

// A table that panics or meets another writer is started again by itself, and
// plays on; the others do not notice.
func TestTablesStartAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := &flaky{Store: memory.New()}
		id, err := st.CreatePlayer(t.Context(), store.NewPlayer{Name: "An", At: time.Now(), Grant: 1000000})
		if err != nil {
			t.Fatal(err)
		}
		p := open(t, config(t, st, &ear{}, named("a1", rules(t, "club99")), named("b2", rules(t, "european"))))
		for i, fail := range []func() error{
			func() error { panic("a fault of the test's") },
			func() error { return store.ErrConflict },
			func() error { return store.ErrUncertain },
		} {
			st.next.Store(fail)
			w := wire.Command{ID: string(rune('a' + i)), Name: wire.Sit}
			if a := do(t, p, "a1", id, w); a.Code != wire.StoreUnavailable {
				t.Errorf("failure %d was answered %+v", i, a)
			}
			time.Sleep(lastPause)
			if a := do(t, p, "a1", id, w); !a.OK {
				t.Errorf("after failure %d the same command is answered %+v", i, a)
			}
		}
		if row := p.Rows()[0]; row.Taken != 3 || len(row.Seated) != 3 {
			t.Errorf("lobby: %+v", row)
		}
	})
}

func TestConfigRefused(t *testing.T) {
	good := rules(t, "club99")
	script := named("a1", good)
	script.Script = [][]card.Card{{card.New(card.Ace, card.Spades)}}
	nameless := named("a1", good)
	nameless.Name.En = ""
	bad := good
	bad.Decks = 0
	for want, tables := range map[string][]Table{
		"two tables have this id":     {named("a1", good), named("a1", good)},
		"as its id":                   {named("bàn một", good)},
		"a name in both languages":    {nameless},
		"decks":                       {named("a1", bad)},
		"leave no seat":               {named("a1", good, "1", "2", "3", "4", "5", "6", "7")},
		"a scripted shoe is for test": {script},
	} {
		_, err := Open(t.Context(), config(t, memory.New(), &ear{}, tables...))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		cfg := config(t, memory.New(), &ear{}, script)
		cfg.Test = true
		open(t, cfg)
	})
}

// Opening fails, and says where, if a shoe's seed cannot be opened.
func TestWrongKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := memory.New()
		id, err := st.CreatePlayer(t.Context(), store.NewPlayer{Name: "An", At: time.Now(), Grant: 1000000})
		if err != nil {
			t.Fatal(err)
		}
		cfg := config(t, st, &ear{}, named("a1", rules(t, "club99")))
		p := open(t, cfg)
		if a := do(t, p, "a1", id, wire.Command{ID: "x", Name: wire.Sit}); !a.OK {
			t.Fatal(a)
		}
		p.Close()
		if cfg.Sealer, err = seal.FromHex(strings.Repeat("11", 32)); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "at 1 of 1 tables were sealed with a key that is not given") || !strings.HasSuffix(err.Error(), ": club99 void a1") {
			t.Errorf("opening with another key: %v", err)
		}
	})
}

func TestLobbyIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &ear{}
		p := open(t, config(t, memory.New(), e, named("a1", rules(t, "vegas-strip"))))
		tb, _ := p.Table("a1")
		for range 50 {
			tb.Arrive(77)
			tb.Arrive(78)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		e.mu.Lock()
		defer e.mu.Unlock()
		if n := len(e.rows); n != 1 || e.rows[0].Watching != 2 {
			t.Errorf("%d rows were told: %+v", n, e.rows)
		}
		if n := len(e.frames); n != 1 || e.frames[0].State.Watching != 2 {
			t.Errorf("%d frames were told", n)
		}
		if _, ok := p.Table("zz"); ok || len(p.Tables()) != 1 {
			t.Error("there is a table nobody configured")
		}
	})
}

func TestChips(t *testing.T) {
	r := rules(t, "club99")
	if got := Chips(&r); !slices.Equal(got, []money.Amount{1000, 5000, 10000, 50000, 100000, 500000}) {
		t.Errorf("chips: %v", got)
	}
	r.BetStep, r.MaxBet = 2, 25
	if got := Chips(&r); !slices.Equal(got, []money.Amount{2, 10, 20}) {
		t.Errorf("chips: %v", got)
	}
}
