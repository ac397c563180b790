-- +goose Up

-- Times are nanoseconds since 1970 (UTC). NULL means none.

CREATE TABLE heads (
    table_id TEXT    NOT NULL PRIMARY KEY,
    seq      INTEGER NOT NULL,
    deadline INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE entries (
    table_id TEXT    NOT NULL,
    seq      INTEGER NOT NULL CHECK (seq > 0),
    at       INTEGER NOT NULL,
    entry    BLOB    NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

-- table_id, seq name the entry that explains the transfer; a grant's are 'grant' and the player.
CREATE TABLE transfers (
    table_id TEXT    NOT NULL,
    seq      INTEGER NOT NULL CHECK (seq > 0),
    place    INTEGER NOT NULL CHECK (place >= 0),
    debit    TEXT    NOT NULL,
    credit   TEXT    NOT NULL CHECK (credit <> debit),
    amount   INTEGER NOT NULL CHECK (amount > 0),
    reason   TEXT    NOT NULL,
    PRIMARY KEY (table_id, seq, place)
) STRICT, WITHOUT ROWID;

-- Only the house's accounts and the one that grants come from may owe.
CREATE TABLE balances (
    account TEXT    NOT NULL PRIMARY KEY,
    amount  INTEGER NOT NULL CHECK (amount >= 0 OR account = 'grant' OR substr(account, 1, 6) = 'house/')
) STRICT, WITHOUT ROWID;

CREATE TABLE answers (
    player     INTEGER NOT NULL,
    command_id TEXT    NOT NULL,
    answer     BLOB,
    PRIMARY KEY (player, command_id)
) STRICT, WITHOUT ROWID;

-- Seeds of shoes, encrypted, apart from the journal.
CREATE TABLE sealed_shoes (
    table_id TEXT    NOT NULL,
    number   INTEGER NOT NULL,
    box      BLOB    NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE results (
    id       INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    player   INTEGER NOT NULL,
    table_id TEXT    NOT NULL,
    round    INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    net      INTEGER NOT NULL,
    body     BLOB
) STRICT;
CREATE INDEX results_of_player ON results (player, id);

CREATE TABLE players (
    id            INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    name          TEXT    NOT NULL,
    login         TEXT    UNIQUE,
    password_hash TEXT,
    created       INTEGER NOT NULL,
    bot           INTEGER NOT NULL CHECK (bot IN (0, 1))
) STRICT;

CREATE TABLE sessions (
    hash    BLOB    NOT NULL PRIMARY KEY,
    player  INTEGER NOT NULL REFERENCES players (id),
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_of_player ON sessions (player, expires);

CREATE TABLE rules (
    hash      TEXT NOT NULL PRIMARY KEY,
    canonical TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A write that must succeed before the store trusts the disk again after a failed commit.
CREATE TABLE fence (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    n  INTEGER NOT NULL
) STRICT;
INSERT INTO fence (id, n) VALUES (1, 0);

-- +goose StatementBegin
CREATE TRIGGER heads_step BEFORE UPDATE ON heads
WHEN NEW.seq <> OLD.seq + 1 OR NEW.table_id <> OLD.table_id
BEGIN SELECT RAISE(ABORT, 'a journal grows by one entry at a time'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER heads_begin BEFORE INSERT ON heads WHEN NEW.seq <> 1
BEGIN SELECT RAISE(ABORT, 'a journal begins with entry 1'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER heads_stay BEFORE DELETE ON heads
BEGIN SELECT RAISE(ABORT, 'a journal is never removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER entries_fixed BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'journal entries are never changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER entries_stay BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'journal entries are never removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER transfers_fixed BEFORE UPDATE ON transfers
BEGIN SELECT RAISE(ABORT, 'transfers are never changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER transfers_stay BEFORE DELETE ON transfers
BEGIN SELECT RAISE(ABORT, 'transfers are never removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER balances_stay BEFORE DELETE ON balances
BEGIN SELECT RAISE(ABORT, 'accounts are never removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER answers_fixed BEFORE UPDATE ON answers
BEGIN SELECT RAISE(ABORT, 'answers are never changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER answers_stay BEFORE DELETE ON answers
BEGIN SELECT RAISE(ABORT, 'answers are never removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER sealed_shoes_fixed BEFORE UPDATE ON sealed_shoes
BEGIN SELECT RAISE(ABORT, 'sealed shoes are never changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER sealed_shoes_stay BEFORE DELETE ON sealed_shoes
BEGIN SELECT RAISE(ABORT, 'sealed shoes are never removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER results_fixed BEFORE UPDATE ON results
BEGIN SELECT RAISE(ABORT, 'results are never changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER results_stay BEFORE DELETE ON results
BEGIN SELECT RAISE(ABORT, 'results are never removed'); END;
-- +goose StatementEnd
