-- +goose Up

-- A commit is one row, added at the end: what follows what is found by small indexes.
-- Rows that lie in the order of their tables cost a page each, and its splitting.

-- A name for each journal, and the number that its entries have.
CREATE TABLE journals (
    id       INTEGER NOT NULL PRIMARY KEY,
    table_id TEXT    NOT NULL UNIQUE
) STRICT;
INSERT INTO journals (id, table_id) SELECT id, table_id FROM heads;

-- A journal grows by one entry at a time: each refers to the one before. Its last entry has
-- its deadline. transfers are lines in order of their places:
-- from, to, amount and reason, with a space between each; NULL if nothing moved.
CREATE TABLE entries_appended (
    id         INTEGER NOT NULL PRIMARY KEY,
    journal    INTEGER NOT NULL REFERENCES journals (id),
    seq        INTEGER NOT NULL CHECK (seq > 0),
    at         INTEGER NOT NULL,
    deadline   INTEGER,
    player     INTEGER,
    command_id TEXT CHECK ((command_id IS NULL) = (player IS NULL)),
    answer     BLOB,
    transfers  TEXT,
    entry      BLOB    NOT NULL,
    previous   INTEGER AS (nullif(seq - 1, 0)),
    UNIQUE (journal, seq),
    FOREIGN KEY (journal, previous) REFERENCES entries_appended (journal, seq)
) STRICT;

-- Transfers that are a row each. What cannot be carried over stops here: nothing of it is to be lost.
CREATE TABLE carried (
    lost INTEGER NOT NULL CONSTRAINT nothing_is_lost CHECK (lost = 0)
) STRICT;
INSERT INTO carried SELECT count(*) FROM transfers t
    WHERE table_id <> 'grant' AND NOT EXISTS (SELECT 1 FROM entries e WHERE e.table_id = t.table_id AND e.seq = t.seq);
INSERT INTO carried SELECT count(*) FROM entries e WHERE NOT EXISTS (SELECT 1 FROM journals j WHERE j.table_id = e.table_id);
INSERT INTO carried SELECT count(*) FROM (SELECT 1 FROM transfers GROUP BY table_id, seq HAVING max(place) + 1 <> count(*));
INSERT INTO carried SELECT count(*) FROM heads h
    WHERE h.seq <> (SELECT coalesce(max(e.seq), 0) FROM entries e WHERE e.table_id = h.table_id);
DROP TABLE carried;

INSERT INTO entries_appended (journal, seq, at, deadline, transfers, entry)
    SELECT j.id, e.seq, e.at, (SELECT h.deadline FROM heads h WHERE h.id = j.id AND h.seq = e.seq),
        (SELECT group_concat(t.debit || ' ' || t.credit || ' ' || t.amount || ' ' || t.reason, char(10) ORDER BY t.place)
            FROM transfers t WHERE t.table_id = e.table_id AND t.seq = e.seq),
        e.entry
    FROM entries e JOIN journals j ON j.table_id = e.table_id ORDER BY e.table_id, e.seq;

-- What players were given without an entry; the transfer is written as in entries.
CREATE TABLE grants (
    player    INTEGER NOT NULL PRIMARY KEY,
    transfers TEXT    NOT NULL
) STRICT;
INSERT INTO grants (player, transfers)
    SELECT seq, group_concat(debit || ' ' || credit || ' ' || amount || ' ' || reason, char(10) ORDER BY place)
    FROM transfers WHERE table_id = 'grant' GROUP BY seq;

DROP TABLE transfers;
DROP TABLE entries;
DROP TABLE heads;
ALTER TABLE entries_appended RENAME TO entries;
CREATE UNIQUE INDEX entries_of_commands ON entries (player, command_id) WHERE player IS NOT NULL;

-- Answers from before do not say which entry they belong to. They stay where they are.
ALTER TABLE answers RENAME TO first_answers;

-- +goose StatementBegin
CREATE TRIGGER entries_fixed BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'journal entries are never changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER entries_stay BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'journal entries are never removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER journals_fixed BEFORE UPDATE ON journals
BEGIN SELECT RAISE(ABORT, 'journals are never renamed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER journals_stay BEFORE DELETE ON journals
BEGIN SELECT RAISE(ABORT, 'a journal is never removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER grants_fixed BEFORE UPDATE ON grants
BEGIN SELECT RAISE(ABORT, 'grants are never changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER grants_stay BEFORE DELETE ON grants
BEGIN SELECT RAISE(ABORT, 'grants are never removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER first_answers_end BEFORE INSERT ON first_answers
BEGIN SELECT RAISE(ABORT, 'answers are kept with their entries'); END;
-- +goose StatementEnd
