package identity

import (
	"context"
	"database/sql"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// PINLock says why a PIN is refused, for staff.
type PINLock struct {
	Until    time.Time // zero: not locked
	Disabled bool      // until it is reset
}

// PINLocks are the users of a client whose PIN is refused now, by their ids.
func (s *Service) PINLocks(ctx context.Context, clientID int64) (map[int64]PINLock, error) {
	now := s.clk.Now()
	out := map[int64]PINLock{}

	rows, err := s.db.Reader().Query(ctx, `
		SELECT id, pin_failures_total, COALESCE(pin_locked_until, 0) FROM users
		WHERE client_id = $1 AND deleted_at IS NULL AND (pin_failures_total >= $2 OR pin_locked_until > $3)`,
		clientID, int64(pinDisable), clock.Micros(now))

	_, err = db.Collect(rows, err, func(row *sql.Rows) (int64, error) {
		var id, total, until int64

		err := row.Scan(&id, &total, &until)
		lock := PINLock{Disabled: total >= pinDisable}

		if until > clock.Micros(now) {
			lock.Until = clock.FromMicros(until)
		}

		out[id] = lock

		return id, err
	})

	return out, wrap(err, "list locked PINs")
}
