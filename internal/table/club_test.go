package table

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"club99/blackjack"
	"club99/card"
	"club99/internal/journal"
	"club99/internal/ledger"
	"club99/internal/seal"
	"club99/internal/store"
	"club99/internal/store/memory"
	"club99/internal/wire"
	"club99/money"
	"club99/preset"
)

// club is a table over a store in memory, with people at it.
type club struct {
	*testing.T
	store store.Store
	table *Table
	heard *ear
	stop  func() error // ends Run and returns what it said
	ids   int
	log   strings.Builder // everything that the table logs; read it when the table has stopped
}

// ear remembers everything that was published.
type ear struct {
	mu     sync.Mutex
	frames []wire.Frame
	yours  map[int64][]wire.You
	rows   []wire.LobbyTable
	head   func(table string) uint64
	early  []string // frames that were told before they were committed
}

func (e *ear) Publish(table string, f *wire.Frame) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.frames = append(e.frames, *f)
	if head := e.head(table); f.Seq > head {
		e.early = append(e.early, fmt.Sprintf("frame %d was told when the journal ended at %d", f.Seq, head))
	}
}

func (e *ear) PublishPrivate(player int64, y *wire.You) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.yours[player] = append(e.yours[player], *y)
}

func (e *ear) PublishLobby(row *wire.LobbyTable) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.rows = append(e.rows, *row)
}

func (e *ear) all() []wire.Frame {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]wire.Frame(nil), e.frames...)
}

// sealer is a real one, with the key of all zeros.
func sealer(t testing.TB) *seal.Sealer {
	t.Helper()
	s, err := seal.FromHex(strings.Repeat("00", 32))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func rulesOf(t testing.TB, settings ...string) blackjack.Rules {
	t.Helper()
	r, err := preset.Load("club99")
	for _, s := range settings {
		name, value, _ := strings.Cut(s, "=")
		if err == nil {
			err = r.Set(name, value)
		}
	}
	if err == nil {
		err = r.Validate()
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// cards reads shoes, one string each.
func cards(shoes ...string) [][]card.Card {
	var script [][]card.Card
	for _, text := range shoes {
		var list []card.Card
		for _, word := range strings.Fields(text) {
			c, err := card.Parse(word)
			if err != nil {
				panic(err)
			}
			list = append(list, c)
		}
		script = append(script, list)
	}
	return script
}

// open opens table a1. Call it inside synctest.Test.
func open(t *testing.T, rules blackjack.Rules, script ...string) *club {
	c := newClub(t, memory.New())
	c.run(Config{ID: "a1", Rules: rules, Script: cards(script...), Store: c.store, Purses: NewPurses()})
	return c
}

func newClub(t *testing.T, st store.Store) *club {
	c := &club{T: t, store: st, heard: &ear{yours: map[int64][]wire.You{}}}
	c.heard.head = func(table string) uint64 {
		head, err := st.Head(context.Background(), table)
		if err != nil {
			t.Error(err)
		}
		return head
	}
	t.Cleanup(func() {
		for _, early := range c.heard.early {
			t.Error(early)
		}
	})
	return c
}

func (c *club) run(cfg Config) {
	c.Helper()
	cfg.Sealer, cfg.Publisher, cfg.Store = sealer(c), c.heard, c.store
	cfg.Log = slog.New(slog.NewTextHandler(&c.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	c.table = New(cfg)
	if err := c.table.Load(c.Context()); err != nil {
		c.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- c.table.Run(ctx) }()
	stopped := false
	c.stop = func() error {
		if stopped {
			return nil
		}
		stopped = true
		cancel()
		err := <-done
		c.table.Close()
		return err
	}
	stop := c.stop
	c.Cleanup(func() {
		if err := stop(); err != nil {
			c.Error(err)
		}
	})
	synctest.Wait()
}

// again starts a table with the same configuration over the same store.
func (c *club) again() {
	cfg := c.table.cfg
	cfg.Purses = NewPurses()
	c.run(cfg)
}

// person is somebody with chips, connected to the table.
type person struct {
	*club
	id   int64
	name string
}

func (c *club) person(name string, chips money.Amount) *person {
	c.Helper()
	id, err := c.store.CreatePlayer(c.Context(), store.NewPlayer{Name: name, At: time.Now(), Grant: chips})
	if err != nil {
		c.Fatal(err)
	}
	p := &person{c, id, name}
	c.table.Arrive(id)
	return p
}

// send sends a command under a new id, and waits until everything that follows
// from it at once has happened.
func (p *person) send(w wire.Command) wire.Answer {
	p.Helper()
	if w.ID == "" {
		p.ids++
		w.ID = fmt.Sprintf("c%d", p.ids)
	}
	w.Table = p.table.ID()
	a, err := p.table.Do(p.Context(), Command{Command: w, Player: p.id, PlayerName: p.name})
	if err != nil {
		p.Fatal(err)
	}
	synctest.Wait()
	return a
}

func (p *person) must(w wire.Command) {
	p.Helper()
	if a := p.send(w); !a.OK {
		p.Fatalf("%s: %s %s was refused: %s", p.name, w.Name, w.Action, a.Code)
	}
}

func (p *person) refused(code wire.Code, w wire.Command) wire.Answer {
	p.Helper()
	before, funds := len(p.heard.all()), p.balance()
	a := p.send(w)
	if a.OK || a.Code != code {
		p.Fatalf("%s: %s %s: ok %v code %q, want %q", p.name, w.Name, w.Action, a.OK, a.Code, code)
	}
	if p.balance() != funds {
		p.Fatalf("%s: a refusal moved money", p.name)
	}
	if n := len(p.heard.all()); n != before {
		p.Fatalf("%s: a refusal published %d frames", p.name, n-before)
	}
	return a
}

func sit(seat int) wire.Command   { return wire.Command{Name: wire.Sit, Seat: seat} }
func leave(seat int) wire.Command { return wire.Command{Name: wire.Leave, Seat: seat} }

// bet is a bet command for the round that is open: seat, amount, seat, amount ...
func (c *club) bet(pairs ...int) wire.Command {
	w := wire.Command{Name: wire.Place, Round: c.state().Round}
	for i := 0; i+1 < len(pairs); i += 2 {
		w.Bets = append(w.Bets, wire.Bet{Seat: pairs[i], Amount: money.Amount(pairs[i+1])})
	}
	return w
}

// act is a decision for the turn that is on.
func (c *club) act(seat int, a blackjack.Action) wire.Command {
	s := c.state()
	w := wire.Command{Name: wire.Act, Round: s.Round, Seat: seat, Action: a}
	if s.Turn != nil {
		w.Turn = s.Turn.N
	}
	return w
}

func (c *club) state() wire.State {
	c.Helper()
	s, err := c.table.Snapshot(c.Context(), 0)
	if err != nil {
		c.Fatal(err)
	}
	return s.Frame.State
}

// kept is the table's whole state.
func (c *club) kept() journal.State {
	c.table.mu.RLock()
	defer c.table.mu.RUnlock()
	return c.table.state
}

// order is the order of the cards in the shoe in use, made from its sealed
// seeds; before it is sealed, the order that it will have if nobody gives a seed
// any more.
func (c *club) order() []card.Card {
	c.Helper()
	s := c.kept()
	in, err := c.table.remake(c.Context(), &s)
	if err != nil {
		c.Fatal(err)
	}
	if in.order == nil && s.Shoe.Proved() {
		in.seal(c.table.ID(), &s.Shoe)
	}
	return in.order
}

func (p *person) balance() money.Amount {
	p.Helper()
	a, err := p.store.Balance(p.Context(), ledger.Player(p.id))
	if err != nil {
		p.Fatal(err)
	}
	return a
}

func (p *person) has(want money.Amount) {
	p.Helper()
	if got := p.balance(); got != want {
		p.Fatalf("%s has %d, want %d", p.name, got, want)
	}
}

// at checks the phase and the time until the clock acts.
func (c *club) at(phase wire.Phase, left time.Duration) {
	c.Helper()
	s := c.state()
	var got time.Duration
	if s.Deadline != 0 {
		got = time.Until(time.UnixMilli(int64(s.Deadline)))
	}
	if s.Phase != phase || got != left {
		c.Fatalf("the table is in %q with %v left, want %q with %v", s.Phase, got, phase, left)
	}
}

// pass lets time pass.
func (c *club) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// hand is a seat's hand as it lies on the table, "Th 9d 19 stood win".
func (c *club) hand(seat, hand int) string {
	s := c.state()
	h := s.Seats[seat-1].Hands[hand-1]
	words := []string{}
	for _, k := range h.Cards {
		words = append(words, k.String())
	}
	words = append(words, fmt.Sprint(h.Total), h.Status.String())
	if h.Outcome != 0 {
		words = append(words, h.Outcome.String())
	}
	return strings.Join(words, " ")
}

func (c *club) handIs(seat, hand int, want string) {
	c.Helper()
	if got := c.hand(seat, hand); got != want {
		c.Fatalf("hand %d.%d is %q, want %q", seat, hand, got, want)
	}
}

// audit checks that the books are right: sums are zero, the round's account
// is empty between rounds.
func (c *club) audit() {
	c.Helper()
	var sum, round money.Amount
	err := c.store.Audit(c.Context(), func(b store.Books) error {
		return b.Accounts(c.Context(), func(a ledger.Account, amount money.Amount) error {
			sum += amount
			if a == ledger.Round(c.table.ID()) {
				round = amount
			}
			return nil
		})
	})
	if err != nil || sum != 0 {
		c.Fatalf("all accounts sum to %d (%v), want 0", sum, err)
	}
	if p := c.state().Phase; (p == wire.PhaseWaiting || p == wire.PhaseOver) && round != 0 {
		c.Fatalf("the round's account holds %d in phase %s", round, p)
	}
}
