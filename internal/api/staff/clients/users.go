package clients

import (
	"context"
	"net/http"
	"slices"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/identity"
	"loket/internal/platform/fault"
)

// StaffClientUser is a user of a client.
type StaffClientUser struct {
	ID              string     `json:"id"`
	Username        string     `json:"username"`
	FullName        string     `json:"fullName"`
	Email           string     `json:"email"`
	Roles           []string   `json:"roles" nullable:"false" example:"Client Root"`
	Active          bool       `json:"active"`
	PIN             bool       `json:"pin"`
	PINLockedUntil  *time.Time `json:"pinLockedUntil" doc:"After 5 wrong ones; null where it is not locked"`
	PINDisabled     bool       `json:"pinDisabled" doc:"After 15 wrong ones, until it is reset"`
	PasswordExpired bool       `json:"passwordExpired"`
	SecondFactor    bool       `json:"secondFactor" doc:"Has a passkey or an authenticator app"`
	FactorResetAt   *time.Time `json:"factorResetAt" doc:"When all second factors are removed, which were lost; null if no reset waits"`
	LastUsedAt      *time.Time `json:"lastUsedAt"`
}

// InviteUserInput makes a user of a client.
type InviteUserInput struct {
	Username string `json:"username" maxLength:"20" example:"root"`
	FullName string `json:"fullName,omitempty" maxLength:"100" doc:"The username without it"`
	Email    string `json:"email" maxLength:"254" example:"rina@example.com"`
	Root     bool   `json:"root,omitempty" doc:"With every right of its client; else as client_user"`
	Reason   string `json:"reason" maxLength:"500"`
}

// InvitedUser is a user that was made.
type InvitedUser struct {
	ID string `json:"id" example:"12"`
}

type inviteUser struct {
	ClientPath

	Body InviteUserInput
}

func registerUsers(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-client-users", Method: http.MethodGet, Path: "/staff/v1/clients/{id}/users", Summary: "Users of a client", Tag: tag,
		Description: "The audit log keeps who read them.",
		Access:      api.Needs(identity.ClientList), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.users)

	api.Register(a, api.Operation{
		ID: "staff-invite-client-user", Method: http.MethodPost, Path: "/staff/v1/clients/{id}/users", Summary: "Make a user of a client and mail the first password", Tag: tag,
		Description: "Nobody of staff reads it. It serves for 7 days, and is changed at the first sign-in.",
		Access:      api.Needs(identity.ClientCreate), Client: api.AnyClient, StepUp: true, Status: http.StatusCreated,
		Faults:  []fault.Definition{fault.ErrNotFound, identity.ErrTaken},
		Example: InviteUserInput{Username: "root", Email: "rina@example.com", Root: true, Reason: "Contract 12/2026"},
	}, func(ctx context.Context, in *inviteUser) (*portal.Body[InvitedUser], error) {
		c, err := s.find(ctx, in.client())
		if err != nil {
			return nil, err
		}

		role := identity.ClientUserID
		if in.Body.Root {
			role = identity.ClientRootID
		}

		u, err := s.Identity.InviteUser(ctx, staff.By(ctx, in.Body.Reason), identity.NewUser{
			ClientID: c.ID, Username: in.Body.Username, FullName: in.Body.FullName, Email: in.Body.Email, RoleIDs: []int64{role},
		})
		if err != nil {
			return nil, err
		}

		return portal.Answer(InvitedUser{portal.FormatID(u.ID)}), nil
	})
}

func (s Services) users(ctx context.Context, in *ClientPath) (*portal.Body[[]StaffClientUser], error) {
	c, err := s.find(ctx, in.client())
	if err != nil {
		return nil, err
	}

	list, err := s.Identity.Users(ctx, c.ID)
	if err != nil {
		return nil, err
	}

	roles, err := s.Identity.RolesFor(ctx, c.ID)
	if err != nil {
		return nil, err
	}

	locks, err := s.Identity.PINLocks(ctx, c.ID)
	if err != nil {
		return nil, err
	}

	userIDs := make([]int64, len(list))
	for i, u := range list {
		userIDs[i] = u.ID
	}

	factors, err := s.Identity.FactorStates(ctx, c.ID, userIDs)
	if err != nil {
		return nil, err
	}

	out := make([]StaffClientUser, len(list))
	for i, u := range list {
		out[i] = showUser(u, roles, locks[u.ID], factors[u.ID])
	}

	return portal.Answer(out), s.Reads.Record(ctx, c.ID, identity.Subject("users of client", c.ID), nil)
}

func showUser(u identity.User, roles []identity.Role, lock identity.PINLock, factors identity.FactorState) StaffClientUser {
	return StaffClientUser{
		ID: portal.FormatID(u.ID), Username: u.Username, FullName: u.FullName, Email: u.Email, Active: u.Active, PIN: u.HasPIN,
		PINDisabled: lock.Disabled, PasswordExpired: u.PasswordExpired, Roles: roleNames(u, roles),
		PINLockedUntil: portal.OrNil(lock.Until), LastUsedAt: portal.OrNil(u.LastUsedAt),
		SecondFactor: factors.Has, FactorResetAt: portal.OrNil(factors.ResetAt),
	}
}

// roleNames are the labels of a user's roles, in the order of all roles.
func roleNames(u identity.User, roles []identity.Role) []string {
	names := []string{}

	for _, r := range roles {
		if slices.Contains(u.RoleIDs, r.ID) {
			names = append(names, r.Label)
		}
	}

	return names
}
