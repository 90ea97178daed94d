package snap

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/clock"
)

const (
	purgeKind  = "snap.purge"
	purgeEvery = time.Hour
	// Kept is how long the answer to an external id is kept. Banks repeat within the day; payment request ids are kept
	// for ever, with the payments.
	Kept = 7 * 24 * time.Hour
)

func (s *Service) registerJobs() {
	s.deps.Jobs.EveryPurge(purgeKind, purgeEvery, s.Purge)
}

// Purge deletes answers older than Kept and returns their number.
func (s *Service) Purge(ctx context.Context) (int64, error) {
	n, err := s.deps.DB.Purge(ctx, `DELETE FROM bank_requests WHERE (bank, service, day, external_id) IN (
			SELECT bank, service, day, external_id FROM bank_requests WHERE created_at <= $1 ORDER BY created_at LIMIT $2)`,
		clock.Micros(s.deps.Clock.Now().Add(-Kept)))
	if err != nil {
		return n, fmt.Errorf("delete old answers to banks: %w", err)
	}

	return n, nil
}
