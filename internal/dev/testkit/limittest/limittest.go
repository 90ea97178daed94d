// Package limittest pays orders from settlement limits for tests, without the rest of an order's life.
package limittest

import (
	"context"
	"maps"
	"strconv"
	"sync"
	"time"

	"loket/internal/money/settlement"
	"loket/internal/orders/order"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
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
// settlements from batch to batch; nil reads them. The errors are those of settlement.LockedSettlements, and db.ErrRefuted for a stale memory.
func Charge(ctx context.Context, d *db.DB, memory *settlement.Memory, at time.Time, orders ...Order) error {
	clients := make([]int64, len(orders))
	for i, o := range orders {
		clients[i] = o.ClientID
	}

	return d.Batch(ctx, func(b *db.Batch) error {
		var (
			locked *settlement.LockedSettlements
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
			if _, err := locked.Charge(o.ClientID, o.ID, o.Price, o.reference(), at); err != nil {
				return err
			}

			b.Exec(`INSERT INTO orders (id, client_id, client_ref, wallet_id, wallet_type, product_code, product_name, kind, destination_no, price,
					status, refunded, payment_type, channel, input_hash, created_at, updated_at)
				VALUES ($1, $2, $3, 0, 'level_1', 'P', 'P', 'prepaid', '0', $4, 4, FALSE, 'settlement', 'h2h', 1, 1, 1)`,
				o.ID, o.ClientID, o.reference(), int64(o.Price))
			event.Add(b, []event.Event{order.EndEvent(&order.Order{ID: o.ID, ClientID: o.ClientID, Channel: order.ChannelH2H}, event.OrderSucceeded, at)})
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
		if _, err := tx.Exec(ctx, "UPDATE orders SET status = 3, refunded = TRUE WHERE client_id = $1 AND id = $2", o.ClientID, o.ID); err != nil {
			return err
		}

		return settlement.RefundTx(ctx, tx, at, o.ClientID, o.ID, o.Price, o.reference())
	})
}

// Memory are limits in memory, for tests of invoices alone: they need neither a settlement nor its periods. It implements
// invoice.Limits.
type Memory struct {
	mu       sync.Mutex
	released map[string]money.Rupiah // committed, by key; negative when it was carried
	// Refuse makes it refuse.
	Refuse error
	// Orders are those of every period.
	Orders []settlement.PeriodOrder
}

func (m *Memory) keep(tx *db.Tx, r settlement.LimitRelease, sign money.Rupiah) error {
	tx.AfterCommit(func() {
		m.mu.Lock()
		defer m.mu.Unlock()

		if m.released == nil {
			m.released = map[string]money.Rupiah{}
		}

		m.released[r.Key] += sign * r.Amount
	})

	return m.Refuse
}

// Released returns what was released by each key; negative when it was carried.
func (m *Memory) Released() map[string]money.Rupiah {
	m.mu.Lock()
	defer m.mu.Unlock()

	return maps.Clone(m.released)
}

// ReleaseTx implements invoice.Limits.
func (m *Memory) ReleaseTx(_ context.Context, tx *db.Tx, _ time.Time, r settlement.LimitRelease) error {
	return m.keep(tx, r, 1)
}

// CarryTx implements invoice.Limits.
func (m *Memory) CarryTx(_ context.Context, tx *db.Tx, _ time.Time, r settlement.LimitRelease) (int64, error) {
	return 1_000_000, m.keep(tx, r, -1)
}

// BlockTx implements invoice.Limits.
func (*Memory) BlockTx(context.Context, *db.Tx, int64, int64, time.Time) error { return nil }

// StreamOrders implements invoice.Limits.
func (m *Memory) StreamOrders(_ context.Context, _, _ int64, each func(settlement.PeriodOrder) error) error {
	for _, o := range m.Orders {
		if err := each(o); err != nil {
			return err
		}
	}

	return nil
}
