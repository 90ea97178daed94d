-- +goose Up

-- Times are microseconds since 1970 (UTC) and amounts are whole rupiah, unless a comment says otherwise.

-- Tables that are written most compare by = and OR instead of IN: for each row that it checks, SQLite builds a table of the
-- values of an IN with more than two, which took a quarter of the time that the writer had for an order.

-- ---------------------------------------------------------------- platform --

-- Counters for ids that must be small. Users and API keys share the sequence "principals".
CREATE TABLE sequences (
    name  TEXT PRIMARY KEY,
    value BIGINT NOT NULL
);

-- Versions of what nodes keep in memory. A batch compares them in its own transaction, so that no node works with an
-- old price.
CREATE TABLE versions (
    name    TEXT PRIMARY KEY,
    version BIGINT NOT NULL
);

-- The steps of the schema. oldest_program is the last step that a program must know to run on the schema from this step on. Each migration adds
-- its row in its own transaction.
CREATE TABLE schema_steps (
    step           BIGINT NOT NULL PRIMARY KEY,
    oldest_program BIGINT NOT NULL
);
INSERT INTO schema_steps (step, oldest_program) VALUES (1, 1);

-- Node numbers, the middle part of every order id. A node holds its number by a lease.
CREATE TABLE nodes (
    number      BIGINT NOT NULL PRIMARY KEY,
    holder      TEXT NOT NULL,
    lease_until BIGINT NOT NULL,
    schema_step BIGINT NOT NULL DEFAULT 0 -- the last step that its program knows
);

-- Work in the background. A node that runs a job holds it by a lease; a job that is done is deleted.
CREATE TABLE jobs (
    id          INTEGER NOT NULL PRIMARY KEY,
    kind        TEXT NOT NULL,
    args        TEXT NOT NULL,
    state       TEXT NOT NULL DEFAULT 'ready' CHECK (state = 'ready' OR state = 'running' OR state = 'dead'),
    run_at      BIGINT NOT NULL,
    attempt     BIGINT NOT NULL DEFAULT 0,
    holder      TEXT, -- node that runs it
    lease_until BIGINT, -- until when nobody else may take it
    unique_key  TEXT,
    last_error  TEXT,
    created_at  BIGINT NOT NULL
);
CREATE INDEX jobs_due ON jobs (kind, run_at, id) WHERE state = 'ready';
CREATE INDEX jobs_leases ON jobs (lease_until) WHERE state = 'running';
CREATE UNIQUE INDEX jobs_unique ON jobs (kind, unique_key) WHERE unique_key IS NOT NULL;
-- Counting and listing the jobs that were given up must not read the others.
CREATE INDEX jobs_dead ON jobs (kind, id) WHERE state = 'dead';

-- Jobs that run at intervals, and when each is due next.
CREATE TABLE job_schedules (
    name        TEXT NOT NULL PRIMARY KEY,
    next_run_at BIGINT NOT NULL
);

-- What suppliers and banks reported without being asked, stored before it is answered and applied.
CREATE TABLE inbox_notices (
    id          TEXT NOT NULL PRIMARY KEY,
    source      TEXT NOT NULL, -- supplier:CODE or bank:CODE
    digest      TEXT NOT NULL, -- of the body: a repeat is stored once
    subject     TEXT NOT NULL, -- our reference at the supplier, or the account at the bank
    body        TEXT NOT NULL, -- as received
    content     TEXT NOT NULL, -- what it says, in a form that we know
    in_turn     BOOLEAN NOT NULL, -- applied after earlier ones about its subject
    received_at BIGINT NOT NULL,
    due_at      BIGINT NOT NULL, -- next try
    applied_at  BIGINT,
    result      TEXT NOT NULL DEFAULT '',
    attempts    BIGINT NOT NULL DEFAULT 0, -- failed ones
    UNIQUE (source, digest)
);
-- Applied notices are deleted when they are old enough.
CREATE INDEX inbox_notices_received ON inbox_notices (received_at);
CREATE INDEX inbox_notices_waiting ON inbox_notices (due_at) WHERE applied_at IS NULL;
CREATE INDEX inbox_notices_turn ON inbox_notices (subject, source, received_at) WHERE applied_at IS NULL AND in_turn;
-- Staff ask for the notices about a subject. An index of PostgreSQL holds no long text, so it has the first characters.
CREATE INDEX inbox_notices_subject ON inbox_notices (substr(subject, 1, 64), received_at);

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
-- Clients read their own.
CREATE INDEX events_client ON events (client_id, seq);

-- Up to which position each consumer has read events; numbering is the greatest position that was given, on PostgreSQL.
CREATE TABLE event_positions (
    name      TEXT NOT NULL PRIMARY KEY,
    position  BIGINT NOT NULL CHECK (position >= 0),
    -- The number of its rows in event_failures, so that a consumer without any asks for none.
    set_aside BIGINT NOT NULL DEFAULT 0 CHECK (set_aside >= 0)
);
INSERT INTO event_positions (name, position) VALUES ('numbering', 0);

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

-- Accepted answers of calls with an Idempotency-Key, stored in the transaction of the call.
CREATE TABLE idempotency_keys (
    client_id   BIGINT NOT NULL,
    call        TEXT NOT NULL, -- id of the operation
    request_key TEXT NOT NULL,
    input_hash  TEXT NOT NULL,
    answer      TEXT NOT NULL, -- JSON
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (client_id, call, request_key)
);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);

-- What a member of staff asked for that needs the approval of another one.
CREATE TABLE approvals (
    id           INTEGER NOT NULL PRIMARY KEY,
    kind         TEXT NOT NULL, -- wallet.adjust
    request_key  TEXT NOT NULL,
    client_id    BIGINT,
    input        TEXT NOT NULL, -- JSON
    status       TEXT NOT NULL CHECK (status IN ('waiting', 'approved', 'rejected')),
    requested_by TEXT NOT NULL,
    reason       TEXT NOT NULL,
    requested_at BIGINT NOT NULL,
    decided_by   TEXT,
    decision     TEXT NOT NULL DEFAULT '', -- reason of the second person
    decided_at   BIGINT,
    UNIQUE (kind, request_key),
    CHECK (decided_by <> requested_by),
    CHECK ((decided_by IS NULL) = (status = 'waiting')),
    CHECK ((decided_at IS NULL) = (status = 'waiting'))
);
CREATE INDEX approvals_waiting ON approvals (id) WHERE status = 'waiting';

-- What staff wrote for the next shift.
CREATE TABLE shift_notes (
    id     INTEGER NOT NULL PRIMARY KEY,
    author TEXT NOT NULL, -- staff:ana
    text   TEXT NOT NULL,
    at     BIGINT NOT NULL
);

-- What staff switched off at suppliers. A supplier without a row is on.
CREATE TABLE supplier_switches (
    supplier   TEXT NOT NULL PRIMARY KEY,
    purchases  BOOLEAN NOT NULL, -- whether they are on
    inquiries  BOOLEAN NOT NULL,
    reason     TEXT NOT NULL,
    until      BIGINT, -- when all is on again by itself
    changed_by TEXT NOT NULL, -- staff:budi
    changed_at BIGINT NOT NULL
);

-- What is left of our deposits at suppliers, read each minute.
CREATE TABLE supplier_balances (
    supplier TEXT NOT NULL,
    at       BIGINT NOT NULL,
    balance  BIGINT NOT NULL,
    PRIMARY KEY (supplier, at)
);

-- At which balance staff are warned, and purchases stop; 0 is never.
CREATE TABLE supplier_balance_limits (
    supplier   TEXT NOT NULL PRIMARY KEY,
    alarm      BIGINT NOT NULL,
    stop       BIGINT NOT NULL,
    changed_by TEXT NOT NULL, -- staff:budi
    changed_at BIGINT NOT NULL,
    alarmed_at BIGINT, -- while the balance is below the alarm
    stopped_at BIGINT  -- while it is below the stop
);

-- Money that staff sent to suppliers, as they noted it.
CREATE TABLE supplier_refills (
    supplier  TEXT NOT NULL,
    reference TEXT NOT NULL, -- of the transfer
    amount    BIGINT NOT NULL CHECK (amount > 0),
    noted_by  TEXT NOT NULL, -- staff:budi
    noted_at  BIGINT NOT NULL,
    PRIMARY KEY (supplier, reference)
);

-- How the last reading of each supplier's price list went.
CREATE TABLE supplier_price_lists (
    supplier TEXT NOT NULL PRIMARY KEY,
    read_at  BIGINT NOT NULL,
    failure  TEXT NOT NULL, -- empty: the list was taken
    listed   BIGINT NOT NULL, -- rows of the last list that was taken
    taken_at BIGINT
);

-- The codes of suppliers as they were listed last.
CREATE TABLE supplier_price_rows (
    supplier TEXT NOT NULL,
    sku      TEXT NOT NULL,
    name     TEXT NOT NULL,
    price    BIGINT NOT NULL, -- 0 of bills
    state    TEXT NOT NULL CHECK (state IN ('active', 'inactive', 'gone')),
    PRIMARY KEY (supplier, sku)
);

-- What changed in price lists. Deleted 90 days after, once nothing waits for a person.
CREATE TABLE supplier_price_changes (
    id           BIGINT NOT NULL PRIMARY KEY,
    supplier     TEXT NOT NULL,
    sku          TEXT NOT NULL,
    name         TEXT NOT NULL,
    product_code TEXT NOT NULL, -- ours; empty: none
    kind         TEXT NOT NULL CHECK (kind IN ('price', 'new', 'gone')),
    state        TEXT NOT NULL CHECK (state IN ('waiting', 'applied', 'left', 'outdated', 'noted')),
    cause        TEXT NOT NULL, -- why it waits: below, jump
    before       BIGINT NOT NULL,
    after        BIGINT NOT NULL,
    seen_at      BIGINT NOT NULL,
    decided_by   TEXT, -- staff:budi
    decided_at   BIGINT,
    reason       TEXT
);
CREATE INDEX supplier_price_changes_supplier ON supplier_price_changes (supplier, id);
CREATE UNIQUE INDEX supplier_price_changes_waiting ON supplier_price_changes (supplier, product_code) WHERE state = 'waiting';

-- The rules by which orders get their suppliers: each change is a new list. The greatest version holds.
CREATE TABLE routing_lists (
    version    BIGINT NOT NULL PRIMARY KEY,
    rules      TEXT NOT NULL, -- JSON
    reason     TEXT NOT NULL,
    changed_by TEXT NOT NULL, -- staff:budi
    changed_at BIGINT NOT NULL
);

-- Purchases that ended at suppliers, by minute, for the rules by recent success.
CREATE TABLE supplier_results (
    minute        BIGINT NOT NULL, -- its start
    supplier      TEXT NOT NULL,
    product_group TEXT NOT NULL,
    succeeded     BIGINT NOT NULL,
    failed        BIGINT NOT NULL,
    PRIMARY KEY (minute, supplier, product_group)
);

-- The same by SKU, for switching off what fails. A number that fails again counts once.
CREATE TABLE sku_results (
    minute       BIGINT NOT NULL, -- its start
    supplier     TEXT NOT NULL,
    product_code TEXT NOT NULL,
    succeeded    BIGINT NOT NULL,
    failed       BIGINT NOT NULL,
    PRIMARY KEY (minute, supplier, product_code)
);

-- What the system switched off at suppliers since too much of it failed, and what staff decided about it.
CREATE TABLE supplier_exclusions (
    supplier     TEXT NOT NULL,
    product_code TEXT NOT NULL, -- empty: the whole supplier
    state        TEXT NOT NULL CHECK (state IN ('off', 'trial', 'on', 'never')),
    since        BIGINT NOT NULL, -- of the state; results of purchases that were sent before don't count any more
    until        BIGINT, -- of off: when the trial begins
    pauses       BIGINT NOT NULL, -- in a row
    ended        BIGINT NOT NULL, -- the figures that switched it off
    failed       BIGINT NOT NULL,
    one_of       BIGINT NOT NULL, -- in a trial one order of so many goes there
    reason       TEXT NOT NULL,
    changed_by   TEXT NOT NULL, -- system, staff:budi
    PRIMARY KEY (supplier, product_code)
);

-- When the system switches off what fails: one row after the first change of staff.
CREATE TABLE exclusion_settings (
    id             INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    switched_on    BOOLEAN NOT NULL,
    span_minutes   BIGINT NOT NULL,
    fewest         BIGINT NOT NULL, -- purchases that ended
    failed_percent BIGINT NOT NULL,
    pause_minutes  BIGINT NOT NULL, -- the first one; each further one in a row is twice as long
    successes      BIGINT NOT NULL, -- that end a trial
    reason         TEXT NOT NULL,
    changed_by     TEXT NOT NULL, -- staff:budi
    changed_at     BIGINT NOT NULL
);

-- Filters of lists that members of staff use again.
CREATE TABLE saved_views (
    id         INTEGER NOT NULL PRIMARY KEY,
    owner      TEXT NOT NULL, -- staff:ana
    list       TEXT NOT NULL, -- orders
    name       TEXT NOT NULL,
    search     TEXT NOT NULL, -- as in the address of the page
    created_at BIGINT NOT NULL,
    UNIQUE (owner, list, name)
);

-- What staff tell clients, in both languages. One about a disturbance ends with it.
CREATE TABLE announcements (
    id            INTEGER NOT NULL PRIMARY KEY,
    title         TEXT NOT NULL,
    title_id      TEXT NOT NULL, -- in Indonesian
    text          TEXT NOT NULL,
    text_id       TEXT NOT NULL,
    from_at       BIGINT NOT NULL,
    until_at      BIGINT CHECK (until_at > from_at), -- NULL: when staff end it, or the disturbance that it is about
    ended_at      BIGINT, -- before its time, by staff or with the disturbance
    everyone      BOOLEAN NOT NULL, -- to all clients; else to those of announcement_clients
    chosen        BIGINT NOT NULL, -- how many those are
    product_code  TEXT NOT NULL DEFAULT '', -- of the disturbance; empty: of all products of the operator, or there is none
    operator_code TEXT NOT NULL DEFAULT '', -- empty: it is about no disturbance
    mail          BOOLEAN NOT NULL, -- the root users get a mail when it begins
    mailed_to     BIGINT NOT NULL DEFAULT 0, -- the last client that was mailed, in the order of their ids
    mails         BIGINT NOT NULL DEFAULT 0, -- how many were stored
    created_by    TEXT NOT NULL, -- staff:budi
    reason        TEXT NOT NULL,
    created_at    BIGINT NOT NULL
);

-- To whom an announcement is that is not to all clients.
CREATE TABLE announcement_clients (
    announcement_id BIGINT NOT NULL REFERENCES announcements (id),
    client_id       BIGINT NOT NULL,
    PRIMARY KEY (announcement_id, client_id)
);

-- Which users closed an announcement: they don't see it again.
CREATE TABLE announcement_closures (
    announcement_id BIGINT NOT NULL REFERENCES announcements (id),
    user_id         BIGINT NOT NULL,
    PRIMARY KEY (announcement_id, user_id)
);

-- Who changed what, and why.
CREATE TABLE audit_log (
    id        INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    at        BIGINT NOT NULL,
    actor     TEXT NOT NULL, -- user:12, key:31, staff:budi, system
    client_id BIGINT, -- whom it is about; NULL for the provider's own
    action    TEXT NOT NULL, -- wallet.adjust
    subject   TEXT NOT NULL, -- wallet:4
    reason    TEXT NOT NULL DEFAULT '',
    detail    TEXT NOT NULL DEFAULT '{}',
    address   TEXT NOT NULL DEFAULT ''
);
CREATE INDEX audit_log_client ON audit_log (client_id, id);
CREATE INDEX audit_log_actor ON audit_log (actor, action, at);
CREATE INDEX audit_log_subject ON audit_log (subject, id);
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

-- ---------------------------------------------------------------- identity --

-- The businesses that buy.
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
    sandbox_of    BIGINT, -- whose sandbox it is; NULL for a client. The id of a sandbox says so, too (package clientid)
    duplicate_minutes BIGINT NOT NULL DEFAULT 0 CHECK (duplicate_minutes BETWEEN 0 AND 1440), -- within which its API refuses the same order again; 0: never
    clock_ahead   BIGINT NOT NULL DEFAULT 0 CHECK (clock_ahead >= 0), -- of a sandbox: how far its clock was moved forward, microseconds
    created_at    BIGINT NOT NULL,
    CHECK ((sandbox_of IS NULL) = (id < 1000000000)),
    CHECK (sandbox_of = id % 1000000000),
    CHECK (clock_ahead = 0 OR sandbox_of IS NOT NULL)
);
-- A client has one sandbox at a time; a reset makes another one.
CREATE UNIQUE INDEX clients_sandbox ON clients (sandbox_of) WHERE sandbox_of IS NOT NULL AND active;

-- Roles of users, with what each may do.
CREATE TABLE roles (
    id    INTEGER NOT NULL PRIMARY KEY,
    client_id BIGINT REFERENCES clients (id), -- whose own role it is; NULL for roles that all clients share, and for those of staff
    name  TEXT NOT NULL, -- client_root
    label TEXT NOT NULL, -- Client Root
    staff BOOLEAN NOT NULL DEFAULT FALSE, -- for users of the provider alone; the others are for users of clients
    CHECK (client_id IS NULL OR NOT staff)
);
CREATE UNIQUE INDEX roles_shared ON roles (name) WHERE client_id IS NULL;
CREATE UNIQUE INDEX roles_own ON roles (client_id, lower(name)) WHERE client_id IS NOT NULL;

-- The permissions of a role, by the numbers that the program gives them.
CREATE TABLE role_permissions (
    role_id       BIGINT NOT NULL REFERENCES roles (id),
    permission_id BIGINT NOT NULL,
    PRIMARY KEY (role_id, permission_id)
);

-- The people of a client who sign in.
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
    factor_reset_at          BIGINT, -- when the second factors are removed, which were lost; NULL: no reset waits
    language                 TEXT CHECK (language IN ('en', 'id')), -- NULL: follow the browser
    deposit_event_new_report BOOLEAN NOT NULL DEFAULT FALSE,
    active                   BOOLEAN NOT NULL DEFAULT TRUE,
    last_used_at             BIGINT,
    created_at               BIGINT NOT NULL,
    deleted_at               BIGINT,
    CHECK (client_id < 1000000000) -- nobody signs in to a sandbox
);
CREATE UNIQUE INDEX users_username ON users (client_id, lower(username)) WHERE deleted_at IS NULL;
-- The list of users in its order, with what a search reads.
CREATE INDEX users_client ON users (client_id, id, username, email) WHERE deleted_at IS NULL;

-- The roles of a user.
CREATE TABLE user_roles (
    user_id BIGINT NOT NULL REFERENCES users (id),
    role_id BIGINT NOT NULL REFERENCES roles (id),
    PRIMARY KEY (user_id, role_id)
);

-- Earlier passwords of a user, which may not be chosen again.
CREATE TABLE past_passwords (
    user_id       BIGINT NOT NULL REFERENCES users (id),
    password_hash TEXT NOT NULL,
    set_at        BIGINT NOT NULL,
    PRIMARY KEY (user_id, set_at)
);

-- Where users are signed in.
CREATE TABLE sessions (
    id           TEXT NOT NULL PRIMARY KEY,
    client_id    BIGINT NOT NULL REFERENCES clients (id),
    user_id      BIGINT NOT NULL REFERENCES users (id),
    scope        TEXT NOT NULL CHECK (scope IN ('full', 'restricted', 'second_factor', 'look_start', 'look')), -- second_factor: only the second step of a sign-in; look: one of staff reads what the user sees
    method       TEXT NOT NULL CHECK (method IN ('password', 'app', 'passkey', 'recovery_code', 'remembered', 'staff')), -- how it signed in
    device       TEXT NOT NULL DEFAULT '',
    address      TEXT NOT NULL DEFAULT '',
    created_at   BIGINT NOT NULL,
    proved_at    BIGINT NOT NULL, -- when its user last proved who they are, for calls that need a fresh proof; 0: not yet
    last_used_at BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL,
    ended_at     BIGINT,
    displaced    BOOLEAN NOT NULL DEFAULT FALSE, -- a newer sign-in ended it, because a user has only so many; its holder is told so
    looker       TEXT, -- the username of staff who looks; NULL in sessions of the user
    CHECK ((looker IS NULL) = (scope NOT IN ('look_start', 'look')))
);
CREATE INDEX sessions_user ON sessions (user_id, created_at);
CREATE INDEX sessions_looker ON sessions (looker) WHERE looker IS NOT NULL;

-- What a client's root users decided about the security of its users. A client without a row has the defaults.
CREATE TABLE client_security (
    client_id    BIGINT NOT NULL PRIMARY KEY REFERENCES clients (id),
    idle_minutes BIGINT NOT NULL CHECK (idle_minutes BETWEEN 15 AND 120), -- a session ends after so long without use
    second_factor TEXT NOT NULL DEFAULT 'none' CHECK (second_factor IN ('none', 'money', 'all')), -- of whom it is demanded
    demanded_at  BIGINT, -- since when; people have seven days
    remember_days BIGINT NOT NULL DEFAULT 30 CHECK (remember_days BETWEEN 0 AND 90), -- so long a browser may skip the second step
    changed_at   BIGINT NOT NULL,
    CHECK ((second_factor = 'none') = (demanded_at IS NULL))
);

-- Authenticator apps of users. One that is confirmed is a second factor.
CREATE TABLE authenticator_apps (
    id           TEXT NOT NULL PRIMARY KEY,
    client_id    BIGINT NOT NULL REFERENCES clients (id),
    user_id      BIGINT NOT NULL REFERENCES users (id),
    secret       TEXT NOT NULL, -- encrypted
    key_id       TEXT NOT NULL, -- of the key that it is encrypted with
    last_step    BIGINT NOT NULL DEFAULT 0, -- period of the last code that was taken; none up to it is taken again
    created_at   BIGINT NOT NULL,
    confirmed_at BIGINT, -- by its first code
    last_used_at BIGINT
);
CREATE INDEX authenticator_apps_user ON authenticator_apps (user_id);

-- Passkeys of users.
CREATE TABLE passkeys (
    id            TEXT NOT NULL PRIMARY KEY,
    client_id     BIGINT NOT NULL REFERENCES clients (id),
    user_id       BIGINT NOT NULL REFERENCES users (id),
    credential_id TEXT NOT NULL UNIQUE, -- what the authenticator calls it
    domain        TEXT NOT NULL, -- it serves there alone
    name          TEXT NOT NULL,
    record        TEXT NOT NULL, -- JSON: public key, counter, flags; written after each use
    synced        BOOLEAN NOT NULL, -- a copy is kept outside of the device
    device        TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    last_used_at  BIGINT
);
CREATE INDEX passkeys_user ON passkeys (user_id);

-- What browsers were asked to sign with a passkey. A row is taken by its one answer.
CREATE TABLE passkey_questions (
    challenge_hash TEXT NOT NULL PRIMARY KEY, -- SHA-256
    purpose        TEXT NOT NULL CHECK (purpose IN ('make', 'sign_in', 'second_step', 'step_up')),
    client_id      BIGINT NOT NULL, -- whose answer counts; 0 at a sign-in by a passkey alone
    user_id        BIGINT NOT NULL,
    session_id     TEXT NOT NULL,
    address        TEXT NOT NULL, -- network of the caller
    expected       TEXT NOT NULL, -- JSON: what the answer is compared with
    expires_at     BIGINT NOT NULL
);
CREATE INDEX passkey_questions_old ON passkey_questions (expires_at);
CREATE INDEX passkey_questions_address ON passkey_questions (address);

-- Codes for who lost the second factor. Each serves one sign-in.
CREATE TABLE recovery_codes (
    user_id    BIGINT NOT NULL REFERENCES users (id),
    lookup     TEXT NOT NULL, -- the first characters, which find the row
    client_id  BIGINT NOT NULL REFERENCES clients (id),
    hash       TEXT NOT NULL, -- of the others
    created_at BIGINT NOT NULL,
    used_at    BIGINT,
    PRIMARY KEY (user_id, lookup)
);

-- Browsers whose sign-ins skip the second step.
CREATE TABLE remembered_browsers (
    id         TEXT NOT NULL PRIMARY KEY,
    client_id  BIGINT NOT NULL REFERENCES clients (id),
    user_id    BIGINT NOT NULL REFERENCES users (id),
    token_hash TEXT NOT NULL UNIQUE, -- SHA-256 of the token in its cookie
    device     TEXT NOT NULL,
    address    TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX remembered_browsers_user ON remembered_browsers (user_id);
CREATE INDEX remembered_browsers_old ON remembered_browsers (expires_at);

-- From where a user signed in lately: browsers by their cookie, and networks. Such callers are not refused because of
-- failures of others, and come first when many sign in.
CREATE TABLE sign_in_origins (
    user_id      BIGINT NOT NULL REFERENCES users (id),
    kind         TEXT NOT NULL CHECK (kind IN ('device', 'network')),
    value        TEXT NOT NULL, -- SHA-256 of a device's token; a network: 192.0.2.7, 2001:db8::/64
    client_id    BIGINT NOT NULL REFERENCES clients (id),
    created_at   BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, kind, value)
);
CREATE INDEX sign_in_origins_old ON sign_in_origins (last_used_at);
CREATE INDEX sign_in_origins_value ON sign_in_origins (client_id, value);

-- Every try of a secret is stored before it is checked; a success deletes its own row. What is left limits further
-- tries.
CREATE TABLE tries (
    id     TEXT NOT NULL PRIMARY KEY,
    bucket TEXT NOT NULL, -- account:1001/root, address:10.0.0.7
    at     BIGINT NOT NULL
);
CREATE INDEX tries_bucket ON tries (bucket, at);

-- Keys with which programs of a client call. A client has two at most, beside one that was rolled.
CREATE TABLE api_keys (
    id             INTEGER NOT NULL PRIMARY KEY, -- from the sequence "principals"
    client_id      BIGINT NOT NULL REFERENCES clients (id),
    slot           BIGINT NOT NULL CHECK (slot IN (1, 2, 3)), -- at most two at a time; 3: was rolled, until its end
    name           TEXT NOT NULL DEFAULT '',
    scopes         TEXT NOT NULL DEFAULT '*', -- orders:read,balance:read; *: everything
    addresses      TEXT NOT NULL DEFAULT '', -- 203.0.113.7,2001:db8::/32; empty: any
    key_hash       TEXT NOT NULL UNIQUE,
    last_four      TEXT NOT NULL,
    created_by     BIGINT REFERENCES users (id),
    created_at     BIGINT NOT NULL,
    ends_at        BIGINT,
    last_used_at   BIGINT,
    last_used_from TEXT,
    deleted_at     BIGINT
);
CREATE UNIQUE INDEX api_keys_slot ON api_keys (client_id, slot) WHERE deleted_at IS NULL;

-- Links that were mailed. The token itself is in the mail alone; a link works once, until it expires.
CREATE TABLE one_time_links (
    token_hash TEXT NOT NULL PRIMARY KEY,
    purpose    TEXT NOT NULL CHECK (purpose IN ('password', 'pin', 'email', 'finance-email', 'factor-reset')),
    client_id  BIGINT NOT NULL REFERENCES clients (id),
    user_id    BIGINT NOT NULL REFERENCES users (id),
    detail     TEXT NOT NULL DEFAULT '{}', -- JSON: the new address, the language
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    ended_at   BIGINT, -- used, or made void
    used_by    TEXT -- the page whose button used the link: pressed twice, it answers the same
);
CREATE INDEX one_time_links_owner ON one_time_links (client_id, user_id) WHERE ended_at IS NULL;
CREATE INDEX one_time_links_expiry ON one_time_links (expires_at);

-- ------------------------------------------------------------------- money --

-- Prepaid balances of clients.
CREATE TABLE wallets (
    id                BIGINT NOT NULL,
    client_id         BIGINT NOT NULL REFERENCES clients (id),
    type              TEXT NOT NULL CHECK (type IN ('level_1', 'level_2', 'marketplace', 'multibiller')),
    active            BOOLEAN NOT NULL DEFAULT TRUE,
    balance           BIGINT NOT NULL DEFAULT 0 CHECK (balance >= 0),
    seq               BIGINT NOT NULL DEFAULT 0, -- number of the last history row
    changed_at        BIGINT NOT NULL DEFAULT 0, -- time of the last history row; the next row is never earlier
    min_balance_alert BIGINT,
    alerted_at        BIGINT, -- set while the balance is below the threshold
    created_at        BIGINT NOT NULL,
    PRIMARY KEY (client_id, id),
    UNIQUE (client_id, type)
);
-- The look for low balances reads the wallets that have a threshold. Charges change no column of it, so they stay as
-- cheap as they were.
CREATE INDEX wallets_threshold ON wallets (id) WHERE min_balance_alert IS NOT NULL;
-- A wallet keeps its client and its type: other tables hold copies of the type, and money follows them.
-- +goose StatementBegin
CREATE TRIGGER wallets_keep_type BEFORE UPDATE OF id, client_id, type ON wallets
BEGIN
    SELECT RAISE(ABORT, 'a wallet keeps its client and its type');
END;
-- +goose StatementEnd

-- One row per change of a balance, never changed or deleted. The contra account makes it double entry: it moves by the
-- negated amount.
CREATE TABLE wallet_history (
    wallet_id      BIGINT NOT NULL,
    seq            BIGINT NOT NULL CHECK (seq > 0),
    client_id      BIGINT NOT NULL,
    action         TEXT NOT NULL CHECK (action = 'payment' OR action = 'refund' OR action = 'topup' OR action = 'topup_va' OR action = 'topup_fee' OR action = 'deduct' OR action = 'topup_penalty' OR action = 'tax_22'),
    amount         BIGINT NOT NULL CHECK (amount <> 0),
    balance_before BIGINT NOT NULL CHECK (balance_before >= 0),
    balance_after  BIGINT NOT NULL CHECK (balance_after >= 0),
    contra         TEXT NOT NULL,
    order_id       BIGINT, -- of a payment or refund
    posting_key    TEXT, -- of anything else: the same key of a client posts once
    reference      TEXT NOT NULL DEFAULT '',
    created_at     BIGINT NOT NULL,
    PRIMARY KEY (client_id, wallet_id, seq),
    CHECK ((contra = 'sandbox') = (client_id >= 1000000000)), -- no account but its own sees the money of a sandbox
    CHECK (balance_after = balance_before + amount),
    CHECK ((action = 'payment' OR action = 'topup_fee' OR action = 'deduct' OR action = 'tax_22') = (amount < 0)),
    CHECK ((order_id IS NULL) <> (action IN ('payment', 'refund')))
);
CREATE UNIQUE INDEX wallet_history_order ON wallet_history (client_id, order_id, action) WHERE order_id IS NOT NULL;
CREATE UNIQUE INDEX wallet_history_key ON wallet_history (client_id, posting_key) WHERE posting_key IS NOT NULL;
-- The list of one operation. Rows of the other operations are few, so the primary key alone would read the payments in
-- between.
CREATE INDEX wallet_history_action ON wallet_history (client_id, wallet_id, action, seq) WHERE action <> 'payment';
-- The search for the reference of a top-up or a correction. Rows of orders are found by the order.
CREATE INDEX wallet_history_reference ON wallet_history (client_id, reference, wallet_id, seq) WHERE order_id IS NULL;
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

-- What a posting key was first used for: the same key of a client with another input is refused.
CREATE TABLE wallet_postings (
    client_id   BIGINT NOT NULL,
    posting_key TEXT NOT NULL,
    input_hash  TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (client_id, posting_key)
);

-- Withheld tax (WHT 22) by start date, in hundredths of a per cent.
CREATE TABLE tax_rates (
    starts_at            BIGINT NOT NULL PRIMARY KEY,
    points               BIGINT NOT NULL CHECK (points >= 0),
    points_no_tax_number BIGINT NOT NULL CHECK (points_no_tax_number >= 0)
);
INSERT INTO tax_rates (starts_at, points, points_no_tax_number) VALUES (0, 50, 100);

-- Paying later. A settlement is a client's limit: the balance is what is left of it, and what was used stays used until
-- the invoice about it is paid.
CREATE TABLE settlements (
    id           BIGINT NOT NULL,
    client_id    BIGINT NOT NULL UNIQUE REFERENCES clients (id),
    active       BOOLEAN NOT NULL DEFAULT TRUE,
    able_topup   BOOLEAN NOT NULL DEFAULT FALSE, -- whether the client may raise the limit up to max_limit
    credit_limit BIGINT NOT NULL DEFAULT 0 CHECK (credit_limit >= 0),
    max_limit    BIGINT NOT NULL CHECK (max_limit >= 0),
    balance      BIGINT NOT NULL DEFAULT 0 CHECK (balance >= 0), -- credit_limit - used
    seq          BIGINT NOT NULL DEFAULT 0, -- number of the last history row
    changed_at   BIGINT NOT NULL DEFAULT 0, -- time of the last history row or close; the next row is never earlier
    blocked_at   BIGINT, -- from then on an overdue invoice stops new orders; NULL is never
    days         BIGINT NOT NULL CHECK (days BETWEEN 1 AND 127), -- a period ends when such a day begins: Monday 1 ... Sunday 64
    due_days     BIGINT NOT NULL DEFAULT 14 CHECK (due_days BETWEEN 1 AND 365), -- of an invoice, after the close
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (client_id, id),
    CHECK (credit_limit <= max_limit)
);

-- One row per change of a balance, never changed or deleted, in double entry as wallet_history.
CREATE TABLE settlement_history (
    settlement_id  BIGINT NOT NULL,
    seq            BIGINT NOT NULL CHECK (seq > 0),
    client_id      BIGINT NOT NULL,
    action         TEXT NOT NULL CHECK (action = 'topup' OR action = 'payment' OR action = 'refund' OR action = 'limit_lowered' OR action = 'invoice_paid'),
    amount         BIGINT NOT NULL CHECK (amount <> 0),
    balance_before BIGINT NOT NULL CHECK (balance_before >= 0),
    balance_after  BIGINT NOT NULL CHECK (balance_after >= 0),
    contra         TEXT NOT NULL,
    order_id       BIGINT, -- of a payment or refund
    posting_key    TEXT, -- of anything else: the same key of a client posts once
    reference      TEXT NOT NULL DEFAULT '',
    created_at     BIGINT NOT NULL,
    PRIMARY KEY (client_id, settlement_id, seq),
    CHECK (balance_after = balance_before + amount),
    CHECK ((action IN ('payment', 'limit_lowered')) = (amount < 0)),
    CHECK (contra = CASE action WHEN 'payment' THEN 'sales' WHEN 'refund' THEN 'sales' WHEN 'invoice_paid' THEN 'receivable' ELSE 'granted' END),
    CHECK ((order_id IS NULL) = (action NOT IN ('payment', 'refund'))),
    CHECK ((order_id IS NULL) <> (posting_key IS NULL))
);
CREATE UNIQUE INDEX settlement_history_order ON settlement_history (client_id, order_id, action) WHERE order_id IS NOT NULL;
CREATE UNIQUE INDEX settlement_history_key ON settlement_history (client_id, posting_key) WHERE posting_key IS NOT NULL;
CREATE INDEX settlement_history_action ON settlement_history (client_id, settlement_id, action, seq) WHERE action <> 'payment';
-- +goose StatementBegin
CREATE TRIGGER settlement_history_no_update BEFORE UPDATE ON settlement_history
BEGIN
    SELECT RAISE(ABORT, 'settlement_history is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER settlement_history_no_delete BEFORE DELETE ON settlement_history
BEGIN
    SELECT RAISE(ABORT, 'settlement_history is append-only');
END;
-- +goose StatementEnd

-- The periods of a settlement follow one another without gaps, in time and in rows of history. A closed one never
-- changes.
CREATE TABLE settlement_periods (
    id            BIGINT NOT NULL,
    settlement_id BIGINT NOT NULL,
    client_id     BIGINT NOT NULL,
    number        BIGINT NOT NULL CHECK (number > 0), -- 1.. of the settlement
    starts_at     BIGINT NOT NULL,
    ends_at       BIGINT NOT NULL, -- the first moment after it
    first_seq     BIGINT NOT NULL CHECK (first_seq > 0), -- rows of history from here
    last_seq      BIGINT, -- to here; first_seq - 1 for none; NULL while it is open
    days          BIGINT NOT NULL CHECK (days BETWEEN 1 AND 127),
    credit_limit  BIGINT NOT NULL,
    max_limit     BIGINT NOT NULL,
    used          BIGINT NOT NULL DEFAULT 0 CHECK (used >= 0), -- orders of the period, less those refunded in it
    refunded      BIGINT NOT NULL DEFAULT 0 CHECK (refunded >= 0), -- refunds, in the period, of orders of closed ones
    credit_before BIGINT NOT NULL DEFAULT 0 CHECK (credit_before >= 0), -- left by the period before
    credit_after  BIGINT NOT NULL DEFAULT 0 CHECK (credit_after >= 0), -- left for the next one
    closed_at     BIGINT,
    PRIMARY KEY (client_id, id),
    UNIQUE (client_id, settlement_id, number),
    FOREIGN KEY (client_id, settlement_id) REFERENCES settlements (client_id, id),
    CHECK (ends_at > starts_at),
    CHECK ((last_seq IS NULL) = (closed_at IS NULL)),
    CHECK (last_seq IS NULL OR last_seq >= first_seq - 1),
    CHECK (closed_at IS NULL OR closed_at >= ends_at),
    CHECK (closed_at IS NULL OR credit_before + refunded - credit_after BETWEEN 0 AND used) -- what the invoice is less than used
);
CREATE UNIQUE INDEX settlement_periods_open ON settlement_periods (client_id, settlement_id) WHERE closed_at IS NULL;
CREATE INDEX settlement_periods_due ON settlement_periods (ends_at) WHERE closed_at IS NULL;
-- +goose StatementBegin
CREATE TRIGGER settlement_periods_closed BEFORE UPDATE ON settlement_periods WHEN OLD.closed_at IS NOT NULL
BEGIN
    SELECT RAISE(ABORT, 'a closed period never changes');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER settlement_periods_no_delete BEFORE DELETE ON settlement_periods
BEGIN
    SELECT RAISE(ABORT, 'settlement_periods is append-only');
END;
-- +goose StatementEnd

-- VAT (PPN) that prices contain, by start date: points hundredths of a per cent of base_part/base_whole of the net
-- price. Without a row invoices show no VAT.
CREATE TABLE vat_rates (
    starts_at  BIGINT NOT NULL PRIMARY KEY,
    points     BIGINT NOT NULL CHECK (points BETWEEN 0 AND 10000),
    base_part  BIGINT NOT NULL CHECK (base_part BETWEEN 1 AND 1000),
    base_whole BIGINT NOT NULL CHECK (base_whole BETWEEN base_part AND 1000)
);

-- What a settlement used in one period. A row never changes: what happens to an invoice is in invoice_states, a mistake
-- is corrected by a credit note.
CREATE TABLE invoices (
    id            INTEGER NOT NULL PRIMARY KEY,
    client_id     BIGINT NOT NULL REFERENCES clients (id),
    settlement_id BIGINT NOT NULL,
    period_id     BIGINT NOT NULL UNIQUE, -- a period is closed once
    entity        TEXT NOT NULL, -- code of the provider's legal entity
    year          BIGINT NOT NULL, -- of the issue, Asia/Jakarta
    number        BIGINT NOT NULL CHECK (number > 0), -- without gaps in entity and year
    invoice_no    TEXT NOT NULL UNIQUE,
    token         TEXT NOT NULL UNIQUE, -- name of its files in links
    period_from   BIGINT NOT NULL,
    period_to     BIGINT NOT NULL,
    issued_at     BIGINT NOT NULL,
    due_on        TEXT NOT NULL, -- YYYY-MM-DD, in the client's zone
    due_at        BIGINT NOT NULL, -- end of that day: overdue from then
    used          BIGINT NOT NULL CHECK (used >= 0),
    credited      BIGINT NOT NULL CHECK (credited BETWEEN 0 AND used),
    amount        BIGINT NOT NULL,
    vat_points    BIGINT NOT NULL CHECK (vat_points >= 0),
    vat_base      BIGINT NOT NULL CHECK (vat_base >= 0),
    vat           BIGINT NOT NULL CHECK (vat BETWEEN 0 AND amount), -- contained in the amount
    seller        TEXT NOT NULL, -- JSON, as they were at the issue
    buyer         TEXT NOT NULL, -- JSON
    bank_code     TEXT NOT NULL, -- account to pay to
    account_no    TEXT NOT NULL,
    account_name  TEXT NOT NULL,
    UNIQUE (entity, year, number),
    CHECK ((entity LIKE 'TEST-%') = (client_id >= 1000000000)), -- no invoice of a sandbox takes a number of a real one
    CHECK (amount = used - credited),
    CHECK (period_from < period_to)
);
CREATE INDEX invoices_client ON invoices (client_id, id);
-- +goose StatementBegin
CREATE TRIGGER invoices_no_update BEFORE UPDATE ON invoices
BEGIN
    SELECT RAISE(ABORT, 'invoices is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER invoices_no_delete BEFORE DELETE ON invoices
BEGIN
    SELECT RAISE(ABORT, 'invoices is append-only');
END;
-- +goose StatementEnd

-- What an invoice adds up: what was used, refunds of orders of earlier periods, credit that the period before left
-- (carried), and credit that is left for the next one. The orders themselves are rows of the settlement's history.
CREATE TABLE invoice_lines (
    invoice_id BIGINT NOT NULL REFERENCES invoices (id),
    kind       TEXT NOT NULL CHECK (kind IN ('usage', 'refund', 'carried', 'left')),
    amount     BIGINT NOT NULL,
    PRIMARY KEY (invoice_id, kind),
    CHECK (CASE WHEN kind IN ('usage', 'left') THEN amount >= 0 ELSE amount < 0 END)
);
-- +goose StatementBegin
CREATE TRIGGER invoice_lines_no_update BEFORE UPDATE ON invoice_lines
BEGIN
    SELECT RAISE(ABORT, 'invoice_lines is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER invoice_lines_no_delete BEFORE DELETE ON invoice_lines
BEGIN
    SELECT RAISE(ABORT, 'invoice_lines is append-only');
END;
-- +goose StatementEnd

-- Files about invoices: proofs of payment from clients, formal tax invoices from staff. The newest of a kind counts.
CREATE TABLE invoice_files (
    id         INTEGER NOT NULL PRIMARY KEY,
    invoice_id BIGINT NOT NULL REFERENCES invoices (id),
    client_id  BIGINT NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('proof', 'formal')),
    file_key   TEXT NOT NULL UNIQUE,
    size       BIGINT NOT NULL CHECK (size > 0),
    sha256     TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX invoice_files_invoice ON invoice_files (invoice_id, id);
-- +goose StatementBegin
CREATE TRIGGER invoice_files_no_update BEFORE UPDATE ON invoice_files
BEGIN
    SELECT RAISE(ABORT, 'invoice_files is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER invoice_files_no_delete BEFORE DELETE ON invoice_files
BEGIN
    SELECT RAISE(ABORT, 'invoice_files is append-only');
END;
-- +goose StatementEnd

-- Files that are being stored: a row from before a file is written until the transaction that refers to it. What a
-- crash leaves is deleted with its row.
CREATE TABLE invoice_uploads (
    file_key   TEXT NOT NULL PRIMARY KEY,
    created_at BIGINT NOT NULL
);

-- Where an invoice stands. The status only moves forward.
CREATE TABLE invoice_states (
    invoice_id    BIGINT NOT NULL PRIMARY KEY REFERENCES invoices (id),
    client_id     BIGINT NOT NULL,
    settlement_id BIGINT NOT NULL,
    status        TEXT NOT NULL CHECK (status IN ('unpaid', 'pending', 'paid', 'done')),
    due_at        BIGINT NOT NULL, -- copy of the invoice's, for the index
    transfer_on   TEXT, -- YYYY-MM-DD, as the client says
    proof_id      BIGINT REFERENCES invoice_files (id),
    formal_id     BIGINT REFERENCES invoice_files (id),
    remind_at     BIGINT, -- when the next mail is due
    paid_at       BIGINT,
    done_at       BIGINT,
    overdue_recorded BOOLEAN NOT NULL DEFAULT FALSE, -- whether the event that it is overdue was recorded
    CHECK ((paid_at IS NULL) = (status IN ('unpaid', 'pending'))),
    CHECK ((done_at IS NULL) = (status <> 'done')),
    CHECK (status <> 'pending' OR proof_id IS NOT NULL),
    CHECK (remind_at IS NULL OR status IN ('unpaid', 'pending'))
);
CREATE INDEX invoice_states_open ON invoice_states (settlement_id, due_at) WHERE paid_at IS NULL;
CREATE INDEX invoice_states_remind ON invoice_states (remind_at) WHERE remind_at IS NOT NULL;
CREATE INDEX invoice_states_overdue ON invoice_states (due_at) WHERE paid_at IS NULL AND NOT overdue_recorded;
-- The status moves forward, and what was paid stays as it was paid.
-- +goose StatementBegin
CREATE TRIGGER invoice_states_forward BEFORE UPDATE ON invoice_states
WHEN CASE NEW.status WHEN 'unpaid' THEN 0 WHEN 'pending' THEN 1 WHEN 'paid' THEN 2 ELSE 3 END < CASE OLD.status WHEN 'unpaid' THEN 0 WHEN 'pending' THEN 1 WHEN 'paid' THEN 2 ELSE 3 END
    OR (NEW.status = 'done' AND OLD.status NOT IN ('paid', 'done'))
    OR NEW.invoice_id <> OLD.invoice_id OR NEW.client_id <> OLD.client_id OR NEW.settlement_id <> OLD.settlement_id OR NEW.due_at <> OLD.due_at
BEGIN
    SELECT RAISE(ABORT, 'the status of an invoice moves forward');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER invoice_states_paid_once BEFORE UPDATE ON invoice_states
WHEN OLD.paid_at IS NOT NULL
    AND (NEW.paid_at <> OLD.paid_at OR COALESCE(NEW.proof_id, 0) <> COALESCE(OLD.proof_id, 0) OR COALESCE(NEW.transfer_on, '') <> COALESCE(OLD.transfer_on, ''))
BEGIN
    SELECT RAISE(ABORT, 'an invoice is paid once');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER invoice_states_no_delete BEFORE DELETE ON invoice_states
BEGIN
    SELECT RAISE(ABORT, 'invoice_states is not deleted');
END;
-- +goose StatementEnd

-- Corrections of invoices, with numbers of their own without gaps.
CREATE TABLE credit_notes (
    id         INTEGER NOT NULL PRIMARY KEY,
    invoice_id BIGINT NOT NULL REFERENCES invoices (id),
    client_id  BIGINT NOT NULL,
    entity     TEXT NOT NULL,
    year       BIGINT NOT NULL,
    number     BIGINT NOT NULL CHECK (number > 0),
    note_no    TEXT NOT NULL UNIQUE,
    token      TEXT NOT NULL UNIQUE,
    amount     BIGINT NOT NULL CHECK (amount > 0),
    vat        BIGINT NOT NULL CHECK (vat BETWEEN 0 AND amount),
    reason     TEXT NOT NULL, -- the client reads it
    created_by TEXT NOT NULL,
    issued_at  BIGINT NOT NULL,
    -- Whose invoice is less by this note, since the invoice that it corrects was paid already; that one shows the VAT.
    period_id  BIGINT CHECK (period_id IS NULL OR vat = 0),
    UNIQUE (entity, year, number)
);
CREATE INDEX credit_notes_invoice ON credit_notes (invoice_id, id);
CREATE INDEX credit_notes_period ON credit_notes (period_id) WHERE period_id IS NOT NULL;
-- +goose StatementBegin
CREATE TRIGGER credit_notes_no_update BEFORE UPDATE ON credit_notes
BEGIN
    SELECT RAISE(ABORT, 'credit_notes is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER credit_notes_no_delete BEFORE DELETE ON credit_notes
BEGIN
    SELECT RAISE(ABORT, 'credit_notes is append-only');
END;
-- +goose StatementEnd

-- The mails about an invoice, each sent once.
CREATE TABLE invoice_mails (
    invoice_id BIGINT NOT NULL REFERENCES invoices (id),
    mail       TEXT NOT NULL CHECK (mail IN ('issued', 'before', 'due', 'overdue')),
    sent_at    BIGINT NOT NULL,
    PRIMARY KEY (invoice_id, mail)
);
-- +goose StatementBegin
CREATE TRIGGER invoice_mails_no_update BEFORE UPDATE ON invoice_mails
BEGIN
    SELECT RAISE(ABORT, 'invoice_mails is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER invoice_mails_no_delete BEFORE DELETE ON invoice_mails
BEGIN
    SELECT RAISE(ABORT, 'invoice_mails is append-only');
END;
-- +goose StatementEnd

-- ----------------------------------------------------------------- catalog --

-- Brands whose products are sold: mobile operators, the electricity company, billers, games.
CREATE TABLE operators (
    code   TEXT NOT NULL PRIMARY KEY,
    name   TEXT NOT NULL,
    type   TEXT NOT NULL, -- mobile, electricity, ...
    active BOOLEAN NOT NULL DEFAULT TRUE,
    parts  TEXT NOT NULL DEFAULT '' -- what a game asks of a player, in the form of destination.ParseParts; empty: any text
);

-- What is sold, with its list price.
CREATE TABLE products (
    code              TEXT NOT NULL PRIMARY KEY,
    name              TEXT NOT NULL,
    description       TEXT NOT NULL DEFAULT '',
    operator_code     TEXT NOT NULL REFERENCES operators (code),
    operator_type     TEXT NOT NULL,
    kind              TEXT NOT NULL CHECK (kind IN ('prepaid', 'postpaid', 'open')),
    wallet_type       TEXT NOT NULL,
    price             BIGINT NOT NULL CHECK (price >= 0), -- postpaid: the fee on top of the bill; open: on top of the amount
    price_by_hand     BOOLEAN NOT NULL DEFAULT FALSE, -- staff set the price: no price rule changes it
    recommended_price BIGINT,
    min_amount        BIGINT NOT NULL DEFAULT 0,
    max_amount        BIGINT NOT NULL DEFAULT 0,
    active            BOOLEAN NOT NULL DEFAULT TRUE,
    problem           BOOLEAN NOT NULL DEFAULT FALSE,
    updated_at        BIGINT NOT NULL,
    problem_reason    TEXT NOT NULL DEFAULT '', -- why it has a problem, in English
    problem_reason_id TEXT NOT NULL DEFAULT '', -- and in Indonesian
    problem_from      BIGINT, -- when it began, or will begin while there is no problem yet; NULL: not known, or none is to come
    problem_until     BIGINT, -- when it ends by itself; NULL: when staff end it
    -- Start of the time in which no orders are taken, in minutes of the day in Jakarta.
    cutoff_from       BIGINT NOT NULL DEFAULT 0 CHECK (cutoff_from BETWEEN 0 AND 1439),
    cutoff_to         BIGINT NOT NULL DEFAULT 0 CHECK (cutoff_to BETWEEN 0 AND 1439) -- end of that time; equal to its start: orders are always taken
);

-- Prices that differ from the list price for one client.
CREATE TABLE client_prices (
    client_id    BIGINT NOT NULL REFERENCES clients (id),
    product_code TEXT NOT NULL REFERENCES products (code),
    price        BIGINT NOT NULL CHECK (price >= 0),
    by_rule      BOOLEAN NOT NULL DEFAULT FALSE, -- a price rule of the client or its segment gave it
    updated_at   BIGINT NOT NULL,
    PRIMARY KEY (client_id, product_code)
);

-- How prices of prepaid products follow from their cost. At most one of type, operator and product is set; none: all products.
CREATE TABLE price_rules (
    id            BIGINT NOT NULL PRIMARY KEY,
    operator_type TEXT NOT NULL DEFAULT '',
    operator_code TEXT NOT NULL DEFAULT '',
    product_code  TEXT NOT NULL DEFAULT '',
    client_id     BIGINT NOT NULL DEFAULT 0, -- whose own prices; 0: list prices, or those of a segment
    segment       TEXT NOT NULL DEFAULT '', -- whose clients' own prices; empty: a client's, or list prices
    fixed         BIGINT NOT NULL, -- added to the cost
    basis_points  BIGINT NOT NULL CHECK (basis_points >= 0), -- of the cost, added; 100 are 1 %
    step          BIGINT NOT NULL CHECK (step > 0), -- the price is rounded up to a multiple of it
    min_margin    BIGINT NOT NULL, -- the least that the price is above the cost
    changed_by    TEXT NOT NULL,
    reason        TEXT NOT NULL,
    changed_at    BIGINT NOT NULL,
    UNIQUE (client_id, segment, operator_type, operator_code, product_code),
    CHECK (client_id = 0 OR segment = '')
);

-- The segment of a client, for price rules; clients without one have no row. A segment is no more than its name.
CREATE TABLE client_segments (
    client_id  BIGINT NOT NULL PRIMARY KEY REFERENCES clients (id),
    segment    TEXT NOT NULL CHECK (segment <> ''),
    changed_by TEXT NOT NULL,
    reason     TEXT NOT NULL,
    changed_at BIGINT NOT NULL
);

-- Where a product is bought: its article and cost at each supplier.
CREATE TABLE product_skus (
    product_code TEXT NOT NULL REFERENCES products (code),
    supplier     TEXT NOT NULL CHECK (supplier <> 'sandbox'), -- that one sells everything, to sandboxes alone
    sku          TEXT NOT NULL,
    preference   BIGINT NOT NULL CHECK (preference > 0), -- 1 is tried first
    cost         BIGINT NOT NULL CHECK (cost >= 0),
    active       BOOLEAN NOT NULL DEFAULT TRUE,
    PRIMARY KEY (product_code, supplier),
    UNIQUE (product_code, preference)
);

-- Changes of prices and costs: scheduled ones, and those that took effect. A row says what applies from a moment on.
CREATE TABLE price_changes (
    id           BIGINT NOT NULL PRIMARY KEY,
    product_code TEXT NOT NULL,
    client_id    BIGINT, -- NULL: the list price
    supplier     TEXT, -- NULL: a price; else the cost at this supplier
    amount       BIGINT CHECK (amount >= 0), -- NULL: the client's own price ends
    before       BIGINT, -- what it replaced when it took effect; NULL: a client had no own price
    effective_at BIGINT NOT NULL,
    status       TEXT NOT NULL CHECK (status IN ('scheduled', 'applied', 'cancelled')),
    cause        TEXT NOT NULL CHECK (cause IN ('hand', 'import', 'rule', 'end')), -- end: of a price by hand
    ends_id      BIGINT, -- of an end to come: the change that set the price by hand
    created_by   TEXT NOT NULL,
    reason       TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    ended_at     BIGINT, -- applied or cancelled
    CHECK (client_id IS NULL OR supplier IS NULL),
    CHECK (amount IS NOT NULL OR client_id IS NOT NULL),
    CHECK ((ended_at IS NULL) = (status = 'scheduled'))
);
CREATE INDEX price_changes_due ON price_changes (effective_at, id) WHERE status = 'scheduled';
CREATE INDEX price_changes_product ON price_changes (product_code, effective_at, id);
-- One amount for one moment.
CREATE UNIQUE INDEX price_changes_list ON price_changes (product_code, effective_at)
    WHERE status = 'scheduled' AND client_id IS NULL AND supplier IS NULL;
CREATE UNIQUE INDEX price_changes_own ON price_changes (product_code, client_id, effective_at)
    WHERE status = 'scheduled' AND client_id IS NOT NULL;
CREATE UNIQUE INDEX price_changes_cost ON price_changes (product_code, supplier, effective_at)
    WHERE status = 'scheduled' AND supplier IS NOT NULL;
-- +goose StatementBegin
CREATE TRIGGER price_changes_ended BEFORE UPDATE ON price_changes WHEN OLD.status <> 'scheduled' BEGIN
    SELECT RAISE(ABORT, 'price_changes is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER price_changes_no_delete BEFORE DELETE ON price_changes BEGIN
    SELECT RAISE(ABORT, 'price_changes is append-only');
END;
-- +goose StatementEnd

-- Products whose price a client wants to be told about before it changes.
CREATE TABLE price_watches (
    client_id    BIGINT NOT NULL REFERENCES clients (id),
    product_code TEXT NOT NULL REFERENCES products (code),
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (client_id, product_code)
);
CREATE INDEX price_watches_product ON price_watches (product_code);

-- The mails about watched prices, each sent once.
CREATE TABLE price_watch_mails (
    client_id BIGINT NOT NULL REFERENCES clients (id),
    change_id BIGINT NOT NULL REFERENCES price_changes (id),
    mail      TEXT NOT NULL CHECK (mail IN ('change', 'withdrawn')),
    sent_at   BIGINT NOT NULL,
    PRIMARY KEY (client_id, change_id, mail)
);

-- ------------------------------------------------------------------ orders --

-- Orders of clients. The key is the id alone, which is SQLite's row id; PostgreSQL's key is (client_id, id).
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
    status         BIGINT NOT NULL CHECK (status BETWEEN 3 AND 5), -- failed, success, pending
    refunded       BOOLEAN NOT NULL DEFAULT FALSE,
    payment_type   TEXT NOT NULL DEFAULT 'deposit',
    channel        TEXT NOT NULL, -- h2h, portal, storefront
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
    reference     TEXT NOT NULL, -- ours, sent to the supplier: client, order id and number, so it is unique
    handle        TEXT NOT NULL DEFAULT '', -- the supplier's own name of a bill's inquiry, which the payment needs
    state         TEXT NOT NULL CHECK (state = 'prepared' OR state = 'sending' OR state = 'answered'),
    outcome       TEXT CHECK (outcome = 'success' OR outcome = 'pending' OR outcome = 'failed_created' OR outcome = 'failed_not_created' OR outcome = 'unknown'),
    code          TEXT NOT NULL DEFAULT '',
    message       TEXT NOT NULL DEFAULT '',
    serial_number TEXT NOT NULL DEFAULT '',
    cost          BIGINT NOT NULL DEFAULT 0,
    prepared_at   BIGINT NOT NULL,
    sent_at       BIGINT,
    answered_at   BIGINT,
    checks        BIGINT NOT NULL DEFAULT 0, -- number of status queries
    next_check_at BIGINT, -- of an answer: the next status query; of a call: when it counts as lost
    PRIMARY KEY (client_id, order_id, number),
    -- An order of a sandbox never reaches a real supplier, and a real order always does.
    CHECK ((supplier = 'sandbox') = (client_id >= 1000000000))
);
-- Attempts that wait for their supplier, by client.
CREATE INDEX order_attempts_waiting ON order_attempts (supplier, client_id, order_id) WHERE state = 'prepared';
CREATE INDEX order_attempts_due ON order_attempts (supplier, client_id, next_check_at) WHERE next_check_at IS NOT NULL;

-- What went over the wire between us and a supplier, masked, of every call but one that succeeded. Kept for 30 days.
CREATE TABLE order_exchanges (
    client_id   BIGINT NOT NULL,
    order_id    BIGINT NOT NULL,
    number      BIGINT NOT NULL, -- of the attempt
    query       BIGINT NOT NULL, -- 0: the purchase; else the number of the status query
    outcome     TEXT NOT NULL,
    code        TEXT NOT NULL,
    request     TEXT NOT NULL,
    answer      TEXT NOT NULL, -- empty where none came
    http_status BIGINT NOT NULL, -- 0 where no answer came
    took        BIGINT NOT NULL, -- microseconds
    at          BIGINT NOT NULL, -- of the answer, or when we stopped waiting
    PRIMARY KEY (client_id, order_id, number, query)
);

-- Serial numbers that suppliers without signed answers gave, so that none is taken for two purchases. Kept for 90 days.
CREATE TABLE supplier_serials (
    supplier  TEXT NOT NULL,
    digest    TEXT NOT NULL, -- of the serial number, which is worth money
    reference TEXT NOT NULL, -- of the attempt that has it
    at        BIGINT NOT NULL,
    PRIMARY KEY (supplier, digest)
);
CREATE INDEX supplier_serials_at ON supplier_serials (at);

-- What waits for staff: failures reported after success, success reported after the refund, outcomes unknown for a day,
-- answers about something else.
CREATE TABLE order_reviews (
    order_id    BIGINT NOT NULL,
    kind        TEXT NOT NULL CHECK (kind IN ('reversal', 'late_success', 'unknown', 'contradiction')),
    client_id   BIGINT NOT NULL,
    detail      TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    resolved_at BIGINT,
    resolution  TEXT NOT NULL DEFAULT '',
    owner       TEXT NOT NULL DEFAULT '', -- who of staff works on it: staff:ana
    owned_at    BIGINT,
    PRIMARY KEY (client_id, order_id, kind)
);

-- What staff noted about an order.
CREATE TABLE order_notes (
    client_id BIGINT NOT NULL,
    order_id  BIGINT NOT NULL,
    number    BIGINT NOT NULL CHECK (number > 0), -- from 1
    author    TEXT NOT NULL, -- staff:ana
    text      TEXT NOT NULL,
    at        BIGINT NOT NULL,
    PRIMARY KEY (client_id, order_id, number)
);

-- What users of clients complain of.
CREATE TABLE order_complaints (
    client_id   BIGINT NOT NULL,
    order_id    BIGINT NOT NULL,
    number      BIGINT NOT NULL CHECK (number > 0), -- from 1
    reason      TEXT NOT NULL,
    text        TEXT NOT NULL, -- may be empty
    user_id     BIGINT NOT NULL, -- who opened it
    username    TEXT NOT NULL,
    supplier    TEXT NOT NULL, -- of the last attempt when it was opened; empty: there was none
    opened_at   BIGINT NOT NULL,
    answered_at BIGINT, -- first answer of staff
    replied_at  BIGINT, -- reply of the client that staff did not answer yet
    closed_at   BIGINT,
    result      TEXT NOT NULL DEFAULT '' CHECK (result IN ('', 'delivered', 'refunded', 'rejected')),
    PRIMARY KEY (client_id, order_id, number),
    CHECK ((closed_at IS NULL) = (result = ''))
);
CREATE UNIQUE INDEX order_complaints_open ON order_complaints (client_id, order_id) WHERE closed_at IS NULL;
CREATE INDEX order_complaints_opened ON order_complaints (opened_at);

-- What staff answered, and what the client replied.
CREATE TABLE order_complaint_answers (
    client_id BIGINT NOT NULL,
    order_id  BIGINT NOT NULL,
    complaint BIGINT NOT NULL, -- its number
    number    BIGINT NOT NULL CHECK (number > 0), -- from 1
    author    TEXT NOT NULL, -- staff:ana, user:12
    name      TEXT NOT NULL DEFAULT '', -- username of a user
    text      TEXT NOT NULL,
    at        BIGINT NOT NULL,
    PRIMARY KEY (client_id, order_id, complaint, number)
);

-- Files of orders that clients asked for. Progress is counted here while the job writes: screens and other nodes read
-- it.
CREATE TABLE order_exports (
    id                 TEXT NOT NULL PRIMARY KEY,
    client_id          BIGINT NOT NULL REFERENCES clients (id),
    user_id            BIGINT NOT NULL, -- who asked
    date_start         TEXT NOT NULL, -- first day, in the client's zone; empty for a search over all dates
    date_end           TEXT NOT NULL, -- last day
    -- The filter of the orders. Zero values select all.
    hour               BIGINT NOT NULL DEFAULT 0, -- start of one hour of the days
    search             TEXT NOT NULL DEFAULT '',
    order_status       BIGINT NOT NULL DEFAULT 0,
    wallet_type        TEXT NOT NULL DEFAULT '',
    payment_type       TEXT NOT NULL DEFAULT '',
    status             TEXT NOT NULL CHECK (status IN ('running', 'done', 'failed', 'expired')),
    rows_total         BIGINT NOT NULL DEFAULT 0,
    rows_done          BIGINT NOT NULL DEFAULT 0,
    csv_size           BIGINT NOT NULL DEFAULT 0,
    csv_sha256         TEXT NOT NULL DEFAULT '',
    xlsx_size          BIGINT NOT NULL DEFAULT 0,
    xlsx_sha256        TEXT NOT NULL DEFAULT '',
    created_at         BIGINT NOT NULL,
    finished_at        BIGINT,
    expires_at         BIGINT,
    scheduled_order_id BIGINT NOT NULL DEFAULT 0, -- the orders of this scheduled order alone; 0 is all
    CHECK (rows_done <= rows_total)
);
CREATE INDEX order_exports_client ON order_exports (client_id, created_at);
CREATE INDEX order_exports_expiry ON order_exports (expires_at) WHERE status = 'done';
-- One export at a time: the second request meets this key.
CREATE UNIQUE INDEX order_exports_running ON order_exports (client_id) WHERE status = 'running';

-- Daily files of orders, each with the checksum of what was written.
CREATE TABLE order_reports (
    client_id       BIGINT NOT NULL REFERENCES clients (id),
    day             TEXT NOT NULL, -- YYYY-MM-DD in the client's zone
    file            TEXT NOT NULL, -- its key in the file store
    row_count       BIGINT NOT NULL,
    size            BIGINT NOT NULL,
    sha256          TEXT NOT NULL,
    made_at         BIGINT NOT NULL,
    workbook_size   BIGINT, -- of the workbook, which has the name of the file with the ending xlsx; NULL: a report of an earlier release, made anew
    workbook_sha256 TEXT,
    PRIMARY KEY (client_id, day)
);
CREATE INDEX order_reports_made ON order_reports (made_at);

-- The people whose numbers a client buys for. A deleted one stays as inactive.
CREATE TABLE contacts (
    id             BIGINT NOT NULL,
    client_id      BIGINT NOT NULL REFERENCES clients (id),
    code           TEXT NOT NULL, -- the client's own: never changes
    name           TEXT NOT NULL,
    destination_no TEXT NOT NULL,
    match_no       TEXT NOT NULL, -- the number in the form in which destinations are compared
    search         TEXT NOT NULL, -- code, name and number in lower case
    active         BOOLEAN NOT NULL DEFAULT TRUE,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    PRIMARY KEY (client_id, id)
);
CREATE UNIQUE INDEX contacts_code ON contacts (client_id, code) WHERE active;
CREATE INDEX contacts_number ON contacts (client_id, match_no) WHERE active;
CREATE INDEX contacts_name ON contacts (client_id, name, id) WHERE active;

-- Orders of one product for many destinations, paid at once, later, or every month.
CREATE TABLE scheduled_orders (
    id                  BIGINT NOT NULL,
    client_id           BIGINT NOT NULL REFERENCES clients (id),
    user_id             BIGINT NOT NULL, -- who made it
    name                TEXT NOT NULL,
    product_code        TEXT NOT NULL,
    product_name        TEXT NOT NULL,
    operator_type       TEXT NOT NULL,
    wallet_type         TEXT NOT NULL,
    kind                TEXT NOT NULL CHECK (kind IN ('prepaid', 'postpaid', 'open')),
    quantity            BIGINT NOT NULL CHECK (quantity BETWEEN 1 AND 10000), -- number of lines
    amount              BIGINT NOT NULL DEFAULT 0 CHECK (amount >= 0), -- of each line of an open-amount product
    unit_price          BIGINT NOT NULL DEFAULT 0 CHECK (unit_price >= 0), -- when it was made; 0 for bills
    status              TEXT NOT NULL CHECK (status IN ('draft', 'scheduled', 'done', 'canceled')),
    waits_for           TEXT CHECK (waits_for IN ('approval', 'late')), -- of a draft
    immediate           BOOLEAN NOT NULL,
    scheduled_at        BIGINT NOT NULL,
    repeats             BOOLEAN NOT NULL DEFAULT FALSE, -- every month, until ends_at
    ends_at             BIGINT, -- first moment after the last month of a series
    series_id           BIGINT, -- the first run of a monthly series
    run                 BIGINT NOT NULL DEFAULT 0 CHECK (run >= 0), -- months after the first run of its series
    retry_of_id         BIGINT,
    token               TEXT NOT NULL, -- begins the client reference of each line's order
    epoch               BIGINT NOT NULL DEFAULT 0, -- counts the workers that took it over: the last one alone goes on
    refunds             BIGINT NOT NULL DEFAULT 0, -- counts the lines whose orders were refunded while others waited
    executed_at         BIGINT, -- when its run began
    ended_at            BIGINT, -- when its last line ended
    waiting             BIGINT NOT NULL CHECK (waiting >= 0), -- lines by state, as last counted
    pending             BIGINT NOT NULL DEFAULT 0 CHECK (pending >= 0),
    success             BIGINT NOT NULL DEFAULT 0 CHECK (success >= 0),
    failed              BIGINT NOT NULL DEFAULT 0 CHECK (failed >= 0),
    error               BIGINT NOT NULL DEFAULT 0 CHECK (error >= 0),
    canceled            BIGINT NOT NULL DEFAULT 0 CHECK (canceled >= 0),
    charged             BIGINT NOT NULL DEFAULT 0 CHECK (charged >= 0), -- and not refunded
    approval_expires_at BIGINT,
    decided_by          BIGINT, -- the user who approved or rejected
    decided_at          BIGINT,
    approved            BOOLEAN,
    created_at          BIGINT NOT NULL,
    forecast_at         BIGINT, -- when the forecast of a monthly run was compared with the balance
    money_ended         BIGINT NOT NULL DEFAULT 0 CHECK (money_ended >= 0), -- lines that failed because the balance ended
    short_since         BIGINT, -- since when the balance is too low for the next line of a run; none of its orders was refunded since
    swept_at            BIGINT, -- when the lines of a canceled order were deleted, of which none had an order
    PRIMARY KEY (client_id, id),
    UNIQUE (client_id, token),
    FOREIGN KEY (client_id, retry_of_id) REFERENCES scheduled_orders (client_id, id),
    CHECK (waiting + pending + success + failed + error + canceled = quantity),
    CHECK (waits_for IS NULL OR status = 'draft'),
    CHECK (status <> 'done' OR ended_at IS NOT NULL),
    CHECK (ended_at IS NULL OR (waiting = 0 AND pending = 0)),
    CHECK (repeats = (series_id IS NOT NULL)),
    CHECK (repeats = (ends_at IS NOT NULL))
);
CREATE INDEX scheduled_orders_client ON scheduled_orders (client_id, scheduled_at);
CREATE INDEX scheduled_orders_open ON scheduled_orders (client_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX scheduled_orders_series ON scheduled_orders (client_id, series_id, run) WHERE series_id IS NOT NULL;
CREATE INDEX scheduled_orders_retry ON scheduled_orders (client_id, retry_of_id) WHERE retry_of_id IS NOT NULL;
CREATE INDEX scheduled_orders_made ON scheduled_orders (client_id, created_at);
CREATE INDEX scheduled_orders_sweep ON scheduled_orders (ended_at) WHERE status = 'canceled' AND swept_at IS NULL;

-- One destination each. A line is stored as placing before its order is placed, and has the order's id afterwards.
CREATE TABLE scheduled_lines (
    scheduled_order_id BIGINT NOT NULL,
    line               BIGINT NOT NULL CHECK (line > 0),
    client_id          BIGINT NOT NULL,
    destination_no     TEXT NOT NULL,
    state              TEXT NOT NULL CHECK (state = 'waiting' OR state = 'placing' OR state = 'pending' OR state = 'success' OR state = 'failed' OR state = 'error' OR state = 'canceled'),
    order_id           BIGINT,
    price              BIGINT NOT NULL DEFAULT 0 CHECK (price >= 0), -- charged
    reason_code        TEXT NOT NULL DEFAULT '', -- why no order was placed: the code of the error
    reason             TEXT NOT NULL DEFAULT '', -- and its message in both languages, as JSON
    updated_at         BIGINT NOT NULL,
    PRIMARY KEY (client_id, scheduled_order_id, line),
    UNIQUE (client_id, order_id),
    FOREIGN KEY (client_id, scheduled_order_id) REFERENCES scheduled_orders (client_id, id),
    CHECK (order_id IS NOT NULL OR state NOT IN ('pending', 'success')),
    CHECK (order_id IS NULL OR state = 'pending' OR state = 'success' OR state = 'failed' OR state = 'error')
);
CREATE INDEX scheduled_lines_open ON scheduled_lines (client_id, scheduled_order_id, state, line)
    WHERE state = 'waiting' OR state = 'placing' OR state = 'pending';
-- An order that was placed for a line stays with it.
-- +goose StatementBegin
CREATE TRIGGER scheduled_lines_order BEFORE UPDATE ON scheduled_lines WHEN OLD.order_id IS NOT NULL AND NEW.order_id IS NOT OLD.order_id
BEGIN
    SELECT RAISE(ABORT, 'a scheduled line keeps its order');
END;
-- +goose StatementEnd

-- Above which total a client's scheduled orders need the approval of a second user.
CREATE TABLE scheduled_approvals (
    client_id  BIGINT NOT NULL PRIMARY KEY REFERENCES clients (id),
    above      BIGINT CHECK (above >= 0), -- NULL: none needs it
    updated_at BIGINT NOT NULL,
    since      BIGINT NOT NULL DEFAULT 0 -- from when the orders of a user of one day add up: when the client began to want a second user
);

-- A change that would let more orders run without a second user waits for one.
CREATE TABLE scheduled_approval_changes (
    client_id    BIGINT NOT NULL PRIMARY KEY REFERENCES clients (id),
    above        BIGINT CHECK (above >= 0), -- NULL: no order would need an approval
    requested_by BIGINT NOT NULL,
    requested_at BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL
);

-- What was sold, by the day in Jakarta on which orders ended or were refunded. Sums over all orders of real clients; never deleted.
CREATE TABLE sales_days (
    client_id     BIGINT NOT NULL REFERENCES clients (id),
    day           BIGINT NOT NULL CHECK (day BETWEEN 20000101 AND 99991231), -- YYYYMMDD
    product_code  TEXT NOT NULL,
    supplier      TEXT NOT NULL, -- empty for an order that reached none
    orders        BIGINT NOT NULL DEFAULT 0, -- delivered
    amount        BIGINT NOT NULL DEFAULT 0, -- what clients paid for them
    cost          BIGINT NOT NULL DEFAULT 0, -- what suppliers took for them
    uncosted      BIGINT NOT NULL DEFAULT 0, -- those of them whose supplier told no cost
    below_cost    BIGINT NOT NULL DEFAULT 0, -- those of them that cost more than the client paid
    loss          BIGINT NOT NULL DEFAULT 0, -- by how much
    failed        BIGINT NOT NULL DEFAULT 0, -- never delivered
    refunds       BIGINT NOT NULL DEFAULT 0, -- delivered orders, of this day or before, that staff refunded on it
    refunded      BIGINT NOT NULL DEFAULT 0, -- what clients got back for them
    refunded_cost BIGINT NOT NULL DEFAULT 0, -- what suppliers had taken for them
    CHECK (client_id < 1000000000),
    PRIMARY KEY (client_id, day, product_code, supplier)
) WITHOUT ROWID;

-- The same without the client: the report of all clients reads these, which are fewer. Written in the same transaction, never deleted.
CREATE TABLE sales_totals (
    day           BIGINT NOT NULL CHECK (day BETWEEN 20000101 AND 99991231), -- YYYYMMDD
    product_code  TEXT NOT NULL,
    supplier      TEXT NOT NULL,
    orders        BIGINT NOT NULL DEFAULT 0,
    amount        BIGINT NOT NULL DEFAULT 0,
    cost          BIGINT NOT NULL DEFAULT 0,
    uncosted      BIGINT NOT NULL DEFAULT 0,
    below_cost    BIGINT NOT NULL DEFAULT 0,
    loss          BIGINT NOT NULL DEFAULT 0,
    failed        BIGINT NOT NULL DEFAULT 0,
    refunds       BIGINT NOT NULL DEFAULT 0,
    refunded      BIGINT NOT NULL DEFAULT 0,
    refunded_cost BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (day, product_code, supplier)
) WITHOUT ROWID;

-- ----------------------------------------------------------------- banking --

-- Banks where clients can pay.
CREATE TABLE banks (
    id            INTEGER NOT NULL PRIMARY KEY,
    code          TEXT NOT NULL UNIQUE, -- BBCA
    short_code    TEXT NOT NULL UNIQUE, -- bca
    name          TEXT NOT NULL,
    transfer_code TEXT NOT NULL DEFAULT '', -- 014, what other banks ask for
    logo          TEXT NOT NULL DEFAULT '',
    note_en       TEXT NOT NULL DEFAULT '',
    note_id       TEXT NOT NULL DEFAULT ''
);

-- The provider's own accounts, to which clients transfer unique amounts. An account with a problem takes no new order;
-- open ones are still matched.
CREATE TABLE bank_accounts (
    id         INTEGER NOT NULL PRIMARY KEY,
    bank_id    BIGINT NOT NULL REFERENCES banks (id),
    account_no TEXT NOT NULL,
    name       TEXT NOT NULL,
    status     TEXT NOT NULL CHECK (status IN ('active', 'problem', 'inactive')),
    created_at BIGINT NOT NULL,
    UNIQUE (bank_id, account_no)
);

-- How virtual accounts of one bank work. A fee and the highest tax always fit into the smallest payment.
CREATE TABLE payment_channels (
    id            INTEGER NOT NULL PRIMARY KEY,
    bank_id       BIGINT NOT NULL UNIQUE REFERENCES banks (id),
    prefix        TEXT NOT NULL UNIQUE, -- company code, the first digits of every number
    status        TEXT NOT NULL CHECK (status IN ('active', 'problem', 'inactive')),
    minimum_topup BIGINT NOT NULL CHECK (minimum_topup > 0),
    fee           BIGINT NOT NULL DEFAULT 0 CHECK (fee >= 0),
    created_at    BIGINT NOT NULL,
    CHECK (fee * 2 <= minimum_topup)
);

-- One number for each wallet and channel.
CREATE TABLE virtual_accounts (
    id          INTEGER NOT NULL PRIMARY KEY,
    client_id   BIGINT NOT NULL REFERENCES clients (id) CHECK (client_id < 1000000000), -- no bank pays into a sandbox
    wallet_id   BIGINT NOT NULL, -- of the client; numbers stand on one server for all, so no key refers to it
    wallet_type TEXT NOT NULL CHECK (wallet_type IN ('level_1', 'level_2', 'marketplace', 'multibiller')), -- copy of the wallet's, which never changes, as in the other tables here: they are read without the wallets
    channel_id  BIGINT NOT NULL REFERENCES payment_channels (id),
    account_no  TEXT NOT NULL,
    active      BOOLEAN NOT NULL DEFAULT TRUE,
    created_at  BIGINT NOT NULL,
    UNIQUE (wallet_id, channel_id),
    UNIQUE (channel_id, account_no)
);
CREATE INDEX virtual_accounts_number ON virtual_accounts (account_no); -- of any channel
CREATE INDEX virtual_accounts_client ON virtual_accounts (client_id, wallet_id);

-- Steps of paying, for one way of one bank: ATM, mobile banking.
CREATE TABLE bank_tutorials (
    bank_id    BIGINT NOT NULL REFERENCES banks (id),
    place      BIGINT NOT NULL CHECK (place > 0),
    label_en   TEXT NOT NULL,
    label_id   TEXT NOT NULL,
    steps_en   TEXT NOT NULL, -- JSON list
    steps_id   TEXT NOT NULL, -- JSON list
    checked_on TEXT NOT NULL, -- YYYY-MM-DD: when staff last compared it with the bank
    PRIMARY KEY (bank_id, place)
);

-- A transfer that a client announced: the last three digits of its amount make it unique.
CREATE TABLE topup_orders (
    id              INTEGER NOT NULL PRIMARY KEY,
    client_id       BIGINT NOT NULL REFERENCES clients (id) CHECK (client_id < 1000000000), -- as virtual_accounts
    wallet_id       BIGINT NOT NULL,
    wallet_type     TEXT NOT NULL CHECK (wallet_type IN ('level_1', 'level_2', 'marketplace', 'multibiller')),
    bank_account_id BIGINT NOT NULL REFERENCES bank_accounts (id),
    nominal         BIGINT NOT NULL CHECK (nominal > 0 AND nominal % 1000 = 0),
    code            BIGINT NOT NULL CHECK (code BETWEEN 1 AND 999),
    amount          BIGINT NOT NULL,
    reference       TEXT NOT NULL UNIQUE, -- of the credit; starts with 0003
    status          TEXT NOT NULL CHECK (status IN ('pending', 'cancelled', 'expired', 'done')),
    created_by      TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    expires_at      BIGINT NOT NULL,
    ended_at        BIGINT,
    CHECK (amount = nominal + code),
    CHECK ((ended_at IS NULL) = (status = 'pending')),
    CHECK (expires_at > created_at)
);
CREATE INDEX topup_orders_client ON topup_orders (client_id, id);
CREATE INDEX topup_orders_expiry ON topup_orders (expires_at) WHERE status = 'pending';
-- A client has one open order, and an amount means one open order at an account.
CREATE UNIQUE INDEX topup_orders_open ON topup_orders (client_id) WHERE status = 'pending';
CREATE UNIQUE INDEX topup_orders_total ON topup_orders (bank_account_id, amount) WHERE status = 'pending';
-- Staff look up which ended order a transfer was meant for.
CREATE INDEX topup_orders_amount ON topup_orders (bank_account_id, amount, id);
-- An order ends once, and its amounts never change.
-- +goose StatementBegin
CREATE TRIGGER topup_orders_end_once BEFORE UPDATE ON topup_orders
WHEN OLD.status <> 'pending' OR NEW.amount <> OLD.amount OR NEW.client_id <> OLD.client_id OR NEW.wallet_id <> OLD.wallet_id OR NEW.wallet_type <> OLD.wallet_type
BEGIN
    SELECT RAISE(ABORT, 'a top-up order ends once');
END;
-- +goose StatementEnd

-- The codes of an account. A code is taken by one open order, and rests for a day after its end.
CREATE TABLE unique_codes (
    bank_account_id BIGINT NOT NULL REFERENCES bank_accounts (id),
    code            BIGINT NOT NULL CHECK (code BETWEEN 1 AND 999),
    order_id        BIGINT, -- the open order that has it
    free_at         BIGINT NOT NULL DEFAULT 0,
    client_id       BIGINT, -- who has the code, or had it last: it rests for that client, who may have it again for another amount
    PRIMARY KEY (bank_account_id, code)
);
CREATE INDEX unique_codes_free ON unique_codes (bank_account_id, free_at, code) WHERE order_id IS NULL;
CREATE UNIQUE INDEX unique_codes_order ON unique_codes (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX unique_codes_client ON unique_codes (client_id, bank_account_id, free_at) WHERE client_id IS NOT NULL;

-- Payments of virtual accounts, credited in the transaction that stores them. The key makes a payment request credited
-- once, for ever.
CREATE TABLE va_payments (
    bank_code          TEXT NOT NULL,
    payment_request_id TEXT NOT NULL,
    virtual_account_id BIGINT NOT NULL REFERENCES virtual_accounts (id),
    client_id          BIGINT NOT NULL,
    wallet_id          BIGINT NOT NULL,
    account_no         TEXT NOT NULL,
    amount             BIGINT NOT NULL CHECK (amount > 0),
    fee                BIGINT NOT NULL CHECK (fee >= 0 AND fee < amount),
    reference          TEXT NOT NULL,
    posting_key        TEXT NOT NULL,
    paid_at            BIGINT NOT NULL,
    received_at        BIGINT NOT NULL,
    PRIMARY KEY (bank_code, payment_request_id)
);
CREATE UNIQUE INDEX va_payments_posting ON va_payments (client_id, posting_key);
CREATE INDEX va_payments_received ON va_payments (received_at);
-- +goose StatementBegin
CREATE TRIGGER va_payments_no_update BEFORE UPDATE ON va_payments
BEGIN
    SELECT RAISE(ABORT, 'va_payments is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER va_payments_no_delete BEFORE DELETE ON va_payments
BEGIN
    SELECT RAISE(ABORT, 'va_payments is append-only');
END;
-- +goose StatementEnd

-- Money that a bank reported on one of our accounts. It is credited to the order that it pays, or held in suspense
-- until staff assign it to a wallet or return it.
CREATE TABLE bank_transfers (
    id              INTEGER NOT NULL PRIMARY KEY,
    bank_code       TEXT NOT NULL, -- as reported, with account number and mutation id the key of the money
    account_no      TEXT NOT NULL,
    mutation_id     TEXT NOT NULL,
    bank_account_id BIGINT REFERENCES bank_accounts (id), -- NULL: none of ours
    amount          BIGINT NOT NULL CHECK (amount > 0),
    description     TEXT NOT NULL,
    booked_at       BIGINT NOT NULL,
    received_at     BIGINT NOT NULL,
    status          TEXT NOT NULL CHECK (status IN ('credited', 'suspense', 'returned')),
    why             TEXT NOT NULL CHECK (why IN ('matched', 'late', 'unmatched', 'unknown_account', 'wallet_inactive')),
    order_id        BIGINT REFERENCES topup_orders (id), -- the order that it paid, or was probably meant for
    client_id       BIGINT, -- whom it was credited to
    wallet_id       BIGINT,
    wallet_type     TEXT CHECK (wallet_type IN ('level_1', 'level_2', 'marketplace', 'multibiller')),
    posting_key     TEXT,
    settled_at      BIGINT,
    -- A transfer that was not credited by itself is certainly of the client of its order, who sees it then.
    certain         BOOLEAN NOT NULL DEFAULT FALSE,
    note            TEXT NOT NULL DEFAULT '', -- the last one of staff, who hold it
    noted_by        TEXT NOT NULL DEFAULT '',
    noted_at        BIGINT NOT NULL DEFAULT 0,
    UNIQUE (bank_code, account_no, mutation_id),
    CHECK ((status = 'credited') = (posting_key IS NOT NULL)),
    CHECK ((posting_key IS NULL) = (wallet_id IS NULL)),
    CHECK ((posting_key IS NULL) = (wallet_type IS NULL)),
    CHECK ((posting_key IS NULL) = (client_id IS NULL)),
    CHECK ((settled_at IS NULL) = (status = 'suspense'))
);
CREATE INDEX bank_transfers_suspense ON bank_transfers (id) WHERE status = 'suspense';
CREATE INDEX bank_transfers_received ON bank_transfers (received_at);
CREATE UNIQUE INDEX bank_transfers_posting ON bank_transfers (client_id, posting_key) WHERE posting_key IS NOT NULL;
-- An order is paid by one transfer.
CREATE UNIQUE INDEX bank_transfers_order ON bank_transfers (order_id) WHERE why = 'matched';
CREATE INDEX bank_transfers_meant ON bank_transfers (order_id) WHERE certain;
-- What the bank reported never changes, and money that left suspense never comes back.
-- +goose StatementBegin
CREATE TRIGGER bank_transfers_no_update BEFORE UPDATE OF id, bank_code, account_no, mutation_id, amount, booked_at, received_at ON bank_transfers
BEGIN
    SELECT RAISE(ABORT, 'what a bank reported is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER bank_transfers_settled_once BEFORE UPDATE ON bank_transfers WHEN OLD.status <> 'suspense'
BEGIN
    SELECT RAISE(ABORT, 'a transfer is settled once');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER bank_transfers_no_delete BEFORE DELETE ON bank_transfers
BEGIN
    SELECT RAISE(ABORT, 'bank_transfers is append-only');
END;
-- +goose StatementEnd

-- What happened to money that matched nothing, in double entry, never changed or deleted: held moves it to suspense,
-- assigned gives it back to the bank account for a wallet's credit, returned sends it away.
CREATE TABLE suspense_entries (
    transfer_id BIGINT NOT NULL REFERENCES bank_transfers (id),
    entry       TEXT NOT NULL CHECK (entry IN ('held', 'assigned', 'returned')),
    debit       TEXT NOT NULL,
    credit      TEXT NOT NULL,
    amount      BIGINT NOT NULL CHECK (amount > 0),
    actor       TEXT NOT NULL,
    reason      TEXT NOT NULL DEFAULT '',
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (transfer_id, entry),
    CHECK (debit = CASE entry WHEN 'held' THEN 'bank_clearing' ELSE 'suspense' END),
    CHECK (credit = CASE entry WHEN 'held' THEN 'suspense' WHEN 'assigned' THEN 'bank_clearing' ELSE 'bank_returns' END)
);
-- Money leaves suspense once.
CREATE UNIQUE INDEX suspense_entries_end ON suspense_entries (transfer_id) WHERE entry <> 'held';
-- +goose StatementBegin
CREATE TRIGGER suspense_entries_no_update BEFORE UPDATE ON suspense_entries
BEGIN
    SELECT RAISE(ABORT, 'suspense_entries is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER suspense_entries_no_delete BEFORE DELETE ON suspense_entries
BEGIN
    SELECT RAISE(ABORT, 'suspense_entries is append-only');
END;
-- +goose StatementEnd

-- What clients asked staff for: a top-up by hand.
CREATE TABLE topup_requests (
    id          INTEGER NOT NULL PRIMARY KEY,
    client_id   BIGINT NOT NULL REFERENCES clients (id),
    wallet_id   BIGINT NOT NULL,
    wallet_type TEXT NOT NULL CHECK (wallet_type IN ('level_1', 'level_2', 'marketplace', 'multibiller')),
    amount      BIGINT NOT NULL CHECK (amount > 0),
    note        TEXT NOT NULL,
    created_by  TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    closed_at   BIGINT
);
CREATE INDEX topup_requests_client ON topup_requests (client_id, created_at);
CREATE INDEX topup_requests_open ON topup_requests (id) WHERE closed_at IS NULL;

-- The first answer to each external id of a bank, which is unique within a day (SNAP BI).
CREATE TABLE bank_requests (
    bank        TEXT NOT NULL, -- connection
    service     TEXT NOT NULL, -- 24 inquiry, 25 payment
    day         TEXT NOT NULL, -- YYYY-MM-DD, Asia/Jakarta
    external_id TEXT NOT NULL,
    request_id  TEXT NOT NULL,
    status      BIGINT NOT NULL,
    answer      TEXT NOT NULL, -- JSON
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (bank, service, day, external_id)
);
CREATE INDEX bank_requests_created ON bank_requests (created_at);

-- Lines of the statements of our accounts, which staff import. Banks give lines no id: equal lines of a day are
-- counted.
CREATE TABLE bank_statement_lines (
    bank_code   TEXT NOT NULL,
    account_no  TEXT NOT NULL,
    day         TEXT NOT NULL, -- YYYY-MM-DD, of the booking
    credit      BOOLEAN NOT NULL, -- money came in
    amount      BIGINT NOT NULL CHECK (amount > 0),
    description TEXT NOT NULL,
    occurrence  BIGINT NOT NULL, -- among equal lines of the day, from 1
    source      TEXT NOT NULL, -- file and line, for staff
    imported_by TEXT NOT NULL,
    imported_at BIGINT NOT NULL,
    PRIMARY KEY (bank_code, account_no, day, credit, amount, description, occurrence)
);

-- -------------------------------------------------------------------- shop --

-- The shop of a client: what its staff edit, and what shoppers see.
CREATE TABLE storefronts (
    id             INTEGER NOT NULL PRIMARY KEY,
    client_id      BIGINT NOT NULL UNIQUE REFERENCES clients (id),
    version        BIGINT NOT NULL CHECK (version > 0), -- counts the changes: nobody overwrites what they have not seen
    config         TEXT NOT NULL, -- JSON: what is edited
    published      TEXT, -- JSON: what shoppers see; NULL before the first publication
    is_published   BOOLEAN NOT NULL DEFAULT FALSE,
    published_at   BIGINT,
    -- Version of the catalogue at which its prices were last compared with net prices; 0: its prices changed since.
    prices_checked BIGINT NOT NULL DEFAULT 0,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    payment_key    BIGINT NOT NULL DEFAULT 1, -- counts the changes of the key that signs payment links
    CHECK (published IS NOT NULL OR NOT is_published),
    CHECK ((published IS NULL) = (published_at IS NULL))
);

-- Uploaded pictures. Each is a few files, whose names begin with the token.
CREATE TABLE storefront_images (
    token        TEXT NOT NULL PRIMARY KEY,
    client_id    BIGINT NOT NULL REFERENCES clients (id),
    width        BIGINT NOT NULL CHECK (width > 0),
    height       BIGINT NOT NULL CHECK (height > 0),
    created_by   TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    unused_since BIGINT, -- NULL while the shop has it
    deleting     BOOLEAN NOT NULL DEFAULT FALSE -- its files are being deleted: no shop may take it
);
CREATE INDEX storefront_images_client ON storefront_images (client_id);
CREATE INDEX storefront_images_unused ON storefront_images (unused_since) WHERE unused_since IS NOT NULL;

-- The operators that staff assigned to the shop of a client. Without any, the shop may have all.
CREATE TABLE storefront_operators (
    client_id     BIGINT NOT NULL REFERENCES clients (id),
    operator_code TEXT NOT NULL REFERENCES operators (code),
    PRIMARY KEY (client_id, operator_code)
);

-- How a client prices what its shop sells. Without a row its prices are the recommended ones.
CREATE TABLE storefront_pricing (
    client_id    BIGINT NOT NULL PRIMARY KEY REFERENCES clients (id),
    version      BIGINT NOT NULL CHECK (version > 0), -- counts the changes of this table and the next
    pricing_type TEXT NOT NULL CHECK (pricing_type IN ('recommended', 'percent', 'margin', 'price')),
    value        BIGINT NOT NULL CHECK (value >= 0), -- percent: hundredths of a per cent; margin, price: whole rupiah
    was_set      BOOLEAN NOT NULL, -- the client chose for all SKUs
    updated_at   BIGINT NOT NULL,
    CHECK (pricing_type <> 'percent' OR value <= 10000)
);

-- SKUs that are priced in their own way.
CREATE TABLE storefront_prices (
    client_id    BIGINT NOT NULL REFERENCES clients (id),
    product_code TEXT NOT NULL REFERENCES products (code),
    pricing_type TEXT NOT NULL CHECK (pricing_type IN ('recommended', 'percent', 'margin', 'price')),
    value        BIGINT NOT NULL CHECK (value >= 0),
    updated_at   BIGINT NOT NULL,
    CHECK (pricing_type <> 'percent' OR value <= 10000),
    PRIMARY KEY (client_id, product_code)
);

-- SKUs that a shop doesn't sell, because their committed price is below the net price.
CREATE TABLE storefront_off (
    client_id    BIGINT NOT NULL REFERENCES clients (id),
    product_code TEXT NOT NULL REFERENCES products (code),
    since        BIGINT NOT NULL,
    PRIMARY KEY (client_id, product_code)
);

-- Orders of shoppers. The order on the client's wallet is another row: order_id.
CREATE TABLE storefront_orders (
    id             BIGINT NOT NULL,
    client_id      BIGINT NOT NULL REFERENCES clients (id),
    token          TEXT NOT NULL, -- of the shopper's link; can't be guessed
    operator_code  TEXT NOT NULL,
    operator_name  TEXT NOT NULL,
    operator_type  TEXT NOT NULL,
    product_code   TEXT NOT NULL,
    product_name   TEXT NOT NULL,
    denomination   TEXT NOT NULL, -- the part of the product's name that tells its value
    destination_no TEXT NOT NULL,
    price          BIGINT NOT NULL CHECK (price > 0), -- what the shopper pays
    net_price      BIGINT NOT NULL CHECK (net_price > 0 AND net_price <= price), -- what the client pays
    status         TEXT NOT NULL CHECK (status IN ('waiting', 'paid', 'processing', 'success', 'failed')),
    paid_late      BOOLEAN NOT NULL DEFAULT FALSE, -- after price_until
    short_since    BIGINT, -- the wallet was too short to place it
    order_id       BIGINT, -- of the order on the client's wallet
    serial_number  TEXT NOT NULL DEFAULT '',
    reason         TEXT NOT NULL DEFAULT '', -- code of the text that says why it failed
    created_at     BIGINT NOT NULL,
    price_until    BIGINT NOT NULL CHECK (price_until > created_at),
    payable_until  BIGINT NOT NULL CHECK (payable_until >= price_until),
    paid_at        BIGINT,
    placed_at      BIGINT,
    ended_at       BIGINT,
    PRIMARY KEY (client_id, id),
    UNIQUE (client_id, token),
    CHECK ((status = 'waiting') = (paid_at IS NULL) OR status = 'failed'),
    CHECK (status NOT IN ('processing', 'success') OR order_id IS NOT NULL),
    CHECK ((order_id IS NULL) = (placed_at IS NULL)),
    CHECK ((status IN ('success', 'failed')) = (ended_at IS NOT NULL)),
    CHECK (short_since IS NULL OR paid_at IS NOT NULL)
);
CREATE INDEX storefront_orders_paid ON storefront_orders (client_id, paid_at) WHERE status = 'paid';
CREATE INDEX storefront_orders_processing ON storefront_orders (placed_at) WHERE status = 'processing';
CREATE INDEX storefront_orders_delivered ON storefront_orders (client_id, ended_at) WHERE status = 'success';
CREATE INDEX storefront_orders_unpaid ON storefront_orders (payable_until) WHERE status = 'waiting';

-- What visitors of shops did, for 35 days. A session is a number without a person. Each row has one of analytics_days,
-- which refers to the client.
CREATE TABLE analytics_events (
    client_id BIGINT NOT NULL,
    day       BIGINT NOT NULL, -- YYYYMMDD in the client's zone
    session   BIGINT NOT NULL, -- hash of the page's random text
    seq       BIGINT NOT NULL CHECK (seq BETWEEN 0 AND 499), -- within the session: what is sent twice is stored once
    kind      BIGINT NOT NULL CHECK (kind BETWEEN 1 AND 6),
    name      TEXT NOT NULL,
    value     TEXT NOT NULL,
    PRIMARY KEY (client_id, day, session, seq)
) WITHOUT ROWID;
CREATE UNIQUE INDEX analytics_events_once ON analytics_events (client_id, session, seq);

-- The days of each shop, and their figures.
CREATE TABLE analytics_days (
    client_id BIGINT NOT NULL REFERENCES clients (id),
    day       BIGINT NOT NULL CHECK (day BETWEEN 20000101 AND 99991231), -- YYYYMMDD in the client's zone
    version   BIGINT NOT NULL DEFAULT 0, -- rises with each event of the day
    rolled    BIGINT NOT NULL DEFAULT -1, -- the version that the figures contain
    rolled_at BIGINT,
    sessions  BIGINT NOT NULL DEFAULT 0 CHECK (sessions >= 0),
    orders    BIGINT NOT NULL DEFAULT 0 CHECK (orders >= 0),
    gmv       BIGINT NOT NULL DEFAULT 0 CHECK (gmv >= 0), -- sum of the prices of delivered orders, whole rupiah
    margin    BIGINT NOT NULL DEFAULT 0 CHECK (margin BETWEEN 0 AND gmv), -- GMV less the net prices
    CHECK (rolled <= version),
    PRIMARY KEY (client_id, day)
) WITHOUT ROWID;
CREATE INDEX analytics_days_due ON analytics_days (day) WHERE rolled < version;

-- Counts of a day, and their sums over a third of a month and a month. Ranges are read from the longest periods that
-- fit.
CREATE TABLE analytics_counts (
    client_id BIGINT NOT NULL REFERENCES clients (id),
    metric    TEXT NOT NULL CHECK (metric IN ('component', 'banner', 'view', 'ignored', 'select', 'checkout', 'sale')),
    period    BIGINT NOT NULL CHECK (period BETWEEN 200001 AND 999912 OR period BETWEEN 2000011 AND 9999123 OR period BETWEEN 20000101 AND 99991231),
    -- YYYYMM; YYYYMM and 1 for the days 1 to 10, 2 to 20, 3 for the rest; YYYYMMDD
    name      TEXT NOT NULL,
    value     TEXT NOT NULL,
    count     BIGINT NOT NULL CHECK (count >= 0),
    PRIMARY KEY (client_id, metric, period, name, value)
) WITHOUT ROWID;

-- Events as a client got them first, for 70 days: what they tell of changes. That an order succeeded is not here, since its order always tells the same.
CREATE TABLE client_event_bodies (
    client_id BIGINT NOT NULL REFERENCES clients (id),
    event_id  TEXT NOT NULL,
    subject   TEXT NOT NULL,
    data      TEXT, -- a JSON object; NULL: no news for the client
    stored_at BIGINT NOT NULL,
    PRIMARY KEY (client_id, event_id)
) WITHOUT ROWID;
CREATE INDEX client_event_bodies_old ON client_event_bodies (stored_at);

-- How many changes of the client API were announced to clients, one row for each announcement.
CREATE TABLE api_announcements (
    changes      BIGINT NOT NULL PRIMARY KEY CHECK (changes >= 0),
    announced_at BIGINT NOT NULL
) WITHOUT ROWID;

-- Where clients' programs get events.
CREATE TABLE webhook_endpoints (
    client_id     BIGINT NOT NULL REFERENCES clients (id),
    id            BIGINT NOT NULL,
    url           TEXT NOT NULL,
    description   TEXT NOT NULL,
    types         TEXT NOT NULL, -- a JSON array; empty: all
    salt          TEXT NOT NULL, -- the secret is made from it
    salt_at       BIGINT NOT NULL,
    old_salt      TEXT, -- of the secret before, which signs too until old_until
    old_until     BIGINT,
    active        BOOLEAN NOT NULL,
    off_reason    TEXT CHECK (off_reason IN ('user', 'gone', 'failing')),
    off_at        BIGINT,
    -- While no receiver answers well.
    failures      BIGINT NOT NULL DEFAULT 0 CHECK (failures >= 0), -- in a row
    failing_since BIGINT,
    mails         BIGINT NOT NULL DEFAULT 0 CHECK (mails BETWEEN 0 AND 3), -- that were sent about it
    mailed_at     BIGINT, -- when the last of them was sent
    -- Which node sends to it, and when it has something to send.
    next_at       BIGINT,
    holder        TEXT,
    held_until    BIGINT NOT NULL DEFAULT 0,
    created_at    BIGINT NOT NULL,
    deleted_at    BIGINT, -- then nothing is sent; the log stays for a while
    CHECK (active = (off_at IS NULL) AND active = (off_reason IS NULL)),
    CHECK ((old_salt IS NULL) = (old_until IS NULL)),
    PRIMARY KEY (client_id, id)
) WITHOUT ROWID;
CREATE INDEX webhook_endpoints_deleted ON webhook_endpoints (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX webhook_endpoints_due ON webhook_endpoints (next_at) WHERE active;
CREATE INDEX webhook_endpoints_old_secret ON webhook_endpoints (old_until) WHERE old_until IS NOT NULL;

-- Events on their way to endpoints, for 30 days.
CREATE TABLE webhook_deliveries (
    client_id   BIGINT NOT NULL,
    endpoint_id BIGINT NOT NULL,
    event_id    TEXT NOT NULL,
    type        TEXT NOT NULL,
    subject     TEXT NOT NULL, -- reference of the order, else the id of what it happened to
    body        TEXT NOT NULL, -- as it is sent
    test        BOOLEAN NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
    tries       BIGINT NOT NULL DEFAULT 0 CHECK (tries >= 0), -- since it was sent or sent again
    sends       BIGINT NOT NULL DEFAULT 0 CHECK (sends >= tries), -- in all
    resends     BIGINT NOT NULL DEFAULT 0 CHECK (resends >= 0), -- how often somebody had it sent again
    due_at      BIGINT,
    resent_by   TEXT NOT NULL DEFAULT '',
    created_at  BIGINT NOT NULL,
    ended_at    BIGINT,
    CHECK ((state = 'waiting') = (due_at IS NOT NULL)),
    CHECK ((state = 'waiting') = (ended_at IS NULL)),
    PRIMARY KEY (client_id, endpoint_id, event_id),
    FOREIGN KEY (client_id, endpoint_id) REFERENCES webhook_endpoints (client_id, id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (client_id, endpoint_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_deliveries_new ON webhook_deliveries (client_id, endpoint_id, created_at, event_id);
CREATE INDEX webhook_deliveries_old ON webhook_deliveries (created_at);

-- Each request of a delivery.
CREATE TABLE webhook_sends (
    client_id   BIGINT NOT NULL,
    endpoint_id BIGINT NOT NULL,
    event_id    TEXT NOT NULL,
    number      BIGINT NOT NULL CHECK (number > 0),
    at          BIGINT NOT NULL,
    took        BIGINT NOT NULL, -- microseconds
    status      BIGINT NOT NULL, -- of the answer; 0 without one
    failure     TEXT NOT NULL, -- why there was none
    answer      TEXT NOT NULL, -- the beginning of its body
    PRIMARY KEY (client_id, endpoint_id, event_id, number),
    FOREIGN KEY (client_id, endpoint_id, event_id) REFERENCES webhook_deliveries (client_id, endpoint_id, event_id) ON DELETE CASCADE
) WITHOUT ROWID;

-- Calls with API keys, for 30 days. A row is some consecutive ones of a client, packed by the program: as rows of their own they took a third
-- of the time in which SQLite writes orders. They are found by the time alone.
CREATE TABLE api_requests (
    client_id BIGINT NOT NULL,
    at        BIGINT NOT NULL, -- of the latest; the others are at most 10 s older
    id        BIGINT NOT NULL, -- of rows of one microsecond
    requests  BLOB NOT NULL,
    PRIMARY KEY (client_id, at, id)
) WITHOUT ROWID;

-- The beginnings of their bodies, for 7 days, packed too. Secrets, and numbers of customers, are masked.
CREATE TABLE api_request_bodies (
    client_id BIGINT NOT NULL,
    at        BIGINT NOT NULL,
    id        BIGINT NOT NULL,
    bodies    BLOB NOT NULL,
    PRIMARY KEY (client_id, at, id)
) WITHOUT ROWID;

-- What clients set of it.
CREATE TABLE api_request_settings (
    client_id    BIGINT NOT NULL PRIMARY KEY REFERENCES clients (id),
    show_numbers BOOLEAN NOT NULL -- numbers of customers are not masked
) WITHOUT ROWID;
