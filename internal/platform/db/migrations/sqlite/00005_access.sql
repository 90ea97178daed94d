-- +goose Up

-- When a password that the system made up stops working; NULL for one that its
-- user chose.
ALTER TABLE users ADD COLUMN password_ends_at BIGINT;

-- The page whose button used the link: pressed twice, it answers the same.
ALTER TABLE one_time_links ADD COLUMN used_by TEXT;
