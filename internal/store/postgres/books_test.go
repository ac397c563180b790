package postgres_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"club99/internal/store"
	"club99/internal/store/postgres"
	"club99/internal/store/postgres/pgtest"
)

// TestOpenedAtOnce: several servers that start on an empty database make its tables once.
func TestOpenedAtOnce(t *testing.T) {
	books := pgtest.Database(t)
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			s, err := postgres.Open(t.Context(), books, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Errorf("Open: %v", err)
				return
			}
			if err := s.Close(); err != nil {
				t.Errorf("Close: %v", err)
			}
		})
	}
	all.Wait()
}

// TestWhatCannotBeOpened: each reason has its words, and nothing is changed.
func TestWhatCannotBeOpened(t *testing.T) {
	empty, older, newer := pgtest.Database(t), pgtest.Database(t), pgtest.Database(t)
	for books, version := range map[string]string{older: "0", newer: "99"} {
		if err := open(t, books).Close(); err != nil {
			t.Fatal(err)
		}
		if err := pgtest.Shared(t).Exec(databaseOf(books), `UPDATE schema_version SET version = `+version); err != nil {
			t.Fatal(err)
		}
	}
	read := func(books string) error {
		s, err := postgres.OpenToRead(t.Context(), books)
		if err == nil {
			s.Close()
		}
		return err
	}
	write := func(books string) error {
		s, err := postgres.Open(t.Context(), books, slog.New(slog.DiscardHandler))
		if err == nil {
			s.Close()
		}
		return err
	}
	for _, test := range []struct {
		open  func(string) error
		books string
		says  string
	}{
		{read, empty, "holds no club"},
		{read, older, "older club99"},
		{read, newer, "newer club99"},
		{write, newer, "newer club99"},
		{write, "postgres://club99:secret@127.0.0.1:1/club99?sslmode=disable", "PostgreSQL at 127.0.0.1:1"},
		{read, strings.Replace(empty, "/test", "/notest", 1), "createdb"},
		{write, "postgres://club99:secret@[", "postgres://user@host"},
	} {
		err := test.open(test.books)
		if err == nil || !strings.Contains(err.Error(), test.says) || strings.Contains(err.Error(), "secret") {
			t.Errorf("opening %s: %v, want %q", test.books, err, test.says)
		}
	}
}

// TestReaderDoesNotWrite: books that were opened for reading are.
func TestReaderDoesNotWrite(t *testing.T) {
	books := pgtest.Database(t)
	if err := open(t, books).Close(); err != nil {
		t.Fatal(err)
	}
	s, err := postgres.OpenToRead(t.Context(), books)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_, commit := s.Commit(t.Context(), bet("a", 0, 1, "x"))
	for _, err := range []error{commit, s.Try(t.Context()), s.PutRules(t.Context(), "a", "b")} {
		if !errors.Is(err, store.ErrUnavailable) {
			t.Errorf("writing: %v", err)
		}
	}
}

// TestStandbyIsAskedFor: the log says at start what would be lost with the machine.
func TestStandbyIsAskedFor(t *testing.T) {
	var log bytes.Buffer
	s, err := postgres.Open(t.Context(), pgtest.Database(t), slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	if n := strings.Count(log.String(), "level=WARN"); n != 1 || !strings.Contains(log.String(), "synchronous_standby_names") {
		t.Errorf("the log: %s", log.String())
	}
}

// TestJournalWentBackwards takes entries away, as a standby does that took over without
// them: nothing is written to their table, and to others it is.
func TestJournalWentBackwards(t *testing.T) {
	books := pgtest.Database(t)
	s := open(t, books)
	player := newPlayer(t, s)
	for _, table := range []string{"a", "b"} {
		for seq := range uint64(3) {
			if _, err := s.Commit(t.Context(), bet(table, seq, player, "x")); err != nil {
				t.Fatal(err)
			}
		}
	}
	err := pgtest.Shared(t).Exec(databaseOf(books), `ALTER TABLE entries DISABLE TRIGGER stays`, `DELETE FROM entries WHERE table_id = 'a' AND seq = 3`,
		`UPDATE balances SET amount = amount + 1 WHERE account LIKE 'player/%'`, `UPDATE balances SET amount = amount - 1 WHERE account = 'round/a'`)
	if err != nil {
		t.Fatal(err)
	}
	for _, expect := range []uint64{2, 3} {
		_, err := s.Commit(t.Context(), bet("a", expect, player, "y"))
		if !errors.Is(err, store.ErrUnavailable) || !strings.Contains(err.Error(), "entry 3 was acknowledged") {
			t.Errorf("a commit after entry %d: %v", expect, err)
		}
	}
	if _, err := s.Commit(t.Context(), bet("b", 3, player, "y")); err != nil {
		t.Errorf("another table: %v", err)
	}
	if _, err := open(t, books).Commit(t.Context(), bet("a", 2, player, "z")); err != nil {
		t.Errorf("a server that was started anew: %v", err)
	}
}

// TestTriggersAndChecksRefuse: what must stay is refused to be changed, whoever tries.
func TestTriggersAndChecksRefuse(t *testing.T) {
	books := pgtest.Database(t)
	s := open(t, books)
	player := newPlayer(t, s)
	c := bet("a", 0, player, "x")
	c.Shoes = []store.SealedShoe{{Table: "a", Number: 1, Box: []byte("box")}}
	c.Marks = []store.Mark{{Kind: store.MarkRound, Number: 1}}
	c.Results = []store.Result{{Player: player, Round: 1, At: c.At}}
	c.Round = &store.Round{Number: 1, Rules: "aa"}
	c.Round.Rounds = 1
	if _, err := s.Commit(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		`UPDATE entries SET entry = 'x'`, `DELETE FROM entries`, `UPDATE journals SET table_id = 'b'`, `DELETE FROM journals`,
		`UPDATE sealed_shoes SET box = 'x'`, `DELETE FROM sealed_shoes`, `UPDATE marks SET seq = 2`, `DELETE FROM marks`,
		`UPDATE results SET net = 1`, `DELETE FROM results`, `UPDATE grants SET player = 9`, `DELETE FROM grants`,
		`DELETE FROM balances`, `UPDATE balances SET amount = -1 WHERE account LIKE 'player/%'`, `UPDATE balances SET amount = -1 WHERE account LIKE 'round/%'`,
		`UPDATE tallies SET rounds = 0`, `DELETE FROM tallies`,
		`INSERT INTO entries (table_id, seq, at, entry) VALUES ('a', 1, 0, 'x')`,
		`INSERT INTO entries (table_id, seq, at, entry, player, command_id) SELECT 'b', 1, 0, 'x', player, command_id FROM entries`,
	} {
		if err := pgtest.Shared(t).Exec(databaseOf(books), statement); err == nil {
			t.Errorf("%s was done", statement)
		}
	}
	if findings, err := store.Verify(t.Context(), s, nil); err != nil || len(findings) > 0 {
		t.Errorf("Verify: %v, %v", findings, err)
	}
}
