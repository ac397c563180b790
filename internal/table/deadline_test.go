package table

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"club99/blackjack"
	"club99/internal/store"
	"club99/internal/store/memory"
	"club99/internal/wire"
)

// nobody is a publisher that nobody listens to.
type nobody struct{}

func (nobody) Publish(string, *wire.Frame)       {}
func (nobody) PublishPrivate(int64, *wire.You)   {}
func (nobody) PublishLobby(row *wire.LobbyTable) {}

// race is one table on the real clock, and one player at it.
type race struct {
	*testing.T
	store  store.Store
	table  *Table
	player int64
}

// do sends a command under an id of its own; the moments are before and after it.
func (r *race) do(id string, w wire.Command) (a wire.Answer, before, after time.Time) {
	w.Table, w.ID = r.table.ID(), id
	before = time.Now()
	a, err := r.table.Do(r.Context(), Command{Command: w, Player: r.player, PlayerName: "An"})
	after = time.Now()
	if err != nil {
		r.Error(err)
	}
	return a, before, after
}

// until waits for a phase of a round, or one after it.
func (r *race) until(phase wire.Phase, round uint64) (wire.State, error) {
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		s, err := r.table.Snapshot(r.Context(), 0)
		if err != nil {
			return wire.State{}, err
		}
		if st := s.Frame.State; st.Round > round || st.Round == round && (st.Phase == phase || st.Phase == wire.PhaseOver) {
			return st, nil
		}
	}
	return wire.State{}, fmt.Errorf("table %s: round %d never came to %q", r.table.ID(), round, phase)
}

// run races the clock in one round, from 4 ms before the deadline to 4 ms after it.
// It reports who decided.
func (r *race) run(round uint64) (by blackjack.By, err error) {
	if _, err := r.until(wire.PhaseBetting, round); err != nil {
		return 0, err
	}
	if a, _, _ := r.do(fmt.Sprint("bet", round), wire.Command{Name: wire.Place, Round: round, Bets: []wire.Bet{{Seat: 1, Amount: 10000}}}); !a.OK {
		return 0, fmt.Errorf("the bet was answered %+v", a)
	}
	s, err := r.until(wire.PhasePlayers, round)
	if err != nil {
		return 0, err
	}
	if s.Round != round || s.Phase != wire.PhasePlayers {
		s.Turn = &wire.Turn{N: 1} // this machine was busy for longer than the clock waits
	}
	deadline := time.UnixMilli(int64(s.Deadline))
	time.Sleep(time.Until(deadline) + time.Duration(rand.IntN(9)-4)*time.Millisecond)
	a, before, after := r.do(fmt.Sprint("act", round), wire.Command{Name: wire.Act, Round: round, Seat: 1, Turn: s.Turn.N, Action: blackjack.Hit})
	if (after.Before(deadline) && !a.OK) || (before.After(deadline.Add(time.Millisecond)) && a.OK) {
		return 0, fmt.Errorf("an action sent from %v to %v after its deadline was answered %+v", before.Sub(deadline), after.Sub(deadline), a)
	}
	if again, _, _ := r.do(fmt.Sprint("act", round), wire.Command{Name: wire.Act, Round: round, Seat: 1, Turn: s.Turn.N, Action: blackjack.Hit}); fmt.Sprint(again) != fmt.Sprint(a) {
		return 0, fmt.Errorf("answered %+v, and then %+v", a, again)
	}
	past, err := r.past(round)
	if err != nil {
		return 0, err
	}
	switch d := past.Decisions; {
	case len(d) != 1:
		return 0, fmt.Errorf("round %d has %d decisions: %+v", round, len(d), d)
	case a.OK && d[0].By == blackjack.ByPlayer && d[0].Action == blackjack.Hit, !a.OK && d[0].By == blackjack.ByClock && d[0].Action == blackjack.Stand:
		return d[0].By, nil
	default:
		return 0, fmt.Errorf("round %d: answered %+v, decided %+v", round, a, d[0])
	}
}

// past is the round in the player's history, which must be the newest there.
func (r *race) past(round uint64) (wire.PastRound, error) {
	list, err := r.store.Find(r.Context(), r.player, store.Search{Limit: 1})
	if err != nil || len(list) != 1 || list[0].Round != round {
		return wire.PastRound{}, errors.Join(err, fmt.Errorf("round %d is not the newest in the history: %+v", round, list))
	}
	return decodePast(r.T, list[0]), nil
}

// BR-056, as TestActionAgainstDeadline on the real clock: a thousand actions meet
// their deadlines. Exactly one outcome each: the player's, who is told so, or the
// clock's; and whoever was clearly in time, or clearly late, is served as such.
func TestActionAgainstDeadlineOnTheRealClock(t *testing.T) {
	const tables, rounds = 100, 10
	rules := rulesOf(t, "act_time=1s", "result_time=0s", "bet_time=600s")
	st := memory.New()
	var players, clocks atomic.Int64
	var all sync.WaitGroup
	for n := range tables {
		id, err := st.CreatePlayer(t.Context(), store.NewPlayer{Name: "An", At: time.Now(), Grant: 100000000})
		if err != nil {
			t.Fatal(err)
		}
		r := &race{T: t, store: st, player: id, table: New(Config{
			ID: fmt.Sprintf("t%d", n), Rules: rules, Script: cards("5h 6d 6c Ts  Kd Ah"), Store: st, Sealer: sealer(t), Publisher: nobody{},
			Purses: NewPurses(), Log: slog.New(slog.DiscardHandler),
		})}
		if err := r.table.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- r.table.Run(ctx) }()
		r.table.Arrive(id)
		all.Go(func() {
			defer func() {
				stop()
				if err := <-done; err != nil {
					t.Error(err)
				}
			}()
			if a, _, _ := r.do("sit", sit(1)); !a.OK {
				t.Errorf("sitting down: %+v", a)
				return
			}
			for round := range rounds {
				by, err := r.run(uint64(round + 1))
				if err != nil {
					t.Error(err)
					return
				}
				if by == blackjack.ByPlayer {
					players.Add(1)
				} else {
					clocks.Add(1)
				}
			}
		})
	}
	all.Wait()
	p, c := players.Load(), clocks.Load()
	t.Logf("the player won %d races, the clock %d", p, c)
	if p+c != tables*rounds {
		t.Errorf("%d races, the player won %d, the clock %d", tables*rounds, p, c)
	}
	(&club{T: t, store: st}).books()
}
