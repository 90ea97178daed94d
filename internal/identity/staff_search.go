package identity

import (
	"context"
	"database/sql"
	"strings"

	"loket/internal/platform/clientid"
	"loket/internal/platform/db"
)

// FindUsers finds users of all clients by their whole username or e-mail, at most limit.
func (s *Service) FindUsers(ctx context.Context, text string, limit int) ([]User, error) {
	rows, err := s.db.Reader().Query(ctx, `
		SELECT `+userColumns+` FROM users
		WHERE (lower(username) = $1 OR lower(email) = $1) AND client_id <> $2 AND deleted_at IS NULL ORDER BY client_id, id LIMIT $3`,
		strings.ToLower(text), int64(clientid.Provider), int64(limit))

	list, err := db.Collect(rows, err, func(row *sql.Rows) (User, error) { return scanUser(row) })

	return list, wrap(err, "find users")
}
