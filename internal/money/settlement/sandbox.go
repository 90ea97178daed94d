package settlement

import (
	"context"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// ClockMovedTx notes in the settlement of a sandbox that its clock was moved forward: from now on orders are charged in the period of the new
// time, or refused for an invoice that is overdue by then. A sandbox without a settlement has nothing to note.
func (s *Service) ClockMovedTx(ctx context.Context, tx *db.Tx, clientID int64) error {
	st, err := lockOfClientTx(ctx, tx, clientID)

	switch {
	case fault.ErrNotFound.Is(err):
		return nil
	case err != nil:
		return err
	}

	now, err := s.now(ctx, tx, clientID)
	if err != nil {
		return err
	}

	_, err = tx.Exec(ctx, "UPDATE settlements SET changed_at = $1 WHERE client_id = $2 AND id = $3", max(st.changed, clock.Micros(now)), st.ClientID, st.ID)
	if err != nil {
		return wrapError("move the clock of", st.ID, err)
	}

	s.deps.Live.ChangedTx(tx, clientID, LiveTopic)

	return nil
}
