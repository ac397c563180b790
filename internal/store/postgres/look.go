package postgres

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/money"
)

// beginQuery also bounds how long the locks of a node can outlive its connection, and how
// long others wait for them: both end with the transaction.
const (
	beginQuery  = `BEGIN ISOLATION LEVEL READ COMMITTED`
	limitsQuery = `SELECT set_config('lock_timeout', '2s', true), set_config('idle_in_transaction_session_timeout', '1s', true),
		CASE WHEN current_setting('synchronous_commit', true) = 'off' THEN set_config('synchronous_commit', 'on', true) END`
)

// What a group's commits depend on. A lease is locked against whoever would take the table;
// whoever has taken it has waited for the commits of the one before. Accounts are locked in
// one order by all nodes. What became of doubtful entries is looked at last, after all that
// their lost transaction may have held.
const (
	leasesQuery = `SELECT l.table_id, l.node, l.epoch FROM leases l JOIN nodes n ON n.id = l.node
		WHERE l.table_id = ANY ($1) AND n.until > clock_timestamp() ORDER BY l.table_id FOR SHARE OF l`
	endsQuery = `SELECT t.table_id, coalesce((SELECT e.seq FROM entries e WHERE e.table_id = t.table_id ORDER BY e.seq DESC LIMIT 1), 0)
		FROM unnest($1::text[]) AS t (table_id)`
	answersQuery = `SELECT e.player, e.command_id, e.answer FROM unnest($1::bigint[], $2::text[]) AS c (player, command_id)
			JOIN entries e ON e.player = c.player AND e.command_id = c.command_id
		UNION ALL SELECT f.player, f.command_id, f.answer FROM unnest($1::bigint[], $2::text[]) AS c (player, command_id)
			JOIN first_answers f ON f.player = c.player AND f.command_id = c.command_id`
	accountsQuery = `SELECT account, amount FROM balances WHERE account = ANY ($1) ORDER BY account FOR UPDATE`
	writtenQuery  = `SELECT e.table_id, e.seq, e.at, e.entry FROM unnest($1::text[], $2::bigint[]) AS d (table_id, seq)
		JOIN entries e ON e.table_id = d.table_id AND e.seq = d.seq`
)

// books is what a group of commits depends on, as the open transaction holds it, and
// as the commits that were accepted so far will leave it.
type books struct {
	leases   map[string]store.Lease // by table, of living nodes
	ends     map[string]uint64      // by table: its last entry
	answers  map[store.CommandKey][]byte
	accounts map[ledger.Account]*account
	written  map[place]written // by table and sequence, of doubtful commits

	acknowledged map[string]uint64 // by table: what this program was told to be written, before it looked
}

type account struct {
	amount money.Amount
	known  bool // it has a row
	moved  bool
}

type place struct {
	table string
	seq   uint64
}

type written struct {
	at    int64
	entry []byte
}

// is reports whether what was written is the commit.
func (w written) is(c *store.Commit) bool {
	return w.at == nanos(c.At) && bytes.Equal(w.entry, c.Entry)
}

// look begins a transaction and reads and locks what the jobs depend on, in one
// round trip.
func (s *Store) look(ctx context.Context, conn *pgxpool.Conn, jobs []*job) (*books, error) {
	b := &books{
		leases: map[string]store.Lease{}, ends: map[string]uint64{}, answers: map[store.CommandKey][]byte{},
		accounts: map[ledger.Account]*account{}, written: map[place]written{}, acknowledged: map[string]uint64{},
	}
	var leased []string
	var commands, doubtful pairs
	for _, j := range jobs {
		c := j.commit
		b.ends[c.Table], b.acknowledged[c.Table] = 0, s.known.of(c.Table)
		if c.Lease != (store.Lease{}) {
			leased = append(leased, c.Table)
		}
		if c.Command != (store.CommandKey{}) {
			commands.add(c.Command.ID, c.Command.Player)
		}
		if j.doubtful {
			doubtful.add(c.Table, int64(c.Expect+1))
		}
		for _, m := range j.moves {
			b.accounts[m.Account] = &account{}
		}
		for i := range c.Results {
			b.accounts[ledger.Player(c.Results[i].Player)] = &account{}
		}
	}
	batch := &pgx.Batch{}
	batch.Queue(beginQuery)
	batch.Queue(limitsQuery)
	if len(leased) > 0 {
		batch.Queue(leasesQuery, leased).Query(b.readLeases)
	}
	batch.Queue(endsQuery, slices.Collect(maps.Keys(b.ends))).Query(b.readEnds)
	if len(commands.texts) > 0 {
		batch.Queue(answersQuery, commands.numbers, commands.texts).Query(b.readAnswers)
	}
	if len(b.accounts) > 0 {
		names := make([]string, 0, len(b.accounts))
		for a := range b.accounts {
			names = append(names, string(a))
		}
		batch.Queue(accountsQuery, names).Query(b.readAccounts)
	}
	if len(doubtful.texts) > 0 {
		batch.Queue(writtenQuery, doubtful.texts, doubtful.numbers).Query(b.readWritten)
	}
	if err := conn.SendBatch(ctx, batch).Close(); err != nil {
		return nil, fmt.Errorf("reading what commits depend on: %w", err)
	}
	return b, nil
}

// pairs are two columns of keys.
type pairs struct {
	texts   []string
	numbers []int64
}

func (p *pairs) add(text string, number int64) {
	p.texts, p.numbers = append(p.texts, text), append(p.numbers, number)
}

func (b *books) readLeases(rows pgx.Rows) error {
	var l store.Lease
	_, err := pgx.ForEachRow(rows, []any{&l.Table, &l.Node, &l.Epoch}, func() error {
		b.leases[l.Table] = l
		return nil
	})
	return err
}

func (b *books) readEnds(rows pgx.Rows) error {
	var table string
	var seq uint64
	_, err := pgx.ForEachRow(rows, []any{&table, &seq}, func() error {
		b.ends[table] = seq
		return nil
	})
	return err
}

func (b *books) readAnswers(rows pgx.Rows) error {
	var key store.CommandKey
	var answer []byte
	_, err := pgx.ForEachRow(rows, []any{&key.Player, &key.ID, &answer}, func() error {
		b.answers[key] = answer
		return nil
	})
	return err
}

func (b *books) readAccounts(rows pgx.Rows) error {
	var name string
	var amount int64
	_, err := pgx.ForEachRow(rows, []any{&name, &amount}, func() error {
		b.accounts[ledger.Account(name)] = &account{amount: money.Amount(amount), known: true}
		return nil
	})
	return err
}

func (b *books) readWritten(rows pgx.Rows) error {
	var p place
	var w written
	_, err := pgx.ForEachRow(rows, []any{&p.table, &p.seq, &w.at, &w.entry}, func() error {
		b.written[p] = w
		return nil
	})
	return err
}
