package account_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"club99/internal/account"
	"club99/internal/ledger"
	"club99/internal/store/memory"
)

type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func club(t *testing.T) (*account.Accounts, *memory.Store, *clock) {
	t.Helper()
	s := memory.New()
	t.Cleanup(func() { s.Close() })
	c := &clock{time.Date(2026, 11, 30, 20, 0, 0, 0, time.UTC)}
	return account.New(s, c.now, account.Grant), s, c
}

func guest(t *testing.T, a *account.Accounts, name string) account.Session {
	t.Helper()
	s, err := a.Guest(t.Context(), name, "")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAGuestHasASessionAndTheGrant(t *testing.T) {
	a, s, _ := club(t)
	g := guest(t, a, "  Lan   Anh ")
	if g.Player.Name != "Lan Anh" || !g.Guest() {
		t.Errorf("the guest is %+v", g.Player)
	}
	if b, err := a.Balance(t.Context(), g.Player.ID); err != nil || b != account.Grant {
		t.Errorf("the guest has %d, %v", b, err)
	}
	if b, err := s.Balance(t.Context(), ledger.Grant); err != nil || b != -account.Grant {
		t.Errorf("the grant account holds %d, %v: the chips came from nowhere", b, err)
	}
	r, err := a.Resume(t.Context(), g.Token)
	if err != nil || r.Player.ID != g.Player.ID {
		t.Errorf("resumed as %+v, %v", r.Player, err)
	}
	if len(g.Token) != 43 || g.Token == guest(t, a, "Lan Anh").Token {
		t.Errorf("the token %q is no 256 random bits", g.Token)
	}
}

func TestSessionsEnd(t *testing.T) {
	a, _, c := club(t)
	planted := guest(t, a, "Lan")
	g, err := a.Guest(t.Context(), "Lan", planted.Token)
	if err != nil || g.Token == planted.Token {
		t.Fatal(err)
	}
	if _, err := a.Resume(t.Context(), planted.Token); !errors.Is(err, account.ErrNoSession) {
		t.Errorf("the session shown when a guest came in: %v", err)
	}
	for _, bad := range []account.Token{"", "x", g.Token + "A", account.Token(strings.Repeat("A", 43)), g.Token[:42] + "="} {
		if _, err := a.Resume(t.Context(), bad); !errors.Is(err, account.ErrNoSession) {
			t.Errorf("the token %q: %v", bad, err)
		}
	}
	c.at = c.at.Add(23 * time.Hour)
	if a.Aging(&g) {
		t.Error("a session of today is to be renewed")
	}
	c.at = c.at.Add(2 * time.Hour)
	if !a.Aging(&g) {
		t.Error("a session of yesterday is not renewed when it is used")
	}
	fresh, err := a.Renew(t.Context(), g)
	if err != nil || a.Aging(&fresh) || fresh.Token == g.Token {
		t.Errorf("renewed as %+v, %v", fresh, err)
	}
	c.at = c.at.Add(30 * time.Second)
	if late, err := a.Resume(t.Context(), g.Token); err != nil || a.Aging(&late) {
		t.Errorf("another tab, half a minute after the renewal: %v, to be renewed again %v", err, a.Aging(&late))
	}
	c.at = c.at.Add(time.Minute)
	if _, err := a.Resume(t.Context(), g.Token); !errors.Is(err, account.ErrNoSession) {
		t.Errorf("a session that was renewed: %v", err)
	}
	c.at = c.at.Add(account.GuestIdle - 2*time.Minute)
	if _, err := a.Resume(t.Context(), fresh.Token); err != nil {
		t.Errorf("a guest who was away for almost as long as one may be: %v", err)
	}
	if err := a.Logout(t.Context(), fresh.Token); err != nil {
		t.Error(err)
	}
	if _, err := a.Resume(t.Context(), fresh.Token); !errors.Is(err, account.ErrNoSession) {
		t.Errorf("after logging out: %v", err)
	}
	idle := guest(t, a, "Lan")
	c.at = c.at.Add(account.GuestIdle)
	if _, err := a.Resume(t.Context(), idle.Token); !errors.Is(err, account.ErrNoSession) {
		t.Errorf("a session that nobody used: %v", err)
	}
	if err := a.Logout(t.Context(), "nonsense"); err != nil {
		t.Errorf("logging out without a session: %v", err)
	}
}

func TestRegisteringAndComingBack(t *testing.T) {
	a, _, c := club(t)
	g := guest(t, a, "Lan")
	for _, c := range []struct {
		login, password string
		want            error
	}{
		{"la", "correct horse", account.ErrBadLogin},
		{"lan anh", "correct horse", account.ErrBadLogin},
		{"lân", "correct horse", account.ErrBadLogin},
		{"lan", "short", account.ErrBadPassword},
		{"lan", strings.Repeat("x", 129), account.ErrBadPassword},
	} {
		if _, err := a.Register(t.Context(), g, c.login, c.password); !errors.Is(err, c.want) {
			t.Errorf("registering %q %q: %v, want %v", c.login, c.password, err, c.want)
		}
	}
	elsewhere, err := a.Renew(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	r, err := a.Register(t.Context(), g, "Lan", "mật khẩu dài")
	if err != nil || r.Guest() || r.Token == g.Token {
		t.Fatalf("registered as %+v, %v", r, err)
	}
	for _, old := range []account.Session{g, elsewhere} {
		if _, err := a.Resume(t.Context(), old.Token); !errors.Is(err, account.ErrNoSession) {
			t.Errorf("a session from before registering: %v", err)
		}
	}
	if _, err := a.Register(t.Context(), r, "lan2", "mật khẩu dài"); !errors.Is(err, account.ErrRegistered) {
		t.Errorf("registering again: %v", err)
	}
	if _, err := a.Register(t.Context(), guest(t, a, "Lan"), "lan", "mật khẩu dài"); !errors.Is(err, account.ErrLoginTaken) {
		t.Errorf("a login that is taken: %v", err)
	}
	other := guest(t, a, "Other")
	back, err := a.Login(t.Context(), account.Asker{}, "LAN", "mật khẩu dài", other.Token)
	if err != nil || back.Player.ID != g.Player.ID || back.Token == r.Token {
		t.Fatalf("logged in as %+v, %v", back.Player, err)
	}
	if _, err := a.Resume(t.Context(), other.Token); !errors.Is(err, account.ErrNoSession) {
		t.Errorf("the session shown at login: %v", err)
	}
	c.at = c.at.Add(account.Idle)
	if _, err := a.Resume(t.Context(), back.Token); !errors.Is(err, account.ErrNoSession) {
		t.Errorf("a session with a password that nobody used: %v", err)
	}
}

// allocated is how many bytes this program ever asked for. A password's hash is
// made of 32 MiB and nothing else here comes near, so that they say whether one was
// made, on a busy machine too.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

func TestAWrongNameAndAWrongPasswordAreTheSame(t *testing.T) {
	a, _, _ := club(t)
	if _, err := a.Register(t.Context(), guest(t, a, "Lan"), "lan", "mật khẩu dài"); err != nil {
		t.Fatal(err)
	}
	work := map[string]uint64{}
	for login, password := range map[string]string{"lan": "wrong password", "nobody": "mật khẩu dài", "??": "mật khẩu dài"} {
		before := allocated()
		_, err := a.Login(t.Context(), account.Asker{}, login, password, "")
		work[login] = allocated() - before
		if !errors.Is(err, account.ErrWrongLogin) {
			t.Errorf("%s: %v", login, err)
		}
	}
	for login, bytes := range work {
		if bytes < 32<<20 || bytes > work["lan"]+4<<20 {
			t.Errorf("%s took %d bytes of memory to answer, a wrong password %d: the work tells which logins exist", login, bytes, work["lan"])
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := a.Login(ctx, account.Asker{}, "nobody", "mật khẩu dài", ""); err == nil {
		t.Error("a login whose request had ended succeeded")
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"Lan": "Lan", " Lan ": "Lan", "Nguyễn Thị Ánh Tuyết": "Nguyễn Thị Ánh Tuyết", "Nguyễn": "Nguyễn",
		"李雷": "李雷", "🂡": "🂡", strings.Repeat("é", 24): strings.Repeat("é", 24), "Lan\tAnh": "Lan Anh",
		"": "", " ": "", strings.Repeat("x", 25): "", "a\u0000b": "", "a\u202eb": "", "a\u200bb": "", "\u0301a": "",
		"a\u0301\u0302\u0303": "", "\xff": "", "a\u0007": "",
		"\u3164": "", "\u2800\u2800": "", "a\u115fb": "", "\uffa0": "", "\u1160": "",
	} {
		got, err := account.CleanName(name)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q becomes %q, %v; want %q", name, got, err, want)
		}
	}
}

func FuzzCleanName(f *testing.F) {
	f.Add("Lan  Anh")
	f.Add("a\u0301\u0302\u0303")
	f.Fuzz(func(t *testing.T, name string) {
		clean, err := account.CleanName(name)
		if err != nil {
			return
		}
		if again, err := account.CleanName(clean); err != nil || again != clean {
			t.Errorf("%q becomes %q, which becomes %q, %v", name, clean, again, err)
		}
	})
}

// What the store keeps of a session opens none: neither the hash itself as a token,
// nor the hash of a hash.
func TestAStolenDatabaseOpensNoSession(t *testing.T) {
	a, s, _ := club(t)
	g := guest(t, a, "Lan")
	raw, err := base64.RawURLEncoding.DecodeString(string(g.Token))
	if err != nil {
		t.Fatal(err)
	}
	hash := sha256.Sum256(raw)
	if _, err := s.Session(t.Context(), hash); err != nil {
		t.Fatalf("the store does not keep the session under the token's hash: %v", err)
	}
	if _, err := s.Session(t.Context(), [32]byte(raw)); err == nil {
		t.Error("the store keeps the token itself")
	}
	if _, err := a.Resume(t.Context(), account.Token(base64.RawURLEncoding.EncodeToString(hash[:]))); !errors.Is(err, account.ErrNoSession) {
		t.Errorf("the hash as a token: %v", err)
	}
}

// No text but a token that was given out is anybody.
func FuzzResume(f *testing.F) {
	s := memory.New()
	f.Cleanup(func() { s.Close() })
	a := account.New(s, time.Now, account.Grant)
	g, err := a.Guest(context.Background(), "Lan", "")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(g.Token) + "=")
	f.Add(strings.Repeat("A", 43))
	f.Add("\x00")
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := a.Resume(t.Context(), account.Token(text)); !errors.Is(err, account.ErrNoSession) && text != string(g.Token) {
			t.Fatalf("%q opens a session: %v", text, err)
		}
		if err := a.Logout(t.Context(), account.Token(text)); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
	})
}
