package pricelist

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/supplier"
)

func readRows(ctx context.Context, q db.Querier, code string) (map[string]row, error) {
	rows, err := q.Query(ctx, "SELECT sku, name, price, state FROM supplier_price_rows WHERE supplier = $1", code)
	found := map[string]row{}

	_, err = db.Collect(rows, err, func(r *sql.Rows) (one row, err error) {
		var sku string

		err = r.Scan(&sku, &one.name, &one.price, &one.state)
		found[sku] = one

		return one, err
	})
	if err != nil {
		return nil, fmt.Errorf("read the last price list of %s: %w", code, err)
	}

	return found, nil
}

// storeRows stores the rows of a list that differ from those before. Codes that are not listed any more stay as gone.
func storeRows(ctx context.Context, tx *db.Tx, code string, before, list map[string]row) error {
	changed := map[string]row{}

	for sku, now := range list {
		if old, known := before[sku]; !known || old != now {
			changed[sku] = now
		}
	}

	for sku, old := range before {
		if _, listed := list[sku]; !listed && old.state != rowGone {
			old.state = rowGone
			changed[sku] = old
		}
	}

	skus := slices.Sorted(maps.Keys(changed))
	names, states, prices := make([]string, len(skus)), make([]string, len(skus)), make([]int64, len(skus))

	for i, sku := range skus {
		one := changed[sku]
		names[i], states[i], prices[i] = one.name, string(one.state), int64(one.price)
	}

	_, err := tx.ExecRows(ctx, db.Columns{
		{Name: "sku", Values: skus}, {Name: "name", Values: names}, {Name: "price", Values: prices}, {Name: "state", Values: states},
	}, `INSERT INTO supplier_price_rows (supplier, sku, name, price, state) SELECT $1, {sku}, {name}, {price}, {state} {FROM} WHERE TRUE
		ON CONFLICT (supplier, sku) DO UPDATE SET name = excluded.name, price = excluded.price, state = excluded.state`, code)
	if err != nil {
		return fmt.Errorf("store the price list of %s: %w", code, err)
	}

	return nil
}

// outdate ends what waits for a person about prices that changed again.
func outdate(ctx context.Context, tx *db.Tx, code string, changes []Change, now time.Time) error {
	products := []string{}

	for _, c := range changes {
		if c.Kind == KindPrice {
			products = append(products, c.Product)
		}
	}

	_, err := tx.ExecRows(ctx, db.Columns{{Name: "product", Values: products}}, `UPDATE supplier_price_changes AS c SET state = 'outdated', decided_at = $2
		{FROM} WHERE c.supplier = $1 AND c.product_code = {product} AND c.state = 'waiting'`, code, clock.Micros(now))
	if err != nil {
		return fmt.Errorf("end older changes of prices: %w", err)
	}

	return nil
}

func storeChanges(ctx context.Context, tx *db.Tx, code string, changes []Change, now time.Time) error {
	var (
		ids, before, after                           []int64
		skus, names, products, kinds, states, causes []string
	)

	for _, c := range changes {
		if c.Kind == KindPrice && c.State == Noted {
			continue
		}

		id, err := db.NextSequence(ctx, tx, "supplier_price_changes")
		if err != nil {
			return err
		}

		ids, before, after = append(ids, id), append(before, int64(c.Before)), append(after, int64(c.After))
		skus, names, products = append(skus, c.SKU), append(names, c.Name), append(products, c.Product)
		kinds, states, causes = append(kinds, string(c.Kind)), append(states, string(c.State)), append(causes, string(c.Cause))
	}

	_, err := tx.ExecRows(ctx, db.Columns{
		{Name: "id", Values: ids},
		{Name: "sku", Values: skus},
		{Name: "name", Values: names},
		{Name: "product", Values: products},
		{Name: "kind", Values: kinds},
		{Name: "state", Values: states},
		{Name: "cause", Values: causes},
		{Name: "before", Values: before},
		{Name: "after", Values: after},
	}, `INSERT INTO supplier_price_changes (id, supplier, sku, name, product_code, kind, state, cause, before, after, seen_at)
		SELECT {id}, $1, {sku}, {name}, {product}, {kind}, {state}, {cause}, {before}, {after}, $2 {FROM} WHERE TRUE`, code, clock.Micros(now))
	if err != nil {
		return fmt.Errorf("store changes of prices: %w", err)
	}

	return nil
}

// Reading is how the last reading of a list went.
type Reading struct {
	At      time.Time // zero without one
	Rows    int64     // of the last list that was taken
	TakenAt time.Time // of the last list that was taken; zero without one
	Failure string    // why the last reading was not taken, for staff; empty if it was
}

// The failures of readings.
const (
	FailureLimited = "limited" // read too often
	FailureRefused = "refused" // the supplier refused the call
	FailureBroken  = "broken"  // more than half of the codes are missing
	FailureNone    = "none"    // no usable answer
)

func failureOf(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, supplier.ErrRateLimited):
		return FailureLimited
	case errors.Is(err, supplier.ErrRefused):
		return FailureRefused
	case errors.Is(err, errBroken):
		return FailureBroken
	default:
		return FailureNone
	}
}

// storeReading stores how a reading went.
func (s *Service) storeReading(ctx context.Context, code string, rows int, failed error) error {
	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		now := clock.Micros(s.deps.Clock.Now())

		text, args := `INSERT INTO supplier_price_lists (supplier, read_at, failure, listed, taken_at) VALUES ($1, $2, $3, $4, $2)
			ON CONFLICT (supplier) DO UPDATE SET read_at = excluded.read_at, failure = excluded.failure, listed = excluded.listed, taken_at = excluded.taken_at`,
			[]any{code, now, "", int64(rows)}
		if failed != nil {
			text, args = `INSERT INTO supplier_price_lists (supplier, read_at, failure, listed) VALUES ($1, $2, $3, 0)
				ON CONFLICT (supplier) DO UPDATE SET read_at = excluded.read_at, failure = excluded.failure`, []any{code, now, failureOf(failed)}
		}

		if _, err := tx.Exec(ctx, text, args...); err != nil {
			return fmt.Errorf("store how the price list of %s was read: %w", code, err)
		}

		return nil
	})
}

func (s *Service) purge(ctx context.Context) error {
	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, "DELETE FROM supplier_price_changes WHERE state <> 'waiting' AND seen_at < $1", clock.Micros(s.deps.Clock.Now().Add(-storedFor)))
		if err != nil {
			return fmt.Errorf("delete old changes of prices: %w", err)
		}

		return nil
	})
}
