package inbox_test

import (
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/inbox"
)

// All old notices that were applied are deleted, and no others.
func TestOldNoticesArePurged(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		i := newInbox(t, d, nil)

		const many = 2_500 // more than one transaction deletes

		keep := func(name string, received time.Time, applied any, rows int) {
			testkit.Exec(t, d, `INSERT INTO inbox_notices (id, source, digest, subject, body, content, in_turn, received_at, due_at, applied_at)
				WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
				SELECT $2 || '-' || i, 'other:a', $2 || '-' || i, 'r', '{}', '{}', FALSE, $3, $3, $4 FROM n`, rows, name, clock.Micros(received), applied)
		}

		now := time.Now()
		old := now.Add(-inbox.Kept - time.Minute)

		keep("old", old, clock.Micros(old), many)
		keep("never applied", old, nil, 2)
		keep("applied late", old, clock.Micros(now), 1)
		keep("young", now.Add(-inbox.Kept+time.Hour), clock.Micros(now), 3)

		if n, err := i.Purge(t.Context()); err != nil || n != many+1 {
			t.Errorf("purged %d, %v", n, err)
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM inbox_notices WHERE id LIKE 'never applied-%' OR id LIKE 'young-%'"); n != 5 {
			t.Errorf("%d of 5 are left", n)
		}
	})
}
