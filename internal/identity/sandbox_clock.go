package identity

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"loket/internal/platform/clientid"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// MaxClockAhead is how far the clock of a sandbox can be ahead of the real one: as long as a monthly series can be.
const MaxClockAhead = 5 * 366 * 24 * time.Hour

// ClockAhead is how far the clock of a client is ahead of the real one. That of a sandbox can be moved forward; for others it is zero, without
// a look.
func (s *Service) ClockAhead(ctx context.Context, q db.Querier, clientID int64) (time.Duration, error) {
	if !clientid.IsSandbox(clientID) {
		return 0, nil
	}

	var micros int64

	err := q.QueryRow(ctx, "SELECT clock_ahead FROM clients WHERE id = $1", clientID).Scan(&micros)

	return time.Duration(micros) * time.Microsecond, wrap(err, "read the clock of a sandbox")
}

// MoveClockTx moves the clock of a sandbox forward. Errors: fault.ErrValidation beyond MaxClockAhead, fault.ErrNotFound for a sandbox that was replaced.
func (s *Service) MoveClockTx(ctx context.Context, tx *db.Tx, by By, sandboxID int64, forward time.Duration) error {
	var ahead int64

	err := tx.QueryRow(ctx, "SELECT clock_ahead FROM clients WHERE id = $1 AND sandbox_of IS NOT NULL AND active"+s.db.ForUpdate(), sandboxID).Scan(&ahead)
	if errors.Is(err, sql.ErrNoRows) {
		return fault.ErrNotFound.New()
	}

	if err != nil {
		return wrap(err, "lock the clock of a sandbox")
	}

	if ahead += forward.Microseconds(); ahead > MaxClockAhead.Microseconds() {
		return fault.InvalidField("days", msgClockEnd)
	}

	if _, err := tx.Exec(ctx, "UPDATE clients SET clock_ahead = $1 WHERE id = $2", ahead, sandboxID); err != nil {
		return wrap(err, "move the clock of a sandbox")
	}

	return s.record(ctx, tx, by, Entry{
		Client: clientid.Live(sandboxID), Action: "sandbox.clock", Subject: Subject("sandbox", sandboxID), Detail: map[string]any{"hours": forward.Hours()},
	})
}
