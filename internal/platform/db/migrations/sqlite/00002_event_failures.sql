-- +goose Up

-- Events that a consumer failed at, and later ones about the same subjects, which wait behind them. They are copies: the record may delete
-- its own before the consumer can handle them.
CREATE TABLE event_failures (
    consumer     TEXT NOT NULL,
    seq          BIGINT NOT NULL, -- position
    client_id    BIGINT NOT NULL,
    kind         TEXT NOT NULL,
    subject      TEXT NOT NULL,
    channel      TEXT NOT NULL,
    data         TEXT NOT NULL,
    at           BIGINT NOT NULL,
    failures     BIGINT NOT NULL CHECK (failures >= 0), -- 0: it waits behind another
    error        TEXT NOT NULL, -- the last one
    set_aside_at BIGINT NOT NULL,
    due_at       BIGINT, -- when it is tried again; NULL while it waits behind another
    PRIMARY KEY (consumer, seq)
);
CREATE INDEX event_failures_due ON event_failures (consumer, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX event_failures_subject ON event_failures (consumer, subject, seq);

-- The number of rows in event_failures, so that a consumer without any asks for none.
ALTER TABLE event_positions ADD COLUMN set_aside BIGINT NOT NULL DEFAULT 0 CHECK (set_aside >= 0);
