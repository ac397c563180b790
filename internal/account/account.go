package account

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/money"
)

// What may be wrong with a request. Anything else that comes back as an error
// is the store's.
var (
	ErrBadName     = errors.New("not a name that a player may have")
	ErrBadLogin    = errors.New("not a login that one may register")
	ErrBadPassword = errors.New("a password has 8 to 128 characters")
	ErrRegistered  = errors.New("the player has a password already")
	ErrWrongLogin  = errors.New("the login or the password is wrong")
	ErrNoSession   = errors.New("no such session, or it has expired")
	ErrBusy        = errors.New("too many passwords are being checked at once")
	ErrLoginTaken  = store.ErrLoginTaken
)

// Grant is what a new guest gets to play with unless the club says otherwise, in
// units of play chips.
const Grant money.Amount = 1000000

// A session ends when it was not used for so long. A guest has nothing else to
// come back with.
const (
	GuestIdle = 90 * 24 * time.Hour
	Idle      = 30 * 24 * time.Hour
)

// renewAfter is how old a session gets that is in use: then there is a new token,
// and the one before serves requests that are under way, for as long as grace.
const (
	renewAfter = 24 * time.Hour
	grace      = time.Minute
)

// Store is what the accounts are kept in.
type Store interface {
	CreatePlayer(ctx context.Context, p store.NewPlayer) (int64, error)
	Player(ctx context.Context, id int64) (store.Player, error)
	PlayerByLogin(ctx context.Context, login string) (store.Player, error)
	SetPassword(ctx context.Context, id int64, login, hash string) error
	PutSession(ctx context.Context, s store.Session) error
	Session(ctx context.Context, hash [32]byte) (store.Session, error)
	DeleteSession(ctx context.Context, hash [32]byte) error
	Balance(ctx context.Context, a ledger.Account) (money.Amount, error)
}

// Token is a session's secret, as the browser's cookie holds it.
type Token string

// hash is what the store knows of a token. ok is false for a text that no token is.
func (t Token) hash() (h [32]byte, ok bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(string(t))
	if err != nil || len(raw) != 32 {
		return h, false
	}
	return sha256.Sum256(raw), true
}

// Session is somebody signed in.
type Session struct {
	Player  store.Player
	Token   Token
	Expires time.Time
	// Known is for the browser to keep beyond the session, and to show at the next
	// login: its tries are then counted apart from those of strangers. Empty but
	// after a sign-in with a password.
	Known string
}

// Guest reports whether the player has no password.
func (s *Session) Guest() bool { return s.Player.PasswordHash == "" }

// Accounts lets people in. It is safe for use from any goroutine.
type Accounts struct {
	store Store
	now   func() time.Time
	grant money.Amount
	tries *lockout
	// hashing bounds how many passwords are hashed at once, for each takes the
	// memory of hashParams. Who finds it full waits until their request ends.
	hashing chan struct{}
}

// New returns the accounts kept in s; now is the clock, grant what a new guest gets.
func New(s Store, now func() time.Time, grant money.Amount) *Accounts {
	return &Accounts{store: s, now: now, grant: grant, tries: newLockout(), hashing: make(chan struct{}, 2)}
}

// Guest enters a new player of the given name with the grant, signed in; the
// session shown before, if any, ends. It returns [ErrBadName] for a name that
// cannot be shown.
func (a *Accounts) Guest(ctx context.Context, name string, before Token) (Session, error) {
	name, err := CleanName(name)
	if err != nil {
		return Session{}, err
	}
	token, s := a.newSession(0, GuestIdle)
	p := store.NewPlayer{Name: name, At: s.Created, Grant: a.grant, Session: &s}
	id, err := a.store.CreatePlayer(ctx, p)
	if err != nil {
		return Session{}, fmt.Errorf("entering a guest: %w", err)
	}
	guest := Session{Player: store.Player{ID: id, Name: name, Created: s.Created}, Token: token, Expires: s.Expires}
	return guest, a.Logout(ctx, before)
}

// Resume returns the session of a token, or [ErrNoSession].
func (a *Accounts) Resume(ctx context.Context, t Token) (Session, error) {
	hash, ok := t.hash()
	if !ok {
		return Session{}, ErrNoSession
	}
	s, err := a.store.Session(ctx, hash)
	if errors.Is(err, store.ErrNotFound) || err == nil && !a.now().Before(s.Expires) {
		return Session{}, ErrNoSession
	}
	if err != nil {
		return Session{}, fmt.Errorf("looking up a session: %w", err)
	}
	p, err := a.store.Player(ctx, s.Player)
	if err != nil {
		return Session{}, fmt.Errorf("looking up the player of a session: %w", err)
	}
	return Session{Player: p, Token: t, Expires: s.Expires}, nil
}

// Aging reports whether a session is so old that whoever uses it should be given
// a new one by [Accounts.Renew]. One that was renewed already is not.
func (a *Accounts) Aging(s *Session) bool {
	left := s.Expires.Sub(a.now())
	return left > grace && left < idle(&s.Player)-renewAfter
}

// Renew gives the player of a session a new one. The old one ends a little later:
// another tab may be using it at this moment.
func (a *Accounts) Renew(ctx context.Context, old Session) (Session, error) {
	fresh, err := a.open(ctx, old.Player)
	if err != nil {
		return Session{}, err
	}
	hash, ok := old.Token.hash()
	if !ok {
		return fresh, nil
	}
	now := a.now()
	ends := now.Add(grace)
	if err := a.store.PutSession(ctx, store.Session{Hash: hash, Player: old.Player.ID, Created: now, Expires: ends}); err != nil {
		return Session{}, fmt.Errorf("ending a session that was renewed: %w", err)
	}
	return fresh, nil
}

// Logout ends a session. Ending one that does not exist is no error.
func (a *Accounts) Logout(ctx context.Context, t Token) error {
	hash, ok := t.hash()
	if !ok {
		return nil
	}
	if err := a.store.DeleteSession(ctx, hash); err != nil {
		return fmt.Errorf("ending a session: %w", err)
	}
	return nil
}

// Balance returns what the player has free to stake.
func (a *Accounts) Balance(ctx context.Context, player int64) (money.Amount, error) {
	return a.store.Balance(ctx, ledger.Player(player))
}

// open signs a player in with a session of its own.
func (a *Accounts) open(ctx context.Context, p store.Player) (Session, error) {
	token, s := a.newSession(p.ID, idle(&p))
	if err := a.store.PutSession(ctx, s); err != nil {
		return Session{}, fmt.Errorf("keeping a session: %w", err)
	}
	return Session{Player: p, Token: token, Expires: s.Expires}, nil
}

// idle is how long a player's session lasts without being used.
func idle(p *store.Player) time.Duration {
	if p.PasswordHash == "" {
		return GuestIdle
	}
	return Idle
}

func (a *Accounts) newSession(player int64, idle time.Duration) (Token, store.Session) {
	var raw [32]byte
	rand.Read(raw[:]) // never fails: it ends the program if the system has no randomness
	now := a.now()
	return Token(base64.RawURLEncoding.EncodeToString(raw[:])),
		store.Session{Hash: sha256.Sum256(raw[:]), Player: player, Created: now, Expires: now.Add(idle)}
}
