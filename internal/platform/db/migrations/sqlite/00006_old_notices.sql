-- +goose Up

-- Applied notices are deleted when they are old enough.
CREATE INDEX supplier_notices_received ON supplier_notices (received_at);
