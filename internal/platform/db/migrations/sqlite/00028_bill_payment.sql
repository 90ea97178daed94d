-- +goose Up
-- Lines that failed because the balance ended.
ALTER TABLE scheduled_orders ADD COLUMN money_ended BIGINT NOT NULL DEFAULT 0 CHECK (money_ended >= 0);
-- Since when the balance is too low for the next line of a run; none of its orders was refunded since.
ALTER TABLE scheduled_orders ADD COLUMN short_since BIGINT;
-- When the lines of a canceled order were deleted, of which none had an order.
ALTER TABLE scheduled_orders ADD COLUMN swept_at BIGINT;
CREATE INDEX scheduled_orders_made ON scheduled_orders (client_id, created_at);
CREATE INDEX scheduled_orders_sweep ON scheduled_orders (ended_at) WHERE status = 'canceled' AND swept_at IS NULL;

-- A change that would let more orders run without a second user waits for one.
CREATE TABLE scheduled_approval_changes (
    client_id    BIGINT NOT NULL PRIMARY KEY REFERENCES clients (id),
    above        BIGINT CHECK (above >= 0), -- NULL: no order would need an approval
    requested_by BIGINT NOT NULL,
    requested_at BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL
);
-- From when the orders of a user of one day add up: when the client began to want a second user.
ALTER TABLE scheduled_approvals ADD COLUMN since BIGINT NOT NULL DEFAULT 0;
