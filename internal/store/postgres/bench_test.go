package postgres_test

import (
	"fmt"
	"runtime"
	"sync"
	"testing"

	"club99/internal/store/postgres"
	"club99/internal/store/postgres/pgtest"
)

// BenchmarkCommit measures bets on a server that syncs the disk: alone, and by so many
// tables at once, on one node or two.
func BenchmarkCommit(b *testing.B) {
	server, err := pgtest.New("fsync = on", "shared_buffers = 256MB")
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		if err := server.Remove(); err != nil {
			b.Error(err)
		}
	}()
	for _, tables := range []int{1, 16, 64, 256} {
		b.Run(fmt.Sprintf("tables=%d", tables), func(b *testing.B) { commits(b, tables, open(b, server.Database(b))) })
	}
	b.Run("tables=256,nodes=2", func(b *testing.B) {
		books := server.Database(b)
		commits(b, 256, open(b, books), open(b, books))
	})
}

func commits(b *testing.B, tables int, nodes ...*postgres.Store) {
	players := make([]int64, tables)
	for i := range players {
		players[i] = newPlayer(b, nodes[0])
	}
	runtime.GC()
	b.ResetTimer()
	var all sync.WaitGroup
	for t := range tables {
		all.Go(func() {
			s, table := nodes[t%len(nodes)], fmt.Sprint("t", t)
			for seq := range uint64((b.N + tables - 1 - t) / tables) {
				if _, err := s.Commit(b.Context(), bet(table, seq, players[t], "w")); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "commits/s")
}
