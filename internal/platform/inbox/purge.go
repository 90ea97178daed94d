package inbox

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/clock"
)

const (
	purgeKind  = "inbox.purge"
	purgeEvery = time.Hour
	// Kept is how long an applied notice is kept, for disputes with its sender: twice the time for which suppliers
	// know our references. Notices that were not applied are kept for ever.
	Kept = 180 * 24 * time.Hour
)

func (i *Inbox) registerJobs() {
	i.deps.Jobs.EveryPurge(purgeKind, purgeEvery, i.Purge)
}

// Purge deletes applied notices older than Kept and returns their number.
func (i *Inbox) Purge(ctx context.Context) (int64, error) {
	n, err := i.deps.DB.Purge(ctx, `DELETE FROM inbox_notices WHERE id IN (
			SELECT id FROM inbox_notices WHERE received_at <= $1 AND applied_at IS NOT NULL ORDER BY received_at LIMIT $2)`,
		clock.Micros(i.deps.Clock.Now().Add(-Kept)))
	if err != nil {
		return n, fmt.Errorf("delete old notices: %w", err)
	}

	return n, nil
}
