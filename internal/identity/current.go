package identity

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
)

// CurrentUser is the answer of GET /v1/user (decisions, section 2).
type CurrentUser struct {
	ID         string        `json:"id" doc:"Id of the user" example:"12"`
	Username   string        `json:"username" example:"root"`
	FullName   string        `json:"fullName"`
	RoleID     []int64       `json:"roleId" nullable:"false" doc:"Ids of the user's roles" example:"[7]"`
	Role       []string      `json:"role" nullable:"false" doc:"Names of the roles; root users have client_root"`
	RoleName   string        `json:"roleName" doc:"The first role as people read it" example:"Client Root"`
	Active     bool          `json:"active"`
	Email      string        `json:"email" doc:"Main e-mail"`
	LastUsedAt *time.Time    `json:"lastUsedAt" doc:"Last use, to the minute"`
	PIN        bool          `json:"pin" doc:"Whether the user has a PIN"`
	Permission []Permission  `json:"permission" nullable:"false" doc:"Permission ids in ascending order"`
	Options    UserOptions   `json:"options"`
	Client     CurrentClient `json:"Client" doc:"The user's client"`
}

// Option names a switch of a user on which an operation may depend.
type Option string

// NewReport is the switch of the daily reports.
const NewReport Option = "depositEventNewReport"

// UserOptions are switches of a user.
type UserOptions struct {
	DepositEventNewReport bool `json:"depositEventNewReport" doc:"Whether the report tab is shown"`
}

// CurrentClient is the client part of GET /v1/user.
type CurrentClient struct {
	ID           int64     `json:"id" example:"1001"`
	Code         string    `json:"code" example:"majujaya"`
	Name         string    `json:"name"`
	LegalName    string    `json:"legalName"`
	EmailFinance string    `json:"emailFinance"`
	Features     []Feature `json:"features" nullable:"false"`
	// HasSettlement belongs to the wallets: whoever answers the call fills it.
	HasSettlement bool   `json:"hasSettlement" doc:"Whether any wallet may be paid later"`
	TimeZone      string `json:"timeZone" doc:"Zone of the client's calendar days" example:"Asia/Jakarta"`
}

// CurrentUser gives the user of a session with its client. HasSettlement is
// left to the caller.
func (s *Service) CurrentUser(ctx context.Context, p Principal) (CurrentUser, error) {
	u := CurrentUser{
		ID: strconv.FormatInt(p.UserID, idBase), Username: p.Username, RoleID: []int64{}, Role: []string{}, Permission: p.Permissions.List(),
		Client: CurrentClient{ID: p.ClientID, Code: p.ClientCode, TimeZone: p.TimeZone, Features: p.Features.List()},
	}

	for _, r := range p.Roles {
		u.RoleID = append(u.RoleID, r.ID)
		u.Role = append(u.Role, r.Name)
	}

	if len(p.Roles) > 0 {
		u.RoleName = p.Roles[0].Label
	}

	var lastUsed sql.NullInt64

	err := s.db.Reader().QueryRow(ctx, `
		SELECT u.full_name, u.active, u.email, u.last_used_at, u.pin_hash IS NOT NULL, u.deposit_event_new_report,
			c.name, c.legal_name, c.email_finance
		FROM users u JOIN clients c ON c.id = u.client_id
		WHERE u.id = $1 AND u.client_id = $2 AND u.deleted_at IS NULL`, p.UserID, p.ClientID).
		Scan(&u.FullName, &u.Active, &u.Email, &lastUsed, &u.PIN, &u.Options.DepositEventNewReport,
			&u.Client.Name, &u.Client.LegalName, &u.Client.EmailFinance)
	if errors.Is(err, sql.ErrNoRows) {
		return CurrentUser{}, fault.ErrNotFound.New()
	}

	if err != nil {
		return CurrentUser{}, fmt.Errorf("read the current user: %w", err)
	}

	if lastUsed.Valid {
		at := clock.FromMicros(lastUsed.Int64)
		u.LastUsedAt = &at
	}

	return u, nil
}

// PermissionMap is the answer of GET /v1/permission: {"6": true, "14": true}.
func PermissionMap(p Principal) map[string]bool {
	out := map[string]bool{}
	for _, id := range p.Permissions.List() {
		out[strconv.FormatInt(int64(id), idBase)] = true
	}

	return out
}
