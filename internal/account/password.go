package account

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"

	"club99/internal/store"
)

// hashParams cost about a twentieth of a second and 32 MiB for each password
// (RFC 9106 names 64 MiB with three passes as the second choice; a club on a
// laptop gets half the memory, and the number of attempts is limited as well).
var hashParams = &argon2id.Params{Memory: 32 * 1024, Iterations: 3, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// The length of a password in characters. The bytes are bounded by the size of a request.
const minPassword, maxPassword = 8, 128

// Register gives a guest a login and a password, and a new session in place of
// all those before: whoever had seen one of them is out. It returns [ErrBadLogin], [ErrBadPassword], [ErrLoginTaken],
// [ErrRegistered] or [ErrBusy].
func (a *Accounts) Register(ctx context.Context, s Session, login, password string) (Session, error) {
	login, err := cleanLogin(login)
	if err != nil {
		return Session{}, err
	}
	if n := utf8.RuneCountInString(password); n < minPassword || n > maxPassword || !utf8.ValidString(password) {
		return Session{}, ErrBadPassword
	}
	if !s.Guest() {
		return Session{}, ErrRegistered
	}
	var hash string
	err = a.hashed(ctx, func() (err error) {
		hash, err = argon2id.CreateHash(password, hashParams)
		return err
	})
	if err != nil {
		return Session{}, err
	}
	if err := a.store.SetPassword(ctx, s.Player.ID, login, hash); err != nil {
		return Session{}, fmt.Errorf("registering: %w", err)
	}
	p := s.Player
	p.Login, p.PasswordHash = login, hash
	fresh, err := a.open(ctx, p)
	fresh.Known = known(login, hash)
	return fresh, err
}

// Login opens a session for a registered player; the session shown before, if
// any, ends. It returns [ErrWrongLogin], which does not say what is wrong, a
// [WaitError], which comes before the password is looked at and is the same for
// logins that do not exist, or [ErrBusy].
func (a *Accounts) Login(ctx context.Context, from Asker, login, password string, before Token) (Session, error) {
	login, p, err := a.find(ctx, login)
	if err != nil {
		return Session{}, err
	}
	mark := known(login, p.PasswordHash)
	who := try{login: login, network: from.Network}
	if hmac.Equal([]byte(mark), []byte(from.Known)) && p.ID != 0 {
		who = try{login: login, known: true}
	}
	if wait := a.tries.begin(who, a.now()); wait != nil {
		return Session{}, wait
	}
	match := false
	err = a.hashed(ctx, func() (err error) {
		match, err = argon2id.ComparePasswordAndHash(password, p.PasswordHash)
		return err
	})
	if err != nil {
		return Session{}, err
	}
	if !match || p.ID == 0 {
		return Session{}, ErrWrongLogin
	}
	a.tries.succeeded(who)
	s, err := a.rotate(ctx, p, before)
	s.Known = mark
	return s, err
}

// known is what a browser keeps in which the player was signed in with a password.
// Nobody can make it who has not the hash, and it opens nothing. A new password
// makes it void.
func known(login, hash string) string {
	m := hmac.New(sha256.New, []byte(hash))
	m.Write([]byte("club99 known browser\x00" + login))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}

// nobody's hash is compared where a login is unknown, so that the answer takes
// as long. No password fits it: its key is not the hash of anything chosen.
var nobody = "$argon2id$v=19$m=32768,t=3,p=1$Y2x1Yjk5LW5vYm9keS1oZQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

// find returns the login as it is kept and its player, or one with no id and
// nobody's hash. A text that no login can be becomes the empty one.
func (a *Accounts) find(ctx context.Context, text string) (login string, p store.Player, err error) {
	login, err = cleanLogin(text)
	if err != nil {
		return "", store.Player{PasswordHash: nobody}, nil
	}
	p, err = a.store.PlayerByLogin(ctx, login)
	if errors.Is(err, store.ErrNotFound) {
		return login, store.Player{PasswordHash: nobody}, nil
	}
	if err != nil {
		return login, p, fmt.Errorf("looking up a login: %w", err)
	}
	return login, p, nil
}

// rotate opens a new session and ends the one before, so that a token somebody
// planted or saw earlier is worth nothing afterwards.
func (a *Accounts) rotate(ctx context.Context, p store.Player, before Token) (Session, error) {
	s, err := a.open(ctx, p)
	if err != nil {
		return Session{}, err
	}
	return s, a.Logout(ctx, before)
}

// hashed runs fn when few enough others are at it.
func (a *Accounts) hashed(ctx context.Context, fn func() error) error {
	select {
	case a.hashing <- struct{}{}:
		defer func() { <-a.hashing }()
		return fn()
	case <-ctx.Done():
		return ErrBusy
	}
}
