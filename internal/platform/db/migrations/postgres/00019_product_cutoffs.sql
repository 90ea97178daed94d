-- +goose Up
-- Why a product has a problem, in English and Indonesian; and when no orders are taken, in minutes of the day in Jakarta. Equal: always.
ALTER TABLE products ADD COLUMN problem_reason TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN problem_reason_id TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN cutoff_from BIGINT NOT NULL DEFAULT 0 CHECK (cutoff_from BETWEEN 0 AND 1439);
ALTER TABLE products ADD COLUMN cutoff_to BIGINT NOT NULL DEFAULT 0 CHECK (cutoff_to BETWEEN 0 AND 1439);
