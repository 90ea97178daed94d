-- +goose Up
-- The people whose numbers a client buys for. A deleted one stays as inactive.
CREATE TABLE contacts (
    id             INTEGER NOT NULL PRIMARY KEY,
    client_id      BIGINT NOT NULL REFERENCES clients (id),
    code           TEXT NOT NULL, -- the client's own: never changes
    name           TEXT NOT NULL,
    destination_no TEXT NOT NULL,
    match_no       TEXT NOT NULL, -- the number in the form in which destinations are compared
    search         TEXT NOT NULL, -- code, name and number in lower case
    active         BOOLEAN NOT NULL DEFAULT TRUE,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL
);
CREATE UNIQUE INDEX contacts_code ON contacts (client_id, code) WHERE active;
CREATE INDEX contacts_number ON contacts (client_id, match_no) WHERE active;
CREATE INDEX contacts_name ON contacts (client_id, name, id) WHERE active;
