package identity

import (
	"context"
	"fmt"

	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// Option is a switch of a user that an operation may require.
type Option string

// NewReport switches the daily reports on.
const NewReport Option = "depositEventNewReport"

// UserOptions are the switches of a user.
type UserOptions struct {
	DepositEventNewReport bool // shows the report tab
}

// CurrentUser returns the user of a session, without roles, and the user's client. Roles
// and permissions are in the principal.
func (s *Service) CurrentUser(ctx context.Context, p Principal) (User, Client, error) {
	u, err := scanUser(s.db.Reader().QueryRow(ctx, `
		SELECT `+userColumns+` FROM users WHERE id = $1 AND client_id = $2 AND deleted_at IS NULL`, p.UserID, p.ClientID))
	if err != nil {
		return User{}, Client{}, fmt.Errorf("read the current user: %w", err)
	}

	c, err := s.Client(ctx, p.ClientID)
	if err != nil {
		return User{}, Client{}, fmt.Errorf("read the current client: %w", err)
	}

	return u, c, nil
}

// SetLanguage stores the language that a user chose for screens, mails and files. It is a
// preference, so it is not audited.
func (s *Service) SetLanguage(ctx context.Context, p Principal, l language.Language) error {
	if !l.Known() {
		return fault.InvalidField("language", msgLanguage)
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE users SET language = $1 WHERE id = $2 AND client_id = $3 AND deleted_at IS NULL`,
			string(l), p.UserID, p.ClientID)

		return wrap(err, "store a language")
	})
}
