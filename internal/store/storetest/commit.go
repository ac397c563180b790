package storetest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/money"
)

func testCommit(t *testing.T, c *club) {
	player := c.player(1000)
	commit := bet("a1", 0, player, 300)
	commit.At = now.In(time.FixedZone("+07", 7*3600))
	commit.Command = store.CommandKey{Player: player, ID: "x-1"}
	commit.Answer = []byte(`{"ok":true}`)
	commit.Deadline = now.Add(15 * time.Second)

	receipt := c.commit(commit)
	want := store.Receipt{Seq: 1, Balances: []store.Balance{{Player: player, Amount: 700}}}
	if diff := cmp.Diff(want, receipt); diff != "" {
		t.Errorf("receipt (-want +got):\n%s", diff)
	}
	c.wantBalance(ledger.Player(player), 700)
	c.wantBalance(ledger.Round("a1"), 300)
	c.wantBalance(ledger.Grant, -1000)
	c.wantBalance(ledger.House("a1"), 0)
	c.wantHead("a1", 1)
	heads, err := c.Heads(c.ctx)
	if diff := cmp.Diff([]store.Head{{Table: "a1", Seq: 1, Deadline: commit.Deadline}}, heads); diff != "" || err != nil {
		t.Errorf("Heads: %v (-want +got):\n%s", err, diff)
	}
	answer, ok, err := c.Answer(c.ctx, commit.Command)
	if string(answer) != `{"ok":true}` || !ok || err != nil {
		t.Errorf("Answer = %q, %v, %v", answer, ok, err)
	}
	if _, ok, err := c.Answer(c.ctx, store.CommandKey{Player: player, ID: "x-2"}); ok || err != nil {
		t.Errorf("Answer of an unknown command: %v, %v", ok, err)
	}
	c.wantClean()
}

func testEntries(t *testing.T, c *club) {
	for seq := range uint64(5) {
		commit := entry("a1", seq)
		commit.At = now.Add(time.Duration(seq))
		c.commit(commit)
		c.commit(entry("a2", seq))
	}
	var got []uint64
	err := c.Entries(c.ctx, "a1", 2, func(seq uint64, at time.Time, body []byte) error {
		got = append(got, seq)
		want := entry("a1", seq-1).Entry
		if at != now.Add(time.Duration(seq-1)) || string(body) != string(want) {
			t.Errorf("entry %d is %q at %v", seq, body, at)
		}
		return nil
	})
	if err != nil || !slices.Equal(got, []uint64{3, 4, 5}) {
		t.Errorf("Entries after 2: %v, %v", got, err)
	}
	stop := errors.New("stop")
	got = got[:0]
	err = c.Entries(c.ctx, "a1", 0, func(seq uint64, _ time.Time, _ []byte) error {
		got = append(got, seq)
		return stop
	})
	if !errors.Is(err, stop) || len(got) != 1 {
		t.Errorf("an error from fn gave %v after %v", err, got)
	}
	for _, after := range []uint64{5, math.MaxUint64} {
		err = c.Entries(c.ctx, "a1", after, func(seq uint64, _ time.Time, _ []byte) error {
			t.Errorf("after %d came entry %d", after, seq)
			return nil
		})
		if err != nil {
			t.Errorf("Entries after %d: %v", after, err)
		}
	}
	c.wantHead("no-such-table", 0)
}

// testBuffers: a caller may reuse what it gave and change what it got.
func testBuffers(t *testing.T, c *club) {
	player := c.player(1000)
	commit := bet("a1", 0, player, 100)
	commit.Command, commit.Answer = store.CommandKey{Player: player, ID: "x"}, []byte("answer")
	commit.Shoes = []store.SealedShoe{{Table: "a1", Number: 1, Box: []byte("box")}}
	commit.Results = []store.Result{{Player: player, Round: 1, At: now, Body: []byte("body"), Facts: facts(store.Won)}}
	c.commit(commit)
	for _, b := range [][]byte{commit.Entry, commit.Answer, commit.Shoes[0].Box, commit.Results[0].Body, commit.Results[0].Hands} {
		clear(b)
	}
	commit.Transfers[0].Amount = 1
	commit.Results[0].Round = 9
	for range 2 { // the second time after the first has spoiled what it got
		answer, _, _ := c.Answer(c.ctx, commit.Command)
		box, _ := c.SealedShoe(c.ctx, "a1", 1)
		results, _ := c.Find(c.ctx, player, store.Search{Limit: 1})
		var posting store.Posting
		_, err := store.Verify(c.ctx, c.Store, func(p store.Posting) []string {
			if p.Table == "a1" {
				posting = p
			}
			return nil
		})
		if err != nil || len(results) != 1 || len(posting.Transfers) != 1 {
			t.Fatalf("results %v, posting %v, %v", results, posting, err)
		}
		var body []byte
		err = c.Entries(c.ctx, "a1", 0, func(_ uint64, _ time.Time, b []byte) error { body = b; return nil })
		got := fmt.Sprintf("%s %s %s %s %s", body, answer, box, results[0].Body, posting.Entry)
		if got != "entry 1 answer box body entry 1" || err != nil {
			t.Fatalf("kept: %s, %v", got, err)
		}
		if !slices.Equal(results[0].Hands, facts(0).Hands) || *results[0].Balance != 900 {
			t.Fatalf("kept: %+v", results[0])
		}
		if results[0].Round != 1 || posting.Transfers[0].Amount != 100 {
			t.Fatalf("kept: %+v, %+v", results[0], posting.Transfers[0])
		}
		for _, b := range [][]byte{body, answer, box, results[0].Body, results[0].Hands, posting.Entry} {
			clear(b)
		}
		posting.Transfers[0].Amount, results[0].Round, *results[0].Balance = 1, 9, 1
	}
}

func testConflict(t *testing.T, c *club) {
	player := c.player(1000)
	c.refused(bet("a1", 1, player, 100), store.ErrConflict)
	c.commit(bet("a1", 0, player, 100))
	c.commit(bet("a1", 1, player, 100))
	for _, expect := range []uint64{0, 1, 3, 7} {
		c.refused(bet("a1", expect, player, 100), store.ErrConflict)
	}
	c.wantBalance(ledger.Player(player), 800)
	c.wantHead("a1", 2)
}

func testDuplicate(t *testing.T, c *club) {
	player, other := c.player(1000), c.player(1000)
	first := bet("a1", 0, player, 100)
	first.Command = store.CommandKey{Player: player, ID: "same"}
	first.Answer = []byte("the first answer")
	c.commit(first)

	again := bet("a1", 1, player, 100)
	again.Command, again.Answer = first.Command, []byte("another answer")
	before := c.everything()
	_, err := c.Commit(c.ctx, again)
	var duplicate store.DuplicateError
	if !errors.As(err, &duplicate) || string(duplicate.Answer) != "the first answer" {
		t.Errorf("the same command again: %v, answer %q", err, duplicate.Answer)
	}
	if c.everything() != before {
		t.Error("the same command again moved something")
	}
	theirs := bet("a1", 1, other, 100)
	theirs.Command = store.CommandKey{Player: other, ID: "same"}
	c.commit(theirs) // another player may use the same id

	refused := bet("a1", 2, player, 5000)
	refused.Command = store.CommandKey{Player: player, ID: "refused"}
	c.refused(refused, store.InsufficientError{Account: ledger.Player(player)})
	if _, ok, err := c.Answer(c.ctx, refused.Command); ok || err != nil {
		t.Errorf("a refused commit left its answer: %v, %v", ok, err)
	}
}

func testRetry(t *testing.T, c *club) {
	player := c.player(1000)
	commit := bet("a1", 0, player, 100)
	c.commit(commit)
	for range 3 {
		c.refused(commit, store.ErrConflict)
	}
	c.wantBalance(ledger.Player(player), 900)
	c.wantClean()
}

func testInsufficient(t *testing.T, c *club) {
	player := c.player(1000)
	c.commit(bet("a1", 0, player, 400))

	commit := bet("a1", 1, player, 100)
	addTransfer(&commit, ledger.Player(player), ledger.Round("a1"), 501, ledger.ReasonDouble)
	commit.Command = store.CommandKey{Player: player, ID: "double"}
	commit.Shoes = []store.SealedShoe{{Table: "a1", Number: 1, Box: []byte("sealed")}}
	commit.Results = []store.Result{{Player: player, Round: 1, At: now}}
	c.refused(commit, store.InsufficientError{Account: ledger.Player(player)})
	if _, err := c.SealedShoe(c.ctx, "a1", 1); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("the refused commit left its shoe: %v", err)
	}
	if results, err := c.Find(c.ctx, player, store.Search{Limit: 10}); len(results) != 0 || err != nil {
		t.Errorf("the refused commit left a result: %v, %v", results, err)
	}

	over := entry("a1", 1)
	addTransfer(&over, ledger.Round("a1"), ledger.House("a1"), 401, ledger.ReasonLose)
	c.refused(over, store.InsufficientError{Account: ledger.Round("a1")})
	stranger := bet("a1", 1, 987654, 1)
	c.refused(stranger, store.InsufficientError{Account: ledger.Player(987654)})

	c.commit(bet("a1", 1, player, 600)) // to the last chip
	c.wantBalance(ledger.Player(player), 0)
	owing := entry("a1", 2)
	addTransfer(&owing, ledger.House("a1"), ledger.Player(player), 5_000_000, ledger.ReasonWin)
	c.commit(owing) // the house may owe
	c.wantBalance(ledger.House("a1"), -5_000_000)
	c.wantClean()
}

func testOrder(t *testing.T, c *club) {
	player := c.player(100)
	commit := bet("a1", 0, player, 200)
	addTransfer(&commit, ledger.House("a1"), ledger.Player(player), 1000, ledger.ReasonWin)
	c.refused(commit, store.InsufficientError{Account: ledger.Player(player)})

	turned := entry("a1", 0)
	addTransfer(&turned, ledger.House("a1"), ledger.Player(player), 1000, ledger.ReasonWin)
	addTransfer(&turned, ledger.Player(player), ledger.Round("a1"), 200, ledger.ReasonBet)
	receipt := c.commit(turned)
	want := []store.Balance{{Player: player, Amount: 900}}
	if diff := cmp.Diff(want, receipt.Balances); diff != "" {
		t.Errorf("balances (-want +got):\n%s", diff)
	}
}

func testPrecedence(t *testing.T, c *club) {
	player := c.player(100)
	first := bet("a1", 0, player, 100)
	first.Command = store.CommandKey{Player: player, ID: "one"}
	c.commit(first)

	again := bet("a1", 0, player, 100) // known command, wrong sequence, no money
	again.Command = first.Command
	if _, err := c.Commit(c.ctx, again); !errors.As(err, new(store.DuplicateError)) {
		t.Errorf("a known command with a wrong sequence: %v", err)
	}
	c.refused(bet("a1", 0, player, 100), store.ErrConflict) // wrong sequence, no money
}

func testMalformed(t *testing.T, c *club) {
	player := c.player(1000)
	for name, spoil := range map[string]func(*store.Commit){
		"no table":             func(m *store.Commit) { m.Table = "" },
		"table of grants":      func(m *store.Commit) { m.Table = ledger.GrantTable },
		"no entry":             func(m *store.Commit) { m.Entry = nil },
		"no time":              func(m *store.Commit) { m.At = time.Time{} },
		"deadline far away":    func(m *store.Commit) { m.Deadline = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC) },
		"half a command key":   func(m *store.Commit) { m.Command.ID = "x" },
		"amount of zero":       func(m *store.Commit) { m.Transfers[0].Amount = 0 },
		"amount below zero":    func(m *store.Commit) { m.Transfers[0].Amount = -5 },
		"to itself":            func(m *store.Commit) { m.Transfers[0].To = m.Transfers[0].From },
		"unknown account":      func(m *store.Commit) { m.Transfers[0].To = "bank" },
		"other table's round":  func(m *store.Commit) { m.Transfers[0].To = ledger.Round("a2") },
		"grant in a round":     func(m *store.Commit) { m.Transfers[0].From = ledger.Grant },
		"transfer's table":     func(m *store.Commit) { m.Transfers[0].ID.Table = "a2" },
		"transfer's sequence":  func(m *store.Commit) { m.Transfers[0].ID.Seq = 9 },
		"transfer's place":     func(m *store.Commit) { m.Transfers[0].ID.Index = 1 },
		"no reason":            func(m *store.Commit) { m.Transfers[0].Reason = "" },
		"sequence too large":   func(m *store.Commit) { m.Expect = math.MaxUint64 },
		"empty box":            func(m *store.Commit) { m.Shoes = []store.SealedShoe{{Table: "a1", Number: 1}} },
		"other table's shoe":   func(m *store.Commit) { m.Shoes = []store.SealedShoe{{Table: "a2", Number: 1, Box: []byte("x")}} },
		"result without owner": func(m *store.Commit) { m.Results = []store.Result{{Round: 1, At: now}} },
	} {
		commit := bet("a1", 0, player, 100)
		spoil(&commit)
		t.Run(name, func(t *testing.T) {
			(&club{Store: c.Store, t: t, ctx: c.ctx}).refused(commit, store.ErrInvalid)
		})
	}
}

func testOverflow(t *testing.T, c *club) {
	player := c.player(1000)
	commit := entry("a1", 0)
	addTransfer(&commit, ledger.House("a1"), ledger.Player(player), money.Max, ledger.ReasonWin)
	c.refused(commit, store.ErrInvalid)
	addTransfer(&commit, ledger.House("a1"), ledger.Player(player), money.Max, ledger.ReasonWin)
	c.refused(commit, store.ErrInvalid)
	c.wantClean()
}

func testShoe(t *testing.T, c *club) {
	commit := entry("a1", 0)
	commit.Shoes = []store.SealedShoe{{Table: "a1", Number: 1, Box: []byte{0, 1, 2, 255}}}
	c.commit(commit)
	box, err := c.SealedShoe(c.ctx, "a1", 1)
	if err != nil || !slices.Equal(box, commit.Shoes[0].Box) {
		t.Errorf("SealedShoe = %v, %v", box, err)
	}
	for _, other := range []struct {
		table  string
		number uint64
	}{{"a1", 2}, {"a2", 1}, {"a1", math.MaxUint64}} {
		if _, err := c.SealedShoe(c.ctx, other.table, other.number); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("SealedShoe(%s, %d): %v", other.table, other.number, err)
		}
	}
	again := entry("a1", 1)
	again.Shoes = commit.Shoes
	c.refused(again, store.ErrInvalid)
}

func testMarks(t *testing.T, c *club) {
	c.commit(entry("a1", 0))
	commit, want := entry("a1", 1), store.Mark{Kind: store.MarkRound, Number: 7, Link: [32]byte{1, 31: 2}}
	commit.Marks = []store.Mark{{Kind: store.MarkShoe, Number: 7, Link: [32]byte{3}}, want}
	c.commit(commit)
	if seq, m, err := c.Mark(c.ctx, "a1", store.MarkRound, 7); err != nil || seq != 2 || m != want {
		t.Errorf("Mark = %d, %v, %v", seq, m, err)
	}
	for _, other := range []struct {
		table  string
		kind   store.MarkKind
		number uint64
	}{{"a1", store.MarkRound, 8}, {"a2", store.MarkRound, 7}, {"a1", "", 7}, {"a1", store.MarkShoe, math.MaxUint64}} {
		if _, _, err := c.Mark(c.ctx, other.table, other.kind, other.number); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("Mark(%s, %s, %d): %v", other.table, other.kind, other.number, err)
		}
	}
	again := entry("a1", 2)
	again.Marks = commit.Marks[1:]
	c.refused(again, store.ErrInvalid)
	again.Marks = []store.Mark{{Kind: "day", Number: 1}}
	c.refused(again, store.ErrInvalid)
}

func testContext(t *testing.T, c *club) {
	ended, cancel := context.WithCancel(c.ctx)
	cancel()
	player := c.player(1000)
	before := c.everything()
	if _, err := c.Commit(ended, bet("a1", 0, player, 100)); !errors.Is(err, context.Canceled) {
		t.Errorf("Commit with an ended context: %v", err)
	}
	if _, err := c.CreatePlayer(ended, store.NewPlayer{Name: "An", At: now}); !errors.Is(err, context.Canceled) {
		t.Errorf("CreatePlayer with an ended context: %v", err)
	}
	if c.everything() != before {
		t.Error("an ended context wrote something")
	}
}

func testClosed(t *testing.T, c *club) {
	player := c.player(1000)
	if err := c.Close(); err != nil {
		t.Fatalf("Close: %v", err)
	}
	_, commitErr := c.Commit(c.ctx, bet("a1", 0, player, 100))
	_, headErr := c.Head(c.ctx, "a1")
	auditErr := c.Audit(c.ctx, func(store.Books) error { return nil })
	for _, err := range []error{commitErr, headErr, auditErr, c.Close()} {
		if !errors.Is(err, store.ErrClosed) {
			t.Errorf("after Close: %v", err)
		}
	}
}
