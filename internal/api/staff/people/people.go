// Package people serves staff's calls about their own people: who they are, their roles, and switching them off.
package people

import (
	"context"
	"net/http"
	"slices"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/identity"
	staffs "loket/internal/identity/staff"
	"loket/internal/platform/approval"
	"loket/internal/platform/clientid"
	"loket/internal/platform/fault"
)

const tag = "people"

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Identity *identity.Service
	Changes  *staffs.Service
}

// Colleague is one of staff.
type Colleague struct {
	ID              string     `json:"id" example:"3"`
	Username        string     `json:"username" example:"ana"`
	FullName        string     `json:"fullName"`
	Email           string     `json:"email"`
	RoleIDs         []int64    `json:"roleIds" nullable:"false"`
	Roles           []string   `json:"roles" nullable:"false" example:"Support"`
	Active          bool       `json:"active" doc:"false: switched off"`
	PasswordExpired bool       `json:"passwordExpired" doc:"Chooses another one at the next sign-in"`
	Own             bool       `json:"own" doc:"The caller"`
	LastUsedAt      *time.Time `json:"lastUsedAt"`
}

// StaffRole is a role of staff.
type StaffRole struct {
	ID          int64             `json:"id" example:"91"`
	Name        string            `json:"name" example:"Support"`
	Permissions []StaffPermission `json:"permissions" nullable:"false"`
}

// StaffPermission is something that a role may do.
type StaffPermission struct {
	ID    int64  `json:"id" example:"411"`
	Group string `json:"group"`
	Name  string `json:"name"`
}

// AddColleagueInput makes a user of staff.
type AddColleagueInput struct {
	Username string `json:"username" maxLength:"20" example:"fajar"`
	FullName string `json:"fullName,omitempty" maxLength:"100" doc:"The username without it"`
	Email    string `json:"email" maxLength:"254" example:"fajar@example.com"`
	RoleID   int64  `json:"roleId" minimum:"1" maximum:"999999999" example:"91"`
	Reason   string `json:"reason" maxLength:"500"`
}

// AddedColleague is a user of staff that was made.
type AddedColleague struct {
	ID         string `json:"id" example:"7"`
	ApprovalID string `json:"approvalId" doc:"Of the role: a second person decides it; then a first password is mailed to the user, and nobody else reads it" example:"17"`
}

// ChangeRoleInput asks for another role.
type ChangeRoleInput struct {
	RoleID int64  `json:"roleId" minimum:"1" maximum:"999999999" example:"92"`
	Reason string `json:"reason" maxLength:"500"`
}

// SwitchOffInput says why.
type SwitchOffInput struct {
	Reason string `json:"reason" maxLength:"500"`
}

type addColleague struct {
	Body AddColleagueInput
}

type changeRole struct {
	ID   string `path:"id" maxLength:"19" example:"3"`
	Body ChangeRoleInput
}

type switchOff struct {
	ID   string `path:"id" maxLength:"19" example:"3"`
	Body SwitchOffInput
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-people", Method: http.MethodGet, Path: "/staff/v1/people", Summary: "All staff", Tag: tag,
		Access: api.Needs(identity.StaffManage), Client: api.AnyClient,
	}, s.list)

	api.Register(a, api.Operation{
		ID: "staff-list-roles", Method: http.MethodGet, Path: "/staff/v1/roles", Summary: "Roles of staff, and what each may do", Tag: tag,
		Access: api.Needs(identity.StaffManage), Client: api.AnyClient,
	}, s.roles)

	api.Register(a, api.Operation{
		ID: "staff-add-person", Method: http.MethodPost, Path: "/staff/v1/people", Summary: "Make a user of staff; the role waits for a second person", Tag: tag,
		Access: api.Needs(identity.StaffManage), Client: api.AnyClient, StepUp: true, Secret: true, Status: http.StatusCreated,
		Faults:  []fault.Definition{identity.ErrTaken},
		Example: AddColleagueInput{Username: "fajar", Email: "fajar@example.com", RoleID: identity.StaffSupportID, Reason: "Begins on 1 December"},
	}, s.add)

	api.Register(a, api.Operation{
		ID: "staff-change-role", Method: http.MethodPost, Path: "/staff/v1/people/{id}/role", Summary: "Ask for another role of one of staff", Tag: tag,
		Description: "A second person decides it, who is neither the caller nor the one whose role it is. The sessions of the user end then.",
		Access:      api.Needs(identity.StaffManage), Client: api.AnyClient, StepUp: true, Status: http.StatusAccepted,
		Faults:  []fault.Definition{fault.ErrNotFound, staffs.ErrSelf, staffs.ErrLastOwner},
		Example: ChangeRoleInput{RoleID: identity.StaffOperationsID, Reason: "Changes the team"},
	}, func(ctx context.Context, in *changeRole) (*portal.Body[staff.Waiting], error) {
		asked, err := s.Changes.AskRole(ctx, staff.By(ctx, in.Body.Reason), portal.ParseID(in.ID), in.Body.RoleID)
		if err != nil {
			return nil, err
		}

		return portal.Answer(waiting(asked)), nil
	})

	api.Register(a, api.Operation{
		ID: "staff-switch-off-person", Method: http.MethodPost, Path: "/staff/v1/people/{id}/off", Summary: "Close the account of one of staff, and end the sessions", Tag: tag,
		Access: api.Needs(identity.StaffManage), Client: api.AnyClient, StepUp: true, Faults: []fault.Definition{fault.ErrNotFound, staffs.ErrSelf, staffs.ErrLastOwner},
		Example: SwitchOffInput{Reason: "Left on 30 November"},
	}, func(ctx context.Context, in *switchOff) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Changes.SwitchOff(ctx, staff.By(ctx, in.Body.Reason), portal.ParseID(in.ID)))
	})
}

func waiting(a approval.Approval) staff.Waiting {
	return staff.Waiting{ApprovalID: portal.FormatID(a.ID)}
}

func (s Services) list(ctx context.Context, _ *portal.NoInput) (*portal.Body[[]Colleague], error) {
	list, err := s.Identity.Users(ctx, clientid.Provider)
	if err != nil {
		return nil, err
	}

	roles, err := s.Identity.Roles(ctx)
	if err != nil {
		return nil, err
	}

	out := make([]Colleague, len(list))

	for i, u := range list {
		out[i] = Colleague{
			ID: portal.FormatID(u.ID), Username: u.Username, FullName: u.FullName, Email: u.Email, RoleIDs: append([]int64{}, u.RoleIDs...), Roles: []string{},
			Active: u.Active, PasswordExpired: u.PasswordExpired, Own: u.ID == portal.Caller(ctx).UserID, LastUsedAt: portal.OrNil(u.LastUsedAt),
		}

		for _, r := range roles {
			if slices.Contains(u.RoleIDs, r.ID) {
				out[i].Roles = append(out[i].Roles, r.Label)
			}
		}
	}

	return portal.Answer(out), nil
}

func (s Services) roles(ctx context.Context, _ *portal.NoInput) (*portal.Body[[]StaffRole], error) {
	all, err := s.Identity.Roles(ctx)
	if err != nil {
		return nil, err
	}

	out := []StaffRole{}

	for _, r := range all {
		if !r.Staff {
			continue
		}

		shown := StaffRole{ID: r.ID, Name: r.Label, Permissions: []StaffPermission{}}

		for _, p := range identity.AllPermissions() {
			if r.Permissions.Has(p.ID) {
				shown.Permissions = append(shown.Permissions, StaffPermission{int64(p.ID), p.Group, p.Name})
			}
		}

		out = append(out, shown)
	}

	return portal.Answer(out), nil
}

func (s Services) add(ctx context.Context, in *addColleague) (*portal.Body[AddedColleague], error) {
	u, asked, err := s.Changes.AddColleague(ctx, staff.By(ctx, in.Body.Reason), staffs.NewStaffUser{
		Username: in.Body.Username, FullName: in.Body.FullName, Email: in.Body.Email, RoleID: in.Body.RoleID,
	})
	if err != nil {
		return nil, err
	}

	return portal.Answer(AddedColleague{portal.FormatID(u.ID), portal.FormatID(asked.ID)}), nil
}
