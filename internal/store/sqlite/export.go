package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"club99/internal/store"
)

// exported lists all that is kept, those before that others refer to. A row of entries
// has its table's name in place of a number.
var exported = []struct{ kind, columns, from string }{
	{"players", "id, name, login, password_hash, created, bot", "players"},
	{"sessions", "hash, player, created, expires", "sessions"},
	{"grants", "player, transfers", "grants"},
	{"balances", "account, amount", "balances"},
	{"journals", "table_id", "journals"},
	{"entries", "table_id, seq, at, deadline, player, command_id, answer, transfers, entry", "journals JOIN entries ON journal = journals.id ORDER BY table_id, seq"},
	{"first_answers", "player, command_id, answer", "first_answers"},
	{"sealed_shoes", "table_id, number, box", "sealed_shoes"},
	{"marks", "table_id, kind, number, seq, link", "marks"},
	{"results", "id, player, table_id, round, at, net, body, " + factsOf, "results"},
	{"tallies", "table_id, rules, first, rounds, seats, bets, staked, net, squares, crossed", "tallies"},
	{"rules", "hash, canonical", "rules"},
	{"odds", "hash, version, body", "odds"},
	{"limits", "player, body, break, exclusion", "limits"},
	{"play_times", "player, body", "play_times"},
}

// Export gives fn everything that is kept, one kind after another, as it stands at one
// moment, in the words of all dialects. What fn returns ends it.
func (s *Store) Export(ctx context.Context, fn func(store.Rows) error) error {
	if err := s.usable(); err != nil {
		return err
	}
	tx, err := s.read.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return s.read.explain(err)
	}
	for _, e := range exported {
		if err := exportRows(ctx, tx, e.kind, e.columns, e.from, fn); err != nil {
			return errors.Join(s.read.explain(err), tx.Rollback())
		}
	}
	return tx.Rollback()
}

func exportRows(ctx context.Context, tx *sql.Tx, kind, columns, from string, fn func(store.Rows) error) error {
	rows, err := tx.QueryContext(ctx, `SELECT `+columns+` FROM `+from)
	if err != nil {
		return err
	}
	defer rows.Close()
	r := store.Rows{Kind: kind, Columns: strings.Split(columns, ", ")}
	row := make([]any, len(r.Columns))
	into := make([]any, len(row))
	for i := range row {
		into[i] = &row[i]
	}
	r.Next = func() ([]any, error) {
		if !rows.Next() {
			return nil, rows.Err()
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		if kind == "players" { // SQLite has no truth values
			row[len(row)-1] = row[len(row)-1] == int64(1)
		}
		return row, nil
	}
	return fn(r)
}
