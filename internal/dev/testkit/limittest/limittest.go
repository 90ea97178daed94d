// Package limittest pays orders from settlement limits for tests, without the rest of an order's life.
package limittest

import (
	"context"
	"strconv"
	"time"

	"loket/internal/money/settlement"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// Order is an order that a limit pays.
type Order struct {
	ID       int64
	ClientID int64
	Price    money.Rupiah
}

func (o Order) reference() string { return strconv.FormatInt(o.ID, 10) }

// Charge pays orders from the limits of their clients, in one transaction. With a memory it does so as a placer does, which remembers
// settlements from batch to batch; nil reads them. The errors are those of settlement.Locked, and db.ErrRefuted for a stale memory.
func Charge(ctx context.Context, d *db.DB, memory *settlement.Memory, at time.Time, orders ...Order) error {
	clients := make([]int64, len(orders))
	for i, o := range orders {
		clients[i] = o.ClientID
	}

	return d.Batch(ctx, func(b *db.Batch) error {
		var (
			locked *settlement.Locked
			known  bool
		)

		if memory != nil {
			locked, known = memory.Recall(clients)
		}

		if !known {
			locked = settlement.LockBatch(b, clients)

			if err := b.Flush(ctx); err != nil {
				return err
			}
		}

		for _, o := range orders {
			if err := locked.Charge(o.ClientID, o.ID, o.Price, o.reference(), at); err != nil {
				return err
			}

			b.Exec(`INSERT INTO orders (id, client_id, client_ref, wallet_id, wallet_type, product_code, product_name, kind, destination_no, price,
					status, refunded, payment_type, channel, input_hash, created_at, updated_at)
				VALUES ($1, $2, $3, 0, 'level_1', 'P', 'P', 'prepaid', '0', $4, 4, FALSE, 'settlement', 'h2h', 1, 1, 1)`,
				o.ID, o.ClientID, o.reference(), int64(o.Price))
		}

		locked.Post(b)

		if memory != nil {
			b.AfterCommit(func() { memory.Keep(locked) })
		}

		return nil
	})
}

// Refund gives the price of an order back, as its failure does.
func Refund(ctx context.Context, d *db.DB, at time.Time, o Order) error {
	return d.Tx(ctx, func(tx *db.Tx) error {
		if _, err := tx.Exec(ctx, "UPDATE orders SET status = 3, refunded = TRUE WHERE id = $1", o.ID); err != nil {
			return err
		}

		return settlement.RefundTx(ctx, tx, at, o.ClientID, o.ID, o.Price, o.reference())
	})
}
