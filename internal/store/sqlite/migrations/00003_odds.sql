-- +goose Up

-- What was computed about rules. It can be computed again: a newer program replaces it.
CREATE TABLE odds (
    hash    TEXT    NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    body    BLOB    NOT NULL
) STRICT, WITHOUT ROWID;

-- Sums over the rounds of a table that were played by the same rules, from the round first on.
-- The sums of squares are of first bets, in floating point: only their size matters.
CREATE TABLE tallies (
    table_id TEXT    NOT NULL,
    rules    TEXT    NOT NULL,
    first    INTEGER NOT NULL CHECK (first > 0),
    rounds   INTEGER NOT NULL CHECK (rounds > 0),
    seats    INTEGER NOT NULL,
    bets     INTEGER NOT NULL,
    staked   INTEGER NOT NULL CHECK (staked >= bets),
    net      INTEGER NOT NULL,
    squares  REAL    NOT NULL,
    crossed  REAL    NOT NULL,
    PRIMARY KEY (table_id, rules)
) STRICT, WITHOUT ROWID;

-- +goose StatementBegin
CREATE TRIGGER tallies_grow BEFORE UPDATE ON tallies
WHEN NEW.rounds <= OLD.rounds OR NEW.bets < OLD.bets OR NEW.first <> OLD.first
BEGIN SELECT RAISE(ABORT, 'sums over rounds only grow'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER tallies_stay BEFORE DELETE ON tallies
BEGIN SELECT RAISE(ABORT, 'sums over rounds are never removed'); END;
-- +goose StatementEnd
