-- +goose Up

-- Counting and listing the jobs that were given up must not read the others.
CREATE INDEX jobs_dead ON jobs (kind, id) WHERE state = 'dead';
