package storetest

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"club99/internal/ledger"
	"club99/internal/store"
)

func testOdds(t *testing.T, c *club) {
	if _, _, err := c.Odds(c.ctx, "aa"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("odds that were never computed: %v", err)
	}
	for version, body := range []string{"{}", `{"edge":0.005}`} {
		given := []byte(body)
		if err := c.PutOdds(c.ctx, "aa", version, given); err != nil {
			t.Fatalf("PutOdds: %v", err)
		}
		clear(given)
		got, kept, err := c.Odds(c.ctx, "aa")
		if got != version || string(kept) != body || err != nil {
			t.Errorf("Odds = %d, %s, %v", got, kept, err)
		}
	}
	if err := c.PutOdds(c.ctx, "", 1, []byte("{}")); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("odds without rules: %v", err)
	}
	if err := c.PutOdds(c.ctx, "bb", 1, nil); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("odds without a body: %v", err)
	}
}

func testTallies(t *testing.T, c *club) {
	ended := func(table string, expect, number uint64, rules string, tally ledger.Tally) store.Commit {
		commit := entry(table, expect)
		commit.Round = &store.Round{Number: number, Rules: rules, Tally: tally}
		return commit
	}
	one := ledger.Tally{Rounds: 1, Seats: 2, Bets: 300, Staked: 500, Net: -200, Squares: 50000, Crossed: 40000}
	c.commit(ended("b2", 0, 1, "aa", one))
	c.commit(ended("a1", 0, 7, "bb", one))
	c.commit(ended("a1", 1, 8, "bb", ledger.Tally{Rounds: 1, Seats: 1, Bets: 10, Staked: 10, Net: 10, Squares: 100}))
	c.commit(ended("a1", 2, 9, "aa", one))
	c.commit(entry("a1", 3))

	c.refused(ended("a1", 3, 10, "aa", one), store.ErrConflict)
	c.refused(ended("a1", 4, 10, "", one), store.ErrInvalid)
	c.refused(ended("a1", 4, 0, "aa", one), store.ErrInvalid)
	c.refused(ended("a1", 4, 10, "aa", ledger.Tally{Rounds: 2}), store.ErrInvalid)
	poor := bet("a1", 4, c.player(10), 300)
	poor.Round = &store.Round{Number: 10, Rules: "aa", Tally: one}
	c.refused(poor, store.InsufficientError{Account: poor.Transfers[0].From})

	got, err := c.Tallies(c.ctx)
	want := []store.Tally{
		{Table: "a1", Rules: "aa", First: 9, Tally: one},
		{Table: "a1", Rules: "bb", First: 7, Tally: ledger.Tally{Rounds: 2, Seats: 3, Bets: 310, Staked: 510, Net: -190, Squares: 50100, Crossed: 40000}},
		{Table: "b2", Rules: "aa", First: 1, Tally: one},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("Tallies: %v (-want +got):\n%s", err, diff)
	}
	var seen []store.Tally
	err = c.Audit(c.ctx, func(b store.Books) error {
		return b.Tallies(c.ctx, func(t store.Tally) error { seen = append(seen, t); return nil })
	})
	if diff := cmp.Diff(want, seen); diff != "" || err != nil {
		t.Errorf("Tallies of the books: %v (-want +got):\n%s", err, diff)
	}
	c.wantClean()
}
