package account

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"

	"club99/internal/store/memory"
)

// door is a club with one registered player, lan, and a clock that is moved by hand.
type door struct {
	*testing.T
	*Accounts
	at  time.Time
	own Session
}

const secret = "mật khẩu dài"

func open(t *testing.T) *door {
	t.Helper()
	s := memory.New()
	t.Cleanup(func() { s.Close() })
	full, unknown := hashParams, nobody
	nobody = strings.Replace(nobody, "m=32768,t=3", "m=8,t=1", 1)
	hashParams = &argon2id.Params{Memory: 8, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32} // counting is looked at, not hashing
	t.Cleanup(func() { hashParams, nobody = full, unknown })
	d := &door{T: t, at: time.Date(2026, 11, 30, 20, 0, 0, 0, time.UTC)}
	d.Accounts = New(s, func() time.Time { return d.at }, Grant)
	g, err := d.Guest(t.Context(), "Lan", "")
	if err == nil {
		d.own, err = d.Register(t.Context(), g, "lan", secret)
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func network(n int) Asker {
	return Asker{Network: netip.PrefixFrom(netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)}), 32)}
}

// try returns how long the try has to wait, and whether it was let in.
func (d *door) try(from Asker, login, password string) (wait time.Duration, in bool) {
	d.Helper()
	_, err := d.Login(d.Context(), from, login, password, "")
	if e := (*WaitError)(nil); errors.As(err, &e) {
		return e.For, false
	}
	if err != nil && !errors.Is(err, ErrWrongLogin) {
		d.Fatal(err)
	}
	return 0, err == nil
}

// wrong tries wrong passwords until there is a wait, and returns how many and how long.
func (d *door) wrong(from Asker, login string) (tries int, wait time.Duration) {
	d.Helper()
	for ; ; tries++ {
		wait, in := d.try(from, login, "wrong password")
		if in {
			d.Fatal("let in with a wrong password")
		}
		if wait > 0 || tries > 100 {
			return tries, wait
		}
	}
}

// Waits grow to their longest and no longer; asking during one makes it no longer
// and is refused even with the right password, else waiting would be no hindrance.
// A login that does not exist is answered the same.
func TestTryingPasswordsTakesLongerAndLonger(t *testing.T) {
	d := open(t)
	for _, login := range []string{"lan", "nobody"} {
		n, wait := d.wrong(network(1), login)
		if n != freeTries || wait != firstWait {
			t.Errorf("%s: %d tries and then %v of waiting", login, n, wait)
		}
		for want := firstWait; want < 4*longestWait; want *= 2 {
			d.at = d.at.Add(wait / 2)
			if left, in := d.try(network(1), login, secret); in || left != wait-wait/2 {
				t.Errorf("%s, half way: in %v, left %v of %v", login, in, left, wait)
			}
			d.at = d.at.Add(wait - wait/2)
			if n, wait = d.wrong(network(1), login); n != 1 || wait != min(2*want, longestWait) {
				t.Errorf("%s, after %v: %d tries and %v of waiting", login, want, n, wait)
			}
		}
	}
	d.at = d.at.Add(longestWait)
	if wait, in := d.try(network(1), "lan", secret); !in {
		t.Errorf("the right password after the wait: in %v, %v", in, wait)
	}
	if n, wait := d.wrong(network(1), "lan"); n != freeTries || wait != firstWait {
		t.Errorf("after getting in: %d tries and then %v", n, wait)
	}
	d.at = d.at.Add(forgetTries)
	if n, _ := d.wrong(network(1), "lan"); n != freeTries {
		t.Errorf("a day later: %d tries", n)
	}
}

// Many networks that try one login hinder each other, and its owner for no longer
// than a minute; in a browser that was signed in before, not at all.
func TestALoginCannotBeLockedForItsOwner(t *testing.T) {
	d := open(t)
	farm := func(from, to int) (looked int) {
		for n := from; n < to; n++ {
			if wait, _ := d.try(network(n), "lan", "wrong password"); wait == 0 {
				looked++
			}
		}
		return looked
	}
	if looked := farm(100, 400); looked != crowd {
		t.Errorf("300 networks that were never seen had %d passwords looked at, want %d", looked, crowd)
	}
	home := network(1)
	if wait, in := d.try(home, "lan", secret); in || wait != firstWait {
		t.Errorf("the owner from a new network, under attack: in %v, waits %v", in, wait)
	}
	browser := home
	browser.Known = d.own.Known
	if wait, in := d.try(browser, "lan", secret); !in {
		t.Errorf("the owner in a browser that was signed in before: waits %v", wait)
	}
	for range 20 { // the attack goes on
		farm(400, 600)
		d.at = d.at.Add(firstWait / 20)
	}
	if wait, in := d.try(home, "lan", secret); !in {
		t.Errorf("the owner after a minute: waits %v", wait)
	}
	d.wrong(home, "lan")
	if wait, in := d.try(browser, "lan", secret); !in {
		t.Errorf("the owner's browser on a network that is locked: waits %v", wait)
	}
	if n, wait := d.wrong(browser, "lan"); n != freeTries || wait != firstWait {
		t.Errorf("a browser that was signed in before tries %d times, then waits %v", n, wait)
	}
}

// What a browser keeps is of one login and one password, and opens nothing.
func TestAKnownBrowserIsKnownForOneLogin(t *testing.T) {
	d := open(t)
	other, err := d.Guest(t.Context(), "Mai", "")
	if err == nil {
		other, err = d.Register(t.Context(), other, "mai", secret)
	}
	if err != nil || other.Known == d.own.Known || other.Known == "" {
		t.Fatalf("registered with %q, %v", other.Known, err)
	}
	stranger := network(1)
	stranger.Known = other.Known
	d.wrong(stranger, "lan")
	if _, in := d.try(network(1), "lan", secret); in {
		t.Error("the mark of another login made the browser known")
	}
	if _, err := d.Resume(t.Context(), Token(d.own.Known)); !errors.Is(err, ErrNoSession) {
		t.Errorf("the mark as a token: %v", err)
	}
	if _, in := d.try(Asker{Network: network(2).Network, Known: d.own.Known}, "lan", "wrong password"); in {
		t.Error("the mark in place of the password")
	}
}

// A try is counted before its password is looked at: many at once are no way around.
func TestManyTriesAtOnce(t *testing.T) {
	d := open(t)
	looked := make(chan bool, 40)
	for range cap(looked) {
		go func() {
			_, err := d.Login(context.Background(), network(1), "lan", "wrong password", "")
			looked <- errors.Is(err, ErrWrongLogin)
		}()
	}
	n := 0
	for range cap(looked) {
		if <-looked {
			n++
		}
	}
	if n != freeTries {
		t.Errorf("of %d tries at once %d were looked at, want %d", cap(looked), n, freeTries)
	}
}

// However many are remembered, memory is bounded, and who goes on trying stays known.
func TestTriesAreForgottenOldestFirst(t *testing.T) {
	g := newGenerations[string, int](1000)
	for n := range 100000 {
		g.put("busy", n)
		g.put(fmt.Sprint(n), n)
		if len(g.young)+len(g.old) > 1000 {
			t.Fatalf("%d are remembered", len(g.young)+len(g.old))
		}
		if v, ok := g.get("busy"); !ok || v != n {
			t.Fatalf("what was used last is forgotten at %d", n)
		}
	}
	if _, ok := g.get("5"); ok {
		t.Error("what was used once, long ago, is still there")
	}
}
