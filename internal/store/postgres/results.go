package postgres

import (
	"context"
	"errors"
	"math"
	"time"

	"club99/internal/store"
	"club99/money"
)

const (
	factsOf   = `balance, kinds, rules, bets, staked, squares, hands`
	findQuery = `SELECT id, table_id, at, net, ` + factsOf + `, body, round FROM results
		WHERE player = $1 AND id < $2 AND ($3 = '' OR table_id = $3) AND at >= $4 AND at < $5
			AND ($6::bigint = 0 OR (kinds & $6) = $6 OR kinds IS NULL)
		ORDER BY id DESC LIMIT $7`
	playedQuery = `SELECT id, table_id, at, net, ` + factsOf + `, CASE WHEN kinds IS NULL THEN body END, round FROM results
		WHERE player = $1 AND ($2 = '' OR table_id = $2) AND at >= $3 AND at < $4
		ORDER BY id`
	netsQuery = `SELECT table_id, round, at, net FROM results WHERE player = $1 ORDER BY id DESC`
)

// Find keeps the contract of [store.Store].
func (s *Store) Find(ctx context.Context, player int64, search store.Search) ([]store.Result, error) {
	before := search.Before
	if before == 0 {
		before = math.MaxInt64
	}
	from, until := span(search.From, search.Until)
	var page []store.Result
	args := []any{player, clamp(before), search.Table, from, until, int64(search.Kinds), max(search.Limit, 0)}
	err := s.results(ctx, player, findQuery, args, func(r *store.Result) error {
		page = append(page, *r)
		return nil
	})
	return page, err
}

// Played keeps the contract of [store.Store].
func (s *Store) Played(ctx context.Context, player int64, search store.Search, fn func(*store.Result) error) error {
	from, until := span(search.From, search.Until)
	return s.results(ctx, player, playedQuery, []any{player, search.Table, from, until}, fn)
}

// span is two moments as the database has them, the zero ones as far away as it knows.
func span(from, until time.Time) (low, high int64) {
	low, high = math.MinInt64, math.MaxInt64
	if !from.IsZero() {
		low = nanos(from)
	}
	if !until.IsZero() {
		high = nanos(until)
	}
	return low, high
}

// results walks results in the order of the queries' columns.
func (s *Store) results(ctx context.Context, player int64, query string, args []any, fn func(*store.Result) error) error {
	var table string
	var id, round uint64
	var at, net int64
	var balance, kinds, bets, staked *int64
	var rules *string
	var squares *float64
	var hands, body []byte
	into := []any{&id, &table, &at, &net, &balance, &kinds, &rules, &bets, &staked, &squares, &hands, &body, &round}
	return s.over(ctx, query, args, into, func() error {
		r := store.Result{
			ID: id, Player: player, Table: table, At: instant(at), Net: money.Amount(net), Body: body, Round: round,
			Facts: store.Facts{
				Kinds: store.Kinds(value(kinds)), Rules: value(rules), Bets: money.Amount(value(bets)), Staked: money.Amount(value(staked)),
				Squares: value(squares), Hands: hands,
			},
		}
		if balance != nil {
			amount := money.Amount(*balance)
			r.Balance = &amount
		}
		return fn(&r)
	})
}

// value is a column's value, zero for NULL.
func value[T any](v *T) T {
	if v == nil {
		var zero T
		return zero
	}
	return *v
}

// errPast ends the walk at the first result that is too old.
var errPast = errors.New("past")

// Nets keeps the contract of [store.Store].
func (s *Store) Nets(ctx context.Context, player int64, since time.Time, fn func(store.Net) error) error {
	first, last := since.UnixNano(), since.Add(-store.Unordered).UnixNano()
	var n store.Net
	var at, net int64
	err := s.over(ctx, netsQuery, []any{player}, []any{&n.Table, &n.Round, &at, &net}, func() error {
		switch {
		case at < last:
			return errPast
		case at < first:
			return nil
		}
		n.At, n.Net = instant(at), money.Amount(net)
		return fn(n)
	})
	if errors.Is(err, errPast) {
		return nil
	}
	return err
}
