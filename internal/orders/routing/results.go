package routing

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

const (
	// recent is how long a result counts, and storedFor how long it stays in the table.
	recent    = time.Hour
	storedFor = 48 * time.Hour
	// deviations is how far below the rate the lower bound lies: 95 %.
	deviations = 1.96
)

// ResultKey is a supplier and a product group.
type ResultKey struct{ Supplier, Group string }

// Result counts purchases that ended at a supplier.
type Result struct{ Succeeded, Failed int64 }

// Results are those of the last hour.
type Results map[ResultKey]Result

// LowerBound is the lower bound of the Wilson score interval of the success: 0 without results, and near the rate with many.
func (r Result) LowerBound() float64 {
	n := float64(r.Succeeded + r.Failed)
	if n == 0 {
		return 0
	}

	const z2 = deviations * deviations

	rate := float64(r.Succeeded) / n

	return max(0, (rate+z2/(2*n)-deviations*math.Sqrt((rate*(1-rate)+z2/(4*n))/n))/(1+z2/n))
}

type minuteKey struct {
	ResultKey

	minute int64 // its start, microseconds
}

func byMinute(a, b minuteKey) int {
	return cmp.Or(cmp.Compare(a.minute, b.minute), cmp.Compare(a.Supplier, b.Supplier), cmp.Compare(a.Group, b.Group))
}

// counts are results of this node that aren't stored yet.
type counts struct {
	mu   sync.Mutex
	sum  map[minuteKey]Result
	skus skuCounts
}

func (c *counts) add(k minuteKey, more Result) {
	c.mu.Lock()
	defer c.mu.Unlock()

	if c.sum == nil {
		c.sum = map[minuteKey]Result{}
	}

	r := c.sum[k]
	c.sum[k] = Result{r.Succeeded + more.Succeeded, r.Failed + more.Failed}
}

func (c *counts) take(now time.Time) (map[minuteKey]Result, map[skuMinute]Result) {
	c.mu.Lock()
	defer c.mu.Unlock()

	groups, skus := c.sum, c.skus.sum
	c.sum, c.skus.sum = nil, nil
	c.skus.forget(now)

	return groups, skus
}

// addSKU counts a purchase at its SKU.
func (c *counts) addSKU(e PurchaseEnd, more Result, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()

	if more.Failed == 0 || !c.skus.repeats(e, now) {
		c.skus.add(skuMinute{e.SKUKey, clock.Micros(now.Truncate(time.Minute))}, more)
	}
}

// putBack counts again what could not be stored.
func (c *counts) putBack(groups map[minuteKey]Result, skus map[skuMinute]Result) {
	for k, r := range groups {
		c.add(k, r)
	}

	c.mu.Lock()
	defer c.mu.Unlock()

	for k, r := range skus {
		c.skus.add(k, r)
	}
}

// Count counts a purchase that ended at a supplier. Results of the last seconds before a crash are lost: they are for choices alone.
func (s *Service) Count(e PurchaseEnd) {
	now := s.deps.Clock.Now()

	result := Result{Failed: 1}
	if e.Succeeded {
		result = Result{Succeeded: 1}
	}

	s.counts.add(minuteKey{ResultKey{e.Supplier, e.Group}, clock.Micros(now.Truncate(time.Minute))}, result)

	if s.table.Load().exclusions.counts(e) {
		s.counts.addSKU(e, result, now)
	}
}

// FollowResults stores what this node counted, and reads the results of all nodes.
func (s *Service) FollowResults(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, followLimit)
	defer cancel()

	if err := s.storeResults(ctx); err != nil {
		return err
	}

	s.reads.Lock()
	defer s.reads.Unlock()

	found, err := s.readResults(ctx)
	if err == nil {
		s.change(func(t *table) { t.results = found })
	}

	return err
}

func (s *Service) readResults(ctx context.Context) (Results, error) {
	rows, err := s.deps.DB.Reader().Query(ctx, `SELECT supplier, product_group, CAST(SUM(succeeded) AS BIGINT), CAST(SUM(failed) AS BIGINT)
		FROM supplier_results WHERE minute > $1 GROUP BY supplier, product_group`, clock.Micros(s.deps.Clock.Now().Add(-recent)))
	found := Results{}

	_, err = db.Collect(rows, err, func(row *sql.Rows) (none struct{}, err error) {
		var (
			k ResultKey
			r Result
		)

		err = row.Scan(&k.Supplier, &k.Group, &r.Succeeded, &r.Failed)
		found[k] = r

		return none, err
	})
	if err != nil {
		return nil, fmt.Errorf("read results of suppliers: %w", err)
	}

	return found, nil
}

// RecentBySupplier are the purchases of all nodes that ended at suppliers since some time ago, by supplier.
func (s *Service) RecentBySupplier(ctx context.Context, span time.Duration) (map[string]Result, error) {
	rows, err := s.deps.DB.Reader().Query(ctx, `SELECT supplier, CAST(SUM(succeeded) AS BIGINT), CAST(SUM(failed) AS BIGINT)
		FROM supplier_results WHERE minute > $1 GROUP BY supplier`, clock.Micros(s.deps.Clock.Now().Add(-span)))
	found := map[string]Result{}

	_, err = db.Collect(rows, err, func(row *sql.Rows) (r Result, err error) {
		var code string

		err = row.Scan(&code, &r.Succeeded, &r.Failed)
		found[code] = r

		return r, err
	})
	if err != nil {
		return nil, fmt.Errorf("read recent results of suppliers: %w", err)
	}

	return found, nil
}

// storeResults adds what this node counted to the table. What can't be stored is counted again with the next ones.
func (s *Service) storeResults(ctx context.Context) error {
	now := s.deps.Clock.Now()

	list, skus := s.counts.take(now)
	if len(list) == 0 {
		return nil
	}

	keys := slices.SortedFunc(maps.Keys(list), byMinute)
	n := len(keys)
	minutes, suppliers, groups := make([]int64, n), make([]string, n), make([]string, n)
	succeeded, failed := make([]int64, n), make([]int64, n)

	for i, k := range keys {
		minutes[i], suppliers[i], groups[i], succeeded[i], failed[i] = k.minute, k.Supplier, k.Group, list[k].Succeeded, list[k].Failed
	}

	rows := db.Columns{
		{Name: "minute", Values: minutes},
		{Name: "supplier", Values: suppliers},
		{Name: "product_group", Values: groups},
		{Name: "succeeded", Values: succeeded},
		{Name: "failed", Values: failed},
	}

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		_, err := tx.ExecRows(ctx, rows, `INSERT INTO supplier_results (minute, supplier, product_group, succeeded, failed)
			SELECT {minute}, {supplier}, {product_group}, {succeeded}, {failed} {FROM} WHERE TRUE
			ON CONFLICT (minute, supplier, product_group) DO UPDATE SET
				succeeded = supplier_results.succeeded + excluded.succeeded, failed = supplier_results.failed + excluded.failed`)
		if err != nil {
			return err
		}

		if _, err := tx.Exec(ctx, "DELETE FROM supplier_results WHERE minute < $1", clock.Micros(now.Add(-storedFor))); err != nil {
			return err
		}

		return storeSKUResultsTx(ctx, tx, skus, now)
	})
	if err != nil {
		s.counts.putBack(list, skus)

		return fmt.Errorf("store results of suppliers: %w", err)
	}

	return nil
}
