package pit

import (
	"testing"
	"testing/synctest"
	"time"

	"club99/internal/store"
	"club99/internal/store/memory"
	"club99/internal/table"
	"club99/internal/wire"
)

// A server that has the store to itself loses a table's lease while the store is away,
// and takes it again: who is connected is still here, and keeps the seat.
func TestTakenAgainWithWhoIsHere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st, ctx := memory.New(), t.Context()
		claim := func(node string) store.Lease {
			t.Helper()
			if _, err := st.Beat(ctx, store.Node{ID: node, Address: node}, time.Hour); err != nil {
				t.Fatal(err)
			}
			l, err := st.Claim(ctx, node, "a1")
			if err != nil {
				t.Fatal(err)
			}
			return l
		}
		r := rules(t, "club99")
		r.BetTime = 40 // so that betting ends once after the seat could be lost
		cfg := config(t, st, &ear{}, named("a1", r))
		lost := make(chan store.Lease, 1)
		cfg.Leases, cfg.Fenced = map[string]store.Lease{"a1": claim("me")}, func(l store.Lease) { lost <- l }
		p := open(t, cfg)
		player, err := st.CreatePlayer(ctx, store.NewPlayer{Name: "An", At: time.Now(), Grant: 1000000})
		if err != nil {
			t.Fatal(err)
		}
		tb, _ := p.Table("a1")
		tb.Arrive(player)
		if a := do(t, p, "a1", player, wire.Command{Name: wire.Sit, Seat: 1, ID: "c1"}); !a.OK {
			t.Fatal(a)
		}
		if err := st.Leave(ctx, "me"); err != nil { // its time was over
			t.Fatal(err)
		}
		a, err := tb.Do(ctx, table.Command{Command: wire.Command{Name: wire.Sit, Seat: 2, ID: "c2"}, Player: player, PlayerName: "An"})
		if err == nil && a.OK {
			t.Fatal("it wrote without a lease")
		}
		<-lost
		if err := p.Take(ctx, claim("me")); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * table.SeatHold)
		synctest.Wait()
		tb, _ = p.Table("a1")
		s, err := tb.Snapshot(ctx, player)
		if err != nil {
			t.Fatal(err)
		}
		if seat := s.Frame.State.Seats[0]; seat.Player == nil || seat.Away {
			t.Errorf("the seat of who never left: %+v", seat)
		}
	})
}
