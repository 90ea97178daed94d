-- +goose Up
-- Status queries have their turns by client, so that many open outcomes of one client don't hold up another client's.
DROP INDEX order_attempts_due;
CREATE INDEX order_attempts_due ON order_attempts (supplier, client_id, next_check_at) WHERE next_check_at IS NOT NULL;
