package identity

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// Limits of what a client decides, in minutes (docs/product/access.md#security).
const (
	MinIdleMinutes = 15
	MaxIdleMinutes = 120
)

const microsPerMinute = int64(time.Minute / time.Microsecond)

// ClientSecurity is what the root users of a client decide for all its users.
type ClientSecurity struct {
	// IdleMinutes ends a session without use; the limit of the deployment holds, too, where it is shorter.
	IdleMinutes int64
}

// ClientSecurity returns what the caller's client decided.
func (s *Service) ClientSecurity(ctx context.Context, p Principal) (ClientSecurity, error) {
	return s.clientSecurity(ctx, s.db.Reader(), p.ClientID)
}

func (s *Service) clientSecurity(ctx context.Context, q db.Querier, clientID int64) (ClientSecurity, error) {
	out := ClientSecurity{IdleMinutes: min(MaxIdleMinutes, max(MinIdleMinutes, int64(s.opt.SessionIdle/time.Minute)))}

	err := q.QueryRow(ctx, `SELECT idle_minutes FROM client_security WHERE client_id = $1`, clientID).Scan(&out.IdleMinutes)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}

	return out, wrap(err, "read the security of a client")
}

// clientIdleLimit is how long a session of the client may go unused.
func (s *Service) clientIdleLimit(ctx context.Context, q db.Querier, clientID int64) (time.Duration, error) {
	var minutes sql.NullInt64

	err := q.QueryRow(ctx, `SELECT idle_minutes FROM client_security WHERE client_id = $1`, clientID).Scan(&minutes)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}

	return s.idleLimit(minutes), wrap(err, "read the idle limit of a client")
}

// idleLimit is the shorter one of the deployment's limit and of what a client decided.
func (s *Service) idleLimit(minutes sql.NullInt64) time.Duration {
	if !minutes.Valid {
		return s.opt.SessionIdle
	}

	return min(s.opt.SessionIdle, time.Duration(minutes.Int64)*time.Minute)
}

// ChangeClientSecurity stores what a root user decided. It holds for open sessions at once.
func (s *Service) ChangeClientSecurity(ctx context.Context, by Self, to ClientSecurity) error {
	p := by.Principal
	if !p.IsRoot() {
		return ErrForbidden.New()
	}

	if to.IdleMinutes < MinIdleMinutes || to.IdleMinutes > MaxIdleMinutes {
		return fault.InvalidField("idleMinutes", msgIdleMinutes.With(MinIdleMinutes, MaxIdleMinutes))
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		// The lock orders changes, so that each audit row has what was before it.
		if _, err := s.LockClientTx(ctx, tx, p.ClientID); err != nil {
			return err
		}

		before, err := s.clientSecurity(ctx, tx, p.ClientID)
		if err != nil {
			return err
		}

		_, err = tx.Exec(ctx, `
			INSERT INTO client_security (client_id, idle_minutes, changed_at) VALUES ($1, $2, $3)
			ON CONFLICT (client_id) DO UPDATE SET idle_minutes = excluded.idle_minutes, changed_at = excluded.changed_at`,
			p.ClientID, to.IdleMinutes, clock.Micros(s.clk.Now()))
		if err != nil {
			return wrap(err, "store the security of a client")
		}

		return s.recordSelf(ctx, tx, by, "client.security", Subject("client", p.ClientID),
			map[string]any{"idleMinutes": map[string]int64{"before": before.IdleMinutes, "after": to.IdleMinutes}})
	})
}
