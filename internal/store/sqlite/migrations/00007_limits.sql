-- +goose Up

-- What players set to play well: limits as JSON, and until when they are away.
CREATE TABLE limits (
    player    INTEGER NOT NULL PRIMARY KEY REFERENCES players (id),
    body      BLOB    NOT NULL,
    break     INTEGER,
    exclusion INTEGER
) STRICT;
CREATE INDEX limits_break ON limits (break) WHERE break IS NOT NULL;
CREATE INDEX limits_exclusion ON limits (exclusion) WHERE exclusion IS NOT NULL;

-- +goose StatementBegin
CREATE TRIGGER exclusions_last BEFORE UPDATE ON limits
WHEN OLD.exclusion IS NOT NULL AND (NEW.exclusion IS NULL OR NEW.exclusion < OLD.exclusion)
BEGIN SELECT RAISE(ABORT, 'an exclusion is never shortened'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER limits_stay BEFORE DELETE ON limits
BEGIN SELECT RAISE(ABORT, 'limits are never removed'); END;
-- +goose StatementEnd

-- How long players were at the tables today and in this session, as JSON.
CREATE TABLE play_times (
    player INTEGER NOT NULL PRIMARY KEY REFERENCES players (id),
    body   BLOB    NOT NULL
) STRICT;
