package identity

import (
	"context"
	"database/sql"
	"strconv"
	"strings"

	"loket/internal/platform/clientid"
	"loket/internal/platform/db"
	"loket/internal/platform/safetext"
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

// ClientQuery selects a page of clients, by id. Zero values select all.
type ClientQuery struct {
	Search string // an id, a part of the code or of a name
	Active *bool
	After  int64 // the cursor: only higher ids
	Limit  int
}

// ListClients returns a page of the clients, ordered by id, without their sandboxes and without the provider.
func (s *Service) ListClients(ctx context.Context, q ClientQuery) ([]Client, error) {
	if !safetext.Storable(q.Search) {
		return []Client{}, nil
	}

	w := &db.Where{}
	w.Condition("sandbox_of IS NULL")
	w.Add("id <> ", int64(clientid.Provider))
	w.Add("id > ", q.After)

	if q.Active != nil {
		w.Add("active = ", *q.Active)
	}

	if text := strings.TrimSpace(q.Search); text != "" {
		id, _ := strconv.ParseInt(text, idBase, idBits)
		w.Condition("(id = " + w.Arg(id) + " OR " + w.Containing("lower(code)", text) + " OR " + w.Containing("lower(name)", text) +
			" OR " + w.Containing("lower(legal_name)", text) + ")")
	}

	rows, err := s.db.Reader().Query(ctx, "SELECT "+clientColumns+" FROM clients WHERE "+w.Text()+" ORDER BY id LIMIT "+w.Arg(int64(q.Limit)), w.Args...)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Client, error) { return scanClient(row) })

	return list, wrap(err, "list clients")
}
