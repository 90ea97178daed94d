package account

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// CurrentUser is the answer of GET /v1/user (docs/product/access.md#calls).
type CurrentUser struct {
	ID          string                `json:"id" doc:"Id of the user" example:"12"`
	Username    string                `json:"username" example:"root"`
	FullName    string                `json:"fullName"`
	RoleID      []int64               `json:"roleId" nullable:"false" doc:"Ids of the user's roles" example:"[7]"`
	Role        []string              `json:"role" nullable:"false" doc:"Names of the roles; root users have client_root"`
	RoleName    string                `json:"roleName" doc:"The first role as people read it" example:"Client Root"`
	Active      bool                  `json:"active"`
	Email       string                `json:"email" doc:"Main e-mail"`
	Language    *language.Language    `json:"language" enum:"en,id" doc:"The language that the user chose; null follows the browser" example:"id"`
	LastUsedAt  *time.Time            `json:"lastUsedAt" doc:"Last use, to the minute"`
	PIN         bool                  `json:"pin" doc:"Whether the user has a PIN"`
	Permission  []identity.Permission `json:"permission" nullable:"false" doc:"Permission ids in ascending order"`
	IdleMinutes int64                 `json:"idleMinutes" doc:"The session ends after so many minutes without use" example:"120"`
	Options     UserOptions           `json:"options"`
	Client      CurrentClient         `json:"Client" doc:"The user's client"`
	Look        *CurrentLook          `json:"look,omitempty" doc:"Only while one of the provider's staff looks at the portal as this user sees it"`
}

// UserOptions are switches of a user.
type UserOptions struct {
	DepositEventNewReport bool `json:"depositEventNewReport" doc:"Whether the report tab is shown"`
}

// CurrentClient is the client part of GET /v1/user.
type CurrentClient struct {
	ID               int64              `json:"id" example:"1001"`
	Code             string             `json:"code" example:"majujaya"`
	Name             string             `json:"name"`
	LegalName        string             `json:"legalName"`
	EmailFinance     string             `json:"emailFinance"`
	Features         []identity.Feature `json:"features" nullable:"false"`
	HasSettlement    bool               `json:"hasSettlement" doc:"Whether the client has a settlement, active or not"`
	SettlementActive bool               `json:"settlementActive" doc:"Whether the client has a settlement that is active"`
	TimeZone         string             `json:"timeZone" doc:"Zone of the client's calendar days" example:"Asia/Jakarta"`
}

func (s Services) currentUser(ctx context.Context) (*portal.Body[CurrentUser], error) {
	p := portal.Caller(ctx)

	u, c, err := s.Identity.CurrentUser(ctx, *p)
	if err != nil {
		return nil, fmt.Errorf("current user: %w", err)
	}

	own, err := s.Settlements.OfClient(ctx, p.ClientID)
	if err != nil && !fault.ErrNotFound.Is(err) {
		return nil, fmt.Errorf("current user: %w", err)
	}

	out := showCurrentUser(*p, u, c)
	out.Client.HasSettlement, out.Client.SettlementActive = err == nil, err == nil && own.Active

	return portal.Answer(out), nil
}

func showCurrentUser(p identity.Principal, u identity.User, c identity.Client) CurrentUser {
	out := CurrentUser{
		ID: strconv.FormatInt(p.UserID, 10), Username: p.Username, FullName: u.FullName, RoleID: []int64{}, Role: []string{},
		Active: u.Active, Email: u.Email, PIN: u.HasPIN, Permission: p.Permissions.List(), IdleMinutes: int64(p.Idle / time.Minute),
		Options: UserOptions{DepositEventNewReport: u.DepositEventNewReport},
		Client: CurrentClient{
			ID: c.ID, Code: c.Code, Name: c.Name, LegalName: c.LegalName, EmailFinance: c.EmailFinance,
			Features: c.Features.List(), TimeZone: c.TimeZone,
		},
	}

	for _, r := range p.Roles {
		out.RoleID = append(out.RoleID, r.ID)
		out.Role = append(out.Role, r.Name)
	}

	if len(p.Roles) > 0 {
		out.RoleName = p.Roles[0].Label
	}

	if p.Looks() {
		out.Look = &CurrentLook{p.Look.By, p.Look.Until}
	}

	if u.Language != "" {
		out.Language = &u.Language
	}

	if !u.LastUsedAt.IsZero() {
		out.LastUsedAt = &u.LastUsedAt
	}

	return out
}

// permissionMap is the answer of GET /v1/permission: {"6": true, "14": true}.
func permissionMap(p identity.Principal) Permissions {
	out := Permissions{}
	for _, id := range p.Permissions.List() {
		out[strconv.FormatInt(int64(id), 10)] = true
	}

	return out
}
