-- +goose Up
-- PostgreSQL alone: SQLite changes a row in its place.
SELECT 1;
