package storetest

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/money"
)

func testResults(t *testing.T, c *club) {
	player, other := c.player(0), c.player(0)
	for round := range uint64(5) {
		commit := entry("a1", round)
		commit.Results = []store.Result{
			{Player: player, Round: round + 1, At: now, Net: -money.Amount(round), Body: []byte(`{"n":1}`)},
			{Player: other, Round: round + 1, At: now},
		}
		c.commit(commit)
	}
	page, err := c.Find(c.ctx, player, store.Search{Limit: 2})
	if err != nil || len(page) != 2 {
		t.Fatalf("Results = %v, %v", page, err)
	}
	want := store.Result{ID: page[0].ID, Player: player, Table: "a1", Round: 5, At: now, Net: -4, Body: []byte(`{"n":1}`), Balance: new(money.Amount)}
	if diff := cmp.Diff(want, page[0]); diff != "" {
		t.Errorf("newest result (-want +got):\n%s", diff)
	}
	rest, err := c.Find(c.ctx, player, store.Search{Before: page[1].ID, Limit: 10})
	if err != nil || len(rest) != 3 || rest[0].Round != 3 || rest[2].Round != 1 {
		t.Errorf("the next page is %v, %v", rest, err)
	}
	if none, err := c.Find(c.ctx, player, store.Search{Limit: 0}); len(none) != 0 || err != nil {
		t.Errorf("a page of 0 is %v, %v", none, err)
	}
}

// facts are those of a round that a player played.
func facts(kinds store.Kinds) store.Facts {
	return store.Facts{Kinds: kinds, Rules: "aa", Bets: 300, Staked: 500, Squares: 50000, Hands: []byte{0, 1, 255, 3}}
}

// testBalances: a result says what its player holds after all that its commit
// moved, whether or not it moved anything of theirs.
func testBalances(t *testing.T, c *club) {
	winner, loser, nobody := c.player(1000), c.player(500), c.player(0)
	c.commit(bet("a1", 0, winner, 100))
	c.commit(bet("a1", 1, loser, 200))
	c.commit(bet("a2", 0, winner, 50)) // at another table meanwhile: this is not free to stake
	over := entry("a1", 2)
	addTransfer(&over, ledger.Round("a1"), ledger.Player(winner), 100, ledger.ReasonStake)
	addTransfer(&over, ledger.House("a1"), ledger.Player(winner), 150, ledger.ReasonWin)
	addTransfer(&over, ledger.Round("a1"), ledger.House("a1"), 200, ledger.ReasonLose)
	for _, player := range []int64{winner, loser, nobody} {
		over.Results = append(over.Results, store.Result{Player: player, Round: 1, At: now})
	}
	c.commit(over)
	again := entry("a1", 3)
	again.Results = []store.Result{{Player: loser, Round: 2, At: now, Facts: facts(store.Push)}}
	c.commit(again)
	for player, want := range map[int64][]money.Amount{winner: {1100}, loser: {300, 300}, nobody: {0}} {
		list, err := c.Find(c.ctx, player, store.Search{Limit: 10})
		if err != nil || len(list) != len(want) {
			t.Fatalf("player %d: %v, %v", player, list, err)
		}
		for i := range list {
			if list[i].Balance == nil || *list[i].Balance != want[i] {
				t.Errorf("player %d, result %d: balance %v, want %d", player, i, list[i].Balance, want[i])
			}
		}
	}
	c.wantClean()
}

// testFind: a search gives what it names, and nobody else's.
func testFind(t *testing.T, c *club) {
	player, other := c.player(0), c.player(0)
	put := func(table string, expect uint64, at time.Duration, kinds store.Kinds) {
		commit := entry(table, expect)
		r := store.Result{Player: player, Round: expect + 1, At: now.Add(at), Net: 7, Body: []byte("body")}
		if kinds != 0 {
			r.Facts = facts(kinds)
		}
		theirs := r
		theirs.Player = other
		commit.Results = []store.Result{r, theirs}
		c.commit(commit)
	}
	put("a1", 0, 0, store.Won)
	put("a1", 1, time.Hour, store.Lost|store.SplitPair)
	put("a2", 0, 2*time.Hour, store.Won|store.SplitPair|store.Doubled)
	put("a2", 1, 3*time.Hour, 0) // as if from before facts were kept
	put("a1", 2, 4*time.Hour, store.Push)

	all, err := c.Find(c.ctx, player, store.Search{Limit: 10})
	if err != nil || len(all) != 5 {
		t.Fatalf("Find: %v, %v", all, err)
	}
	if diff := cmp.Diff(facts(store.Lost|store.SplitPair), all[3].Facts); diff != "" {
		t.Errorf("facts (-want +got):\n%s", diff)
	}
	if all[1].Kinds != 0 || all[1].Hands != nil || string(all[1].Body) != "body" {
		t.Errorf("a result without facts is %+v", all[1])
	}
	for _, search := range []struct {
		store.Search
		want string // by hours
	}{
		{store.Search{Limit: 2}, "43"},
		{store.Search{Limit: 10, Before: all[1].ID}, "210"},
		{store.Search{Limit: 10, Table: "a2"}, "32"},
		{store.Search{Limit: 10, Table: "a3"}, ""},
		{store.Search{Limit: 10, From: now.Add(time.Hour), Until: now.Add(3 * time.Hour)}, "21"},
		{store.Search{Limit: 10, Until: now.Add(1)}, "0"},
		{store.Search{Limit: 10, Kinds: store.SplitPair}, "321"},
		{store.Search{Limit: 10, Kinds: store.SplitPair | store.Won}, "32"},
		{store.Search{Limit: 10, Kinds: store.SplitPair, Table: "a1"}, "1"},
		{store.Search{Limit: 1, Kinds: store.Won, Before: all[2].ID}, "0"},
	} {
		list, err := c.Find(c.ctx, player, search.Search)
		got := ""
		for i := range list {
			got += string(rune('0' + list[i].At.Sub(now)/time.Hour))
			if list[i].Player != player {
				t.Errorf("%+v gives a result of player %d", search.Search, list[i].Player)
			}
		}
		if got != search.want || err != nil {
			t.Errorf("%+v finds %q, %v, want %q", search.Search, got, err, search.want)
		}
	}
	c.wantClean()
	testPlayed(t, c, player, all)
}

// testPlayed walks the results of testFind.
func testPlayed(t *testing.T, c *club, player int64, all []store.Result) {
	walk := func(s store.Search) (list []store.Result) {
		err := c.Played(c.ctx, player, s, func(r *store.Result) error {
			copied := *r
			copied.Hands, copied.Body = slices.Clone(r.Hands), slices.Clone(r.Body)
			list = append(list, copied)
			return nil
		})
		if err != nil {
			t.Errorf("Played: %v", err)
		}
		return list
	}
	var want []store.Result
	for _, r := range slices.Backward(all) {
		if r.Round = 0; r.Kinds != 0 {
			r.Body = nil
		}
		want = append(want, r)
	}
	got := walk(store.Search{Limit: 1, Before: 1, Kinds: store.Won}) // all of which it does not look at
	for i := range got {
		got[i].Round = 0 // given or not
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Played (-want +got):\n%s", diff)
	}
	if some := walk(store.Search{Table: "a1", From: now.Add(time.Hour)}); len(some) != 2 || some[0].ID != all[3].ID || some[1].ID != all[0].ID {
		t.Errorf("Played at a1 from the second hour on: %+v", some)
	}
	stop := errors.New("stop")
	if err := c.Played(c.ctx, player, store.Search{}, func(*store.Result) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("an error from fn gave %v", err)
	}
}
