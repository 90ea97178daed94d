package order_test

import (
	"testing"
	"time"

	"loket/internal/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/testkit"
)

// All old notices that were applied are deleted, and no others.
func TestOldNoticesArePurged(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s := newService(t, d, 1)

		const many = 2_500 // more than one transaction deletes

		keep := func(name string, received time.Time, applied any, rows int) {
			testkit.Exec(t, d, `INSERT INTO supplier_notices (id, supplier, digest, reference, body, answer, received_at, applied_at)
				WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
				SELECT $2 || '-' || i, 'a', $2 || '-' || i, 'r', '{}', '{}', $3, $4 FROM n`, rows, name, clock.Micros(received), applied)
		}

		now := time.Now()
		old := now.Add(-order.NoticesKept - time.Minute)

		keep("old", old, clock.Micros(old), many)
		keep("never applied", old, nil, 2)
		keep("applied late", old, clock.Micros(now), 1)
		keep("young", now.Add(-order.NoticesKept+time.Hour), clock.Micros(now), 3)

		if n, err := s.PurgeNotices(t.Context()); err != nil || n != many+1 {
			t.Errorf("purged %d, %v", n, err)
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM supplier_notices WHERE id LIKE 'never applied-%' OR id LIKE 'young-%'"); n != 5 {
			t.Errorf("%d of 5 are left", n)
		}
	})
}
