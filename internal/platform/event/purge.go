package event

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/job"
)

const (
	purgeKind  = "events.purge"
	purgeEvery = time.Hour
	// Kept is how long facts are kept.
	Kept = 35 * 24 * time.Hour
)

// PurgeBy has a queue delete old facts.
func (r *Record) PurgeBy(jobs *job.Queue) {
	jobs.EveryPurge(purgeKind, purgeEvery, r.Purge)
}

// Purge deletes facts that are older than Kept and returns their number. Those that a consumer has not read stay. A consumer that this
// program doesn't have may be one of a newer node, or of an older one, or nobody's any more: its unread facts stay as long again. The newest
// fact stays: on SQLite its number must not be given again.
func (r *Record) Purge(ctx context.Context) (int64, error) {
	names := make([]string, len(r.consumers))
	for i, c := range r.consumers {
		names[i] = "'" + c.Name + "'"
	}

	ours := ""
	if len(names) > 0 {
		ours = " AND seq <= (SELECT MIN(position) FROM event_positions WHERE name IN (" + strings.Join(names, ", ") + "))"
	}

	// The first rows are the oldest. All others stay unread.
	n, err := r.d.Purge(ctx, fmt.Sprintf(`DELETE FROM events WHERE seq IN (
			SELECT seq FROM (SELECT seq, at FROM events WHERE seq > 0 ORDER BY seq LIMIT $2) f WHERE at <= $1)
		AND seq < (SELECT MAX(seq) FROM events)%s
		AND (at <= $1 - %d OR seq <= (SELECT COALESCE(MIN(position), %d) FROM event_positions WHERE name <> '%s'))`,
		ours, Kept.Microseconds(), int64(math.MaxInt64), numbering), clock.Micros(r.clk.Now().Add(-Kept)))
	if err != nil {
		return n, fmt.Errorf("delete old events: %w", err)
	}

	return n, nil
}
