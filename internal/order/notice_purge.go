package order

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/job"
)

const (
	purgeNoticesKind  = "order.purgenotices"
	purgeNoticesEvery = time.Hour
	purgeNoticesTime  = 5 * time.Minute
	// NoticesKept is how long an applied notice is kept, for disputes with its supplier:
	// twice the time for which suppliers know our references. Notices that were not applied
	// are kept for ever. The result of a notice is kept with its attempt and order.
	NoticesKept = 180 * 24 * time.Hour
)

func (s *Service) purgeNoticesJob(ctx context.Context, _ job.Job) error {
	_, err := s.PurgeNotices(ctx)

	return err
}

// PurgeNotices deletes applied notices older than NoticesKept and returns their number.
func (s *Service) PurgeNotices(ctx context.Context) (int64, error) {
	n, err := s.DB.Purge(ctx, `DELETE FROM supplier_notices WHERE id IN (
			SELECT id FROM supplier_notices WHERE received_at <= $1 AND applied_at IS NOT NULL ORDER BY received_at LIMIT $2)`,
		clock.Micros(s.Clock.Now().Add(-NoticesKept)))
	if err != nil {
		return n, fmt.Errorf("delete old notices: %w", err)
	}

	return n, nil
}
