-- +goose Up

-- The rows that every action changes get numbers: a row found by its number is
-- written over where it lies.

CREATE TABLE heads_numbered (
    id       INTEGER NOT NULL PRIMARY KEY,
    table_id TEXT    NOT NULL UNIQUE,
    seq      INTEGER NOT NULL,
    deadline INTEGER
) STRICT;
INSERT INTO heads_numbered (table_id, seq, deadline) SELECT table_id, seq, deadline FROM heads;
DROP TABLE heads;
ALTER TABLE heads_numbered RENAME TO heads;

-- Only the house's accounts and the one that grants come from may owe.
CREATE TABLE balances_numbered (
    id      INTEGER NOT NULL PRIMARY KEY,
    account TEXT    NOT NULL UNIQUE,
    amount  INTEGER NOT NULL CHECK (amount >= 0 OR account = 'grant' OR substr(account, 1, 6) = 'house/')
) STRICT;
INSERT INTO balances_numbered (account, amount) SELECT account, amount FROM balances;
DROP TABLE balances;
ALTER TABLE balances_numbered RENAME TO balances;

-- +goose StatementBegin
CREATE TRIGGER heads_step BEFORE UPDATE ON heads
WHEN NEW.seq <> OLD.seq + 1 OR NEW.table_id <> OLD.table_id OR NEW.id <> OLD.id
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
CREATE TRIGGER balances_stay BEFORE DELETE ON balances
BEGIN SELECT RAISE(ABORT, 'accounts are never removed'); END;
-- +goose StatementEnd
