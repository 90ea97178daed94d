package identity

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"loket/internal/platform/db"
)

// UserPageSize is how many users a page of ListUsers has.
const UserPageSize = 10

// maxUserPage is the highest page number. The database reads all rows before a page.
const maxUserPage = 100_000

// UserQuery names a page of a client's users.
type UserQuery struct {
	ClientID int64
	Page     int // first page is 1
	// Search selects users whose username or e-mail contains it, in any case. Empty
	// selects all.
	Search string
}

// UserState says whether a user can sign in.
type UserState string

// The states of a user.
const (
	UserActive UserState = "active"
	// UserInvited has a generated password and never signed in.
	UserInvited UserState = "invited"
	// UserPasswordExpired must change the password at the next sign-in.
	UserPasswordExpired UserState = "password-expired"
	// UserInactive was closed by staff.
	UserInactive UserState = "inactive"
)

// ListedUser is a user in the list.
type ListedUser struct {
	User

	Roles []RoleRef // ordered by id
	State UserState
	// MayHavePIN says that a PIN is of use to the user: see StartPIN.
	MayHavePIN bool
}

// ListUsers returns a page of a client's users, newest first. A page shorter than
// UserPageSize is the last.
func (s *Service) ListUsers(ctx context.Context, q UserQuery) ([]ListedUser, error) {
	if !utf8.ValidString(q.Search) || strings.ContainsRune(q.Search, 0) {
		return []ListedUser{}, nil // such a text can't be stored
	}

	text, args := q.statement()
	rows, err := s.db.Reader().Query(ctx, text, args...)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (User, error) { return scanUser(row) })
	if err != nil {
		return nil, wrap(err, "list users")
	}

	userIDs := make([]int64, len(list))
	for i, u := range list {
		userIDs[i] = u.ID
	}

	roles, err := rolesOf(ctx, s.db.Reader(), q.ClientID, userIDs...)
	if err != nil {
		return nil, err
	}

	able, err := holders(ctx, s.db.Reader(), q.ClientID, ScheduledOrderCreate, userIDs...)
	now := s.clk.Now()

	out := make([]ListedUser, len(list))
	for i, u := range list {
		out[i] = ListedUser{User: u, Roles: roles[u.ID], State: s.stateOf(u, now), MayHavePIN: u.Active && able[u.ID]}
	}

	return out, err
}

// statement returns the query. The index users_client covers the search, so the query
// finds the ids of the page first and reads only their rows in full.
func (q UserQuery) statement() (string, []any) {
	where, args := "client_id = $1 AND deleted_at IS NULL", []any{q.ClientID}

	if search := strings.ToLower(strings.TrimSpace(q.Search)); search != "" {
		where += ` AND (lower(username) LIKE $2 ESCAPE '\' OR lower(email) LIKE $2 ESCAPE '\')`

		args = append(args, "%"+likeEscape.Replace(search)+"%")
	}

	args = append(args, UserPageSize, (min(max(q.Page, 1), maxUserPage)-1)*UserPageSize)

	return fmt.Sprintf(`
		SELECT `+userColumns+` FROM users WHERE client_id = $1 AND id IN (
			SELECT id FROM users WHERE %s ORDER BY id DESC LIMIT $%d OFFSET $%d)
		ORDER BY id DESC`, where, len(args)-1, len(args)), args
}

// likeEscape escapes a text for a LIKE pattern.
var likeEscape = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

func (s *Service) stateOf(u User, now time.Time) UserState {
	switch {
	case !u.Active:
		return UserInactive
	case !s.passwordExpired(u.PasswordExpired, u.PasswordChangedAt, now):
		return UserActive
	case u.LastUsedAt.IsZero():
		return UserInvited
	default:
		return UserPasswordExpired
	}
}
