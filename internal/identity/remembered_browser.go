package identity

import (
	"context"
	"database/sql"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/secret"
)

const (
	// RememberedFor is the longest time for which a browser may skip the second step of sign-ins.
	RememberedFor = MaxRememberDays * day
	// browsersKept is how many browsers of a user are remembered.
	browsersKept = 10
	// rememberedLength is the length of a token of a remembered browser: two tokens of 130 bits.
	rememberedLength = 2 * tokenLength
)

// RememberedBrowser is a browser whose sign-ins skip the second step.
type RememberedBrowser struct {
	ID        string
	Device    string // user agent
	Address   string
	CreatedAt time.Time
	ExpiresAt time.Time
}

// rememberBrowserTx makes the caller's browser skip the second step from now on, for as long as the client lets it; empty if it doesn't. The
// token goes into a cookie; its hash alone is stored.
func (s *Service) rememberBrowserTx(ctx context.Context, tx *db.Tx, clientID, userID int64, from Credentials) (secret.Text, error) {
	token, now := secret.Text(ids.Token()+ids.Token()), s.clk.Now()

	c, err := s.clientSecurity(ctx, tx, clientID)
	if err != nil || c.RememberDays == 0 {
		return "", err
	}

	_, err = tx.Exec(ctx, `
		DELETE FROM remembered_browsers WHERE client_id = $1 AND user_id = $2 AND id NOT IN (
			SELECT id FROM remembered_browsers WHERE client_id = $1 AND user_id = $2 ORDER BY created_at DESC, id LIMIT $3)`,
		clientID, userID, browsersKept-1)
	if err != nil {
		return "", wrap(err, "forget the oldest browser")
	}

	_, err = tx.Exec(ctx, `
		INSERT INTO remembered_browsers (id, client_id, user_id, token_hash, device, address, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		ids.Token(), clientID, userID, hashKey(token.Reveal()), storable(from.Device), storable(from.Address), clock.Micros(now),
		clock.Micros(now.Add(c.rememberedFor())))

	return token, wrap(err, "remember a browser")
}

// isRemembered reports whether a token is that of a remembered browser of the user. What the client decided counts from when the browser was
// remembered, also for one that a sign-in remembered while the client decided for fewer days.
func (s *Service) isRemembered(ctx context.Context, q db.Querier, clientID, userID int64, token secret.Text) (bool, error) {
	if len(token) != rememberedLength {
		return false, nil
	}

	c, err := s.clientSecurity(ctx, q, clientID)
	if err != nil {
		return false, err
	}

	var found bool

	now := s.clk.Now()

	err = q.QueryRow(ctx, `
		SELECT EXISTS (SELECT 1 FROM remembered_browsers
			WHERE token_hash = $1 AND client_id = $2 AND user_id = $3 AND expires_at > $4 AND created_at > $5)`,
		hashKey(token.Reveal()), clientID, userID, clock.Micros(now), clock.Micros(now.Add(-c.rememberedFor()))).Scan(&found)

	return found, wrap(err, "look for a remembered browser")
}

func (s *Service) rememberedBrowsers(ctx context.Context, p Principal) ([]RememberedBrowser, error) {
	rows, err := s.db.Reader().Query(ctx, `
		SELECT id, device, address, created_at, expires_at FROM remembered_browsers
		WHERE client_id = $1 AND user_id = $2 AND expires_at > $3 ORDER BY created_at DESC, id`,
		p.ClientID, p.UserID, clock.Micros(s.clk.Now()))

	list, err := db.Collect(rows, err, func(row *sql.Rows) (RememberedBrowser, error) {
		var (
			b            RememberedBrowser
			created, end int64
		)

		err := row.Scan(&b.ID, &b.Device, &b.Address, &created, &end)
		b.CreatedAt, b.ExpiresAt = clock.FromMicros(created), clock.FromMicros(end)

		return b, err
	})

	return list, wrap(err, "list remembered browsers")
}

// ForgetBrowser makes a remembered browser of the caller ask for the second step again. Error: fault.ErrNotFound.
func (s *Service) ForgetBrowser(ctx context.Context, by Self, id string) error {
	p := by.Principal

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		n, err := tx.Exec(ctx, `DELETE FROM remembered_browsers WHERE id = $1 AND client_id = $2 AND user_id = $3`, id, p.ClientID, p.UserID)
		if err != nil {
			return wrap(err, "forget a browser")
		}

		if n == 0 {
			return fault.ErrNotFound.New()
		}

		return s.recordSelf(ctx, tx, by, "user.forget-browser", Subject("user", p.UserID), nil)
	})
}

// forgetBrowsersTx forgets all remembered browsers of a user: after a new password, another factor, and the end of all sessions.
func forgetBrowsersTx(ctx context.Context, tx *db.Tx, clientID, userID int64) error {
	_, err := tx.Exec(ctx, `DELETE FROM remembered_browsers WHERE client_id = $1 AND user_id = $2`, clientID, userID)

	return wrap(err, "forget the browsers of a user")
}
