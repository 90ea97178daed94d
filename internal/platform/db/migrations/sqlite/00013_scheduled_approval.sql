-- +goose Up
-- Above which total a client's scheduled orders need the approval of a second user.
CREATE TABLE scheduled_approvals (
    client_id  BIGINT NOT NULL PRIMARY KEY REFERENCES clients (id),
    above      BIGINT CHECK (above >= 0), -- NULL: none needs it
    updated_at BIGINT NOT NULL
);

-- When the forecast of a monthly run was compared with the balance.
ALTER TABLE scheduled_orders ADD COLUMN forecast_at BIGINT;
