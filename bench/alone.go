package main

import (
	"context"
	"database/sql"
	"errors"

	"loket/internal/platform/db"
)

var errEmpty = errors.New("the wallet is empty")

// placeAlone places an order in a transaction of its own, as most systems do. It
// is as good as we can make it: one conditional update locks, checks and charges,
// the unique key finds repeats, and nothing unneeded is read.
func (setup *orderSetup) placeAlone(ctx context.Context, client int64, ref string) error {
	return setup.db.Tx(ctx, func(tx *db.Tx) error {
		now := micros()
		id := setup.ids.Next(fromMicros(now))

		var wallet, balance, seq, charged, version int64
		if err := tx.QueryRow(ctx, "SELECT version FROM versions WHERE name = 'catalog'").Scan(&version); err != nil {
			return err
		}

		err := tx.QueryRow(ctx, `UPDATE wallets SET balance = balance - $1, seq = seq + 1, changed_at = CASE WHEN changed_at > $3 THEN changed_at ELSE $3 END
			WHERE client_id = $2 AND type = 'level_1' AND active AND balance >= $1 RETURNING id, balance, seq, changed_at`,
			price, client, now).Scan(&wallet, &balance, &seq, &charged)
		if errors.Is(err, sql.ErrNoRows) {
			return errEmpty
		}

		if err != nil {
			return err
		}

		if _, err := tx.Exec(ctx, `INSERT INTO orders (id, client_id, client_ref, wallet_id, wallet_type, product_code, product_name, kind,
				destination_no, amount, price, status, payment_type, channel, input_hash, reference, created_at, updated_at)
			VALUES ($1, $2, $3, $4, 'level_1', $5, 'Telkomsel 10.000', 'prepaid', '081234567890', 0, $6, 5, 'deposit', 'h2h', 1, '{"mobile":"TSEL"}', $7, $7)`,
			id, client, ref, wallet, product, price, now); err != nil {
			return err
		}

		if _, err := tx.Exec(ctx, `INSERT INTO wallet_history (wallet_id, seq, client_id, action, amount, balance_before, balance_after, contra, order_id, reference, created_at)
			VALUES ($1, $2, $3, 'payment', $4, $5, $6, 'sales', $7, $8, $9)`,
			wallet, seq, client, -price, balance+price, balance, id, ref, charged); err != nil {
			return err
		}

		_, err = tx.Exec(ctx, `INSERT INTO order_attempts (order_id, number, client_id, supplier, sku, reference, state, prepared_at)
			VALUES ($1, 1, $2, $3, $4, $5, 'prepared', $6)`, id, client, supplierCode, supplierSKU, supplierReference(client, id), now)

		return err
	})
}
