package sqlite

import (
	"database/sql"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"club99/internal/ledger"
	"club99/internal/store"
)

// before makes a data folder as the schema before one was, with something in it.
func before(t *testing.T, version int64, content string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := makeDatabase(dir); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", dataSource(dir, writing))
	if err != nil {
		t.Fatal(err)
	}
	p, err := migrator(db)
	if err == nil {
		_, err = p.UpTo(t.Context(), version-1)
	}
	if err == nil {
		_, err = db.Exec(content)
	}
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	return dir
}

const schemaFour = `
	INSERT INTO players (name, created, bot) VALUES ('Mai', 1, 0);
	INSERT INTO heads (table_id, seq, deadline) VALUES ('b1', 1, NULL), ('a1', 1, NULL);
	UPDATE heads SET seq = 2, deadline = 5000 WHERE table_id = 'a1';
	INSERT INTO entries VALUES ('a1', 1, 10, x'01'), ('a1', 2, 20, x'02'), ('b1', 1, 15, x'03');
	INSERT INTO transfers VALUES ('grant', 1, 0, 'grant', 'player/1', 100, 'grant'),
		('a1', 1, 0, 'player/1', 'round/a1', 10, 'bet'),
		('a1', 2, 0, 'round/a1', 'player/1', 10, 'stake'), ('a1', 2, 1, 'house/a1', 'player/1', 15, 'win');
	INSERT INTO balances (account, amount) VALUES ('grant', -100), ('player/1', 115), ('round/a1', 0), ('house/a1', -15);
	INSERT INTO answers VALUES (1, 'old', CAST('the first answer' AS BLOB));`

// TestBooksAreCarriedOver: what an older program wrote is all there in one row a
// commit, and the club goes on from it.
func TestBooksAreCarriedOver(t *testing.T) {
	s, err := Open(t.Context(), before(t, 5, schemaFour))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var postings []store.Posting
	findings, err := store.Verify(t.Context(), s, func(p store.Posting) []string {
		postings = append(postings, p)
		return nil
	})
	if err != nil || len(findings) != 0 {
		t.Errorf("Verify: %v, %v", findings, err)
	}
	player, round, house := ledger.Player(1), ledger.Round("a1"), ledger.House("a1")
	at := func(ns int64) time.Time { return time.Unix(0, ns).UTC() }
	want := []store.Posting{
		{Table: "grant", Seq: 1, Transfers: []ledger.Transfer{ledger.NewGrant(1, 100)}},
		{Table: "a1", Seq: 1, At: at(10), Entry: []byte{1}, Transfers: []ledger.Transfer{
			{ID: ledger.TransferID{Table: "a1", Seq: 1}, From: player, To: round, Amount: 10, Reason: "bet"},
		}},
		{Table: "a1", Seq: 2, At: at(20), Entry: []byte{2}, Transfers: []ledger.Transfer{
			{ID: ledger.TransferID{Table: "a1", Seq: 2}, From: round, To: player, Amount: 10, Reason: "stake"},
			{ID: ledger.TransferID{Table: "a1", Seq: 2, Index: 1}, From: house, To: player, Amount: 15, Reason: "win"},
		}},
		{Table: "b1", Seq: 1, At: at(15), Entry: []byte{3}},
	}
	if diff := cmp.Diff(want, postings); diff != "" {
		t.Errorf("postings (-want +got):\n%s", diff)
	}
	heads, err := s.Heads(t.Context())
	if diff := cmp.Diff([]store.Head{{Table: "a1", Seq: 2, Deadline: at(5000)}, {Table: "b1", Seq: 1}}, heads); diff != "" || err != nil {
		t.Errorf("Heads: %v (-want +got):\n%s", err, diff)
	}
	again := entry("a1", 2)
	again.Command = store.CommandKey{Player: 1, ID: "old"}
	var known store.DuplicateError
	if _, err := s.Commit(t.Context(), again); !errors.As(err, &known) || string(known.Answer) != "the first answer" {
		t.Errorf("a command that was answered before: %v, %q", err, known.Answer)
	}
	again.Command.ID = "new"
	if _, err := s.Commit(t.Context(), again); err != nil {
		t.Errorf("the journal does not go on: %v", err)
	}
}

// TestNothingIsLostOnTheWay: books that do not fit the new schema stay as they are.
func TestNothingIsLostOnTheWay(t *testing.T) {
	for name, more := range map[string]string{
		"a transfer without an entry": `INSERT INTO transfers VALUES ('b1', 9, 0, 'player/1', 'round/b1', 1, 'bet')`,
		"a place left out":            `INSERT INTO transfers VALUES ('b1', 1, 1, 'player/1', 'round/b1', 1, 'bet')`,
		"a journal without an end":    `INSERT INTO entries VALUES ('c1', 1, 10, x'01')`,
		"an end without its entry":    `INSERT INTO heads (table_id, seq) VALUES ('c1', 1)`,
	} {
		dir := before(t, 5, schemaFour+more)
		for range 2 {
			if _, err := Open(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "nothing_is_lost") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
