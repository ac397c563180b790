package sqlite

import (
	"context"
	"database/sql"
	"math"
	"time"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/money"
)

// The balance is read in the transaction that moved it, after all that moved. What
// a search and a count look at stands in the index results_of_player, in this order:
// neither touches the rows, with their bodies, that it does not give.
const (
	putResultQuery = `INSERT INTO results (player, table_id, round, at, net, body, balance, kinds, rules, bets, staked, squares, hands)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, coalesce((SELECT amount FROM balances WHERE account = ?7), 0), ?8, ?9, ?10, ?11, ?12, ?13)`
	factsOf   = `balance, kinds, rules, bets, staked, squares, hands`
	findQuery = `SELECT id, table_id, at, net, ` + factsOf + `, body, round FROM results
		WHERE player = ?1 AND id < ?2 AND (?3 = '' OR table_id = ?3) AND at >= ?4 AND at < ?5
			AND (?6 = 0 OR kinds & ?6 = ?6 OR kinds IS NULL)
		ORDER BY id DESC LIMIT ?7`
	playedQuery = `SELECT id, table_id, at, net, ` + factsOf + `, CASE WHEN kinds IS NULL THEN body END FROM results
		WHERE player = ?1 AND (?2 = '' OR table_id = ?2) AND at >= ?3 AND at < ?4
		ORDER BY id`
)

// keepResult keeps a result, with what its player holds after all transfers of
// the commit.
func (w *writer) keepResult(table string, r *store.Result) error {
	f := &r.Facts
	facts := make([]any, 6) // NULL: there are none
	if f.Kinds != 0 {
		facts = []any{int64(f.Kinds), f.Rules, int64(f.Bets), int64(f.Staked), f.Squares, f.Hands}
	}
	args := []any{r.Player, table, int64(r.Round), nanos(r.At), int64(r.Net), r.Body, string(ledger.Player(r.Player))}
	_, err := w.run(w.putResult, append(args, facts...)...)
	return err
}

// Find keeps the contract of [store.Store].
func (s *Store) Find(ctx context.Context, player int64, search store.Search) ([]store.Result, error) {
	if err := s.usable(); err != nil {
		return nil, err
	}
	before := search.Before
	if before == 0 {
		before = math.MaxInt64
	}
	from, until := span(search.From, search.Until)
	var page []store.Result
	rows, err := s.read.find.QueryContext(ctx, player, clamp(before), search.Table, from, until, int64(search.Kinds), max(search.Limit, 0))
	err = walkResults(rows, err, player, func(r *store.Result) error {
		page = append(page, *r)
		return nil
	})
	return page, s.read.explain(err)
}

// Played keeps the contract of [store.Store].
func (s *Store) Played(ctx context.Context, player int64, search store.Search, fn func(*store.Result) error) error {
	if err := s.usable(); err != nil {
		return err
	}
	from, until := span(search.From, search.Until)
	rows, err := s.read.played.QueryContext(ctx, player, search.Table, from, until)
	return s.read.explain(walkResults(rows, err, player, fn))
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

// walkResults reads results in the order of the queries' columns, the round last if
// it is there. Whoever counts reads a hundred thousand at once: the values are taken
// as the driver has them.
func walkResults(rows *sql.Rows, err error, player int64, fn func(*store.Result) error) error {
	var v [13]any
	into := make([]any, len(v))
	for i := range v {
		into[i] = &v[i]
	}
	if err == nil {
		columns, failed := rows.Columns()
		if into, err = into[:len(columns)], failed; failed != nil {
			rows.Close()
		}
	}
	return walk(rows, err, func() error {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		r := store.Result{
			ID: uint64(whole(v[0])), Player: player, Table: text(v[1]), At: instant(whole(v[2])), Net: money.Amount(whole(v[3])),
			Body: blob(v[11]), Round: uint64(whole(v[12])),
			Facts: store.Facts{
				Kinds: store.Kinds(whole(v[5])), Rules: text(v[6]), Bets: money.Amount(whole(v[7])), Staked: money.Amount(whole(v[8])),
				Squares: decimal(v[9]), Hands: blob(v[10]),
			},
		}
		if v[4] != nil {
			amount := money.Amount(whole(v[4]))
			r.Balance = &amount
		}
		return fn(&r)
	})
}

// whole, decimal, text and blob are a column's value, zero for NULL.
func whole(v any) int64 {
	n, _ := v.(int64)
	return n
}

func decimal(v any) float64 {
	x, _ := v.(float64)
	return x
}

func text(v any) string {
	s, _ := v.(string)
	return s
}

func blob(v any) []byte {
	b, _ := v.([]byte)
	return b
}
