package storetest

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"club99/internal/store"
	"club99/money"
)

func testLimits(t *testing.T, c *club) {
	mai := c.player(100)
	if _, err := c.Limits(c.ctx, mai); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("limits that were never set: %v", err)
	}
	body := []byte(`{"lossDay":{"value":1000}}`)
	set := store.PlayerLimits{Player: mai, Body: body}
	for _, l := range []store.PlayerLimits{set, {Player: mai, Body: []byte(`{}`), Break: now}, {Player: mai, Body: []byte(`{}`), Break: now, Exclusion: now.Add(time.Hour)}} {
		want := l
		want.Body = append([]byte(nil), l.Body...)
		if err := c.PutLimits(c.ctx, l); err != nil {
			t.Fatalf("PutLimits: %v", err)
		}
		clear(l.Body)
		got, err := c.Limits(c.ctx, mai)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("Limits: %v\n%s", err, diff)
		}
	}
	for name, l := range map[string]store.PlayerLimits{
		"shorter": {Player: mai, Body: []byte(`{}`), Exclusion: now.Add(time.Hour - 1)},
		"taken":   {Player: mai, Body: []byte(`{}`)},
	} {
		if err := c.PutLimits(c.ctx, l); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("an exclusion was made %s: %v", name, err)
		}
	}
	if got, err := c.Limits(c.ctx, mai); err != nil || !got.Exclusion.Equal(now.Add(time.Hour)) {
		t.Errorf("the exclusion is until %v, %v", got.Exclusion, err)
	}
	if err := c.PutLimits(c.ctx, store.PlayerLimits{Player: 999, Body: []byte(`{}`)}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("limits of nobody: %v", err)
	}
	if err := c.PutLimits(c.ctx, store.PlayerLimits{Player: mai}); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("limits without a body: %v", err)
	}
}

func testAway(t *testing.T, c *club) {
	for _, until := range [][2]time.Time{{now, {}}, {{}, now}, {now, now}, {{}, {}}, {now.Add(-time.Hour), now.Add(-time.Hour)}} {
		l := store.PlayerLimits{Player: c.player(1), Body: []byte(`{}`), Break: until[0], Exclusion: until[1]}
		if err := c.PutLimits(c.ctx, l); err != nil {
			t.Fatal(err)
		}
	}
	for at, want := range map[time.Time][2]int{now.Add(-time.Second): {1, 2}, now: {0, 0}, now.Add(-2 * time.Hour): {1, 3}} {
		breaks, exclusions, err := c.Away(c.ctx, at)
		if got := [2]int{breaks, exclusions}; got != want || err != nil {
			t.Errorf("Away(%v) = %v, %v, want %v", at, got, err, want)
		}
	}
}

func testPlayTimes(t *testing.T, c *club) {
	mai, lan := c.player(1), c.player(1)
	if _, err := c.PlayTime(c.ctx, mai); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("time that was never counted: %v", err)
	}
	for _, body := range []string{`{"today":1}`, `{"today":2}`} {
		if err := c.PutPlayTimes(c.ctx, []store.PlayTime{{Player: mai, Body: []byte(body)}, {Player: lan, Body: []byte(`{}`)}}); err != nil {
			t.Fatal(err)
		}
		if got, err := c.PlayTime(c.ctx, mai); err != nil || string(got.Body) != body || got.Player != mai {
			t.Errorf("PlayTime = %s, %v", got.Body, err)
		}
	}
	err := c.PutPlayTimes(c.ctx, []store.PlayTime{{Player: mai, Body: []byte(`{"today":3}`)}, {Player: 999, Body: []byte(`{}`)}})
	if got, _ := c.PlayTime(c.ctx, mai); !errors.Is(err, store.ErrNotFound) || string(got.Body) != `{"today":2}` {
		t.Errorf("one of two is nobody: %v, and %s", err, got.Body)
	}
	if err := c.PutPlayTimes(c.ctx, []store.PlayTime{{Player: mai}}); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("without a body: %v", err)
	}
}

func testNets(t *testing.T, c *club) {
	mai, lan := c.player(1), c.player(1)
	for i, at := range []time.Duration{-time.Hour, -2 * time.Second, -time.Second, 0} {
		commit := entry("a1", uint64(i))
		commit.Results = []store.Result{{Player: mai, Round: uint64(i + 1), At: now.Add(at), Net: money.Amount(i - 2)}, {Player: lan, Round: uint64(i + 1), At: now.Add(at), Net: 9}}
		c.commit(commit)
	}
	var got []store.Net
	collect := func(n store.Net) error {
		got = append(got, n)
		return nil
	}
	if err := c.Nets(c.ctx, mai, now.Add(-time.Second), collect); err != nil {
		t.Fatal(err)
	}
	want := []store.Net{{Table: "a1", Round: 4, At: now, Net: 1}, {Table: "a1", Round: 3, At: now.Add(-time.Second), Net: 0}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Nets:\n%s", diff)
	}
	enough := errors.New("enough")
	if err := c.Nets(c.ctx, mai, time.Unix(0, 0), func(store.Net) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("Nets did not end: %v", err)
	}
}
