package identity

import (
	"context"
	"database/sql"

	"loket/internal/platform/db"
)

// ReportClients lists the active clients that have a user with daily reports, ordered by
// id.
func (s *Service) ReportClients(ctx context.Context) ([]Client, error) {
	rows, err := s.db.Reader().Query(ctx, `SELECT `+clientColumns+` FROM clients WHERE active AND sandbox_of IS NULL AND id IN (
			SELECT client_id FROM users WHERE deposit_event_new_report AND active AND deleted_at IS NULL)
		ORDER BY id`)

	return db.Collect(rows, err, func(row *sql.Rows) (Client, error) { return scanClient(row) })
}
