package postgres_test

import (
	"log/slog"
	"testing"
	"time"

	"club99/internal/store"
	"club99/internal/store/postgres"
	"club99/internal/store/postgres/pgtest"
	"club99/internal/store/storetest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

func TestContract(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store { return open(t, pgtest.Database(t)) })
}

func TestLeases(t *testing.T) {
	storetest.RunLeases(t, func(t *testing.T) (storetest.Shared, func(time.Duration)) {
		return open(t, pgtest.Database(t)), time.Sleep
	})
}

func open(t testing.TB, url string) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), url, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}
