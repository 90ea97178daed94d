-- +goose Up
-- What happened: facts for other parts of the program, for 35 days. There is one writer, so the row's number is the position: it rises in the
-- order of the commits.
CREATE TABLE events (
    id        BIGINT GENERATED ALWAYS AS (seq) VIRTUAL,
    seq       INTEGER NOT NULL PRIMARY KEY, -- position
    client_id BIGINT NOT NULL, -- 0: of no single client
    kind      TEXT NOT NULL,
    subject   TEXT NOT NULL, -- id of what it happened to
    channel   TEXT NOT NULL, -- of an order; else empty
    data      TEXT NOT NULL, -- a JSON object, or empty
    at        BIGINT NOT NULL
);

-- Up to which position each consumer has read events; numbering is the greatest position that was given, on PostgreSQL.
CREATE TABLE event_positions (
    name     TEXT NOT NULL PRIMARY KEY,
    position BIGINT NOT NULL CHECK (position >= 0)
);
INSERT INTO event_positions (name, position) VALUES ('numbering', 0);

-- Counts the lines whose orders were refunded while the run went on: what is too low a balance for a line at one moment may not be at the next.
ALTER TABLE scheduled_orders ADD COLUMN refunds BIGINT NOT NULL DEFAULT 0;
