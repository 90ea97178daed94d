package identity

import (
	"context"
	"database/sql"
	"slices"

	"loket/internal/platform/db"
)

// StartPIN mails another user of the client the link for a PIN, a first one or one that replaces a forgotten PIN. Root users alone set
// PINs (docs/product/access.md#pin): they start it, and the owner alone ever reads it. Errors: ErrForbidden, fault.ErrNotFound,
// ErrPINUseless, fault.ErrThrottled.
func (s *Service) StartPIN(ctx context.Context, by Self, userID int64) error {
	p := by.Principal
	if !p.IsRoot() {
		return ErrForbidden.New()
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		u, err := s.lockUser(ctx, tx, p.ClientID, userID)
		if err != nil {
			return err
		}

		switch able, err := s.mayHavePIN(ctx, tx, u); {
		case err != nil:
			return err
		case !able:
			return ErrPINUseless.New()
		}

		if err := s.mailPINLink(ctx, tx, by, u, mailStartPIN); err != nil {
			return err
		}

		return s.recordSelf(ctx, tx, by, "user.pin-start", Subject("user", u.ID), nil)
	})
}

// mayHavePIN reports whether a PIN is of use to a user: root users have one, and who creates scheduled orders.
func (s *Service) mayHavePIN(ctx context.Context, q db.Querier, u User) (bool, error) {
	if !u.Active {
		return false, nil
	}

	if slices.Contains(u.RoleIDs, ClientRootID) {
		return true, nil
	}

	able, err := holders(ctx, q, u.ClientID, ScheduledOrderCreate, u.ID)

	return able[u.ID], err
}

// holders are those of some users who have a permission.
func holders(ctx context.Context, q db.Querier, clientID int64, p Permission, userIDs ...int64) (map[int64]bool, error) {
	able := map[int64]bool{}
	if len(userIDs) == 0 {
		return able, nil
	}

	places, args := padded(userIDs, clientID, int64(p))

	rows, err := q.Query(ctx, `SELECT u.id FROM users u JOIN user_roles ur ON ur.user_id = u.id JOIN role_permissions rp ON rp.role_id = ur.role_id
		WHERE u.client_id = $1 AND rp.permission_id = $2 AND u.id IN (`+places+`)`, args...)

	_, err = db.Collect(rows, err, func(row *sql.Rows) (id int64, err error) {
		err = row.Scan(&id)
		able[id] = true

		return id, err
	})

	return able, wrap(err, "find who has a permission")
}
