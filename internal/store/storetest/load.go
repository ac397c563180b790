package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/money"
)

// round is a bet and its settlement, as two commits.
func round(table string, expect uint64, player int64, stake money.Amount, won bool) (open, settled store.Commit) {
	open = bet(table, expect, player, stake)
	settled = entry(table, expect+1)
	if won {
		addTransfer(&settled, ledger.Round(table), ledger.Player(player), stake, ledger.ReasonStake)
		addTransfer(&settled, ledger.House(table), ledger.Player(player), stake, ledger.ReasonWin)
	} else {
		addTransfer(&settled, ledger.Round(table), ledger.House(table), stake, ledger.ReasonLose)
	}
	settled.Results = []store.Result{{Player: player, Round: expect/2 + 1, At: now}}
	return open, settled
}

// testManyTables plays at many tables at once; one player sits at all of them.
func testManyTables(t *testing.T, c *club) {
	const tables, rounds = 16, 12
	shared := c.player(tables * rounds * 10)
	var all sync.WaitGroup
	for n := range tables {
		own := c.player(rounds * 10)
		all.Go(func() {
			table := fmt.Sprintf("t%d", n)
			for i := range uint64(rounds) {
				player := shared
				if i%2 == 0 {
					player = own
				}
				open, settled := round(table, 2*i, player, 10, n%2 == 0)
				for _, commit := range []store.Commit{open, settled} {
					if _, err := c.Commit(c.ctx, commit); err != nil {
						t.Errorf("table %s: %v", table, err)
						return
					}
				}
			}
		})
	}
	all.Wait()
	for n := range tables {
		table := fmt.Sprintf("t%d", n)
		c.wantHead(table, 2*rounds)
		c.wantBalance(ledger.Round(table), 0)
		want := money.Amount(rounds * 10)
		if n%2 == 0 {
			want = -want
		}
		c.wantBalance(ledger.House(table), want)
	}
	c.wantBalance(ledger.Player(shared), tables*rounds*10) // won at half of the tables, lost at the others
	c.wantClean()
}

// testBadNeighbours mixes commits that must fail into the same groups as good ones.
func testBadNeighbours(t *testing.T, c *club) {
	const tables, commits = 16, 20
	poor := c.player(5)
	rich := c.player(tables * commits)
	var all sync.WaitGroup
	for n := range tables {
		all.Go(func() {
			table := fmt.Sprintf("t%d", n)
			if n%2 == 0 {
				for i := range uint64(commits) {
					if _, err := c.Commit(c.ctx, bet(table, i, rich, 1)); err != nil {
						t.Errorf("a good commit: %v", err)
					}
				}
				return
			}
			for range commits {
				_, err := c.Commit(c.ctx, bet(table, 0, poor, 6))
				if !errors.Is(err, store.InsufficientError{Account: ledger.Player(poor)}) {
					t.Errorf("a bad commit: %v", err)
				}
			}
		})
	}
	all.Wait()
	c.wantBalance(ledger.Player(poor), 5)
	c.wantBalance(ledger.Player(rich), tables*commits/2)
	for n := range tables {
		c.wantHead(fmt.Sprintf("t%d", n), uint64(commits*((n+1)%2)))
	}
	c.wantClean()
}

// testRace lets several writers fight for one table, each believing that it
// owns it, with one command that all of them send.
func testRace(t *testing.T, c *club) {
	const writers, commits = 8, 15
	player := c.player(1_000_000)
	var won [commits]sync.Map
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for seq := range uint64(commits) {
				commit := bet("a1", seq, player, 100)
				commit.Entry = fmt.Appendf(nil, "writer %d", w)
				if _, err := c.Commit(c.ctx, commit); err == nil {
					won[seq].Store(w, true)
				} else if !errors.Is(err, store.ErrConflict) {
					t.Errorf("writer %d: %v", w, err)
				}
			}
		})
	}
	all.Wait()
	head, err := c.Head(c.ctx, "a1")
	if err != nil {
		t.Fatalf("Head: %v", err)
	}
	for seq := range won {
		winners := 0
		won[seq].Range(func(any, any) bool { winners++; return true })
		if want := min(1, max(0, int(head)-seq)); winners != want {
			t.Errorf("entry %d was written %d times, want %d", seq+1, winners, want)
		}
	}
	c.wantBalance(ledger.Player(player), 1_000_000-100*money.Amount(head))

	var firsts sync.Map
	for w := range writers {
		all.Go(func() {
			commit := bet("b1", 0, player, 1)
			commit.Command = store.CommandKey{Player: player, ID: "five clicks"}
			commit.Answer = fmt.Appendf(nil, "answer %d", w)
			_, err := c.Commit(c.ctx, commit)
			var duplicate store.DuplicateError
			switch {
			case err == nil:
				firsts.Store(string(commit.Answer), true)
			case errors.As(err, &duplicate):
				firsts.Store(string(duplicate.Answer), true)
			default:
				t.Errorf("a click: %v", err)
			}
		})
	}
	all.Wait()
	answers := 0
	firsts.Range(func(any, any) bool { answers++; return true })
	if answers != 1 {
		t.Errorf("one command got %d different answers", answers)
	}
	c.wantBalance(ledger.Round("b1"), 1)
	c.wantClean()
}

// testModel sends random commits, good and bad, and compares with a book kept beside.
func testModel(t *testing.T, c *club) {
	const seed = 99
	r := rand.New(rand.NewPCG(seed, seed))
	var book ledger.Book
	players := make([]int64, 4)
	for i := range players {
		players[i] = c.player(500)
		if err := book.Apply([]ledger.Transfer{ledger.NewGrant(players[i], 500)}); err != nil {
			t.Fatal(err)
		}
	}
	heads := map[string]uint64{}
	for range 600 {
		table := []string{"a", "b", "c"}[r.IntN(3)]
		commit := entry(table, heads[table])
		accounts := []ledger.Account{ledger.Round(table), ledger.House(table), ledger.Player(players[r.IntN(4)]), ledger.Player(players[r.IntN(4)])}
		for range r.IntN(5) {
			from, to := accounts[r.IntN(4)], accounts[r.IntN(4)]
			if from != to {
				addTransfer(&commit, from, to, money.Amount(1+r.IntN(200)), ledger.ReasonBet)
			}
		}
		want := book.Apply(commit.Transfers)
		_, got := c.Commit(c.ctx, commit)
		if (want == nil) != (got == nil) {
			t.Fatalf("commit %+v: got %v, the book says %v", commit, got, want)
		}
		if got == nil {
			heads[table]++
		} else if !errors.As(got, new(store.InsufficientError)) {
			t.Fatalf("commit %+v: %v", commit, got)
		}
	}
	for _, a := range book.Accounts() {
		c.wantBalance(a, book.Balance(a))
	}
	for table, seq := range heads {
		c.wantHead(table, seq)
	}
	c.wantClean()
}

// testAudit verifies again and again while money moves.
func testAudit(t *testing.T, c *club) {
	player := c.player(100_000)
	var all sync.WaitGroup
	for n := range 4 {
		all.Go(func() {
			table := fmt.Sprintf("t%d", n)
			for i := range uint64(50) {
				open, settled := round(table, 2*i, player, 7, i%3 == 0)
				for _, commit := range []store.Commit{open, settled} {
					if _, err := c.Commit(c.ctx, commit); err != nil {
						t.Errorf("Commit: %v", err)
					}
				}
			}
		})
	}
	for range 5 {
		c.wantClean()
	}
	all.Wait()
	postings, entries := 0, 0
	findings, err := store.Verify(c.ctx, c.Store, func(p store.Posting) []string {
		postings++
		if p.Table == ledger.GrantTable {
			if p.Entry != nil || p.Seq != uint64(player) || len(p.Transfers) != 1 {
				t.Errorf("the grant is %+v", p)
			}
			return nil
		}
		entries++
		if want := entry(p.Table, p.Seq-1).Entry; string(p.Entry) != string(want) || p.At != now || len(p.Transfers) == 0 {
			t.Errorf("posting %+v", p)
		}
		if p.Table == "t1" && p.Seq == 3 {
			return []string{"something odd"}
		}
		return nil
	})
	if err != nil || len(findings) != 1 || findings[0] != "something odd" {
		t.Errorf("Verify with a check: %v, %v", findings, err)
	}
	if entries != 4*100 || postings != entries+1 {
		t.Errorf("%d postings, %d of them entries", postings, entries)
	}
}
