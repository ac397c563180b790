package pit

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"club99/internal/audit"
	"club99/internal/ledger"
	"club99/internal/store"
	"club99/internal/store/memory"
	"club99/internal/table"
	"club99/internal/wire"
	"club99/money"
)

// trap is a store that panics whenever the table commits the entry numbered at.
type trap struct {
	store.Store
	table  string
	mu     sync.Mutex
	at     uint64 // 0: never
	closes bool   // the entry that closes the table passes
	sprung int
}

func (s *trap) set(at uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at = at
}

func (s *trap) Commit(ctx context.Context, c store.Commit) (store.Receipt, error) {
	s.mu.Lock()
	spring := c.Table == s.table && c.Expect+1 == s.at && !(s.closes && bytes.Contains(c.Entry, []byte("table-closed")))
	if spring {
		s.sprung++
	}
	s.mu.Unlock()
	if spring {
		panic("a fault of the test's")
	}
	return s.Store.Commit(ctx, c)
}

// seen is what a log says, line by line.
type seen struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *seen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *seen) count(part string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Count(s.text.String(), part)
}

// two is a club of two tables, with one player at each, in a round that is dealt.
type two struct {
	*testing.T
	st  *trap
	ear *ear
	log *seen
	cfg Config
	pit *Pit
	an  map[string]int64 // the player at each table
	ids int
}

func openTwo(t *testing.T) *two {
	c := &two{T: t, st: &trap{Store: memory.New(), table: "a1", closes: true}, ear: &ear{}, log: &seen{}, an: map[string]int64{}}
	r := rules(t, "club99")
	r.Insurance, r.EvenMoney = false, false
	c.cfg = config(t, c.st, c.ear, named("a1", r), named("b2", r))
	c.cfg.Log = slog.New(slog.NewTextHandler(c.log, nil))
	c.pit = open(t, c.cfg)
	for _, id := range []string{"a1", "b2"} {
		player, err := c.st.CreatePlayer(t.Context(), store.NewPlayer{Name: "An", At: time.Now(), Grant: 1000000})
		if err != nil {
			t.Fatal(err)
		}
		c.an[id] = player
		tb, _ := c.pit.Table(id)
		tb.Arrive(player)
		c.do(id, wire.Command{Name: wire.Sit, Seat: 1})
		c.deal(id)
	}
	return c
}

// do sends a command that must be carried out.
func (c *two) do(id string, w wire.Command) {
	c.Helper()
	if a := c.send(id, w); !a.OK {
		c.Fatalf("%s %s: %+v", id, w.Name, a)
	}
}

func (c *two) send(id string, w wire.Command) wire.Answer {
	c.Helper()
	c.ids++
	w.ID = fmt.Sprint("c", c.ids)
	return do(c.T, c.pit, id, c.an[id], w)
}

func (c *two) look(id string) wire.State {
	c.Helper()
	tb, _ := c.pit.Table(id)
	s, err := tb.Snapshot(c.Context(), 0)
	if err != nil {
		c.Fatal(err)
	}
	return s.Frame.State
}

// deal bets 100,000 until there is a hand to decide on.
func (c *two) deal(id string) {
	c.Helper()
	for range 300 {
		switch s := c.look(id); s.Phase {
		case wire.PhaseBetting:
			c.do(id, wire.Command{Name: wire.Place, Round: s.Round, Bets: []wire.Bet{{Seat: 1, Amount: 100000}}})
		case wire.PhasePlayers:
			return
		default:
			time.Sleep(time.Second)
			synctest.Wait()
		}
	}
	c.Fatalf("table %s never dealt a hand", id)
}

func (c *two) balance(id string) int64 {
	c.Helper()
	a, err := c.st.Balance(c.Context(), ledger.Player(c.an[id]))
	if err != nil {
		c.Fatal(err)
	}
	return int64(a)
}

func (c *two) books() {
	c.Helper()
	if report, err := audit.Books(c.Context(), c.st); err != nil || len(report.Faults) > 0 {
		c.Fatalf("books: %v %v", report.Faults, err)
	}
}

// A panic of the clock: the table is rebuilt from its journal, with the same hand,
// and the clock decides after all; the log has it, no alarm is raised.
func TestTableThatPanicsIsRebuiltAndGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := openTwo(t)
		before := c.look("a1")
		seq := head(t, c.st, "a1")
		c.st.set(seq + 1)
		time.Sleep(time.Until(time.UnixMilli(int64(before.Deadline))) + 50*time.Millisecond) // now it has failed, and is not up again
		c.st.set(0)
		if !reflect.DeepEqual(c.look("a1"), before) {
			t.Errorf("the table shows\n%+v\nit was\n%+v", c.look("a1"), before)
		}
		time.Sleep(table.Grace + time.Second)
		if s := c.look("a1"); s.Phase != wire.PhaseOver || s.Round != before.Round {
			t.Errorf("after the clock the table shows %+v", s)
		}
		if c.log.count("a table failed") != 1 || c.log.count(alarm) != 0 || c.log.count("a fault of the test's") != 1 {
			t.Errorf("the log says %s", &c.log.text)
		}
		c.deal("a1")
		c.books()
	})
}

// The clock panics at the same event again and again: the second time the table is
// closed, its stakes go back once, the log raises an alarm, the lobby shows it, and
// the other table plays on. So it stays after a start; opened, it plays again.
func TestSecondPanicAtTheSameEventClosesTheTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := openTwo(t)
		had := c.balance("a1")
		c.st.set(head(t, c.st, "a1") + 1) // the decision of the clock, the grace after the first panic
		time.Sleep(time.Minute)
		synctest.Wait()
		if s := c.look("a1"); s.Phase != wire.PhaseClosed {
			t.Fatalf("the table shows %+v\n%s", s, &c.log.text)
		}
		if got := c.balance("a1"); got != had+100000 {
			t.Errorf("An had %d beside the stake of 100000, and has %d", had, got)
		}
		if n := c.log.count(`level=ERROR msg="` + alarm + `" table=a1`); n != 1 || c.st.sprung != 2 {
			t.Errorf("%d alarms after %d panics: %s", n, c.st.sprung, &c.log.text)
		}
		if rows := c.pit.Rows(); rows[0].Phase != wire.PhaseClosed || rows[1].Phase == wire.PhaseClosed {
			t.Errorf("lobby: %+v", rows)
		}
		told := false
		c.ear.mu.Lock()
		for _, row := range c.ear.rows {
			told = told || row.ID == "a1" && row.Phase == wire.PhaseClosed
		}
		c.ear.mu.Unlock()
		if !told || c.ear.count(wire.StakeReturned) != 1 || c.ear.count(wire.TableIsClosed) != 1 {
			t.Error("neither lobby nor table were told once")
		}
		if a := c.send("a1", wire.Command{Name: wire.Sit}); a.Code != wire.TableClosed {
			t.Errorf("sitting down at the closed table: %+v", a)
		}
		c.deal("b2")
		c.books()

		c.pit.Close()
		c.pit = open(t, c.cfg)
		if s := c.look("a1"); s.Phase != wire.PhaseClosed {
			t.Errorf("after a start the table shows %+v", s)
		}
		c.pit.Close()
		if was, err := table.Reopen(t.Context(), c.st, "a1", store.Lease{}, time.Now()); !was || err != nil {
			t.Fatal(was, err)
		}
		c.pit = open(t, c.cfg)
		c.do("a1", wire.Command{Name: wire.Sit, Seat: 1})
		c.deal("a1")
		c.books()
	})
}

// A panic that follows the grace for the first one is at the same event: a grace is
// no step. A table whose clock can decide neither before nor after it is closed.
func TestGraceIsNoStep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := openTwo(t)
		seq := head(t, c.st, "a1")
		c.st.set(seq + 1)
		time.Sleep(time.Until(time.UnixMilli(int64(c.look("a1").Deadline))) + 50*time.Millisecond)
		c.st.set(seq + 2) // the grace is written, and then the clock decides
		time.Sleep(table.Grace + time.Minute)
		if s := c.look("a1"); s.Phase != wire.PhaseClosed || c.st.sprung != 2 {
			t.Errorf("after %d panics the table shows %+v", c.st.sprung, s)
		}
		c.books()
	})
}

// Two panics at different events: the table is rebuilt both times and plays on.
func TestPanicsAtDifferentEventsCloseNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := openTwo(t)
		for range 3 {
			c.st.set(head(t, c.st, "a1") + 1)
			s := c.look("a1")
			c.send("a1", wire.Command{Name: wire.Act, Round: s.Round, Seat: 1, Turn: s.Turn.N, Action: 2})
			c.st.set(0)
			time.Sleep(time.Second)
			c.deal("a1")
			s = c.look("a1")
			c.do("a1", wire.Command{Name: wire.Act, Round: s.Round, Seat: 1, Turn: s.Turn.N, Action: 2})
			c.deal("a1")
		}
		if c.st.sprung != 3 || c.log.count(alarm) != 0 {
			t.Errorf("%d panics, and the log says %s", c.st.sprung, &c.log.text)
		}
		c.books()
	})
}

// blind is a store whose journal of one table cannot be read without a panic.
type blind struct {
	store.Store
	on atomic.Bool
}

func (b *blind) Entries(ctx context.Context, id string, after uint64, fn func(uint64, time.Time, []byte) error) error {
	if b.on.Load() && id == "a1" {
		panic("a fault of the test's")
	}
	return b.Store.Entries(ctx, id, after, fn)
}

// A table that panics even when it is loaded keeps nobody waiting and takes nothing
// along; when it can be loaded, it is closed, as it had its second chance.
func TestPanicWhileLoadingTakesNothingAlong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := openTwo(t)
		b := &blind{Store: c.st.Store}
		c.st.Store = b
		b.on.Store(true)
		c.st.set(head(t, b, "a1") + 1)
		time.Sleep(time.Minute)
		if a := c.send("a1", wire.Command{Name: wire.Leave}); a.Code != wire.StoreUnavailable {
			t.Errorf("while it cannot be loaded: %+v", a)
		}
		c.deal("b2")
		b.on.Store(false)
		time.Sleep(time.Minute)
		if s := c.look("a1"); s.Phase != wire.PhaseClosed {
			t.Errorf("the table shows %+v", s)
		}
		c.books()
	})
}

// What a bot sees can make it panic: it goes on looking, and the club stands.
func TestBotThatPanicsTakesNothingAlong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &seen{}
		cfg := config(t, memory.New(), &ear{}, named("a1", rules(t, "club99"), "Máy 1"))
		fault := atomic.Bool{}
		cfg.Log = slog.New(slog.NewTextHandler(log, nil))
		b := &looking{Store: cfg.Store, fault: &fault}
		cfg.Store = b
		p := open(t, cfg)
		tb, _ := p.Table("a1")
		time.Sleep(10 * time.Second)
		fault.Store(true)
		tb.Arrive(77) // somebody watches: the bot is rung for
		time.Sleep(time.Minute)
		fault.Store(false)
		if log.count("a bot stopped at a fault") == 0 {
			t.Errorf("the log says %s", &log.text)
		}
		before := head(t, b, "a1")
		time.Sleep(10 * time.Minute)
		if head(t, b, "a1") < before+20 {
			t.Error("the bot does not play on")
		}
	})
}

// looking is a store that panics when a balance is looked at.
type looking struct {
	store.Store
	fault *atomic.Bool
}

func (l *looking) Balance(ctx context.Context, a ledger.Account) (money.Amount, error) {
	if l.fault.Load() {
		panic("a fault of the test's")
	}
	return l.Store.Balance(ctx, a)
}

// While even the entry that closes it cannot be written, whoever asks gets an
// answer; when it can, the table is closed.
func TestClosingWaitsUntilItCanBeWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := openTwo(t)
		c.st.closes = false
		c.st.set(head(t, c.st, "a1") + 1)
		time.Sleep(time.Minute)
		if a := c.send("a1", wire.Command{Name: wire.Leave}); a.Code != wire.StoreUnavailable {
			t.Errorf("while it cannot be closed: %+v", a)
		}
		c.deal("b2")
		c.st.set(0)
		time.Sleep(time.Minute)
		if s := c.look("a1"); s.Phase != wire.PhaseClosed {
			t.Errorf("the table shows %+v", s)
		}
		c.books()
	})
}
