package identity

import (
	"context"
	"time"

	"loket/internal/platform/clock"
)

const (
	// sessionsKept is how long the row of an ended session stays, for the analysis of
	// incidents.
	sessionsKept = 30 * 24 * time.Hour
)

// Cleanup deletes tries outside the throttle window, sessions and links that ended
// more than a month ago, devices that nobody uses, and browsers that are no longer remembered. It works in small transactions, is safe to run at any time on
// any node, and returns the number of deleted rows.
func (s *Service) Cleanup(ctx context.Context) (int64, error) {
	now := s.clk.Now()

	tries, err := s.db.Purge(ctx, `DELETE FROM tries WHERE id IN (SELECT id FROM tries WHERE at <= $1 LIMIT $2)`,
		clock.Micros(now.Add(-max(s.opt.TryWindow, s.opt.ResetWindow))))
	if err != nil {
		return tries, wrap(err, "delete old tries")
	}

	sessions, err := s.db.Purge(ctx, `DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expires_at <= $1 LIMIT $2)`,
		clock.Micros(now.Add(-sessionsKept)))
	if err != nil {
		return tries + sessions, wrap(err, "delete old sessions")
	}

	origins, err := s.db.Purge(ctx, `DELETE FROM sign_in_origins WHERE (user_id, kind, value) IN (
		SELECT user_id, kind, value FROM sign_in_origins WHERE last_used_at <= $1 LIMIT $2)`, clock.Micros(now.Add(-DeviceKept)))
	if err != nil {
		return tries + sessions + origins, wrap(err, "forget old devices")
	}

	browsers, err := s.db.Purge(ctx, `DELETE FROM remembered_browsers WHERE id IN (SELECT id FROM remembered_browsers WHERE expires_at <= $1 LIMIT $2)`,
		clock.Micros(now))
	if err != nil {
		return tries + sessions + origins + browsers, wrap(err, "forget old browsers")
	}

	questions, err := s.db.Purge(ctx, `DELETE FROM passkey_questions WHERE challenge_hash IN (SELECT challenge_hash FROM passkey_questions WHERE expires_at <= $1 LIMIT $2)`,
		clock.Micros(now))
	if err != nil {
		return tries + sessions + origins + browsers + questions, wrap(err, "forget old questions for passkeys")
	}

	links, err := s.links.Purge(ctx)

	return tries + sessions + origins + browsers + questions + links, err
}
