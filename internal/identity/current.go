package identity

import (
	"context"
	"fmt"

	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// Option names a switch of a user on which an operation may depend.
type Option string

// NewReport is the switch of the daily reports.
const NewReport Option = "depositEventNewReport"

// UserOptions are switches of a user.
type UserOptions struct {
	DepositEventNewReport bool // whether the report tab is shown
}

// CurrentUser gives the user of a session, without its roles, and its client.
// Roles and permissions are those of the principal.
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

// SetLanguage keeps the language that a user chose: of the screens, mails and
// files for that user. It is a preference and leaves no row in the audit log.
func (s *Service) SetLanguage(ctx context.Context, p Principal, l language.Language) error {
	if !l.Known() {
		return fault.InvalidField("language", msgLanguage)
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE users SET language = $1 WHERE id = $2 AND client_id = $3 AND deleted_at IS NULL`,
			string(l), p.UserID, p.ClientID)

		return wrap(err, "keep a language")
	})
}
