package storetest

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/money"
)

func session(player int64, first byte) store.Session {
	return store.Session{Hash: [32]byte{first, 31: 1}, Player: player, Created: now, Expires: now.Add(time.Hour)}
}

func testCreatePlayer(t *testing.T, c *club) {
	first := session(0, 1)
	id, err := c.CreatePlayer(c.ctx, store.NewPlayer{Name: "Nguyễn Văn An", At: now, Grant: 1_000_000, Bot: true, Session: &first})
	if err != nil {
		t.Fatalf("CreatePlayer: %v", err)
	}
	got, err := c.Player(c.ctx, id)
	want := store.Player{ID: id, Name: "Nguyễn Văn An", Created: now, Bot: true}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("Player: %v (-want +got):\n%s", err, diff)
	}
	kept, err := c.Session(c.ctx, first.Hash)
	if diff := cmp.Diff(session(id, 1), kept); diff != "" || err != nil {
		t.Errorf("Session: %v (-want +got):\n%s", err, diff)
	}
	c.wantBalance(ledger.Player(id), 1_000_000)
	c.wantBalance(ledger.Grant, -1_000_000)
	if second := c.player(0); second <= id {
		t.Errorf("ids do not grow: %d after %d", second, id)
	}
	if _, err := c.Player(c.ctx, id+100); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an unknown player: %v", err)
	}
	c.wantClean()
}

func testCreatePlayerFails(t *testing.T, c *club) {
	first := session(0, 1)
	if _, err := c.CreatePlayer(c.ctx, store.NewPlayer{Name: "An", At: now, Session: &first}); err != nil {
		t.Fatalf("CreatePlayer: %v", err)
	}
	before := c.everything()
	for name, p := range map[string]store.NewPlayer{
		"session taken":    {Name: "Mai", At: now, Grant: 5, Session: &first},
		"no name":          {At: now},
		"no time":          {Name: "Mai"},
		"grant below zero": {Name: "Mai", At: now, Grant: -1},
		"session no hash":  {Name: "Mai", At: now, Session: &store.Session{Created: now, Expires: now}},
	} {
		if _, err := c.CreatePlayer(c.ctx, p); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if c.everything() != before {
		t.Error("a player that was refused left something behind")
	}
	most := store.NewPlayer{Name: "Mai", At: now, Grant: money.Max}
	if _, err := c.CreatePlayer(c.ctx, most); err != nil {
		t.Errorf("the largest grant: %v", err)
	}
	before = c.everything()
	most.Grant = 10 // the grant account cannot owe more than the largest amount and one
	if _, err := c.CreatePlayer(c.ctx, most); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("a grant that does not fit: %v", err)
	}
	if c.everything() != before {
		t.Error("a player that was refused left something behind")
	}
}

func testPassword(t *testing.T, c *club) {
	player, other := c.player(0), c.player(0)
	set := func(id int64, login, hash string, want error) {
		t.Helper()
		if err := c.SetPassword(c.ctx, id, login, hash); !errors.Is(err, want) {
			t.Errorf("SetPassword(%d, %s): %v, want %v", id, login, err, want)
		}
	}
	of, others := session(player, 1), session(other, 2)
	if err := errors.Join(c.PutSession(c.ctx, of), c.PutSession(c.ctx, others)); err != nil {
		t.Fatal(err)
	}
	set(player, "mai", "hash-1", nil)
	if _, err := c.Session(c.ctx, of.Hash); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a session from before the password: %v", err)
	}
	set(other, "mai", "hash-2", store.ErrLoginTaken)
	if _, err := c.Session(c.ctx, others.Hash); err != nil {
		t.Errorf("another player's session after a password that was refused: %v", err)
	}
	set(other, "an", "hash-2", nil)
	set(player, "mai", "hash-3", nil) // a new password
	set(other+100, "nobody", "hash", store.ErrNotFound)
	set(player, "", "hash", store.ErrInvalid)
	set(player, "mai", "", store.ErrInvalid)

	got, err := c.PlayerByLogin(c.ctx, "mai")
	want := store.Player{ID: player, Name: "Mai", Login: "mai", PasswordHash: "hash-3", Created: now}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("PlayerByLogin: %v (-want +got):\n%s", err, diff)
	}
	set(player, "mai2", "hash-4", nil)
	for _, login := range []string{"mai", "", "MAI2"} {
		if _, err := c.PlayerByLogin(c.ctx, login); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("login %q: %v", login, err)
		}
	}
	set(other, "mai", "hash-5", nil) // free again
}

func testSessions(t *testing.T, c *club) {
	player, other := c.player(0), c.player(0)
	put := func(s store.Session, want error) {
		t.Helper()
		if err := c.PutSession(c.ctx, s); !errors.Is(err, want) {
			t.Errorf("PutSession: %v, want %v", err, want)
		}
	}
	find := func(s store.Session, want error) {
		t.Helper()
		got, err := c.Session(c.ctx, s.Hash)
		if !errors.Is(err, want) {
			t.Errorf("Session: %v, want %v", err, want)
		}
		if diff := cmp.Diff(s, got); want == nil && diff != "" {
			t.Errorf("Session (-want +got):\n%s", diff)
		}
	}
	a, b := session(player, 1), session(other, 2)
	put(a, nil)
	put(b, nil)
	put(session(other+100, 3), store.ErrNotFound)
	put(session(other, 1), store.ErrInvalid) // player's hash
	find(a, nil)
	find(b, nil)
	find(session(player, 9), store.ErrNotFound)

	a.Expires = a.Expires.Add(time.Hour) // renewed
	put(a, nil)
	find(a, nil)

	late := session(player, 4)
	late.Created, late.Expires = a.Expires, a.Expires.Add(time.Hour)
	put(late, nil) // a has expired by then
	find(a, store.ErrNotFound)
	find(b, nil)
	for range 2 {
		if err := c.DeleteSession(c.ctx, late.Hash); err != nil {
			t.Errorf("DeleteSession: %v", err)
		}
	}
	find(late, store.ErrNotFound)
}

func testRules(t *testing.T, c *club) {
	for range 2 {
		if err := c.PutRules(c.ctx, "abc", "decks=6\n"); err != nil {
			t.Errorf("PutRules: %v", err)
		}
	}
	if got, err := c.Rules(c.ctx, "abc"); got != "decks=6\n" || err != nil {
		t.Errorf("Rules = %q, %v", got, err)
	}
	if _, err := c.Rules(c.ctx, "abd"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("unknown rules: %v", err)
	}
}
