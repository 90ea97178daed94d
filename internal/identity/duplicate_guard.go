package identity

import (
	"context"

	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// MaxDuplicateMinutes is the longest time within which a client may have the same order refused: a day.
const MaxDuplicateMinutes = 1440

// DuplicateMinutes is within how many minutes the client API refuses the same product for the same number again; 0: never.
func (s *Service) DuplicateMinutes(ctx context.Context, p Principal) (int64, error) {
	return duplicateMinutes(ctx, s.db.Reader(), p.ClientID)
}

func duplicateMinutes(ctx context.Context, q db.Querier, clientID int64) (int64, error) {
	var minutes int64

	err := q.QueryRow(ctx, "SELECT duplicate_minutes FROM clients WHERE id = $1", clientID).Scan(&minutes)

	return minutes, wrap(err, "read the duplicate guard of a client")
}

// ChangeDuplicateMinutes stores within how many minutes the same order is refused. It holds for the next order. Errors: ErrForbidden,
// fault.ErrValidation.
func (s *Service) ChangeDuplicateMinutes(ctx context.Context, by Self, minutes int64) error {
	p := by.Principal
	if !p.Permissions.Has(APIKeyManage) {
		return ErrForbidden.New()
	}

	if minutes < 0 || minutes > MaxDuplicateMinutes {
		return fault.InvalidField("minutes", msgDuplicateMinutes.With(MaxDuplicateMinutes))
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		// The lock orders changes, so that each audit row has what was before it.
		if _, err := s.LockClientTx(ctx, tx, p.ClientID); err != nil {
			return err
		}

		before, err := duplicateMinutes(ctx, tx, p.ClientID)
		if err != nil || before == minutes {
			return err
		}

		if _, err := tx.Exec(ctx, "UPDATE clients SET duplicate_minutes = $1 WHERE id = $2", minutes, p.ClientID); err != nil {
			return wrap(err, "store the duplicate guard of a client")
		}

		return s.recordSelf(ctx, tx, by, "client.duplicates", Subject("client", p.ClientID), map[string]any{
			"minutes": map[string]int64{"before": before, "after": minutes},
		})
	})
}
