package pricelist

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"loket/internal/catalog"
	"loket/internal/identity"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// Decide applies the price of a change to the recorded cost, or leaves the cost as it is. Errors: fault.ErrNotFound also for a change that
// doesn't wait any more, fault.ErrValidation.
func (s *Service) Decide(ctx context.Context, by identity.By, code string, id int64, apply bool) error {
	if err := by.Check(nil); err != nil {
		return err
	}

	if !apply {
		return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
			_, err := endTx(ctx, tx, by, code, id, Left, s.deps.Clock.Now())

			return err
		})
	}

	return s.deps.Catalog.Edit(ctx, func(tx *db.Tx, now time.Time, _ int64) error {
		c, err := endTx(ctx, tx, by, code, id, Applied, now)
		if err != nil {
			return err
		}

		return catalog.SetCostsTx(ctx, tx, now, code, map[string]money.Rupiah{c.Product: c.After}, catalog.By{Actor: by.Actor, Reason: by.Reason, Address: by.Address})
	})
}

// endTx ends a change that waits.
func endTx(ctx context.Context, tx *db.Tx, by identity.By, code string, id int64, state State, now time.Time) (Change, error) {
	n, err := tx.Exec(ctx, `UPDATE supplier_price_changes SET state = $1, decided_by = $2, reason = $3, decided_at = $4
		WHERE supplier = $5 AND id = $6 AND state = 'waiting'`, string(state), by.Actor, by.Reason, clock.Micros(now), code, id)
	if err != nil {
		return Change{}, fmt.Errorf("decide about a price: %w", err)
	}

	if n == 0 {
		return Change{}, fault.ErrNotFound.New()
	}

	list, err := readChanges(ctx, tx, "supplier = $1 AND id = $2", code, id)
	if err != nil {
		return Change{}, err
	}

	c := list[0].Change

	return c, audit.Write(ctx, tx, now, audit.Entry{
		Actor: by.Actor, Action: "supplier.price", Subject: "supplier:" + code, Reason: by.Reason, Address: by.Address,
		Detail: map[string]any{"product": c.Product, "sku": c.SKU, "before": c.Before, "after": c.After, "decision": string(state)},
	})
}

// Record is a change with when it was seen and what a person decided.
type Record struct {
	Change

	SeenAt    time.Time
	DecidedBy string // empty where no person decided
	DecidedAt time.Time
	Reason    string
}

func readChanges(ctx context.Context, q db.Querier, where string, args ...any) ([]Record, error) {
	rows, err := q.Query(ctx, `SELECT id, supplier, sku, name, product_code, kind, state, cause, before, after, seen_at,
		COALESCE(decided_by, ''), COALESCE(decided_at, 0), COALESCE(reason, '') FROM supplier_price_changes WHERE `+where, args...)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (c Record, err error) {
		var seen, decided int64

		err = row.Scan(&c.ID, &c.Supplier, &c.SKU, &c.Name, &c.Product, &c.Kind, &c.State, &c.Cause, &c.Before, &c.After, &seen, &c.DecidedBy, &decided, &c.Reason)
		c.SeenAt = clock.FromMicros(seen)

		if decided != 0 {
			c.DecidedAt = clock.FromMicros(decided)
		}

		return c, err
	})
	if err != nil {
		return nil, fmt.Errorf("read changes of prices: %w", err)
	}

	return list, nil
}
