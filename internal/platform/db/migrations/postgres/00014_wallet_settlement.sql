-- +goose Up
-- Whether a client can pay later is read from its settlement.
ALTER TABLE wallets DROP COLUMN settlement_status;
