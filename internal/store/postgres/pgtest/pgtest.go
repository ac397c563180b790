package pgtest

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"
)

var (
	shared struct {
		sync.Once
		server *Server
		err    error
	}
	databases atomic.Int64
)

// Main runs the tests of a package, and removes the server they shared.
func Main(m *testing.M) {
	status := m.Run()
	if err := Close(); err != nil {
		fmt.Fprintln(os.Stderr, "pgtest:", err)
		status = max(status, 1)
	}
	os.Exit(status)
}

// Close removes the server that a package's tests shared, if there was one: for a
// package whose TestMain does more than [Main].
func Close() error {
	if shared.server == nil {
		return nil
	}
	return shared.server.Remove()
}

// Shared is the server that a package's tests share, started when it is first asked for.
func Shared(t testing.TB) *Server {
	t.Helper()
	shared.Do(func() { shared.server, shared.err = New() })
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.server
}

// Own is a server of one test alone, which may stop it.
func Own(t testing.TB, settings ...string) *Server {
	t.Helper()
	s, err := New(settings...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Remove(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// Database makes an empty database on the shared server and returns its URL.
func Database(t testing.TB) string {
	t.Helper()
	return Shared(t).Database(t)
}

// Database makes an empty database and returns its URL.
func (s *Server) Database(t testing.TB) string {
	t.Helper()
	name := fmt.Sprintf("test%d", databases.Add(1))
	if err := s.Exec("postgres", `CREATE DATABASE `+name+` TEMPLATE template0`); err != nil {
		t.Fatal(err)
	}
	return s.URL(name)
}
