package pit

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"club99/blackjack"
	"club99/internal/play"
	"club99/internal/seal"
	"club99/internal/store"
	"club99/internal/store/memory"
	"club99/internal/store/sqlite"
	"club99/internal/table"
	"club99/internal/wire"
	"club99/strategy"
)

// hall hears what every table says, and encodes it as the gateway does.
type hall struct {
	tables map[string]*heard
}

// heard is the newest of one table.
type heard struct {
	mu    sync.Mutex
	state *wire.State
	yours map[int64]*wire.You
	bell  chan struct{}
}

func (h *hall) Publish(id string, f *wire.Frame) {
	wire.Encode(f)
	t := h.tables[id]
	t.mu.Lock()
	t.state = &f.State
	t.mu.Unlock()
	select {
	case t.bell <- struct{}{}:
	default:
	}
}

func (h *hall) PublishPrivate(player int64, y *wire.You) {
	wire.Encode(y)
	t := h.tables[y.Table]
	t.mu.Lock()
	t.yours[player] = y
	t.mu.Unlock()
}

func (h *hall) PublishLobby(*wire.LobbyTable) {}

// BenchmarkActions is all that an action costs but for the network: 200 tables
// of five players each play as fast as they can. It reports processor time.
func BenchmarkActions(b *testing.B) {
	b.Run("memory", func(b *testing.B) { benchmarkActions(b, memory.New()) })
	b.Run("sqlite", func(b *testing.B) {
		st, err := sqlite.Open(context.Background(), b.TempDir())
		if err != nil {
			b.Fatal(err)
		}
		benchmarkActions(b, st)
	})
}

func benchmarkActions(b *testing.B, st store.Store) {
	const tables, players = 200, 5
	sealer, err := seal.New(make([]byte, seal.KeySize))
	if err != nil {
		b.Fatal(err)
	}
	r := rules(b, "club99")
	r.Seats, r.SeatsPerPlayer, r.Shuffle, r.CutCard, r.BetTime, r.ActTime, r.ResultTime = players, 1, blackjack.ShuffleAtCutCard, 78, 600, 600, 0
	h := &hall{tables: map[string]*heard{}}
	cfg := Config{Store: st, Sealer: sealer, Publisher: h, Log: slog.New(slog.DiscardHandler)}
	for i := range tables {
		id := fmt.Sprintf("t%d", i)
		cfg.Tables = append(cfg.Tables, Table{ID: id, Name: wire.Text{Vi: id, En: id}, Preset: "club99", Rules: r})
		h.tables[id] = &heard{yours: map[int64]*wire.You{}, bell: make(chan struct{}, 1)}
	}
	p, err := Open(context.Background(), cfg)
	if err != nil {
		b.Fatal(err)
	}
	var left atomic.Int64
	left.Store(int64(b.N))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ids := make([]int64, tables*players)
	for i := range ids {
		ids[i], err = st.CreatePlayer(ctx, store.NewPlayer{Name: "An", At: time.Now(), Grant: 1_000_000_000})
		if err != nil {
			b.Fatal(err)
		}
	}
	var all sync.WaitGroup
	b.ResetTimer()
	before := processorTime()
	for i, t := range p.Tables() {
		all.Go(func() { playTable(ctx, b, t, h.tables[t.ID()], ids[players*i:players*(i+1)], &left, cancel) })
	}
	all.Wait()
	b.ReportMetric(float64((processorTime()-before).Microseconds())/float64(b.N), "cpu-µs/action")
	b.StopTimer()
	p.Close()
	st.Close()
}

// playTable does what the players of one table do, one after the other.
func playTable(ctx context.Context, b *testing.B, t *table.Table, h *heard, ids []int64, left *atomic.Int64, end context.CancelFunc) {
	sent := 0
	player := play.Player{Strategy: play.By(strategy.Basic(t.Rules())), Stake: t.Rules().MinBet, Seats: 1}
	do := func(id int64, c wire.Command) {
		sent++
		c.Table, c.ID = t.ID(), fmt.Sprintf("%d-%d", id, sent)
		a, err := t.Do(ctx, table.Command{Command: c, Player: id, PlayerName: "An"})
		if err != nil || !a.OK {
			if ctx.Err() == nil {
				b.Errorf("%+v: %+v, %v", c, a, err)
			}
			return
		}
		if left.Add(-1) == 0 {
			end()
		}
	}
	for _, id := range ids {
		do(id, wire.Command{Name: wire.Sit})
	}
	for ctx.Err() == nil {
		acted := false
		for _, id := range ids {
			h.mu.Lock()
			s, y := h.state, h.yours[id]
			h.mu.Unlock()
			if c, ok := player.Next(s, y); ok {
				acted = true
				do(id, c)
			}
		}
		if !acted {
			select {
			case <-h.bell:
			case <-ctx.Done():
			}
		}
	}
}

func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
