package identity

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/platform/safetext"
)

// sessionRow is what Authenticate reads of a session, its user with all rights, and its client.
type sessionRow struct {
	session

	username    string
	clientCode  string
	timeZone    string
	language    language.Language // the user's own
	features    string
	options     UserOptions
	roles       []RoleRef
	permissions PermissionSet // of all roles
	address     string
	method      SignInMethod
	proved      int64
	lastUsed    int64
	expires     int64
	idleMinutes sql.NullInt64 // what the client decided
	demand      sql.NullString
	demandedAt  sql.NullInt64
	alive       bool // the session has not ended, user and client are active
	displaced   bool // a newer sign-in ended it
	looker      string
}

// Authenticate returns the principal of a session token. Any invalid token returns
// ErrUnauthorized; only the log has the reason. A restricted session is returned as such,
// see Principal.RequireFull.
//
// The session is read each time, so a sign-out, a new password or staff end it at once on
// every node.
func (s *Service) Authenticate(ctx context.Context, bearer string) (Principal, error) {
	now := s.clk.Now()

	p, row, err := s.identify(ctx, bearer, now)
	if err != nil {
		return Principal{}, err
	}

	// Staff who look use nothing in the user's name.
	if !p.Looks() && now.Sub(clock.FromMicros(row.lastUsed)) >= lastUseEvery {
		s.lastUses.add(lastUse{clientID: row.clientID, userID: row.userID, sessionID: row.id}, now, "")
	}

	return p, nil
}

// AuthenticateUnattended is Authenticate for requests that a page makes by itself while
// the user is away. They don't count as use and don't extend the session.
func (s *Service) AuthenticateUnattended(ctx context.Context, bearer string) (Principal, error) {
	p, _, err := s.identify(ctx, bearer, s.clk.Now())

	return p, err
}

func (s *Service) identify(ctx context.Context, bearer string, now time.Time) (Principal, sessionRow, error) {
	row, err := s.admit(ctx, bearer, now)
	if err != nil {
		return Principal{}, sessionRow{}, err
	}

	p, err := principal(row)
	p.Idle = s.idleLimit(row.idleMinutes)

	if err == nil && row.lacksFactor(now) {
		err = s.limitToSetUp(ctx, &p)
	}

	return p, row, err
}

// EndedSessions returns those of the given full sessions that are no longer valid, or that serve the set-up of a demanded second factor alone by
// now (sessionRow.lacksFactor). It doesn't count as use.
func (s *Service) EndedSessions(ctx context.Context, sessionIDs []string) ([]string, error) {
	now := s.clk.Now()
	ended := slices.Clone(sessionIDs)

	for ids := range slices.Chunk(sessionIDs, maxPerQuery) {
		money, args := padded(moneyPermissions(), clock.Micros(now), s.opt.SessionIdle.Microseconds(), microsPerMinute, DemandGrace.Microseconds())
		places, args := padded(ids, args...)

		rows, err := s.db.Reader().Query(ctx, `
			SELECT s.id
			FROM sessions s
			JOIN users u ON u.id = s.user_id AND u.client_id = s.client_id
			JOIN clients c ON c.id = s.client_id
			LEFT JOIN client_security cs ON cs.client_id = s.client_id
			WHERE s.ended_at IS NULL AND s.expires_at > $1 AND s.last_used_at > $1 - $2
				AND s.last_used_at > $1 - COALESCE(cs.idle_minutes * $3, $2) AND u.active AND u.deleted_at IS NULL AND c.active
				AND NOT (s.method = 'password' AND cs.demanded_at IS NOT NULL AND cs.demanded_at <= $1 - $4 AND (cs.second_factor = 'all'
					OR cs.second_factor = 'money' AND EXISTS (SELECT 1 FROM user_roles ur JOIN role_permissions rp ON rp.role_id = ur.role_id
						WHERE ur.user_id = s.user_id AND rp.permission_id IN (`+money+`))))
				AND s.id IN (`+places+`)`, args...)

		alive, err := db.Collect(rows, err, func(row *sql.Rows) (string, error) {
			var id string

			return id, row.Scan(&id)
		})
		if err != nil {
			return nil, fmt.Errorf("find ended sessions: %w", err)
		}

		ended = slices.DeleteFunc(ended, func(id string) bool { return slices.Contains(alive, id) })
	}

	return ended, nil
}

// admit returns the session of a token and refuses one that has ended.
func (s *Service) admit(ctx context.Context, bearer string, now time.Time) (sessionRow, error) {
	claimed, err := s.tokens.read(bearer)
	if err != nil {
		return sessionRow{}, ErrUnauthorized.Wrap(err)
	}

	row, err := s.session(ctx, claimed.id)
	if err != nil {
		return sessionRow{}, err
	}

	switch {
	case row.displaced:
		return sessionRow{}, ErrUnauthorized.Msg(msgSessionDisplaced.With(s.opt.SessionsPerUser))
	case !row.alive:
		return sessionRow{}, ErrUnauthorized.Wrap(errors.New("the session has ended"))
	case row.session != claimed:
		return sessionRow{}, ErrUnauthorized.Wrap(errors.New("the token does not belong to its session"))
	case !now.Before(clock.FromMicros(row.expires)), now.Sub(clock.FromMicros(row.lastUsed)) >= s.idleLimit(row.idleMinutes):
		return sessionRow{}, ErrUnauthorized.Wrap(errors.New("the session has expired"))
	}

	return row, nil
}

// session reads a session with its user's rights in one statement: each request of the portal waits for it.
func (s *Service) session(ctx context.Context, id string) (sessionRow, error) {
	row := sessionRow{session: session{id: id}}

	rows, err := s.db.Reader().Query(ctx, `
		SELECT s.client_id, s.user_id, s.scope, s.method, s.address, s.proved_at, s.last_used_at, s.expires_at, cs.idle_minutes, cs.second_factor, cs.demanded_at,
			s.ended_at IS NULL AND u.active AND u.deleted_at IS NULL AND c.active, s.displaced, COALESCE(s.looker, ''),
			u.username, u.deposit_event_new_report, COALESCE(u.language, ''), c.code, c.time_zone, c.features,
			r.id, r.name, r.label, (SELECT string_agg(CAST(p.permission_id AS TEXT), ' ') FROM role_permissions p WHERE p.role_id = r.id)
		FROM sessions s
		JOIN users u ON u.id = s.user_id AND u.client_id = s.client_id
		JOIN clients c ON c.id = s.client_id
		LEFT JOIN client_security cs ON cs.client_id = s.client_id
		LEFT JOIN user_roles ur ON ur.user_id = s.user_id
		LEFT JOIN roles r ON r.id = ur.role_id
		WHERE s.id = $1
		ORDER BY r.id`, id)

	roles, err := db.Collect(rows, err, func(found *sql.Rows) (r sessionRole, err error) {
		return r, found.Scan(&row.clientID, &row.userID, &row.scope, &row.method, &row.address, &row.proved, &row.lastUsed, &row.expires, &row.idleMinutes, &row.demand, &row.demandedAt, &row.alive, &row.displaced, &row.looker,
			&row.username, &row.options.DepositEventNewReport, &row.language, &row.clientCode, &row.timeZone, &row.features,
			&r.id, &r.name, &r.label, &r.permissions)
	})
	if err != nil {
		return sessionRow{}, fmt.Errorf("find a session: %w", err)
	}

	if len(roles) == 0 {
		return sessionRow{}, ErrUnauthorized.Wrap(errors.New("no such session"))
	}

	for _, r := range roles {
		if err := row.addRole(r); err != nil {
			return sessionRow{}, err
		}
	}

	return row, nil
}

// sessionRole is a role of a session's user; all fields are NULL for a user without roles.
type sessionRole struct {
	id          sql.NullInt64
	name, label sql.NullString
	permissions sql.NullString // ids with spaces between
}

func (row *sessionRow) addRole(r sessionRole) error {
	if !r.id.Valid {
		return nil
	}

	row.roles = append(row.roles, RoleRef{ID: r.id.Int64, Name: r.name.String, Label: r.label.String})

	for text := range strings.FieldsSeq(r.permissions.String) {
		id, err := strconv.ParseInt(text, 10, 64)
		if err == nil {
			row.permissions, err = row.permissions.withStored(sql.NullInt64{Int64: id, Valid: true})
		}

		if err != nil {
			return fmt.Errorf("role %d: %w", r.id.Int64, err)
		}
	}

	return nil
}

func principal(row sessionRow) (Principal, error) {
	features, err := decodeFeatures(row.features)
	if err != nil {
		return Principal{}, err
	}

	p := Principal{
		Kind: SessionKind, ClientID: row.clientID, ClientCode: row.clientCode, TimeZone: row.timeZone, Features: features,
		UserID: row.userID, SessionID: row.id, Scope: row.scope, Username: row.username, Language: row.language,
		Address: row.address, ProvedAt: clock.FromMicros(row.proved), Look: lookOf(row),
	}

	if p.Scope.seesAll() {
		p.Options, p.Roles, p.Permissions = row.options, row.roles, row.permissions
	}

	return p, nil
}

// SignOut ends the session of the principal, and with one of staff what they look at. It is safe to repeat.
func (s *Service) SignOut(ctx context.Context, p Principal) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		if p.Looks() {
			return s.EndLooksTx(ctx, tx, p.Look.By, "ended")
		}

		_, err := tx.Exec(ctx, `UPDATE sessions SET ended_at = $1 WHERE id = $2 AND client_id = $3 AND ended_at IS NULL`,
			clock.Micros(s.clk.Now()), p.SessionID, p.ClientID)
		if err != nil {
			return fmt.Errorf("sign out: %w", err)
		}

		if p.IsStaff() {
			return s.EndLooksTx(ctx, tx, p.Username, "signed out")
		}

		return nil
	})
}

// EndSessionsTx ends all sessions of a user and returns their number. Lock the user's row
// first, because a concurrent sign-in would open another session.
func EndSessionsTx(ctx context.Context, tx *db.Tx, clientID, userID int64, now time.Time) (int64, error) {
	n, err := tx.Exec(ctx, `UPDATE sessions SET ended_at = $1 WHERE client_id = $2 AND user_id = $3 AND ended_at IS NULL`,
		clock.Micros(now), clientID, userID)
	if err != nil {
		return 0, fmt.Errorf("end sessions: %w", err)
	}

	return n, nil
}

// maxOrigin is the length of the columns with the caller's device and address, in characters.
const maxOrigin = 200

// storable removes control characters from a text of the caller and cuts it to the length
// of its column.
func storable(s string) string { return safetext.ClipRunes(safetext.WithoutControls(s), maxOrigin) }
