package view_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"club99/blackjack"
	"club99/card"
	"club99/internal/store"
	"club99/internal/store/memory"
	"club99/internal/table"
	"club99/internal/wire"
)

// evenings is how many tables are watched, each for up to roundsEach rounds.
const evenings, roundsEach = 300, 6

// evening is a live table with two players, a watcher and somebody who always
// arrives late, and everything that any of them is sent. Its people decide by
// what they were sent alone, so that the same stream makes the same evening.
type evening struct {
	rules  *blackjack.Rules
	script [][]card.Card // the shoe of each round
	table  *table.Table
	rnd    *rand.Rand
	ids    int
	late   int // who arrived late so far
	people []int64

	mu      sync.Mutex // the table publishes from its own goroutine
	said    bytes.Buffer
	frame   wire.Frame
	yours   map[int64]wire.You
	visible [][]bool // by round and place: that card was shown
	hole    []int    // by round: the place of the hole card
	checked []bool   // by round: the dealer looked, and had no Blackjack
	drawn   int
}

// The table publishes to the evening itself.

func (e *evening) Publish(_ string, f *wire.Frame) {
	e.say(f)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.frame = *f
	for i := range f.Events {
		e.hear(&f.Events[i])
	}
}

func (e *evening) PublishPrivate(player int64, y *wire.You) {
	e.say(y)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.yours[player] = *y
}

func (e *evening) PublishLobby(row *wire.LobbyTable) { e.say(row) }

func (e *evening) say(message any) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.said.Write(wire.Encode(message))
	e.said.WriteByte('\n')
}

// hear keeps account of which places of the shoe have been shown.
func (e *evening) hear(v *wire.Event) {
	last := len(e.visible) - 1
	switch string(v.Kind) {
	case "shoe-shuffled":
		e.visible = append(e.visible, make([]bool, len(e.script[0])))
		e.hole, e.checked = append(e.hole, -1), append(e.checked, false)
		e.drawn = 0
	case "card-dealt", "up-card-dealt", "dealer-drew":
		e.visible[last][e.drawn] = true
		e.drawn++
	case "hole-card-dealt":
		e.hole[last] = e.drawn
		e.drawn++
	case "checked":
		e.checked[last] = true
	case "hole-card-opened":
		e.visible[last][e.hole[last]] = true
	}
}

// pass plays the evening for a number of steps inside a bubble of its own time.
func (e *evening) pass(t *testing.T, steps int) {
	synctest.Test(t, func(t *testing.T) {
		st := memory.New()
		defer st.Close()
		e.yours = map[int64]wire.You{}
		e.table = table.New(table.Config{
			ID: "t", Rules: *e.rules, Script: e.script, Store: st, Publisher: e, Purses: table.NewPurses(),
			Log: slog.New(slog.DiscardHandler),
		})
		if err := e.table.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- e.table.Run(ctx) }()
		for i := range 2 {
			id, err := st.CreatePlayer(t.Context(), store.NewPlayer{Name: fmt.Sprint("player ", i+1), At: time.Now(), Grant: 300000})
			if err != nil {
				t.Fatal(err)
			}
			e.people = append(e.people, id)
			e.table.Arrive(id)
		}
		e.table.Arrive(0)
		for range steps {
			if e.step(t); e.over() {
				break
			}
		}
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		e.table.Close()
	})
}

func (e *evening) over() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.visible) > roundsEach
}

// step is one thing that somebody does, or some time in which nobody does anything.
func (e *evening) step(t *testing.T) {
	player := e.people[e.rnd.IntN(len(e.people))]
	if e.rnd.IntN(8) == 0 {
		time.Sleep(time.Duration(1+e.rnd.IntN(16)) * time.Second)
	} else {
		e.ask(t, player, e.command(player))
	}
	synctest.Wait()
	// Somebody arrives late: each of the people in turn, and one who only watches.
	late := append(e.people, 0)[e.late%(len(e.people)+1)]
	e.late++
	s, err := e.table.Snapshot(t.Context(), late)
	if err != nil {
		t.Fatal(err)
	}
	e.say(s)
}

func (e *evening) ask(t *testing.T, player int64, c wire.Command) {
	e.ids++
	c.Table, c.ID = "t", fmt.Sprint("c", e.ids)
	a, err := e.table.Do(t.Context(), table.Command{Command: c, Player: player, PlayerName: fmt.Sprint("player ", player)})
	if err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
	e.say(a.In(wire.English))
}

// command is what a player might send now: mostly something sensible.
func (e *evening) command(player int64) wire.Command {
	e.mu.Lock()
	defer e.mu.Unlock()
	s, y := &e.frame.State, e.yours[player]
	if len(y.Seats) == 0 || e.rnd.IntN(30) == 0 {
		return wire.Command{Name: wire.Sit}
	}
	if e.rnd.IntN(60) == 0 {
		return wire.Command{Name: wire.Leave}
	}
	if s.Phase == wire.PhaseBetting {
		c := wire.Command{Name: wire.Place, Round: s.Round}
		for _, seat := range y.Seats {
			c.Bets = append(c.Bets, wire.Bet{Seat: seat.Seat, Amount: 10000})
		}
		return c
	}
	c := wire.Command{Name: wire.Act, Round: s.Round, Seat: 1 + e.rnd.IntN(len(s.Seats)), Action: blackjack.Action(1 + e.rnd.IntN(int(blackjack.DeclineSurrender)))}
	if s.Turn != nil {
		c.Turn = s.Turn.N
	}
	for _, seat := range y.Seats {
		if n := len(seat.Legal); n > 0 && e.rnd.IntN(10) > 0 {
			c.Seat, c.Action = seat.Seat, seat.Legal[e.rnd.IntN(n)].Action
		}
	}
	return c
}

// another is a script that nobody at the table could tell from this one: other
// cards wherever no face was shown. Where the dealer looked and found no
// Blackjack, the hole card still makes none.
func (e *evening) another(rnd *rand.Rand) [][]card.Card {
	script := make([][]card.Card, len(e.script))
	for i := range script {
		script[i] = append([]card.Card(nil), e.script[i]...)
		if i >= len(e.visible) {
			rnd.Shuffle(len(script[i]), func(a, b int) { script[i][a], script[i][b] = script[i][b], script[i][a] })
			continue
		}
		for j := range script[i] {
			for !e.visible[i][j] {
				script[i][j] = card.New(card.Rank(1+rnd.IntN(13)), card.Suit(rnd.IntN(4)))
				if j != e.hole[i] || !e.checked[i] || !makesBlackjack(e.upCard(i), script[i][j]) {
					break
				}
			}
		}
	}
	return script
}

// upCard lies in the middle of what is dealt before the hole card: two passes of
// equal length, the up card between them.
func (e *evening) upCard(round int) card.Card { return e.script[round][(e.hole[round]-1)/2] }

func makesBlackjack(a, b card.Card) bool {
	return a.IsAce() && b.Value() == 10 || b.IsAce() && a.Value() == 10
}

// Property (BR-049): at a live table, too, everything that anybody is sent, frames,
// private parts, rows of the lobby, snapshots and answers, is the same byte for
// byte whatever the unseen cards are.
func TestALiveTableTellsNothingUnseen(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 9))
	played := 0
	for range evenings {
		rules := randomRules(rnd)
		seed, steps := rnd.Uint64(), 20+rnd.IntN(200)
		e := &evening{rules: rules, rnd: rand.New(rand.NewPCG(seed, 1))}
		for range roundsEach + 1 {
			e.script = append(e.script, shuffled(rnd, rules.Decks))
		}
		e.pass(t, steps)
		twin := &evening{rules: rules, rnd: rand.New(rand.NewPCG(seed, 1)), script: e.another(rnd)}
		twin.pass(t, steps)
		if !bytes.Equal(e.said.Bytes(), twin.said.Bytes()) {
			t.Fatalf("an unseen card was told:\n%s", firstDifference(e.said.Bytes(), twin.said.Bytes()))
		}
		played += len(e.visible)
	}
	t.Logf("%d rounds", played)
	if played < 2*evenings {
		t.Error("too few rounds were played to say anything")
	}
}
