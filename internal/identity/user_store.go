package identity

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// UserRef names a user by client id and username.
type UserRef struct {
	ClientID int64
	Username string
}

const userColumns = `id, client_id, username, full_name, email, active, pin_hash IS NOT NULL, created_at, last_used_at, password_expired,
	password_changed_at, deposit_event_new_report, COALESCE(language, '')`

// User returns a user by name, or ErrNotFound.
func (s *Service) User(ctx context.Context, ref UserRef) (User, error) {
	return s.findUser(ctx, s.db.Reader(), ref, "")
}

// Users lists the users of a client, ordered by id, including inactive ones.
func (s *Service) Users(ctx context.Context, clientID int64) ([]User, error) {
	q := s.db.Reader()
	rows, err := q.Query(ctx, `SELECT `+userColumns+` FROM users WHERE client_id = $1 AND deleted_at IS NULL ORDER BY id`, clientID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (User, error) { return scanUser(row) })
	if err != nil {
		return nil, fmt.Errorf("list users: %w", err)
	}

	given, err := roleIDs(ctx, q, clientID)
	if err != nil {
		return nil, err
	}

	for i := range list {
		list[i].RoleIDs = given[list[i].ID]
	}

	return list, nil
}

func (s *Service) findUser(ctx context.Context, q db.Querier, ref UserRef, lock string) (User, error) {
	u, err := scanUser(q.QueryRow(ctx, `
		SELECT `+userColumns+` FROM users
		WHERE client_id = $1 AND lower(username) = $2 AND deleted_at IS NULL`+lock, ref.ClientID, strings.ToLower(ref.Username)))
	if err != nil {
		return User{}, err
	}

	err = addRoleIDs(ctx, q, &u)

	return u, err
}

// ChangeUser runs fn in a transaction that holds a lock on the user's row. Error: fault.ErrNotFound without such a user.
func (s *Service) ChangeUser(ctx context.Context, ref UserRef, fn func(tx *db.Tx, u User) error) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		u, err := s.findUser(ctx, tx, ref, s.db.ForUpdate())
		if err != nil {
			return err
		}

		return fn(tx, u)
	})
}

func scanUser(row scanner) (User, error) {
	var (
		u                    User
		createdAt, changedAt int64
		lastUsed             sql.NullInt64
	)

	err := row.Scan(&u.ID, &u.ClientID, &u.Username, &u.FullName, &u.Email, &u.Active, &u.HasPIN, &createdAt, &lastUsed, &u.PasswordExpired,
		&changedAt, &u.DepositEventNewReport, &u.Language)
	if errors.Is(err, sql.ErrNoRows) {
		return User{}, fault.ErrNotFound.New()
	}

	if err != nil {
		return User{}, fmt.Errorf("read a user: %w", err)
	}

	u.CreatedAt, u.PasswordChangedAt = clock.FromMicros(createdAt), clock.FromMicros(changedAt)
	if lastUsed.Valid {
		u.LastUsedAt = clock.FromMicros(lastUsed.Int64)
	}

	return u, nil
}

// addRoleIDs reads the roles of one user.
func addRoleIDs(ctx context.Context, q db.Querier, u *User) error {
	given, err := rolesOf(ctx, q, u.ClientID, u.ID)
	for _, r := range given[u.ID] {
		u.RoleIDs = append(u.RoleIDs, r.ID)
	}

	return err
}

// rolesOf returns the roles of some users of a client, ordered by role id.
func rolesOf(ctx context.Context, q db.Querier, clientID int64, userIDs ...int64) (map[int64][]RoleRef, error) {
	given := map[int64][]RoleRef{}
	if len(userIDs) == 0 {
		return given, nil
	}

	places, args := padded(userIDs, clientID)

	rows, err := q.Query(ctx, `
		SELECT ur.user_id, r.id, r.name, r.label
		FROM users u JOIN user_roles ur ON ur.user_id = u.id JOIN roles r ON r.id = ur.role_id
		WHERE u.client_id = $1 AND u.id IN (`+places+`) ORDER BY r.id`, args...)

	_, err = db.Collect(rows, err, func(row *sql.Rows) (RoleRef, error) {
		var (
			user int64
			r    RoleRef
		)

		err := row.Scan(&user, &r.ID, &r.Name, &r.Label)
		given[user] = append(given[user], r)

		return r, err
	})

	return given, wrap(err, "list roles of users")
}

// roleIDs returns the roles of all users of a client.
func roleIDs(ctx context.Context, q db.Querier, clientID int64) (map[int64][]int64, error) {
	type pair struct{ user, role int64 }

	rows, err := q.Query(ctx, `
		SELECT ur.user_id, ur.role_id FROM user_roles ur JOIN users u ON u.id = ur.user_id
		WHERE u.client_id = $1 ORDER BY ur.user_id, ur.role_id`, clientID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (pair, error) {
		var p pair

		return p, row.Scan(&p.user, &p.role)
	})
	if err != nil {
		return nil, fmt.Errorf("list roles of users: %w", err)
	}

	given := map[int64][]int64{}
	for _, p := range list {
		given[p.user] = append(given[p.user], p.role)
	}

	return given, nil
}
