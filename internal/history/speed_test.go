package history_test

import (
	"testing"
	"time"

	"club99/internal/history"
	"club99/internal/store"
	"club99/internal/store/sqlite"
	"club99/internal/wire"
	"club99/money"
)

// body is as long as that of a usual round.
const body = `{"table":"club-1","round":13,"at":1796000015000,"net":-100000,"dealer":{"cards":["Ac","Kd"],"total":21,"status":"blackjack"},"seats":[{"seat":1,"player":{"name":"Lan"},"confirmed":true,"bet":100000,"insurance":{"stake":50000,"outcome":"win","paid":150000},"hands":[{"cards":["Td","9c"],"total":19,"status":"stood","stake":100000,"outcome":"lose"}],"net":0}],"decisions":[{"kind":"decided","seat":1,"action":"insure","amount":50000},{"kind":"decided","seat":1,"action":"no-surrender","by":"clock"}]}`

// BenchmarkHistory asks for what a player with 100,000 rounds may ask for, in books
// that hold twice as many of others.
func BenchmarkHistory(b *testing.B) {
	st, err := sqlite.Open(b.Context(), b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	defer st.Close()
	const rounds, at = 100_000, 500
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	rules := "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	for seq := range uint64(rounds / at) {
		c := store.Commit{Table: "club-1", Expect: seq, At: begin, Entry: []byte("entry")}
		for i := range uint64(at) {
			n := seq*at + i
			for player := range int64(3) {
				c.Results = append(c.Results, store.Result{
					Player: player + 1, Round: n + 1, At: begin.Add(time.Duration(n) * 40 * time.Second), Net: money.Amount(n%3-1) * 100000, Body: []byte(body),
					Facts: store.Facts{Kinds: store.Kinds(1 << (n % 3)), Rules: rules, Bets: 100000, Staked: 150000, Squares: 1e10, Hands: []byte{0x43, 0x0b}},
				})
			}
		}
		if _, err := st.Commit(b.Context(), c); err != nil {
			b.Fatal(err)
		}
	}
	h := history.History{Store: st}
	b.Run("statistics", func(b *testing.B) {
		for b.Loop() {
			s, err := h.Statistics(b.Context(), 2, &wire.RoundsRequest{Zone: "Asia/Ho_Chi_Minh"})
			if err != nil || s.Rounds != rounds {
				b.Fatalf("%d rounds, %v", s.Rounds, err)
			}
		}
	})
	for name, request := range map[string]wire.RoundsRequest{
		"newest page":        {Limit: 20},
		"page of a far day":  {Limit: 20, From: "2026-01-02", To: "2026-01-02", Zone: "Asia/Ho_Chi_Minh"},
		"search for nothing": {Limit: 20, Result: wire.RoundCharlie},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := h.Page(b.Context(), 2, &request); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
