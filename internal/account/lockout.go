package account

import (
	"fmt"
	"net/netip"
	"sync"
	"time"
)

// How often a password may be tried. Nobody's waiting ever depends on how often
// somebody else tries from elsewhere, so that a login cannot be locked for its
// owner: see [lockout].
const (
	freeTries   = 5                // in a row, before there is any waiting
	firstWait   = time.Minute      // after the last of them; then twice as long each time
	longestWait = 15 * time.Minute // never longer
	forgetTries = 24 * time.Hour   // without a try, everything is forgotten

	// When a login was tried so often without success, from anywhere, it is under
	// attack by many: a network that was not seen yet waits before its first try,
	// and has no free ones.
	crowd = 50
)

// WaitError says that the login was tried too often from there, and how long it
// takes until it can be tried again. It says nothing about whether the login exists.
type WaitError struct{ For time.Duration }

// Error is for the log; players read a sentence of their own.
func (e *WaitError) Error() string {
	return fmt.Sprintf("the login was tried too often: wait %v", e.For.Round(time.Second))
}

// Asker is who tries to sign in, as far as it can be told before a password fits.
type Asker struct {
	Network netip.Prefix // what one household shares
	Known   string       // what the browser kept of an earlier sign-in: [Session.Known]
}

// try is for whom tries are counted: a network, or all browsers in which that
// login was signed in before, which count apart from every network.
type try struct {
	login   string
	network netip.Prefix
	known   bool
}

type tries struct {
	n     int
	last  time.Time
	until time.Time // no further try before
}

// lockout counts the tries for each login and network. A try is counted before
// its password is looked at, so that many at once are no way around it; a
// refused one is not counted, so that nobody's waiting grows by asking.
//
// It is kept in memory: starting the server again forgets it.
type lockout struct {
	mu   sync.Mutex
	each generations[try, tries]
}

func newLockout() *lockout { return &lockout{each: newGenerations[try, tries](rememberedTries)} }

// rememberedTries bounds how many pairs of login and network are remembered, at
// about 200 bytes each; the ones asked about least recently are forgotten first.
const rememberedTries = 20000

// begin counts a try, or returns how long it has to wait.
func (l *lockout) begin(k try, now time.Time) *WaitError {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.fresh(k, now)
	if now.Before(t.until) {
		l.each.put(k, t)
		return &WaitError{t.until.Sub(now)}
	}
	if !k.known {
		all := try{login: k.login}
		of := l.fresh(all, now)
		if t.n == 0 && of.n >= crowd {
			l.each.put(all, of)
			l.each.put(k, tries{n: freeTries, last: now, until: now.Add(firstWait)})
			return &WaitError{firstWait}
		}
		l.each.put(all, tries{n: of.n + 1, last: now})
	}
	t.n++
	t.last = now
	if t.n >= freeTries {
		t.until = now.Add(min(firstWait<<min(t.n-freeTries, 10), longestWait))
	}
	l.each.put(k, t)
	return nil
}

// fresh is what is known of k, if it is not too old.
func (l *lockout) fresh(k try, now time.Time) tries {
	t, ok := l.each.get(k)
	if !ok || now.Sub(t.last) >= forgetTries || now.Before(t.last) {
		return tries{}
	}
	return t
}

// succeeded forgets the tries of whoever knew the password.
func (l *lockout) succeeded(k try) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.each.put(k, tries{})
}

// generations is a map that forgets what was not used for long: when the younger
// half is full, the older is dropped.
type generations[K comparable, V any] struct {
	half       int
	young, old map[K]V
}

func newGenerations[K comparable, V any](most int) generations[K, V] {
	return generations[K, V]{half: most / 2, young: map[K]V{}}
}

func (g *generations[K, V]) get(k K) (V, bool) {
	v, ok := g.young[k]
	if !ok {
		v, ok = g.old[k]
	}
	return v, ok
}

func (g *generations[K, V]) put(k K, v V) {
	if _, ok := g.young[k]; !ok && len(g.young) >= g.half {
		g.old, g.young = g.young, map[K]V{}
	}
	g.young[k] = v
}
