package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"

	"club99/internal/ledger"
	"club99/money"
)

// writer is the one connection that writes, with its statements. Only the
// committer uses it. Its statements take no caller's context: SQLite would
// roll the whole group back if one were interrupted.
type writer struct {
	db   *sql.DB
	conn *sql.Conn

	begin, commit, rollback         *sql.Stmt
	savepoint, release, undo, fence *sql.Stmt

	findJournal, beginJournal, putEntry                   *sql.Stmt
	findAccount, setBalance, openAccount                  *sql.Stmt
	answer, putShoe, putGrant                             *sql.Stmt
	putMark, putResult, isEntry                           *sql.Stmt
	putPlayer, isPlayer, setPassword                      *sql.Stmt
	sweepSessions, putSession, deleteSession, knowsPlayer *sql.Stmt
	endSessions                                           *sql.Stmt
	putRules, putOdds, putTally                           *sql.Stmt

	older string // what an entry is chosen by, where an older program has left answers

	// What is known of rows that were read or written before. Whoever undoes
	// writing forgets it.
	journals map[string]journal // by table
	accounts map[ledger.Account]account
}

// journal is where a table's journal ends.
type journal struct {
	id  int64 // 0: it is not begun
	seq uint64
}

// account is the row of an account.
type account struct {
	id     int64
	amount money.Amount
}

// rowsKept bounds how many rows are known. When there are more, all are
// forgotten, and read again as they are needed.
const rowsKept = 50_000

// forget forgets what is known of rows.
func (w *writer) forget() {
	w.journals, w.accounts = map[string]journal{}, map[ledger.Account]account{}
}

// statements lists every statement of the writer.
func (w *writer) statements() map[**sql.Stmt]string {
	return map[**sql.Stmt]string{
		&w.begin:     `BEGIN IMMEDIATE`,
		&w.commit:    `COMMIT`,
		&w.rollback:  `ROLLBACK`,
		&w.savepoint: `SAVEPOINT job`,
		&w.release:   `RELEASE job`,
		&w.undo:      `ROLLBACK TO job`,
		&w.fence:     `UPDATE fence SET n = n + 1`,

		&w.findJournal:  `SELECT id, (SELECT coalesce(max(seq), 0) FROM entries WHERE journal = journals.id) FROM journals WHERE table_id = ?`,
		&w.beginJournal: `INSERT INTO journals (table_id) VALUES (?)`,
		&w.putEntry: `INSERT INTO entries (journal, seq, at, deadline, player, command_id, answer, transfers, entry)
			` + cmp.Or(w.older, `VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)`) + ` ON CONFLICT DO NOTHING`,
		&w.isEntry:     `SELECT count(*) FROM entries WHERE journal = (SELECT id FROM journals WHERE table_id = ?) AND seq = ? AND at = ? AND entry = ?`,
		&w.findAccount: `SELECT id, amount FROM balances WHERE account = ?`,
		&w.setBalance:  `UPDATE balances SET amount = ?3 WHERE id = ?1 AND amount = ?2`,
		&w.openAccount: `INSERT INTO balances (account, amount) VALUES (?, ?)`,
		&w.answer:      answerQuery,
		&w.putShoe:     `INSERT INTO sealed_shoes (table_id, number, box) VALUES (?, ?, ?)`,
		&w.putGrant:    `INSERT INTO grants (player, transfers) VALUES (?, ?)`,
		&w.putMark:     `INSERT INTO marks (table_id, kind, number, seq, link) VALUES (?, ?, ?, ?, ?)`,
		&w.putResult:   putResultQuery,

		&w.putPlayer:     `INSERT INTO players (name, created, bot) VALUES (?, ?, ?)`,
		&w.isPlayer:      `SELECT count(*) FROM players WHERE id = ? AND name = ? AND created = ?`,
		&w.setPassword:   `UPDATE players SET login = ?2, password_hash = ?3 WHERE id = ?1`,
		&w.sweepSessions: `DELETE FROM sessions WHERE player = ? AND expires <= ?`,
		&w.putSession: `INSERT INTO sessions (hash, player, created, expires) VALUES (?1, ?2, ?3, ?4)
			ON CONFLICT (hash) DO UPDATE SET created = ?3, expires = ?4 WHERE player = ?2`,
		&w.endSessions:   `DELETE FROM sessions WHERE player = ?`,
		&w.deleteSession: `DELETE FROM sessions WHERE hash = ?`,
		&w.knowsPlayer:   `SELECT count(*) FROM players WHERE id = ?`,
		&w.putRules:      `INSERT INTO rules (hash, canonical) VALUES (?, ?) ON CONFLICT DO NOTHING`,
		&w.putOdds: `INSERT INTO odds (hash, version, body) VALUES (?1, ?2, ?3)
			ON CONFLICT (hash) DO UPDATE SET version = ?2, body = ?3`,
		&w.putTally: `INSERT INTO tallies (table_id, rules, first, rounds, seats, bets, staked, net, squares, crossed)
			VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
			ON CONFLICT (table_id, rules) DO UPDATE SET rounds = rounds + ?4, seats = seats + ?5, bets = bets + ?6,
				staked = staked + ?7, net = net + ?8, squares = squares + ?9, crossed = crossed + ?10`,
	}
}

func openWriter(ctx context.Context, dir string) (*writer, error) {
	db, err := sql.Open("sqlite", dataSource(dir, writing))
	if err != nil {
		return nil, fmt.Errorf("data folder %s: %w", dir, err)
	}
	db.SetMaxOpenConns(1)
	w := &writer{db: db}
	w.forget()
	if w.conn, err = db.Conn(ctx); err != nil {
		db.Close()
		return nil, fmt.Errorf("data folder %s: opening the database: %w", dir, err)
	}
	if err := w.lookBack(ctx); err != nil {
		w.close()
		return nil, fmt.Errorf("data folder %s: reading the answers of an older program: %w", dir, err)
	}
	for stmt, query := range w.statements() {
		if *stmt, err = w.conn.PrepareContext(ctx, query); err != nil {
			w.close()
			return nil, fmt.Errorf("data folder %s: preparing %q: %w", dir, query, err)
		}
	}
	return w, nil
}

// lookBack has the answers of an older program looked at before each entry, if there
// are any: it takes a third of the time of writing one.
func (w *writer) lookBack(ctx context.Context) error {
	var some bool
	err := w.conn.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM first_answers)`).Scan(&some)
	if some {
		w.older = `SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 WHERE NOT EXISTS (SELECT 1 FROM first_answers WHERE player = ?5 AND command_id = ?6)`
	}
	return err
}

// close lets go of everything; an open transaction is rolled back. Statements
// come first: database/sql does not close those of a single connection, and
// SQLite keeps a connection, with its lock, until the last of them is gone.
func (w *writer) close() error {
	var errs []error
	for stmt := range w.statements() {
		if *stmt != nil {
			errs = append(errs, (*stmt).Close())
		}
	}
	return errors.Join(append(errs, w.conn.Close(), w.db.Close())...)
}

// run executes a statement that returns no rows and reports how many it changed.
func (*writer) run(stmt *sql.Stmt, args ...any) (int64, error) {
	r, err := stmt.ExecContext(context.Background(), args...)
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

// row executes a statement that returns one row.
func (*writer) row(stmt *sql.Stmt, args ...any) *sql.Row {
	return stmt.QueryRowContext(context.Background(), args...)
}

// add inserts a row and returns its number.
func (*writer) add(stmt *sql.Stmt, args ...any) (int64, error) {
	r, err := stmt.ExecContext(context.Background(), args...)
	if err != nil {
		return 0, err
	}
	return r.LastInsertId()
}
