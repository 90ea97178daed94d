-- +goose Up

-- Files of orders that clients asked for. Progress is counted here while the
-- job writes: screens and other nodes read it.
CREATE TABLE order_exports (
    id          TEXT NOT NULL PRIMARY KEY,
    client_id   BIGINT NOT NULL REFERENCES clients (id),
    user_id     BIGINT NOT NULL, -- who asked
    date_start  TEXT NOT NULL,   -- first day, in the client's zone
    date_end    TEXT NOT NULL,   -- last day
    wallet_type TEXT NOT NULL DEFAULT '', -- all when empty
    status      TEXT NOT NULL CHECK (status IN ('running', 'done', 'failed', 'expired')),
    rows_total  BIGINT NOT NULL DEFAULT 0,
    rows_done   BIGINT NOT NULL DEFAULT 0,
    csv_size    BIGINT NOT NULL DEFAULT 0,
    csv_sha256  TEXT NOT NULL DEFAULT '',
    xlsx_size   BIGINT NOT NULL DEFAULT 0,
    xlsx_sha256 TEXT NOT NULL DEFAULT '',
    created_at  BIGINT NOT NULL,
    finished_at BIGINT,
    expires_at  BIGINT,
    CHECK (rows_done <= rows_total)
);
CREATE INDEX order_exports_client ON order_exports (client_id, created_at);
CREATE INDEX order_exports_expiry ON order_exports (expires_at) WHERE status = 'done';
-- One export at a time: the second request meets this key.
CREATE UNIQUE INDEX order_exports_running ON order_exports (client_id) WHERE status = 'running';

-- Daily files of orders, each with the checksum of what was written.
CREATE TABLE order_reports (
    client_id BIGINT NOT NULL REFERENCES clients (id),
    day       TEXT NOT NULL, -- YYYY-MM-DD in the client's zone
    file      TEXT NOT NULL, -- its key in the file store
    row_count BIGINT NOT NULL,
    size      BIGINT NOT NULL,
    sha256    TEXT NOT NULL,
    made_at   BIGINT NOT NULL,
    PRIMARY KEY (client_id, day)
);
CREATE INDEX order_reports_made ON order_reports (made_at);

-- The look for low balances reads the wallets that have a threshold. Charges
-- change no column of it, so they stay as cheap as they were.
CREATE INDEX wallets_threshold ON wallets (id) WHERE min_balance_alert IS NOT NULL;
