-- +goose Up

-- Where in a table's journal a round or a shoe begins, with the link of the entry before.
CREATE TABLE marks (
    table_id TEXT    NOT NULL,
    kind     TEXT    NOT NULL CHECK (kind IN ('round', 'shoe')),
    number   INTEGER NOT NULL CHECK (number > 0),
    seq      INTEGER NOT NULL,
    link     BLOB    NOT NULL CHECK (length(link) = 32),
    PRIMARY KEY (table_id, kind, number)
) STRICT, WITHOUT ROWID;

-- +goose StatementBegin
CREATE TRIGGER marks_fixed BEFORE UPDATE ON marks
BEGIN SELECT RAISE(ABORT, 'marks are never changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER marks_stay BEFORE DELETE ON marks
BEGIN SELECT RAISE(ABORT, 'marks are never removed'); END;
-- +goose StatementEnd
