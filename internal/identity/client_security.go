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

// Limits of what a client decides (docs/product/access.md#security).
const (
	MinIdleMinutes  = 15
	MaxIdleMinutes  = 120
	MaxRememberDays = 90

	// rememberDays is how long a browser is remembered unless the client decides.
	rememberDays = 30
)

const (
	microsPerMinute = int64(time.Minute / time.Microsecond)
	day             = 24 * time.Hour
)

// ClientSecurity is what the root users of a client decide for all its users.
type ClientSecurity struct {
	// IdleMinutes ends a session without use; the limit of the deployment holds, too, where it is shorter.
	IdleMinutes int64
	// SecondFactor is of whom a second factor is demanded, DemandedAt since when.
	SecondFactor Demand
	DemandedAt   time.Time
	// RememberDays is how long a browser may skip the second step of sign-ins; 0: never.
	RememberDays int64
}

// rememberedFor is how long a browser may skip the second step.
func (c ClientSecurity) rememberedFor() time.Duration { return time.Duration(c.RememberDays) * day }

// SecurityChange is a change of ClientSecurity. Nil leaves a value as it is.
type SecurityChange struct {
	IdleMinutes  *int64
	SecondFactor *Demand
	RememberDays *int64
}

func (c SecurityChange) check() []fault.Field {
	var fields []fault.Field

	if m := c.IdleMinutes; m != nil && (*m < MinIdleMinutes || *m > MaxIdleMinutes) {
		fields = append(fields, fault.Field{Field: "idleMinutes", Message: msgIdleMinutes.With(MinIdleMinutes, MaxIdleMinutes)})
	}

	if d := c.SecondFactor; d != nil && !d.known() {
		fields = append(fields, fault.Field{Field: "secondFactor", Message: msgDemandUnknown})
	}

	if d := c.RememberDays; d != nil && (*d < 0 || *d > MaxRememberDays) {
		fields = append(fields, fault.Field{Field: "rememberDays", Message: msgRememberDays.With(MaxRememberDays)})
	}

	return fields
}

// apply returns what holds after the change. A demand that concerns more people gives all of them time again.
func (c SecurityChange) apply(before ClientSecurity, now time.Time) ClientSecurity {
	after := before

	if c.IdleMinutes != nil {
		after.IdleMinutes = *c.IdleMinutes
	}

	if c.RememberDays != nil {
		after.RememberDays = *c.RememberDays
	}

	if c.SecondFactor != nil {
		after.SecondFactor = *c.SecondFactor
		if after.SecondFactor.more(before.SecondFactor) {
			after.DemandedAt = now
		}
	}

	return after
}

// ClientSecurity returns what the caller's client decided.
func (s *Service) ClientSecurity(ctx context.Context, p Principal) (ClientSecurity, error) {
	return s.clientSecurity(ctx, s.db.Reader(), p.ClientID)
}

func (s *Service) clientSecurity(ctx context.Context, q db.Querier, clientID int64) (ClientSecurity, error) {
	out := ClientSecurity{
		IdleMinutes:  min(MaxIdleMinutes, max(MinIdleMinutes, int64(s.opt.SessionIdle/time.Minute))),
		SecondFactor: DemandNone, RememberDays: rememberDays,
	}

	var demanded sql.NullInt64

	err := q.QueryRow(ctx, `SELECT idle_minutes, second_factor, demanded_at, remember_days FROM client_security WHERE client_id = $1`, clientID).
		Scan(&out.IdleMinutes, &out.SecondFactor, &demanded, &out.RememberDays)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}

	if demanded.Valid {
		out.DemandedAt = clock.FromMicros(demanded.Int64)
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

// ChangeClientSecurity stores what a root user decided. It holds for open sessions and remembered browsers at once. Who lacks a second
// factor that is demanded now is mailed.
func (s *Service) ChangeClientSecurity(ctx context.Context, by Self, change SecurityChange) error {
	p := by.Principal
	if !p.IsRoot() {
		return ErrForbidden.New()
	}

	if fields := change.check(); len(fields) > 0 {
		return fault.ErrValidation.With(fields...)
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

		after := change.apply(before, s.clk.Now())
		if err := s.storeSecurityTx(ctx, tx, p.ClientID, after); err != nil {
			return err
		}

		if after.SecondFactor.more(before.SecondFactor) {
			if err := s.tellOfDemandTx(ctx, tx, by, after); err != nil {
				return err
			}
		}

		return s.recordSelf(ctx, tx, by, "client.security", Subject("client", p.ClientID), map[string]any{
			"idleMinutes":  map[string]int64{"before": before.IdleMinutes, "after": after.IdleMinutes},
			"secondFactor": map[string]Demand{"before": before.SecondFactor, "after": after.SecondFactor},
			"rememberDays": map[string]int64{"before": before.RememberDays, "after": after.RememberDays},
		})
	})
}

func (s *Service) storeSecurityTx(ctx context.Context, tx *db.Tx, clientID int64, to ClientSecurity) error {
	now := clock.Micros(s.clk.Now())
	demanded := sql.NullInt64{Int64: clock.Micros(to.DemandedAt), Valid: to.SecondFactor != DemandNone}

	_, err := tx.Exec(ctx, `
		INSERT INTO client_security (client_id, idle_minutes, second_factor, demanded_at, remember_days, changed_at) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (client_id) DO UPDATE SET idle_minutes = excluded.idle_minutes, second_factor = excluded.second_factor,
			demanded_at = excluded.demanded_at, remember_days = excluded.remember_days, changed_at = excluded.changed_at`,
		clientID, to.IdleMinutes, string(to.SecondFactor), demanded, to.RememberDays, now)
	if err != nil {
		return wrap(err, "store the security of a client")
	}

	_, err = tx.Exec(ctx, `UPDATE remembered_browsers SET expires_at = created_at + $1 WHERE client_id = $2 AND expires_at > created_at + $1`,
		to.rememberedFor().Microseconds(), clientID)

	return wrap(err, "shorten how long browsers are remembered")
}
