package table

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"club99/internal/store"
	"club99/internal/store/memory"
	"club99/internal/wire"
	"club99/money"
)

// silent publishes to nobody.
type silent struct{}

func (silent) Publish(string, *wire.Frame)     {}
func (silent) PublishPrivate(int64, *wire.You) {}
func (silent) PublishLobby(*wire.LobbyTable)   {}

// BenchmarkCommand is one command through the whole table but the disk and the
// network: mailbox, rules, cashier, journal, store in memory, frame and private
// part. A bet is changed, while somebody else has not confirmed yet.
func BenchmarkCommand(b *testing.B) {
	st := memory.New()
	t := New(Config{
		ID: "a1", Rules: rulesOf(b, "bet_time=600s"), Store: st, Sealer: sealer(b), Purses: NewPurses(),
		Publisher: silent{}, Log: slog.New(slog.DiscardHandler),
	})
	if err := t.Load(b.Context()); err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- t.Run(ctx) }()
	n := 0
	send := func(player int64, w wire.Command) {
		n++
		w.ID = fmt.Sprint(n)
		if a, err := t.Do(ctx, Command{Command: w, Player: player, PlayerName: "An"}); err != nil || !a.OK {
			b.Fatal(a, err)
		}
	}
	for range 2 {
		id, err := st.CreatePlayer(ctx, store.NewPlayer{Name: "An", At: time.Now(), Grant: 1 << 50})
		if err != nil {
			b.Fatal(err)
		}
		send(id, sit(0))
	}
	b.ReportAllocs()
	for b.Loop() {
		send(1, wire.Command{Name: wire.Place, Round: 1, Bets: []wire.Bet{{Seat: 1, Amount: money.Amount(1000 + 1000*(n%2))}}})
	}
	cancel()
	if err := <-done; err != nil {
		b.Error(err)
	}
}
