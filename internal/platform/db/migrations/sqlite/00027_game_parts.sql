-- +goose Up
-- What a game asks of a player, in the form of destination.ParseParts; empty: any text.
ALTER TABLE operators ADD COLUMN parts TEXT NOT NULL DEFAULT '';
-- Numbers of contacts are compared without blanks and in capitals.
UPDATE contacts SET match_no = UPPER(REPLACE(match_no, ' ', '')) WHERE match_no <> UPPER(REPLACE(match_no, ' ', ''));
