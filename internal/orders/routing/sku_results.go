package routing

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

const (
	// skuStoredFor is how long results of SKUs stay in the table.
	skuStoredFor = 6 * time.Hour
	// sameNumber is how long a further failure of one number at one SKU doesn't count.
	sameNumber = time.Hour
)

// PurchaseEnd is a purchase that ended at a supplier.
type PurchaseEnd struct {
	SKUKey

	Group       string // the type of the product's operator
	Destination string
	SentAt      time.Time
	Succeeded   bool
}

// SKUKey is a product at a supplier; without a product the whole supplier.
type SKUKey struct{ Supplier, Product string }

// SKUResult counts purchases that ended at a SKU in a minute.
type SKUResult struct {
	SKUKey
	Result

	Minute time.Time // its start
}

// failedNumber is a number at a SKU. It counts once: a client who orders for a faulty number again and again must not switch a SKU off for all.
type failedNumber struct {
	SKUKey

	destination string
}

// skuCounts are results of SKUs of this node that aren't stored yet. The caller holds the lock of counts.
type skuCounts struct {
	sum    map[skuMinute]Result
	failed map[failedNumber]time.Time // when a number failed first
}

type skuMinute struct {
	SKUKey

	minute int64
}

func (c *skuCounts) add(k skuMinute, more Result) {
	if c.sum == nil {
		c.sum = map[skuMinute]Result{}
	}

	r := c.sum[k]
	c.sum[k] = Result{r.Succeeded + more.Succeeded, r.Failed + more.Failed}
}

// repeats reports whether a number failed at a SKU already.
func (c *skuCounts) repeats(e PurchaseEnd, now time.Time) bool {
	k := failedNumber{e.SKUKey, e.Destination}

	if first, known := c.failed[k]; known && now.Sub(first) < sameNumber {
		return true
	}

	if c.failed == nil {
		c.failed = map[failedNumber]time.Time{}
	}

	c.failed[k] = now

	return false
}

// forget drops numbers that may count again.
func (c *skuCounts) forget(now time.Time) {
	maps.DeleteFunc(c.failed, func(_ failedNumber, first time.Time) bool { return now.Sub(first) >= sameNumber })
}

// storeSKUResultsTx adds what this node counted to the table.
func storeSKUResultsTx(ctx context.Context, tx *db.Tx, list map[skuMinute]Result, now time.Time) error {
	if len(list) == 0 {
		return nil
	}

	keys := slices.SortedFunc(maps.Keys(list), func(a, b skuMinute) int {
		return byMinute(minuteKey{ResultKey{a.Supplier, a.Product}, a.minute}, minuteKey{ResultKey{b.Supplier, b.Product}, b.minute})
	})
	n := len(keys)
	minutes, suppliers, products := make([]int64, n), make([]string, n), make([]string, n)
	succeeded, failed := make([]int64, n), make([]int64, n)

	for i, k := range keys {
		minutes[i], suppliers[i], products[i], succeeded[i], failed[i] = k.minute, k.Supplier, k.Product, list[k].Succeeded, list[k].Failed
	}

	rows := db.Columns{
		{Name: "minute", Values: minutes},
		{Name: "supplier", Values: suppliers},
		{Name: "product_code", Values: products},
		{Name: "succeeded", Values: succeeded},
		{Name: "failed", Values: failed},
	}

	_, err := tx.ExecRows(ctx, rows, `INSERT INTO sku_results (minute, supplier, product_code, succeeded, failed)
		SELECT {minute}, {supplier}, {product_code}, {succeeded}, {failed} {FROM} WHERE TRUE
		ON CONFLICT (minute, supplier, product_code) DO UPDATE SET
			succeeded = sku_results.succeeded + excluded.succeeded, failed = sku_results.failed + excluded.failed`)
	if err != nil {
		return err
	}

	_, err = tx.Exec(ctx, "DELETE FROM sku_results WHERE minute < $1", clock.Micros(now.Add(-skuStoredFor)))

	return err
}

// SKUResults are the purchases of all nodes that ended at SKUs since a moment, by minute; at most those of the last six hours.
func SKUResults(ctx context.Context, q db.Querier, since time.Time) ([]SKUResult, error) {
	rows, err := q.Query(ctx, "SELECT minute, supplier, product_code, succeeded, failed FROM sku_results WHERE minute >= $1", clock.Micros(since))

	list, err := db.Collect(rows, err, func(row *sql.Rows) (r SKUResult, err error) {
		var minute int64

		err = row.Scan(&minute, &r.Supplier, &r.Product, &r.Succeeded, &r.Failed)
		r.Minute = clock.FromMicros(minute)

		return r, err
	})
	if err != nil {
		return nil, fmt.Errorf("read results of SKUs: %w", err)
	}

	return list, nil
}

// SKUResultSince sums the purchases of all nodes that ended at a SKU, or at a whole supplier, since the minute of a moment.
func SKUResultSince(ctx context.Context, q db.Querier, k SKUKey, since time.Time) (Result, error) {
	var r Result

	err := q.QueryRow(ctx, `SELECT CAST(COALESCE(SUM(succeeded), 0) AS BIGINT), CAST(COALESCE(SUM(failed), 0) AS BIGINT) FROM sku_results
		WHERE minute >= $1 AND supplier = $2 AND ($3 = '' OR product_code = $3)`, clock.Micros(since.Truncate(time.Minute)), k.Supplier, k.Product).
		Scan(&r.Succeeded, &r.Failed)
	if err != nil {
		return Result{}, fmt.Errorf("read results of a SKU: %w", err)
	}

	return r, nil
}
