package identity

import (
	"context"
	"database/sql"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// OwnSession is a session as its user sees it.
type OwnSession struct {
	ID         string
	Device     string // user agent of the browser
	Address    string
	Method     SignInMethod
	CreatedAt  time.Time
	LastUsedAt time.Time // exact to a minute
	ExpiresAt  time.Time
	Current    bool
}

// OwnSessions lists the caller's valid sessions, newest first.
func (s *Service) OwnSessions(ctx context.Context, p Principal) ([]OwnSession, error) {
	now := s.clk.Now()

	idle, err := s.clientIdleLimit(ctx, s.db.Reader(), p.ClientID)
	if err != nil {
		return nil, err
	}

	rows, err := s.db.Reader().Query(ctx, `
		SELECT id, device, address, method, created_at, last_used_at, expires_at FROM sessions
		WHERE client_id = $1 AND user_id = $2 AND ended_at IS NULL AND expires_at > $3 AND last_used_at > $4
			AND scope <> 'second_factor' AND looker IS NULL
		ORDER BY created_at DESC, id DESC`,
		p.ClientID, p.UserID, clock.Micros(now), clock.Micros(now.Add(-idle)))

	list, err := db.Collect(rows, err, func(row *sql.Rows) (OwnSession, error) {
		var (
			o                  OwnSession
			created, used, end int64
		)

		err := row.Scan(&o.ID, &o.Device, &o.Address, &o.Method, &created, &used, &end)
		o.CreatedAt, o.LastUsedAt, o.ExpiresAt = clock.FromMicros(created), clock.FromMicros(used), clock.FromMicros(end)
		o.Current = o.ID == p.SessionID

		return o, err
	})

	return list, wrap(err, "list sessions")
}

// EndOwnSession ends a session of the caller, also the current one. It returns
// ErrNotFound for any other id.
func (s *Service) EndOwnSession(ctx context.Context, by Self, id string) error {
	p := by.Principal

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		n, err := tx.Exec(ctx, `
			UPDATE sessions SET ended_at = $1 WHERE id = $2 AND client_id = $3 AND user_id = $4 AND ended_at IS NULL`,
			clock.Micros(s.clk.Now()), id, p.ClientID, p.UserID)
		if err != nil {
			return wrap(err, "end a session")
		}

		if n == 0 {
			return fault.ErrNotFound.New()
		}

		return s.recordSelf(ctx, tx, by, "user.end-session", Subject("user", p.UserID), nil)
	})
}

// EndOtherSessions ends all sessions of the caller but the one that asks, and returns their ids. No browser skips the second step any more. It is safe to repeat.
func (s *Service) EndOtherSessions(ctx context.Context, by Self) ([]string, error) {
	p := by.Principal

	var ended []string

	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		// A sign-in locks the user, too, so none adds a session meanwhile.
		if _, err := s.lockUser(ctx, tx, p.ClientID, p.UserID); err != nil {
			return err
		}

		var err error

		if err = forgetBrowsersTx(ctx, tx, p.ClientID, p.UserID); err != nil {
			return err
		}

		if ended, err = s.endOtherSessionsTx(ctx, tx, p); err != nil || len(ended) == 0 {
			return err
		}

		return s.recordSelf(ctx, tx, by, "user.end-other-sessions", Subject("user", p.UserID), map[string]any{"sessionsEnded": len(ended)})
	})

	return ended, err
}

// endOtherSessionsTx ends all sessions of a user whose row is locked but that of the caller, and returns their ids.
func (s *Service) endOtherSessionsTx(ctx context.Context, tx *db.Tx, p Principal) ([]string, error) {
	rows, err := tx.Query(ctx, `
		UPDATE sessions SET ended_at = $1 WHERE client_id = $2 AND user_id = $3 AND ended_at IS NULL AND id <> $4 RETURNING id`,
		clock.Micros(s.clk.Now()), p.ClientID, p.UserID, p.SessionID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (string, error) {
		var id string

		return id, row.Scan(&id)
	})

	return list, wrap(err, "end the other sessions")
}
