-- +goose Up

-- What a player's history is searched and counted by. NULL stands in results that are older than this.
-- balance is what the player's account holds after the commit that wrote the result; squares is a sum
-- of squares of first bets, in floating point: only its size matters.
ALTER TABLE results ADD COLUMN balance INTEGER;
ALTER TABLE results ADD COLUMN kinds   INTEGER;
ALTER TABLE results ADD COLUMN rules   TEXT;
ALTER TABLE results ADD COLUMN bets    INTEGER;
ALTER TABLE results ADD COLUMN staked  INTEGER;
ALTER TABLE results ADD COLUMN squares REAL;
ALTER TABLE results ADD COLUMN hands   BLOB;

-- Everything but the body: whoever counts a player's rounds reads this alone.
DROP INDEX results_of_player;
CREATE INDEX results_of_player ON results (player, id, table_id, round, at, net, balance, kinds, rules, bets, staked, squares, hands);
