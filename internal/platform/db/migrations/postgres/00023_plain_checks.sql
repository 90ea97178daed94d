-- +goose Up
-- Checks by IN cost next to nothing here: only SQLite's are changed.
SELECT 1;
