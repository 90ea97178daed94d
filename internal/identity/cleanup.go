package identity

import (
	"context"
	"time"

	"loket/internal/platform/clock"
)

const (
	// sessionsKept is how long the row of an ended session stays, for staff who
	// look into an incident.
	sessionsKept = 30 * 24 * time.Hour
)

// Cleanup deletes tries that no longer count, and sessions and links that ended
// a month ago, in small transactions. It is safe to run at any time and on any node;
// it tells how many rows went.
func (s *Service) Cleanup(ctx context.Context) (int64, error) {
	now := s.clk.Now()

	tries, err := s.db.Purge(ctx, `DELETE FROM attempts WHERE id IN (SELECT id FROM attempts WHERE at <= $1 LIMIT $2)`,
		clock.Micros(now.Add(-max(s.opt.TryWindow, s.opt.ResetWindow))))
	if err != nil {
		return tries, wrap(err, "delete old tries")
	}

	sessions, err := s.db.Purge(ctx, `DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expires_at <= $1 LIMIT $2)`,
		clock.Micros(now.Add(-sessionsKept)))
	if err != nil {
		return tries + sessions, wrap(err, "delete old sessions")
	}

	links, err := s.links.Purge(ctx)

	return tries + sessions + links, err
}
