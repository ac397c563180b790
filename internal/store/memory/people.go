package memory

import (
	"context"
	"fmt"

	"club99/internal/ledger"
	"club99/internal/store"
)

// CreatePlayer keeps the contract of [store.Store].
func (s *Store) CreatePlayer(ctx context.Context, p store.NewPlayer) (int64, error) {
	if err := p.Check(); err != nil {
		return 0, err
	}
	leave, err := s.enter(ctx)
	if err != nil {
		return 0, err
	}
	defer leave()
	id := int64(len(s.players) + 1)
	if p.Session != nil {
		if _, known := s.sessions[p.Session.Hash]; known {
			return 0, fmt.Errorf("%w: the session's hash is taken", store.ErrInvalid)
		}
	}
	if p.Grant > 0 {
		if err := s.transfer([]ledger.Transfer{ledger.NewGrant(id, p.Grant)}); err != nil {
			return 0, err
		}
	}
	s.players = append(s.players, store.Player{ID: id, Name: p.Name, Created: utc(p.At), Bot: p.Bot})
	if p.Session != nil {
		first := *p.Session
		first.Player = id
		s.putSession(first)
	}
	return id, nil
}

// Player keeps the contract of [store.Store].
func (s *Store) Player(ctx context.Context, id int64) (store.Player, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return store.Player{}, err
	}
	defer leave()
	if !s.known(id) {
		return store.Player{}, fmt.Errorf("player %d: %w", id, store.ErrNotFound)
	}
	return s.players[id-1], nil
}

func (s *Store) known(id int64) bool { return id >= 1 && id <= int64(len(s.players)) }

// PlayerByLogin keeps the contract of [store.Store].
func (s *Store) PlayerByLogin(ctx context.Context, login string) (store.Player, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return store.Player{}, err
	}
	defer leave()
	id, ok := s.logins[login]
	if !ok {
		return store.Player{}, fmt.Errorf("login %q: %w", login, store.ErrNotFound)
	}
	return s.players[id-1], nil
}

// SetPassword keeps the contract of [store.Store].
func (s *Store) SetPassword(ctx context.Context, id int64, login, hash string) error {
	if login == "" || hash == "" {
		return fmt.Errorf("%w: a login and a password's hash are needed", store.ErrInvalid)
	}
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	if !s.known(id) {
		return fmt.Errorf("player %d: %w", id, store.ErrNotFound)
	}
	if owner, taken := s.logins[login]; taken && owner != id {
		return fmt.Errorf("login %q: %w", login, store.ErrLoginTaken)
	}
	p := &s.players[id-1]
	delete(s.logins, p.Login)
	p.Login, p.PasswordHash = login, hash
	s.logins[login] = id
	for hash, session := range s.sessions {
		if session.Player == id {
			delete(s.sessions, hash)
		}
	}
	return nil
}

// PutSession keeps the contract of [store.Store].
func (s *Store) PutSession(ctx context.Context, session store.Session) error {
	if err := session.Check(); err != nil {
		return err
	}
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	if !s.known(session.Player) {
		return fmt.Errorf("player %d: %w", session.Player, store.ErrNotFound)
	}
	if old, known := s.sessions[session.Hash]; known && old.Player != session.Player {
		return fmt.Errorf("%w: the session's hash is taken", store.ErrInvalid)
	}
	s.putSession(session)
	return nil
}

func (s *Store) putSession(session store.Session) {
	for hash, old := range s.sessions {
		if old.Player == session.Player && !old.Expires.After(session.Created) {
			delete(s.sessions, hash)
		}
	}
	session.Created, session.Expires = utc(session.Created), utc(session.Expires)
	s.sessions[session.Hash] = session
}

// Session keeps the contract of [store.Store].
func (s *Store) Session(ctx context.Context, hash [32]byte) (store.Session, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return store.Session{}, err
	}
	defer leave()
	session, ok := s.sessions[hash]
	if !ok {
		return store.Session{}, fmt.Errorf("session: %w", store.ErrNotFound)
	}
	return session, nil
}

// DeleteSession keeps the contract of [store.Store].
func (s *Store) DeleteSession(ctx context.Context, hash [32]byte) error {
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	delete(s.sessions, hash)
	return nil
}

// PutRules keeps the contract of [store.Store].
func (s *Store) PutRules(ctx context.Context, hash, canonical string) error {
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	if _, known := s.rules[hash]; !known {
		s.rules[hash] = canonical
	}
	return nil
}

// Rules keeps the contract of [store.Store].
func (s *Store) Rules(ctx context.Context, hash string) (string, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	canonical, ok := s.rules[hash]
	if !ok {
		return "", fmt.Errorf("rules %s: %w", hash, store.ErrNotFound)
	}
	return canonical, nil
}

// Close keeps the contract of [store.Store].
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return store.ErrClosed
	}
	s.closed = true
	return nil
}
