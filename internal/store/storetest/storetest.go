package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/money"
)

// Run checks the whole contract. open returns an empty store that the test
// owns; Run closes it.
func Run(t *testing.T, open func(t *testing.T) store.Store) {
	for _, test := range []struct {
		name string
		run  func(*testing.T, *club)
	}{
		{"commit is read back whole", testCommit},
		{"journal grows from 1 and is read from anywhere", testEntries},
		{"buffers are the caller's", testBuffers},
		{"second writer is refused", testConflict},
		{"command is answered once", testDuplicate},
		{"retry moves nothing", testRetry},
		{"too little money leaves nothing behind", testInsufficient},
		{"winnings cannot pay for an earlier stake", testOrder},
		{"refusals are checked in the promised order", testPrecedence},
		{"malformed commits are refused", testMalformed},
		{"amounts that do not fit are refused", testOverflow},
		{"sealed shoe is kept once", testShoe},
		{"marks are kept once", testMarks},
		{"results are paged newest first", testResults},
		{"results say what is held after them", testBalances},
		{"results are found by what they were", testFind},
		{"player begins with chips and a session", testCreatePlayer},
		{"player is created whole or not at all", testCreatePlayerFails},
		{"login belongs to one player", testPassword},
		{"sessions come and go", testSessions},
		{"rules are kept under their hash", testRules},
		{"odds are kept under their rules' hash", testOdds},
		{"rounds that are over add up", testTallies},
		{"limits are kept, and exclusions are not shortened", testLimits},
		{"who is away is counted", testAway},
		{"time at the tables is kept", testPlayTimes},
		{"what rounds brought is walked", testNets},
		{"many tables at once", testManyTables},
		{"bad commits harm no others", testBadNeighbours},
		{"racing writers make one journal", testRace},
		{"random commits agree with a book", testModel},
		{"audit sees one moment", testAudit},
		{"ended context writes nothing", testContext},
		{"closed store says so", testClosed},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t)
			c := &club{t: t, ctx: t.Context(), Store: s}
			test.run(t, c)
			if err := s.Close(); err != nil && !errors.Is(err, store.ErrClosed) {
				t.Errorf("Close: %v", err)
			}
		})
	}
}

// now is a time with all the digits that must survive.
var now = time.Date(2026, 11, 30, 20, 15, 30, 123456789, time.UTC)

// club is a store with the test at hand.
type club struct {
	store.Store
	t   *testing.T
	ctx context.Context
}

// player enters a player with chips and returns the id.
func (c *club) player(chips money.Amount) int64 {
	c.t.Helper()
	id, err := c.CreatePlayer(c.ctx, store.NewPlayer{Name: "Mai", At: now, Grant: chips})
	if err != nil {
		c.t.Fatalf("CreatePlayer: %v", err)
	}
	return id
}

// entry is a commit that only adds to the journal.
func entry(table string, expect uint64) store.Commit {
	return store.Commit{Table: table, Expect: expect, At: now, Entry: fmt.Appendf(nil, "entry %d", expect+1)}
}

// bet is a commit that moves a stake to the round.
func bet(table string, expect uint64, player int64, amount money.Amount) store.Commit {
	c := entry(table, expect)
	addTransfer(&c, ledger.Player(player), ledger.Round(table), amount, ledger.ReasonBet)
	return c
}

func addTransfer(c *store.Commit, from, to ledger.Account, amount money.Amount, reason string) {
	id := ledger.TransferID{Table: c.Table, Seq: c.Expect + 1, Index: len(c.Transfers)}
	c.Transfers = append(c.Transfers, ledger.Transfer{ID: id, From: from, To: to, Amount: amount, Reason: reason})
}

func (c *club) commit(commit store.Commit) store.Receipt {
	c.t.Helper()
	r, err := c.Commit(c.ctx, commit)
	if err != nil {
		c.t.Fatalf("Commit: %v", err)
	}
	return r
}

// refused commits what must fail with target, and must leave no trace.
func (c *club) refused(commit store.Commit, target error) {
	c.t.Helper()
	before := c.everything()
	_, err := c.Commit(c.ctx, commit)
	if !errors.Is(err, target) {
		c.t.Fatalf("Commit: got error %v, want %v", err, target)
	}
	if after := c.everything(); after != before {
		c.t.Fatalf("the refused commit left something behind:\nbefore %s\nafter  %s", before, after)
	}
}

// everything is all that an audit sees, as text.
func (c *club) everything() string {
	c.t.Helper()
	var text []byte
	err := c.Audit(c.ctx, func(b store.Books) error {
		return errors.Join(
			b.Heads(c.ctx, func(h store.Head) error { text = fmt.Appendf(text, "%+v ", h); return nil }),
			b.Accounts(c.ctx, func(a ledger.Account, m money.Amount) error { text = fmt.Appendf(text, "%s=%d ", a, m); return nil }),
			b.Postings(c.ctx, func(p store.Posting) error { text = fmt.Appendf(text, "%+v ", p); return nil }),
			b.Tallies(c.ctx, func(t store.Tally) error { text = fmt.Appendf(text, "%+v ", t); return nil }),
		)
	})
	if err != nil {
		c.t.Fatalf("Audit: %v", err)
	}
	return string(text)
}

func (c *club) wantBalance(a ledger.Account, want money.Amount) {
	c.t.Helper()
	got, err := c.Balance(c.ctx, a)
	if err != nil || got != want {
		c.t.Errorf("Balance(%s) = %d, %v, want %d", a, got, err, want)
	}
}

func (c *club) wantHead(table string, want uint64) {
	c.t.Helper()
	got, err := c.Head(c.ctx, table)
	if err != nil || got != want {
		c.t.Errorf("Head(%s) = %d, %v, want %d", table, got, err, want)
	}
}

// wantClean verifies the books.
func (c *club) wantClean() {
	c.t.Helper()
	findings, err := store.Verify(c.ctx, c.Store, nil)
	if err != nil {
		c.t.Fatalf("Verify: %v", err)
	}
	for _, f := range findings {
		c.t.Errorf("Verify found: %s", f)
	}
}
