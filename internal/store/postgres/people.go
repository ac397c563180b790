package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"club99/internal/ledger"
	"club99/internal/store"
)

// CreatePlayer keeps the contract of [store.Store].
func (s *Store) CreatePlayer(ctx context.Context, p store.NewPlayer) (int64, error) {
	if err := p.Check(); err != nil {
		return 0, err
	}
	var id int64
	err := s.change(ctx, func(ctx context.Context, tx pgx.Tx) (err error) {
		id, err = createPlayer(ctx, tx, &p)
		return err
	})
	if errors.Is(err, errDoubtful) {
		err = s.wasCreated(ctx, id, &p, err)
	}
	if err != nil {
		return 0, err
	}
	return id, nil
}

func createPlayer(ctx context.Context, tx pgx.Tx, p *store.NewPlayer) (id int64, err error) {
	err = tx.QueryRow(ctx, `INSERT INTO players (name, created, bot) VALUES ($1, $2, $3) RETURNING id`, p.Name, nanos(p.At), p.Bot).Scan(&id)
	if err != nil {
		return 0, err
	}
	if p.Session != nil {
		first := *p.Session
		first.Player = id
		if err := keepSession(ctx, tx, &first); err != nil {
			return 0, err
		}
	}
	if p.Grant == 0 {
		return id, nil
	}
	grant := []ledger.Transfer{ledger.NewGrant(id, p.Grant)}
	if _, err := tx.Exec(ctx, `INSERT INTO grants (player, transfers) VALUES ($1, $2)`, id, store.WriteTransfers(grant)); err != nil {
		return 0, err
	}
	// The account that all grants come from is last: others wait for it.
	for _, a := range []struct {
		account ledger.Account
		amount  int64
	}{{ledger.Player(id), int64(p.Grant)}, {ledger.Grant, -int64(p.Grant)}} {
		_, err := tx.Exec(ctx, `INSERT INTO balances (account, amount) VALUES ($1, $2)
			ON CONFLICT (account) DO UPDATE SET amount = balances.amount + excluded.amount`, string(a.account), a.amount)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", a.account, err)
		}
	}
	return id, nil
}

// wasCreated finds out whether a player is there whose transaction was lost. If it
// still holds the account that grants come from, it is waited for.
func (s *Store) wasCreated(ctx context.Context, id int64, p *store.NewPlayer, failure error) error {
	var found bool
	err := s.change(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT amount FROM balances WHERE account = $1 FOR UPDATE`, string(ledger.Grant)); err != nil {
			return err
		}
		return tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM players WHERE id = $1 AND name = $2 AND created = $3)`, id, p.Name, nanos(p.At)).Scan(&found)
	})
	switch {
	case err == nil && found:
		return nil
	case err == nil && p.Grant > 0:
		return failure
	}
	return fmt.Errorf("%w: a new player: %w", store.ErrUncertain, failure)
}

// SetPassword keeps the contract of [store.Store].
func (s *Store) SetPassword(ctx context.Context, id int64, login, hash string) error {
	if login == "" || hash == "" {
		return fmt.Errorf("%w: a login and a password's hash are needed", store.ErrInvalid)
	}
	return s.change(ctx, func(ctx context.Context, tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `UPDATE players SET login = $2, password_hash = $3 WHERE id = $1`, id, login, hash)
		switch {
		case broke(err, codeUnique, "players_login"):
			return fmt.Errorf("login %q: %w", login, store.ErrLoginTaken)
		case err != nil:
			return err
		case tag.RowsAffected() == 0:
			return fmt.Errorf("player %d: %w", id, store.ErrNotFound)
		}
		_, err = tx.Exec(ctx, `DELETE FROM sessions WHERE player = $1`, id)
		return err
	})
}

// PutSession keeps the contract of [store.Store].
func (s *Store) PutSession(ctx context.Context, session store.Session) error {
	if err := session.Check(); err != nil {
		return err
	}
	return s.change(ctx, func(ctx context.Context, tx pgx.Tx) error { return keepSession(ctx, tx, &session) })
}

func keepSession(ctx context.Context, tx pgx.Tx, s *store.Session) error {
	if _, err := tx.Exec(ctx, `DELETE FROM sessions WHERE player = $1 AND expires <= $2`, s.Player, nanos(s.Created)); err != nil {
		return err
	}
	tag, err := tx.Exec(ctx, `INSERT INTO sessions (hash, player, created, expires) VALUES ($1, $2, $3, $4)
		ON CONFLICT (hash) DO UPDATE SET created = excluded.created, expires = excluded.expires WHERE sessions.player = excluded.player`,
		s.Hash[:], s.Player, nanos(s.Created), nanos(s.Expires))
	switch {
	case broke(err, codeForeign, ""):
		return fmt.Errorf("player %d: %w", s.Player, store.ErrNotFound)
	case err == nil && tag.RowsAffected() == 0:
		return fmt.Errorf("%w: the session's hash is taken", store.ErrInvalid)
	}
	return err
}

// DeleteSession keeps the contract of [store.Store].
func (s *Store) DeleteSession(ctx context.Context, hash [32]byte) error {
	return s.again(ctx, `DELETE FROM sessions WHERE hash = $1`, hash[:])
}

// PutRules keeps the contract of [store.Store].
func (s *Store) PutRules(ctx context.Context, hash, canonical string) error {
	return s.again(ctx, `INSERT INTO rules (hash, canonical) VALUES ($1, $2) ON CONFLICT DO NOTHING`, hash, canonical)
}

// PutOdds keeps the contract of [store.Store].
func (s *Store) PutOdds(ctx context.Context, hash string, version int, body []byte) error {
	if hash == "" || len(body) == 0 {
		return fmt.Errorf("%w: odds need the hash of their rules and a body", store.ErrInvalid)
	}
	return s.again(ctx, `INSERT INTO odds (hash, version, body) VALUES ($1, $2, $3)
		ON CONFLICT (hash) DO UPDATE SET version = excluded.version, body = excluded.body`, hash, version, body)
}
