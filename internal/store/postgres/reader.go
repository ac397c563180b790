package postgres

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/money"
)

const (
	headsQuery = `SELECT j.table_id, e.seq, e.deadline FROM journals j
		CROSS JOIN LATERAL (SELECT seq, deadline FROM entries WHERE table_id = j.table_id ORDER BY seq DESC LIMIT 1) e ORDER BY j.table_id`
	answerQuery = `SELECT answer FROM entries WHERE player = $1 AND command_id = $2
		UNION ALL SELECT answer FROM first_answers WHERE player = $1 AND command_id = $2`
	talliesQuery = `SELECT table_id, rules, first, rounds, seats, bets, staked, net, squares, crossed FROM tallies ORDER BY table_id, rules`
	playerQuery  = `SELECT id, name, coalesce(login, ''), coalesce(password_hash, ''), created, bot FROM players`
)

// find reads one row into dest. A missing row is [store.ErrNotFound]. A connection
// that turns out to be gone is replaced once: the server was started anew, perhaps.
func (s *Store) find(ctx context.Context, query string, args []any, dest ...any) error {
	if err := s.usable(); err != nil {
		return err
	}
	err := s.read.QueryRow(ctx, query, args...).Scan(dest...)
	if lost(err) && ctx.Err() == nil {
		s.read.Reset()
		err = s.read.QueryRow(ctx, query, args...).Scan(dest...)
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return store.ErrNotFound
	}
	return s.explain(err)
}

// querier is a pool or a transaction.
type querier interface {
	Query(ctx context.Context, query string, args ...any) (pgx.Rows, error)
}

// walk reads rows one by one into dest.
func walk(ctx context.Context, from querier, query string, args, dest []any, fn func() error) error {
	rows, err := from.Query(ctx, query, args...)
	if err != nil {
		return err
	}
	_, err = pgx.ForEachRow(rows, dest, fn)
	return err
}

// over walks rows of the books as they are now.
func (s *Store) over(ctx context.Context, query string, args, dest []any, fn func() error) error {
	if err := s.usable(); err != nil {
		return err
	}
	return s.explain(walk(ctx, s.read, query, args, dest, fn))
}

// Entries keeps the contract of [store.Store].
func (s *Store) Entries(ctx context.Context, table string, after uint64, fn func(uint64, time.Time, []byte) error) error {
	var seq uint64
	var at int64
	var entry []byte
	return s.over(ctx, `SELECT seq, at, entry FROM entries WHERE table_id = $1 AND seq > $2 ORDER BY seq`, []any{table, clamp(after)},
		[]any{&seq, &at, &entry}, func() error { return fn(seq, instant(at), entry) })
}

// clamp brings a number into the range the database knows; none is above it.
func clamp(n uint64) int64 { return int64(min(n, math.MaxInt64)) }

// Head keeps the contract of [store.Store].
func (s *Store) Head(ctx context.Context, table string) (uint64, error) {
	var seq uint64
	err := s.find(ctx, `SELECT coalesce(max(seq), 0) FROM entries WHERE table_id = $1`, []any{table}, &seq)
	return seq, err
}

// Heads keeps the contract of [store.Store].
func (s *Store) Heads(ctx context.Context) ([]store.Head, error) {
	if err := s.usable(); err != nil {
		return nil, err
	}
	var heads []store.Head
	err := walkHeads(ctx, s.read, func(h store.Head) error {
		heads = append(heads, h)
		return nil
	})
	return heads, s.explain(err)
}

func walkHeads(ctx context.Context, from querier, fn func(store.Head) error) error {
	var h store.Head
	var deadline *int64
	return walk(ctx, from, headsQuery, nil, []any{&h.Table, &h.Seq, &deadline}, func() error {
		h.Deadline = instantOrZero(deadline)
		return fn(h)
	})
}

// Answer keeps the contract of [store.Store].
func (s *Store) Answer(ctx context.Context, key store.CommandKey) ([]byte, bool, error) {
	var answer []byte
	err := s.find(ctx, answerQuery, []any{key.Player, key.ID}, &answer)
	if errors.Is(err, store.ErrNotFound) {
		return nil, false, nil
	}
	return answer, err == nil, err
}

// Balance keeps the contract of [store.Store].
func (s *Store) Balance(ctx context.Context, a ledger.Account) (money.Amount, error) {
	var amount int64
	err := s.find(ctx, `SELECT amount FROM balances WHERE account = $1`, []any{string(a)}, &amount)
	if errors.Is(err, store.ErrNotFound) {
		return 0, nil
	}
	return money.Amount(amount), err
}

// SealedShoe keeps the contract of [store.Store].
func (s *Store) SealedShoe(ctx context.Context, table string, number uint64) ([]byte, error) {
	var box []byte
	err := s.find(ctx, `SELECT box FROM sealed_shoes WHERE table_id = $1 AND number = $2`, []any{table, clamp(number)}, &box)
	if err != nil {
		return nil, fmt.Errorf("shoe %d of table %s: %w", number, table, err)
	}
	return box, nil
}

// Mark keeps the contract of [store.Store].
func (s *Store) Mark(ctx context.Context, table string, kind store.MarkKind, number uint64) (uint64, store.Mark, error) {
	var seq uint64
	var link []byte
	err := s.find(ctx, `SELECT seq, link FROM marks WHERE table_id = $1 AND kind = $2 AND number = $3`, []any{table, string(kind), clamp(number)}, &seq, &link)
	if err != nil {
		return 0, store.Mark{}, fmt.Errorf("%s %d of table %s: %w", kind, number, table, err)
	}
	m := store.Mark{Kind: kind, Number: number}
	copy(m.Link[:], link) // its length is the schema's
	return seq, m, nil
}

// Player keeps the contract of [store.Store].
func (s *Store) Player(ctx context.Context, id int64) (store.Player, error) {
	return s.findPlayer(ctx, playerQuery+` WHERE id = $1`, fmt.Sprintf("player %d", id), id)
}

// PlayerByLogin keeps the contract of [store.Store].
func (s *Store) PlayerByLogin(ctx context.Context, login string) (store.Player, error) {
	return s.findPlayer(ctx, playerQuery+` WHERE login = $1`, fmt.Sprintf("login %q", login), login)
}

func (s *Store) findPlayer(ctx context.Context, query, what string, key any) (store.Player, error) {
	var p store.Player
	var created int64
	err := s.find(ctx, query, []any{key}, &p.ID, &p.Name, &p.Login, &p.PasswordHash, &created, &p.Bot)
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
	err := s.find(ctx, `SELECT player, created, expires FROM sessions WHERE hash = $1`, []any{hash[:]}, &session.Player, &created, &expires)
	if err != nil {
		return store.Session{}, fmt.Errorf("session: %w", err)
	}
	session.Created, session.Expires = instant(created), instant(expires)
	return session, nil
}

// Rules keeps the contract of [store.Store].
func (s *Store) Rules(ctx context.Context, hash string) (string, error) {
	var canonical string
	err := s.find(ctx, `SELECT canonical FROM rules WHERE hash = $1`, []any{hash}, &canonical)
	if err != nil {
		return "", fmt.Errorf("rules %s: %w", hash, err)
	}
	return canonical, nil
}

// Odds keeps the contract of [store.Store].
func (s *Store) Odds(ctx context.Context, hash string) (version int, body []byte, err error) {
	err = s.find(ctx, `SELECT version, body FROM odds WHERE hash = $1`, []any{hash}, &version, &body)
	if err != nil {
		return 0, nil, fmt.Errorf("odds of rules %s: %w", hash, err)
	}
	return version, body, nil
}

// Tallies keeps the contract of [store.Store].
func (s *Store) Tallies(ctx context.Context) ([]store.Tally, error) {
	if err := s.usable(); err != nil {
		return nil, err
	}
	var list []store.Tally
	err := walkTallies(ctx, s.read, func(t store.Tally) error {
		list = append(list, t)
		return nil
	})
	return list, s.explain(err)
}

func walkTallies(ctx context.Context, from querier, fn func(store.Tally) error) error {
	var t store.Tally
	return walk(ctx, from, talliesQuery, nil,
		[]any{&t.Table, &t.Rules, &t.First, &t.Rounds, &t.Seats, &t.Bets, &t.Staked, &t.Net, &t.Squares, &t.Crossed},
		func() error { return fn(t) })
}

func nanos(t time.Time) int64 { return t.UnixNano() }

func nanosOrNull(t time.Time) *int64 {
	if t.IsZero() {
		return nil
	}
	ns := t.UnixNano()
	return &ns
}

func instant(ns int64) time.Time { return time.Unix(0, ns).UTC() }

func instantOrZero(ns *int64) time.Time {
	if ns == nil {
		return time.Time{}
	}
	return instant(*ns)
}
