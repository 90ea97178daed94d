-- +goose Up
-- An export may hold the orders of one scheduled order alone; 0 is all.
ALTER TABLE order_exports ADD COLUMN scheduled_order_id BIGINT NOT NULL DEFAULT 0;
