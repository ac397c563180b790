package odds

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"club99/blackjack"
	"club99/card"
	"club99/internal/seal"
	"club99/internal/store"
	"club99/internal/store/memory"
	"club99/internal/table"
	"club99/internal/wire"
	"club99/money"
)

type deaf struct{}

func (deaf) Publish(string, *wire.Frame)     {}
func (deaf) PublishPrivate(int64, *wire.You) {}
func (deaf) PublishLobby(*wire.LobbyTable)   {}

// felt is a table over a store in memory with one player on seat 1, and a book.
type felt struct {
	*testing.T
	store  *memory.Store
	table  *table.Table
	book   *Book
	player int64
	ids    int
}

// sitDown opens the table; call it inside synctest.Test, and leave what it returns at the end.
func sitDown(t *testing.T, rules blackjack.Rules, shoes ...string) (*felt, func()) {
	t.Helper()
	sealer, err := seal.FromHex(strings.Repeat("00", 32))
	if err != nil {
		t.Fatal(err)
	}
	f := &felt{T: t, store: memory.New()}
	var script [][]card.Card
	for _, text := range shoes {
		var list []card.Card
		for _, word := range strings.Fields(text) {
			c, err := card.Parse(word)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, c)
		}
		script = append(script, list)
	}
	f.table = table.New(table.Config{ID: "a1", Rules: rules, Hints: true, Script: script, Store: f.store, Sealer: sealer, Publisher: deaf{}, Purses: table.NewPurses(), Log: quiet()})
	if err := f.table.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- f.table.Run(ctx) }()
	f.book = Open(f.store, quiet())
	if f.player, err = f.store.CreatePlayer(t.Context(), store.NewPlayer{Name: "An", At: time.Now(), Grant: 1 << 40}); err != nil {
		t.Fatal(err)
	}
	f.table.Arrive(f.player)
	f.send(wire.Command{Name: wire.Sit, Seat: 1})
	return f, func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		f.table.Close()
		f.book.Close()
	}
}

func (f *felt) send(c wire.Command) {
	f.Helper()
	f.ids++
	c.ID = fmt.Sprint("c", f.ids)
	a, err := f.table.Do(f.Context(), table.Command{Command: c, Player: f.player, PlayerName: "An"})
	if err != nil || !a.OK {
		f.Fatalf("%+v: %+v, %v", c, a, err)
	}
	synctest.Wait()
}

func (f *felt) state() wire.State {
	f.Helper()
	synctest.Wait()
	s, err := f.table.Snapshot(f.Context(), f.player)
	if err != nil {
		f.Fatal(err)
	}
	return s.Frame.State
}

func (f *felt) bet(amount money.Amount) (round uint64) {
	f.Helper()
	for f.state().Phase != wire.PhaseBetting {
		time.Sleep(time.Second)
	}
	round = f.state().Round
	f.send(wire.Command{Name: wire.Place, Round: round, Bets: []wire.Bet{{Seat: 1, Amount: amount}}})
	return round
}

func (f *felt) act(a blackjack.Action, amount money.Amount) {
	f.Helper()
	s := f.state()
	f.send(wire.Command{Name: wire.Act, Round: s.Round, Seat: 1, Turn: s.Turn.N, Action: a, Amount: amount})
}

func (f *felt) hint() (wire.Hint, bool) {
	f.Helper()
	synctest.Wait()
	sight, why, err := f.table.Sight(f.Context(), f.player, 1)
	if err != nil {
		f.Fatal(err)
	}
	if why != "" {
		return wire.Hint{}, false
	}
	h, err := f.book.Hint(f.Context(), sight)
	if err != nil {
		f.Fatal(err)
	}
	return h, true
}

func (f *felt) grades(round uint64) []wire.Decision {
	f.Helper()
	g, err := f.book.Grades(f.Context(), "a1", round, f.player)
	if err != nil {
		f.Fatal(err)
	}
	return g.Decisions
}

// Rounds of one shoe dealt to a cut card: what the grades say of a decision is
// what the hint said before it, the cards of the rounds before counted in both.
func TestGradesSayWhatTheHintsSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, leave := sitDown(t, rulesOf(t, "vegas-strip"))
		defer leave()
		type key struct {
			round uint64
			turn  uint16
		}
		hints, chosen := map[key]wire.Hint{}, map[key]blackjack.Action{}
		var last uint64
		most := 0
		for i := range 12 {
			last = f.bet(20000)
			for {
				h, ok := f.hint()
				if !ok {
					break
				}
				k := key{last, h.Turn}
				c := h.Choices[i%len(h.Choices)] // not the best alone
				hints[k], chosen[k], most = h, c.Action, max(most, h.Seen)
				f.act(c.Action, 0)
			}
			if _, err := f.book.Grades(t.Context(), "a1", last+1, f.player); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("grades of a round that is not over: %v", err)
			}
		}
		graded := 0
		for round := uint64(1); round <= last; round++ {
			for _, d := range f.grades(round) {
				k := key{round, d.Turn}
				if diff := cmp.Diff(hints[k].Choices, d.Choices); diff != "" || d.Action != chosen[k] {
					t.Errorf("round %d, turn %d: %s was graded, %s chosen: %s", round, d.Turn, d.Action, chosen[k], diff)
				}
				graded++
			}
			if _, err := f.book.Grades(t.Context(), "a1", round, f.player+1); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("somebody else's grades: %v", err)
			}
		}
		if graded != len(hints) || graded < 5 || most < 15 {
			t.Errorf("%d hints, %d grades, at most %d cards seen", len(hints), graded, most)
		}
	})
}

// A part of an insurance costs its part, and what the clock decided is the clock's.
func TestGradesOfTheClockAndOfPartialInsurance(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const cards = "Ts Ah 6d 9h 5c 5d"
		f, leave := sitDown(t, rulesOf(t, "club99"), cards, cards, cards)
		defer leave()
		costs := map[string]float64{}
		for name, amount := range map[string]money.Amount{"full": 50000, "half": 25000} {
			round := f.bet(100000)
			f.act(blackjack.Insure, amount)
			for f.state().Phase == wire.PhasePlayers {
				time.Sleep(time.Second) // the clock stands
			}
			g := f.grades(round)
			if len(g) != 2 || g[0].Best != blackjack.DeclineInsurance || g[0].By != wire.ByPlayer || g[0].Hand != 0 || len(g[0].Choices) != 2 {
				t.Fatalf("%+v", g)
			}
			if g[1].Action != blackjack.Stand || g[1].By != wire.ByClock || g[1].Hand != 1 || g[1].Cost <= 0 {
				t.Errorf("the clock's decision: %+v", g[1])
			}
			costs[name] = g[0].Cost
		}
		// 95 of the 309 unseen cards are ten-values: full insurance costs half a bet times 1 - 3p.
		want := 0.5 * (1 - 3*95.0/309)
		if d := costs["full"] - want; d > 2e-9 || d < -2e-9 {
			t.Errorf("full insurance cost %v, want %v", costs["full"], want)
		}
		if d := costs["half"] - want/2; d > 2e-9 || d < -2e-9 {
			t.Errorf("half an insurance cost %v, want %v", costs["half"], want/2)
		}
	})
}
