-- +goose Up

-- Who has a code, or had it last: it rests for that client, who may have it again for another amount.
ALTER TABLE unique_codes ADD COLUMN client_id BIGINT;
UPDATE unique_codes SET client_id = (SELECT o.client_id FROM topup_orders o WHERE o.id = unique_codes.order_id) WHERE order_id IS NOT NULL;
CREATE INDEX unique_codes_client ON unique_codes (client_id, bank_account_id, free_at) WHERE client_id IS NOT NULL;

-- Whether a transfer that was not credited by itself is certainly of the client of its order, who sees it then.
ALTER TABLE bank_transfers ADD COLUMN certain BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE bank_transfers SET certain = TRUE WHERE status = 'suspense' AND why = 'wallet_inactive';
UPDATE bank_transfers SET certain = TRUE WHERE status = 'suspense' AND why = 'late' AND EXISTS (
    SELECT 1 FROM topup_orders o WHERE o.id = bank_transfers.order_id
        AND bank_transfers.received_at <= COALESCE(o.ended_at, o.expires_at) + 86400000000
        AND bank_transfers.booked_at >= o.created_at - 86400000000);
CREATE INDEX bank_transfers_meant ON bank_transfers (order_id) WHERE certain;
