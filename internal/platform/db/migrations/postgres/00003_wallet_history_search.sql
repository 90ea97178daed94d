-- +goose Up

-- Payments are nearly all rows of history and are left out of both indexes, so that a charge stays as cheap as it was.

-- The list of one operation. Rows of the other operations are few, so the primary key alone would read the payments
-- in between.
CREATE INDEX wallet_history_action ON wallet_history (wallet_id, action, seq) WHERE action <> 'payment';
-- The search for the reference of a top-up or a correction. Rows of orders are found by the order.
CREATE INDEX wallet_history_reference ON wallet_history (client_id, reference, wallet_id, seq) WHERE order_id IS NULL;
