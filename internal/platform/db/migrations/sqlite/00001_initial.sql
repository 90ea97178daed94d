-- +goose Up

-- Counters for ids that must be small and come in one sequence: users and API
-- keys share one (decisions, section 2).
CREATE TABLE sequences (
    name  TEXT PRIMARY KEY,
    value BIGINT NOT NULL
);

-- Versions of what nodes keep in memory: a batch compares them in its own
-- transaction, so that no node works with an old price.
CREATE TABLE versions (
    name    TEXT PRIMARY KEY,
    version BIGINT NOT NULL
);

-- Node numbers, the middle part of every order id. A node holds its number
-- by a lease.
CREATE TABLE nodes (
    number      BIGINT NOT NULL PRIMARY KEY,
    holder      TEXT NOT NULL,
    lease_until BIGINT NOT NULL
);

-- ---------------------------------------------------------------- identity --

CREATE TABLE clients (
    id            INTEGER NOT NULL PRIMARY KEY,
    code          TEXT NOT NULL UNIQUE,
    name          TEXT NOT NULL,
    legal_name    TEXT NOT NULL,
    email_finance TEXT NOT NULL,
    time_zone     TEXT NOT NULL DEFAULT 'Asia/Jakarta',
    language      TEXT NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'id')), -- of mails to the finance address
    tax_number    TEXT,
    features      TEXT NOT NULL DEFAULT '[]', -- JSON list of feature names
    active        BOOLEAN NOT NULL DEFAULT TRUE,
    created_at    BIGINT NOT NULL
);

CREATE TABLE roles (
    id    INTEGER NOT NULL PRIMARY KEY,
    name  TEXT NOT NULL UNIQUE, -- client_root
    label TEXT NOT NULL         -- Client Root
);

CREATE TABLE role_permissions (
    role_id       BIGINT NOT NULL REFERENCES roles (id),
    permission_id BIGINT NOT NULL,
    PRIMARY KEY (role_id, permission_id)
);

CREATE TABLE users (
    id                       INTEGER NOT NULL PRIMARY KEY, -- from the sequence "principals"
    client_id                BIGINT NOT NULL REFERENCES clients (id),
    username                 TEXT NOT NULL,
    full_name                TEXT NOT NULL,
    email                    TEXT NOT NULL,
    password_hash            TEXT NOT NULL,
    password_changed_at      BIGINT NOT NULL,
    password_expired         BOOLEAN NOT NULL DEFAULT FALSE,
    password_ends_at         BIGINT, -- when a password that the system made stops working; NULL for one that its user chose
    pin_hash                 TEXT,
    pin_failures             BIGINT NOT NULL DEFAULT 0, -- since the last success
    pin_failures_total       BIGINT NOT NULL DEFAULT 0, -- since the last reset
    pin_locked_until         BIGINT,
    language                 TEXT CHECK (language IN ('en', 'id')), -- NULL: follow the browser
    deposit_event_new_report BOOLEAN NOT NULL DEFAULT FALSE,
    active                   BOOLEAN NOT NULL DEFAULT TRUE,
    last_used_at             BIGINT,
    created_at               BIGINT NOT NULL,
    deleted_at               BIGINT
);
CREATE UNIQUE INDEX users_username ON users (client_id, lower(username)) WHERE deleted_at IS NULL;
-- The list of users in its order, with what a search reads.
CREATE INDEX users_client ON users (client_id, id, username, email) WHERE deleted_at IS NULL;

CREATE TABLE user_roles (
    user_id BIGINT NOT NULL REFERENCES users (id),
    role_id BIGINT NOT NULL REFERENCES roles (id),
    PRIMARY KEY (user_id, role_id)
);

CREATE TABLE past_passwords (
    user_id       BIGINT NOT NULL REFERENCES users (id),
    password_hash TEXT NOT NULL,
    set_at        BIGINT NOT NULL,
    PRIMARY KEY (user_id, set_at)
);

CREATE TABLE sessions (
    id           TEXT NOT NULL PRIMARY KEY,
    client_id    BIGINT NOT NULL REFERENCES clients (id),
    user_id      BIGINT NOT NULL REFERENCES users (id),
    scope        TEXT NOT NULL CHECK (scope IN ('full', 'restricted')),
    device       TEXT NOT NULL DEFAULT '',
    address      TEXT NOT NULL DEFAULT '',
    created_at   BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL,
    ended_at     BIGINT
);
CREATE INDEX sessions_user ON sessions (user_id, created_at);

-- Every try of a secret is a row before it is checked; a success takes its own
-- row away (decisions, section 2: throttle).
CREATE TABLE tries (
    id     TEXT NOT NULL PRIMARY KEY,
    bucket TEXT NOT NULL, -- account:1001/root, address:10.0.0.7
    at     BIGINT NOT NULL
);
CREATE INDEX tries_bucket ON tries (bucket, at);

CREATE TABLE api_keys (
    id           INTEGER NOT NULL PRIMARY KEY, -- from the sequence "principals"
    client_id    BIGINT NOT NULL REFERENCES clients (id),
    slot         BIGINT NOT NULL CHECK (slot IN (1, 2)), -- at most two at a time
    key_hash     TEXT NOT NULL UNIQUE,
    last_four    TEXT NOT NULL,
    created_by   BIGINT REFERENCES users (id),
    created_at   BIGINT NOT NULL,
    last_used_at BIGINT,
    deleted_at   BIGINT
);
CREATE UNIQUE INDEX api_keys_slot ON api_keys (client_id, slot) WHERE deleted_at IS NULL;

-- Links that were mailed. The token itself is in the mail alone; a link serves
-- its purpose once, until it expires.
CREATE TABLE one_time_links (
    token_hash TEXT NOT NULL PRIMARY KEY,
    purpose    TEXT NOT NULL CHECK (purpose IN ('password', 'pin', 'email', 'finance-email')),
    client_id  BIGINT NOT NULL REFERENCES clients (id),
    user_id    BIGINT NOT NULL REFERENCES users (id),
    detail     TEXT NOT NULL DEFAULT '{}', -- JSON: the new address, the language
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    ended_at   BIGINT, -- used, or made void
    used_by    TEXT    -- the page whose button used the link: pressed twice, it answers the same
);
CREATE INDEX one_time_links_owner ON one_time_links (client_id, user_id) WHERE ended_at IS NULL;
CREATE INDEX one_time_links_expiry ON one_time_links (expires_at);

CREATE TABLE audit_log (
    id        INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    at        BIGINT NOT NULL,
    actor     TEXT NOT NULL,  -- user:12, key:31, staff:budi, system
    client_id BIGINT,         -- whom it is about; NULL for the provider's own
    action    TEXT NOT NULL,  -- wallet.adjust
    subject   TEXT NOT NULL,  -- wallet:4
    reason    TEXT NOT NULL DEFAULT '',
    detail    TEXT NOT NULL DEFAULT '{}',
    address   TEXT NOT NULL DEFAULT ''
);
CREATE INDEX audit_log_client ON audit_log (client_id, id);

-- ------------------------------------------------------------------- wallet --

CREATE TABLE wallets (
    id                INTEGER NOT NULL PRIMARY KEY,
    client_id         BIGINT NOT NULL REFERENCES clients (id),
    type              TEXT NOT NULL CHECK (type IN ('level_1', 'level_2', 'marketplace', 'multibiller')),
    active            BOOLEAN NOT NULL DEFAULT TRUE,
    balance           BIGINT NOT NULL DEFAULT 0 CHECK (balance >= 0),
    seq               BIGINT NOT NULL DEFAULT 0, -- number of the last history row
    changed_at        BIGINT NOT NULL DEFAULT 0, -- time of the last history row; the next row is never earlier
    min_balance_alert BIGINT,
    alerted_at        BIGINT, -- set while the balance is below the threshold
    settlement_status TEXT NOT NULL DEFAULT 'inactive',
    created_at        BIGINT NOT NULL,
    UNIQUE (client_id, type)
);
-- The look for low balances reads the wallets that have a threshold. Charges
-- change no column of it, so they stay as cheap as they were.
CREATE INDEX wallets_threshold ON wallets (id) WHERE min_balance_alert IS NOT NULL;

-- One row per change of a balance, never changed or deleted. The contra
-- account makes it double entry: it moves by the negated amount.
CREATE TABLE wallet_history (
    wallet_id      BIGINT NOT NULL,
    seq            BIGINT NOT NULL CHECK (seq > 0),
    client_id      BIGINT NOT NULL,
    action         TEXT NOT NULL CHECK (action IN ('payment', 'refund', 'topup', 'topup_va', 'topup_fee', 'deduct', 'topup_penalty', 'tax_22')),
    amount         BIGINT NOT NULL CHECK (amount <> 0),
    balance_before BIGINT NOT NULL CHECK (balance_before >= 0),
    balance_after  BIGINT NOT NULL CHECK (balance_after >= 0),
    contra         TEXT NOT NULL,
    order_id       BIGINT, -- of a payment or refund
    posting_key    TEXT,   -- of anything else: the same key of a client posts once
    reference      TEXT NOT NULL DEFAULT '',
    created_at     BIGINT NOT NULL,
    PRIMARY KEY (wallet_id, seq),
    CHECK (balance_after = balance_before + amount),
    CHECK ((action IN ('payment', 'topup_fee', 'deduct', 'tax_22')) = (amount < 0)),
    CHECK ((order_id IS NULL) <> (action IN ('payment', 'refund')))
);
CREATE UNIQUE INDEX wallet_history_order ON wallet_history (order_id, action) WHERE order_id IS NOT NULL;
CREATE UNIQUE INDEX wallet_history_key ON wallet_history (client_id, posting_key) WHERE posting_key IS NOT NULL;

-- What a posting key was first used for: the same key of a client with another
-- input is refused.
CREATE TABLE wallet_postings (
    client_id   BIGINT NOT NULL,
    posting_key TEXT NOT NULL,
    input_hash  TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (client_id, posting_key)
);

-- +goose StatementBegin
CREATE TRIGGER wallet_history_no_update BEFORE UPDATE ON wallet_history
BEGIN
    SELECT RAISE(ABORT, 'wallet_history is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER wallet_history_no_delete BEFORE DELETE ON wallet_history
BEGIN
    SELECT RAISE(ABORT, 'wallet_history is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
BEGIN
    SELECT RAISE(ABORT, 'audit_log is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
BEGIN
    SELECT RAISE(ABORT, 'audit_log is append-only');
END;
-- +goose StatementEnd

-- Withheld tax (WHT 22) by start date, in hundredths of a per cent.
CREATE TABLE tax_rates (
    starts_at         BIGINT NOT NULL PRIMARY KEY,
    points            BIGINT NOT NULL CHECK (points >= 0),
    points_no_tax_number BIGINT NOT NULL CHECK (points_no_tax_number >= 0)
);
INSERT INTO tax_rates (starts_at, points, points_no_tax_number) VALUES (0, 50, 100);

-- ------------------------------------------------------------------ catalog --

CREATE TABLE operators (
    code   TEXT NOT NULL PRIMARY KEY,
    name   TEXT NOT NULL,
    type   TEXT NOT NULL, -- mobile, electricity, ...
    active BOOLEAN NOT NULL DEFAULT TRUE
);

CREATE TABLE products (
    code              TEXT NOT NULL PRIMARY KEY,
    name              TEXT NOT NULL,
    description       TEXT NOT NULL DEFAULT '',
    operator_code     TEXT NOT NULL REFERENCES operators (code),
    operator_type     TEXT NOT NULL,
    kind              TEXT NOT NULL CHECK (kind IN ('prepaid', 'postpaid', 'open')),
    wallet_type       TEXT NOT NULL,
    price             BIGINT NOT NULL CHECK (price >= 0), -- postpaid: the fee on top of the bill; open: on top of the amount
    recommended_price BIGINT,
    min_amount        BIGINT NOT NULL DEFAULT 0,
    max_amount        BIGINT NOT NULL DEFAULT 0,
    active            BOOLEAN NOT NULL DEFAULT TRUE,
    problem           BOOLEAN NOT NULL DEFAULT FALSE,
    updated_at        BIGINT NOT NULL
);

CREATE TABLE client_prices (
    client_id    BIGINT NOT NULL REFERENCES clients (id),
    product_code TEXT NOT NULL REFERENCES products (code),
    price        BIGINT NOT NULL CHECK (price >= 0),
    updated_at   BIGINT NOT NULL,
    PRIMARY KEY (client_id, product_code)
);

CREATE TABLE product_skus (
    product_code TEXT NOT NULL REFERENCES products (code),
    supplier     TEXT NOT NULL,
    sku          TEXT NOT NULL,
    preference   BIGINT NOT NULL CHECK (preference > 0), -- 1 is tried first
    cost         BIGINT NOT NULL CHECK (cost >= 0),
    active       BOOLEAN NOT NULL DEFAULT TRUE,
    PRIMARY KEY (product_code, supplier),
    UNIQUE (product_code, preference)
);

-- ------------------------------------------------------------------- orders --

CREATE TABLE orders (
    id             INTEGER NOT NULL PRIMARY KEY,
    client_id      BIGINT NOT NULL,
    client_ref     TEXT NOT NULL,
    wallet_id      BIGINT NOT NULL,
    wallet_type    TEXT NOT NULL,
    product_code   TEXT NOT NULL,
    product_name   TEXT NOT NULL,
    kind           TEXT NOT NULL,
    destination_no TEXT NOT NULL,
    amount         BIGINT NOT NULL DEFAULT 0, -- asked for, open-amount products
    price          BIGINT NOT NULL CHECK (price > 0), -- charged
    status         BIGINT NOT NULL CHECK (status IN (3, 4, 5)), -- failed, success, pending
    refunded       BOOLEAN NOT NULL DEFAULT FALSE,
    payment_type   TEXT NOT NULL DEFAULT 'deposit',
    channel        TEXT NOT NULL, -- h2h, portal, schedule, storefront
    api_key_ending TEXT NOT NULL DEFAULT '', -- last four characters of the API key that placed it; empty on other channels
    input_hash     BIGINT NOT NULL,
    reference      TEXT NOT NULL DEFAULT '{}', -- JSON: what the product shows beside its name
    serial_number  TEXT,
    reason         TEXT,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    CHECK (NOT refunded OR status = 3)
);
CREATE UNIQUE INDEX orders_client_ref ON orders (client_id, client_ref);
CREATE INDEX orders_destination ON orders (client_id, destination_no, id);
CREATE UNIQUE INDEX orders_client_id ON orders (client_id, id);

-- One call to a supplier for an order, stored before the call.
CREATE TABLE order_attempts (
    order_id      BIGINT NOT NULL,
    number        BIGINT NOT NULL CHECK (number > 0),
    client_id     BIGINT NOT NULL,
    supplier      TEXT NOT NULL,
    sku           TEXT NOT NULL,
    reference     TEXT NOT NULL, -- ours, sent to the supplier: order id and number, so it is unique
    state         TEXT NOT NULL CHECK (state IN ('prepared', 'sending', 'answered')),
    outcome       TEXT CHECK (outcome IN ('success', 'pending', 'failed_created', 'failed_not_created', 'unknown')),
    code          TEXT NOT NULL DEFAULT '',
    message       TEXT NOT NULL DEFAULT '',
    serial_number TEXT NOT NULL DEFAULT '',
    cost          BIGINT NOT NULL DEFAULT 0,
    prepared_at   BIGINT NOT NULL,
    sent_at       BIGINT,
    answered_at   BIGINT,
    checks        BIGINT NOT NULL DEFAULT 0, -- number of status queries
    next_check_at BIGINT, -- of an answer: the next status query; of a call: when it counts as lost
    PRIMARY KEY (order_id, number)
);
-- Attempts that wait for their supplier, by client.
CREATE INDEX order_attempts_waiting ON order_attempts (supplier, client_id, order_id) WHERE state = 'prepared';
CREATE INDEX order_attempts_due ON order_attempts (supplier, next_check_at) WHERE next_check_at IS NOT NULL;

-- What suppliers told us by themselves, stored before it is applied.
CREATE TABLE supplier_notices (
    id          TEXT NOT NULL PRIMARY KEY,
    supplier    TEXT NOT NULL,
    digest      TEXT NOT NULL, -- of the body: a repeat is stored once
    reference   TEXT NOT NULL,
    body        TEXT NOT NULL, -- as received
    answer      TEXT NOT NULL, -- JSON: what it says, normalised
    received_at BIGINT NOT NULL,
    applied_at  BIGINT,
    result      TEXT NOT NULL DEFAULT '',
    UNIQUE (supplier, digest)
);
-- Applied notices are deleted when they are old enough.
CREATE INDEX supplier_notices_received ON supplier_notices (received_at);
CREATE INDEX supplier_notices_waiting ON supplier_notices (received_at) WHERE applied_at IS NULL;

-- What waits for staff: failures told after success, success told after the
-- refund, outcomes unknown for a day, answers about something else.
CREATE TABLE order_reviews (
    order_id    BIGINT NOT NULL,
    kind        TEXT NOT NULL CHECK (kind IN ('reversal', 'late_success', 'unknown', 'contradiction')),
    client_id   BIGINT NOT NULL,
    detail      TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    resolved_at BIGINT,
    resolution  TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (order_id, kind)
);

-- Files of orders that clients asked for. Progress is counted here while the
-- job writes: screens and other nodes read it.
CREATE TABLE order_exports (
    id          TEXT NOT NULL PRIMARY KEY,
    client_id   BIGINT NOT NULL REFERENCES clients (id),
    user_id     BIGINT NOT NULL, -- who asked
    date_start  TEXT NOT NULL,   -- first day, in the client's zone; empty for a search over all dates
    date_end    TEXT NOT NULL,   -- last day
    -- The filter of the orders. Zero values select all.
    hour         BIGINT NOT NULL DEFAULT 0, -- start of one hour of the days
    search       TEXT NOT NULL DEFAULT '',
    order_status BIGINT NOT NULL DEFAULT 0,
    wallet_type  TEXT NOT NULL DEFAULT '',
    payment_type TEXT NOT NULL DEFAULT '',
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

-- --------------------------------------------------------------------- jobs --

CREATE TABLE jobs (
    id           INTEGER NOT NULL PRIMARY KEY,
    kind         TEXT NOT NULL,
    args         TEXT NOT NULL,
    state        TEXT NOT NULL DEFAULT 'ready' CHECK (state IN ('ready', 'running', 'dead')),
    run_at       BIGINT NOT NULL,
    attempt      BIGINT NOT NULL DEFAULT 0,
    holder       TEXT,   -- node that runs it
    lease_until  BIGINT, -- until when nobody else may take it
    unique_key   TEXT,
    last_error   TEXT,
    created_at   BIGINT NOT NULL
);
CREATE INDEX jobs_due ON jobs (kind, run_at, id) WHERE state = 'ready';
CREATE INDEX jobs_leases ON jobs (lease_until) WHERE state = 'running';
CREATE UNIQUE INDEX jobs_unique ON jobs (kind, unique_key) WHERE unique_key IS NOT NULL;
-- Counting and listing the jobs that were given up must not read the others.
CREATE INDEX jobs_dead ON jobs (kind, id) WHERE state = 'dead';

CREATE TABLE job_schedules (
    name        TEXT NOT NULL PRIMARY KEY,
    next_run_at BIGINT NOT NULL
);
