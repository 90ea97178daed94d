package identity

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"loket/internal/platform/db"
	"loket/internal/platform/language"
)

// Reader is a user who gets a mail.
type Reader struct {
	UserID   int64
	Address  string
	Language language.Language // the user's, else the client's
}

// maxReaders is how many users a mail goes to.
const maxReaders = 20

// ReadersTx returns the active users of a client who have a permission.
func (s *Service) ReadersTx(ctx context.Context, tx *db.Tx, clientID int64, p Permission) ([]Reader, error) {
	return readers(ctx, tx, `AND EXISTS (SELECT 1 FROM user_roles ur JOIN role_permissions rp ON rp.role_id = ur.role_id
		WHERE ur.user_id = u.id AND rp.permission_id = $2)`, clientID, int64(p))
}

// RootReadersTx returns the active root users of a client. A role of the client's own may have each of their permissions and is another one.
func (s *Service) RootReadersTx(ctx context.Context, tx *db.Tx, clientID int64) ([]Reader, error) {
	return readers(ctx, tx, `AND EXISTS (SELECT 1 FROM user_roles ur WHERE ur.user_id = u.id AND ur.role_id = $2)`, clientID, ClientRootID)
}

// WithFinance adds the finance address of a client to the readers of a mail, unless there is none or one of them has it.
func WithFinance(list []Reader, c Client) []Reader {
	same := func(r Reader) bool { return strings.EqualFold(r.Address, c.EmailFinance) }
	if c.EmailFinance == "" || slices.ContainsFunc(list, same) {
		return list
	}

	return append(list, Reader{Address: c.EmailFinance, Language: c.Language})
}

// ReaderTx returns an active user of a client, or nobody.
func (s *Service) ReaderTx(ctx context.Context, tx *db.Tx, clientID, userID int64) ([]Reader, error) {
	return readers(ctx, tx, "AND u.id = $2", clientID, userID)
}

func readers(ctx context.Context, tx *db.Tx, condition string, args ...any) ([]Reader, error) {
	rows, err := tx.Query(ctx, `SELECT u.id, u.email, COALESCE(u.language, c.language) FROM users u JOIN clients c ON c.id = u.client_id
		WHERE u.client_id = $1 AND u.active AND u.deleted_at IS NULL `+condition+" ORDER BY u.id LIMIT $3", append(args, maxReaders)...)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Reader, error) {
		var r Reader

		return r, row.Scan(&r.UserID, &r.Address, &r.Language)
	})

	return list, wrap(err, "find the readers of a mail")
}
