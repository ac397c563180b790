package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/money"
)

// maxReaders bounds the connections that read; more readers than that wait
// for each other.
const maxReaders = 8

// reader is the read-only pool with its statements.
type reader struct {
	db  *sql.DB
	dir string

	entries, head, heads, answer, balance, shoe, mark, find      *sql.Stmt
	player, playerByLogin, session, rules, odds, tallies, played *sql.Stmt
}

func openReader(ctx context.Context, dir string) (*reader, error) {
	db, err := sql.Open("sqlite", dataSource(dir, reading))
	if err != nil {
		return nil, fmt.Errorf("data folder %s: %w", dir, err)
	}
	db.SetMaxOpenConns(maxReaders)
	db.SetMaxIdleConns(maxReaders)
	r := &reader{db: db, dir: dir}
	for stmt, query := range map[**sql.Stmt]string{
		&r.entries:       `SELECT seq, at, entry FROM entries WHERE journal = (SELECT id FROM journals WHERE table_id = ?) AND seq > ? ORDER BY seq`,
		&r.head:          `SELECT coalesce(max(seq), 0) FROM entries WHERE journal = (SELECT id FROM journals WHERE table_id = ?)`,
		&r.heads:         headsQuery,
		&r.answer:        answerQuery,
		&r.balance:       `SELECT amount FROM balances WHERE account = ?`,
		&r.mark:          `SELECT seq, link FROM marks WHERE table_id = ? AND kind = ? AND number = ?`,
		&r.shoe:          `SELECT box FROM sealed_shoes WHERE table_id = ? AND number = ?`,
		&r.find:          findQuery,
		&r.played:        playedQuery,
		&r.player:        playerQuery + ` WHERE id = ?`,
		&r.playerByLogin: playerQuery + ` WHERE login = ?`,
		&r.session:       `SELECT player, created, expires FROM sessions WHERE hash = ?`,
		&r.rules:         `SELECT canonical FROM rules WHERE hash = ?`,
		&r.odds:          `SELECT version, body FROM odds WHERE hash = ?`,
		&r.tallies:       talliesQuery,
	} {
		if *stmt, err = db.PrepareContext(ctx, query); err != nil {
			return nil, errors.Join(fmt.Errorf("data folder %s: preparing %q: %w", dir, query, err), db.Close())
		}
	}
	return r, nil
}

const (
	headsQuery = `SELECT table_id, seq, deadline FROM journals JOIN entries ON journal = journals.id
		AND seq = (SELECT max(seq) FROM entries WHERE journal = journals.id) ORDER BY table_id`
	answerQuery = `SELECT answer FROM entries WHERE player = ?1 AND command_id = ?2
		UNION ALL SELECT answer FROM first_answers WHERE player = ?1 AND command_id = ?2`
	talliesQuery = `SELECT table_id, rules, first, rounds, seats, bets, staked, net, squares, crossed FROM tallies ORDER BY table_id, rules`
	playerQuery  = `SELECT id, name, coalesce(login, ''), coalesce(password_hash, ''), created, bot FROM players`
)

// find reads one row into dest. A missing row is [store.ErrNotFound].
func (s *Store) find(ctx context.Context, stmt func(*reader) *sql.Stmt, args []any, dest ...any) error {
	if err := s.usable(); err != nil {
		return err
	}
	err := stmt(s.read).QueryRowContext(ctx, args...).Scan(dest...)
	if errors.Is(err, sql.ErrNoRows) {
		return store.ErrNotFound
	}
	return s.read.explain(err)
}

// walk reads rows one by one.
func walk(rows *sql.Rows, err error, fn func() error) error {
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := fn(); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Entries keeps the contract of [store.Store].
func (s *Store) Entries(ctx context.Context, table string, after uint64, fn func(uint64, time.Time, []byte) error) error {
	if err := s.usable(); err != nil {
		return err
	}
	rows, err := s.read.entries.QueryContext(ctx, table, clamp(after))
	return s.read.explain(walk(rows, err, func() error {
		var seq uint64
		var at int64
		var entry []byte
		if err := rows.Scan(&seq, &at, &entry); err != nil {
			return err
		}
		return fn(seq, instant(at), entry)
	}))
}

// clamp brings a number into the range the database knows; none is above it.
func clamp(n uint64) int64 { return int64(min(n, math.MaxInt64)) }

// Head keeps the contract of [store.Store].
func (s *Store) Head(ctx context.Context, table string) (uint64, error) {
	var seq uint64
	err := s.find(ctx, func(r *reader) *sql.Stmt { return r.head }, []any{table}, &seq)
	return seq, err
}

// Heads keeps the contract of [store.Store].
func (s *Store) Heads(ctx context.Context) ([]store.Head, error) {
	if err := s.usable(); err != nil {
		return nil, err
	}
	var heads []store.Head
	rows, err := s.read.heads.QueryContext(ctx)
	err = walkHeads(rows, err, func(h store.Head) error {
		heads = append(heads, h)
		return nil
	})
	return heads, s.read.explain(err)
}

func walkHeads(rows *sql.Rows, err error, fn func(store.Head) error) error {
	return walk(rows, err, func() error {
		var h store.Head
		var deadline sql.NullInt64
		if err := rows.Scan(&h.Table, &h.Seq, &deadline); err != nil {
			return err
		}
		h.Deadline = instantOrZero(deadline)
		return fn(h)
	})
}

// Answer keeps the contract of [store.Store].
func (s *Store) Answer(ctx context.Context, key store.CommandKey) ([]byte, bool, error) {
	var answer []byte
	err := s.find(ctx, func(r *reader) *sql.Stmt { return r.answer }, []any{key.Player, key.ID}, &answer)
	if errors.Is(err, store.ErrNotFound) {
		return nil, false, nil
	}
	return answer, err == nil, err
}

// Balance keeps the contract of [store.Store].
func (s *Store) Balance(ctx context.Context, a ledger.Account) (money.Amount, error) {
	var amount int64
	err := s.find(ctx, func(r *reader) *sql.Stmt { return r.balance }, []any{string(a)}, &amount)
	if errors.Is(err, store.ErrNotFound) {
		return 0, nil
	}
	return money.Amount(amount), err
}

// SealedShoe keeps the contract of [store.Store].
func (s *Store) SealedShoe(ctx context.Context, table string, number uint64) ([]byte, error) {
	var box []byte
	err := s.find(ctx, func(r *reader) *sql.Stmt { return r.shoe }, []any{table, clamp(number)}, &box)
	if err != nil {
		return nil, fmt.Errorf("shoe %d of table %s: %w", number, table, err)
	}
	return box, nil
}

// Mark keeps the contract of [store.Store].
func (s *Store) Mark(ctx context.Context, table string, kind store.MarkKind, number uint64) (uint64, store.Mark, error) {
	var seq int64
	var link []byte
	err := s.find(ctx, func(r *reader) *sql.Stmt { return r.mark }, []any{table, string(kind), clamp(number)}, &seq, &link)
	if err != nil {
		return 0, store.Mark{}, fmt.Errorf("%s %d of table %s: %w", kind, number, table, err)
	}
	m := store.Mark{Kind: kind, Number: number}
	copy(m.Link[:], link) // its length is the schema's
	return uint64(seq), m, nil
}

// Player keeps the contract of [store.Store].
func (s *Store) Player(ctx context.Context, id int64) (store.Player, error) {
	return s.findPlayer(ctx, func(r *reader) *sql.Stmt { return r.player }, fmt.Sprintf("player %d", id), id)
}

// PlayerByLogin keeps the contract of [store.Store].
func (s *Store) PlayerByLogin(ctx context.Context, login string) (store.Player, error) {
	return s.findPlayer(ctx, func(r *reader) *sql.Stmt { return r.playerByLogin }, fmt.Sprintf("login %q", login), login)
}

func (s *Store) findPlayer(ctx context.Context, stmt func(*reader) *sql.Stmt, what string, key any) (store.Player, error) {
	var p store.Player
	var created int64
	err := s.find(ctx, stmt, []any{key}, &p.ID, &p.Name, &p.Login, &p.PasswordHash, &created, &p.Bot)
	if err != nil {
		return store.Player{}, fmt.Errorf("%s: %w", what, err)
	}
	p.Created = instant(created)
	return p, nil
}

// Session keeps the contract of [store.Store].
func (s *Store) Session(ctx context.Context, hash [32]byte) (store.Session, error) {
	session := store.Session{Hash: hash}
	var created, expires int64
	err := s.find(ctx, func(r *reader) *sql.Stmt { return r.session }, []any{hash[:]}, &session.Player, &created, &expires)
	if err != nil {
		return store.Session{}, fmt.Errorf("session: %w", err)
	}
	session.Created, session.Expires = instant(created), instant(expires)
	return session, nil
}

// Rules keeps the contract of [store.Store].
func (s *Store) Rules(ctx context.Context, hash string) (string, error) {
	var canonical string
	err := s.find(ctx, func(r *reader) *sql.Stmt { return r.rules }, []any{hash}, &canonical)
	if err != nil {
		return "", fmt.Errorf("rules %s: %w", hash, err)
	}
	return canonical, nil
}
