-- +goose Up
-- Orders of one product for many destinations, paid at once, later, or every month.
CREATE TABLE scheduled_orders (
    id                  INTEGER NOT NULL PRIMARY KEY,
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
    retry_of_id         BIGINT REFERENCES scheduled_orders (id),
    token               TEXT NOT NULL UNIQUE, -- begins the client reference of each line's order
    epoch               BIGINT NOT NULL DEFAULT 0, -- counts the workers that took it over: the last one alone goes on
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
    CHECK (waiting + pending + success + failed + error + canceled = quantity),
    CHECK (waits_for IS NULL OR status = 'draft'),
    CHECK (status <> 'done' OR ended_at IS NOT NULL),
    CHECK (ended_at IS NULL OR (waiting = 0 AND pending = 0)),
    CHECK (repeats = (series_id IS NOT NULL)),
    CHECK (repeats = (ends_at IS NOT NULL))
);
CREATE INDEX scheduled_orders_client ON scheduled_orders (client_id, scheduled_at);
CREATE INDEX scheduled_orders_open ON scheduled_orders (client_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX scheduled_orders_series ON scheduled_orders (series_id, run) WHERE series_id IS NOT NULL;
CREATE INDEX scheduled_orders_retry ON scheduled_orders (retry_of_id) WHERE retry_of_id IS NOT NULL;

-- One destination each. A line is stored as placing before its order is placed, and has the order's id afterwards.
CREATE TABLE scheduled_lines (
    scheduled_order_id BIGINT NOT NULL REFERENCES scheduled_orders (id),
    line               BIGINT NOT NULL CHECK (line > 0),
    client_id          BIGINT NOT NULL,
    destination_no     TEXT NOT NULL,
    state              TEXT NOT NULL CHECK (state IN ('waiting', 'placing', 'pending', 'success', 'failed', 'error', 'canceled')),
    order_id           BIGINT UNIQUE,
    price              BIGINT NOT NULL DEFAULT 0 CHECK (price >= 0), -- charged
    reason_code        TEXT NOT NULL DEFAULT '', -- why no order was placed: the code of the error
    reason             TEXT NOT NULL DEFAULT '', -- and its message in both languages, as JSON
    updated_at         BIGINT NOT NULL,
    PRIMARY KEY (scheduled_order_id, line),
    CHECK (order_id IS NOT NULL OR state NOT IN ('pending', 'success')),
    CHECK (order_id IS NULL OR state IN ('pending', 'success', 'failed', 'error'))
);
CREATE INDEX scheduled_lines_open ON scheduled_lines (scheduled_order_id, state, line) WHERE state IN ('waiting', 'placing', 'pending');

-- An order that was placed for a line stays with it.
-- +goose StatementBegin
CREATE TRIGGER scheduled_lines_order BEFORE UPDATE ON scheduled_lines WHEN OLD.order_id IS NOT NULL AND NEW.order_id IS NOT OLD.order_id
BEGIN
    SELECT RAISE(ABORT, 'a scheduled line keeps its order');
END;
-- +goose StatementEnd
