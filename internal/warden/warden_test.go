package warden

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"testing"
	"time"

	"club99/internal/limits"
	"club99/internal/store"
	"club99/internal/store/memory"
	"club99/internal/wire"
	"club99/money"
)

// club is a warden over a store in memory, with a clock that the test sets.
type club struct {
	*testing.T
	*Warden
	store  store.Store
	now    time.Time
	player int64
	rounds map[string]uint64
}

func open(t *testing.T) *club {
	t.Helper()
	c := &club{T: t, store: memory.New(), now: time.Date(2026, 12, 2, 12, 0, 0, 0, time.FixedZone("+07", 7*3600)), rounds: map[string]uint64{}}
	c.start()
	t.Cleanup(func() { c.Close() })
	id, err := c.store.CreatePlayer(t.Context(), store.NewPlayer{Name: "Mai", At: c.now, Grant: 1000})
	if err != nil {
		t.Fatal(err)
	}
	c.player = id
	return c
}

func (c *club) start() {
	c.Warden = Open(c.store, func() time.Time { return c.now }, slog.New(slog.NewTextHandler(io.Discard, nil)))
}

// restart ends the warden, without a last word if it is killed, and begins another.
func (c *club) restart(killed bool) {
	if killed {
		c.end()
		c.work.Wait()
	} else {
		c.Close()
	}
	c.start()
}

func (c *club) set(k limits.Kind, value int64) {
	c.Helper()
	if _, err := c.SetLimits(c.Context(), c.player, wire.LimitsRequest{k: value}); err != nil {
		c.Fatal(err)
	}
}

// bets asks for a stake and wants the code.
func (c *club) bets(table string, stake money.Amount, want wire.Code) {
	c.Helper()
	h, err := c.MayBet(c.Context(), table, c.player, stake)
	if h.Code != want || err != nil {
		c.Errorf("a bet of %d at %s: %q, %v, want %q", stake, table, h.Code, err, want)
	}
}

func (c *club) sits(want wire.Code) {
	c.Helper()
	if h, err := c.MaySit(c.Context(), c.player); h.Code != want || err != nil {
		c.Errorf("a seat: %q, %v, want %q", h.Code, err, want)
	}
}

// ends is a round that is over: it is written, told, and nothing is at stake any more.
func (c *club) ends(table string, net money.Amount) {
	c.Helper()
	n := c.write(table, net)
	c.Settled(c.player, n)
	c.Stands(table, c.player, 1, 0)
}

func (c *club) write(table string, net money.Amount) store.Net {
	c.Helper()
	c.rounds[table]++
	n := c.rounds[table]
	commit := store.Commit{Table: table, Expect: n - 1, At: c.now, Entry: []byte("x"), Results: []store.Result{{Player: c.player, Round: n, At: c.now, Net: net}}}
	if _, err := c.store.Commit(c.Context(), commit); err != nil {
		c.Fatal(err)
	}
	return store.Net{Table: table, Round: n, At: c.now, Net: net}
}

func (c *club) well() wire.Well {
	c.Helper()
	w, err := c.Well(c.Context(), c.player)
	if err != nil {
		c.Fatal(err)
	}
	return w
}

func TestWhatIsLeftOfALimitIsUsedOnce(t *testing.T) {
	c := open(t)
	c.set(limits.LossDay, 1000)
	c.Stands("a", c.player, 1, 0)
	c.Stands("b", c.player, 1, 0)
	c.bets("a", 600, "")
	c.bets("b", 600, wire.OverLossDay)
	c.bets("b", 400, "")
	c.Stands("b", c.player, 1, 0) // the store refused it
	c.bets("b", 400, "")
	c.ends("a", -600)
	c.bets("a", 1, wire.OverLossDay)
	c.ends("b", 500)
	c.bets("a", 900, "")
	c.bets("a", 901, wire.OverLossDay)
}

// Of many bets at many tables at once, no more are let through than the limit allows.
func TestBetsAtOnce(t *testing.T) {
	c := open(t)
	c.set(limits.LossDay, 1000)
	var wg sync.WaitGroup
	var mu sync.Mutex
	sum := money.Amount(0)
	for _, table := range []string{"a", "b", "c", "d", "e", "f"} {
		wg.Go(func() {
			h, err := c.MayBet(t.Context(), table, c.player, 300)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Error(err)
			} else if h.Code == "" {
				sum += 300
			}
		})
	}
	wg.Wait()
	if sum != 900 {
		t.Errorf("%d is at stake of a limit of 1000", sum)
	}
}

func TestLossesAreReadAndToldOnce(t *testing.T) {
	c := open(t)
	c.set(limits.LossDay, 1000)
	c.restart(false)
	told := c.write("a", -700) // written before it is read, told after
	c.bets("b", 300, "")
	c.Settled(c.player, told)
	c.bets("b", 300, "")
	c.bets("b", 301, wire.OverLossDay)
	c.Anew(c.player) // the table went down before it told the next one
	c.write("a", -200)
	c.bets("b", 101, wire.OverLossDay)
	c.bets("b", 100, "")
	if w := c.well(); w.Today.Net != -900 || w.Week.Net != -900 {
		t.Errorf("%+v", w)
	}
}

func TestDaysAndWeeksEnd(t *testing.T) {
	c := open(t) // a Wednesday
	c.set(limits.LossDay, 1000)
	c.set(limits.LossWeek, 1500)
	c.Stands("a", c.player, 1, 0)
	c.ends("a", -1000)
	c.bets("a", 1, wire.OverLossDay)
	c.sits(wire.OverLossDay)
	c.now = limits.DayAfter(c.now)
	c.sits("")
	c.bets("a", 500, "")
	c.bets("a", 501, wire.OverLossWeek)
	c.restart(false)
	c.bets("a", 501, wire.OverLossWeek)
	c.now = limits.WeekAfter(c.now)
	c.bets("a", 1000, "")
	c.bets("a", 1001, wire.OverLossDay)
}

func TestRealityCheckMustBeAnswered(t *testing.T) {
	c := open(t)
	c.set(limits.Check, 30)
	c.Stands("a", c.player, 1, 0)
	c.ends("a", -50)
	c.now = c.now.Add(29 * time.Minute)
	c.bets("a", 10, "")
	c.Stands("a", c.player, 1, 0)
	c.now = c.now.Add(time.Minute)
	c.bets("a", 10, wire.CheckDue)
	c.bets("b", 10, wire.CheckDue) // nor at another table
	if w := c.well(); !w.Session.Due || w.Session.Net != -50 || w.Session.Time != 30*60*1000 || !w.Session.Running {
		t.Errorf("%+v", w.Session)
	}
	c.set(limits.Check, 60) // looser, so it waits
	c.bets("a", 10, wire.CheckDue)
	c.restart(false)
	c.Stands("a", c.player, 1, 0)
	c.bets("a", 10, wire.CheckDue) // nor after a restart
	if w, err := c.Answer(t.Context(), c.player); err != nil || w.Session.Due || w.Session.Left != 30*60*1000 {
		t.Errorf("%+v, %v", w.Session, err)
	}
	c.bets("a", 10, "")
	c.restart(true)
	c.Stands("a", c.player, 1, 0)
	c.bets("a", 10, "") // an answer outlives the process
}

func TestTimeLimit(t *testing.T) {
	c := open(t)
	c.set(limits.TimeDay, 60)
	c.Stands("a", c.player, 1, 0)
	c.Stands("b", c.player, 2, 0) // two tables at once are the same time
	c.now = c.now.Add(59 * time.Minute)
	c.bets("a", 10, "")
	if !c.MayStay(t.Context(), c.player) {
		t.Error("sent off before the time was up")
	}
	c.now = c.now.Add(time.Minute)
	c.bets("a", 10, wire.OverTime)
	c.sits(wire.OverTime)
	if c.MayStay(t.Context(), c.player) {
		t.Error("stays when the time is up")
	}
	c.Stands("a", c.player, 0, 0)
	c.Stands("b", c.player, 0, 0)
	c.restart(true) // the last minute may be forgotten, no more
	c.Warden.keep(t.Context())
	c.now = limits.DayAfter(c.now)
	c.sits("")
}

func TestTimeIsKeptWhileItRuns(t *testing.T) {
	c := open(t)
	c.Stands("a", c.player, 1, 0)
	for range 10 {
		c.now = c.now.Add(time.Minute)
		c.Warden.keep(t.Context())
	}
	c.now = c.now.Add(30 * time.Second)
	c.restart(true)
	c.now = c.now.Add(5 * time.Minute) // down
	c.Stands("a", c.player, 1, 0)      // the seat was kept
	c.now = c.now.Add(time.Minute)
	w := c.well()
	if w.Session.Time != 11*60*1000 || w.Today.Time != 11*60*1000 {
		t.Errorf("eleven minutes were played and kept, %v are counted", time.Duration(w.Session.Time)*time.Millisecond)
	}
}

func TestAwayOutlivesEverything(t *testing.T) {
	c := open(t)
	if w, err := c.TakeBreak(t.Context(), c.player, 24); err != nil || w.Away == nil || w.Away.Kind != wire.OnBreak {
		t.Fatalf("%+v, %v", w.Away, err)
	}
	if c.MayStay(t.Context(), c.player) {
		t.Error("stays on a break")
	}
	c.restart(true)
	c.sits(wire.OnBreak)
	c.bets("a", 1, wire.OnBreak)
	if _, err := c.TakeBreak(t.Context(), c.player, 1); !errors.Is(err, ErrShorter) {
		t.Errorf("a shorter break: %v", err)
	}
	if _, err := c.Exclude(t.Context(), c.player, 6); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Exclude(t.Context(), c.player, 5); !errors.Is(err, ErrShorter) {
		t.Errorf("a shorter exclusion: %v", err)
	}
	if breaks, excluded, err := c.Away(t.Context()); breaks != 0 || excluded != 1 || err != nil {
		t.Errorf("%d on a break, %d excluded, %v", breaks, excluded, err)
	}
	c.now = c.now.AddDate(0, 6, 0).Add(-time.Second)
	c.sits(wire.Excluded)
	c.now = c.now.Add(time.Second)
	c.sits("")
	if w := c.well(); w.Away != nil {
		t.Errorf("still away: %+v", w.Away)
	}
}

// broken is a store that cannot be read, or written, or that does not know whether it has written.
type broken struct {
	store.Store
	read, write, doubt error
}

func (b *broken) Limits(ctx context.Context, player int64) (store.PlayerLimits, error) {
	if b.read != nil {
		return store.PlayerLimits{}, b.read
	}
	return b.Store.Limits(ctx, player)
}

func (b *broken) PutLimits(ctx context.Context, l store.PlayerLimits) error {
	if b.write != nil {
		return b.write
	}
	return cmp.Or(b.Store.PutLimits(ctx, l), b.doubt)
}

func (b *broken) PutPlayTimes(ctx context.Context, list []store.PlayTime) error {
	return cmp.Or(b.Store.PutPlayTimes(ctx, list), b.doubt)
}

func TestWhatCannotBeReadAllowsNoBet(t *testing.T) {
	c := open(t)
	c.set(limits.LossDay, 100)
	c.Close()
	b := &broken{Store: c.store, read: store.ErrUnavailable}
	c.store = b
	c.start()
	if h, err := c.MayBet(t.Context(), "a", c.player, 1); err == nil {
		t.Errorf("a bet was decided on without the limits: %+v", h)
	}
	if !c.MayStay(t.Context(), c.player) {
		t.Error("a seat was taken away without the limits")
	}
	b.read = nil
	c.bets("a", 101, wire.OverLossDay)
	b.write = store.ErrUnavailable
	if _, err := c.SetLimits(t.Context(), c.player, wire.LimitsRequest{limits.LossDay: 50}); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("limits were set that are not kept: %v", err)
	}
	c.bets("a", 100, "")
}

func TestWhoIsGoneIsForgotten(t *testing.T) {
	c := open(t)
	c.Stands("a", c.player, 1, 0)
	c.now = c.now.Add(2 * idle)
	c.Warden.keep(t.Context())
	if len(c.people) != 1 {
		t.Fatal("somebody with a seat was forgotten")
	}
	c.Stands("a", c.player, 0, 0)
	c.Warden.keep(t.Context()) // its time has to be kept first
	c.now = c.now.Add(2 * idle)
	c.Warden.keep(t.Context())
	if len(c.people) != 0 {
		t.Error("nobody was forgotten")
	}
	if w := c.well(); w.Today.Time != wire.Millis((2 * idle).Milliseconds()) {
		t.Errorf("and so was the time: %+v", w.Today)
	}
}

// A bet that a limit allowed takes nobody's seat while it may still be won, there or
// at another table; a limit that is stricter than it takes the bet back.
func TestWhatIsAtStakeTakesNoSeat(t *testing.T) {
	c := open(t)
	stays, keeps := func(want bool) {
		t.Helper()
		if got := c.MayStay(t.Context(), c.player); got != want {
			t.Errorf("stays: %v", got)
		}
	}, func(want bool) {
		t.Helper()
		if got := c.MayKeep(t.Context(), c.player); got != want {
			t.Errorf("keeps the bet: %v", got)
		}
	}
	c.set(limits.LossDay, 1000)
	c.Stands("a", c.player, 1, 0)
	c.bets("a", 1000, "")
	stays(true)
	keeps(true)
	c.sits("") // at b
	c.Stands("b", c.player, 1, 0)
	c.bets("b", 1, wire.OverLossDay)
	c.set(limits.LossDay, 999)
	stays(true)
	keeps(false)
	c.Stands("a", c.player, 1, 0)
	keeps(true)
	c.bets("a", 999, "")
	c.ends("a", -999)
	stays(false)
	c.sits(wire.OverLossDay)
}
