package account

import (
	"context"
	"fmt"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/platform/fault"
)

// ClientRoles are the roles of a client, and what a role of its own can hold.
type ClientRoles struct {
	Roles   []ClientRole  `json:"roles" nullable:"false"`
	Rights  []Right       `json:"rights" nullable:"false" doc:"In the order of their groups"`
	Presets []RightPreset `json:"presets" nullable:"false" doc:"Roles to begin with"`
}

// ClientRole is a role that users of the client have or can get.
type ClientRole struct {
	ID         int64        `json:"id" example:"101"`
	Name       string       `json:"name" example:"Finance"`
	Own        bool         `json:"own" doc:"The client's own; the others are fixed"`
	Permission []int64      `json:"permission" nullable:"false" doc:"Ids of its permissions" example:"[204,302]"`
	People     int64        `json:"people" doc:"How many users have it"`
	Users      []RolePerson `json:"users" nullable:"false" doc:"The first 20 of them"`
}

// RolePerson is a user who has a role.
type RolePerson struct {
	ID       string `json:"id" example:"12"`
	Username string `json:"username" example:"finance"`
}

// Right is a permission that the client can put into its roles.
type Right struct {
	ID        int64   `json:"id" example:"206"`
	Group     string  `json:"group" enum:"orders,bills,money,shop,team"`
	Needs     []int64 `json:"needs" nullable:"false" doc:"Permissions that come with it"`
	Everybody bool    `json:"everybody" doc:"Comes with every sign-in"`
	Money     bool    `json:"money" doc:"A right over money, or over who has one: root users are mailed when it is given"`
}

// RightPreset is a role to begin with.
type RightPreset struct {
	Name       string  `json:"name" enum:"finance,operations,cashier,viewer"`
	Permission []int64 `json:"permission" nullable:"false"`
}

// RoleInput is a new role.
type RoleInput struct {
	Name       string  `json:"name" maxLength:"200" doc:"At most 40 characters; names of fixed roles are taken" example:"Finance"`
	Permission []int64 `json:"permission" nullable:"false" maxItems:"100" doc:"Ids of its permissions. What they need is added" example:"[204,302]"`
}

// RoleChange changes a role. What is missing stays as it is.
type RoleChange struct {
	Name       *string  `json:"name,omitempty" maxLength:"200" example:"Finance"`
	Permission *[]int64 `json:"permission,omitempty" nullable:"false" maxItems:"100" doc:"All permissions that it has then. What they need is added" example:"[204,302]"`
}

// RoleMade is a role that was made or changed.
type RoleMade struct {
	ID         int64   `json:"id" example:"101"`
	Name       string  `json:"name" example:"Finance"`
	Permission []int64 `json:"permission" nullable:"false" doc:"With those that were added" example:"[204,302]"`
}

// RoleOfUser is the role that a user gets.
type RoleOfUser struct {
	RoleID []int64 `json:"roleId" nullable:"false" minItems:"1" maxItems:"1" doc:"One role: 7, 8 or one of the client's own" example:"[101]"`
}

type makeRole struct {
	portal.Language

	Body RoleInput
}

type changeRole struct {
	portal.Language

	ID   string `path:"id" maxLength:"20" example:"101"`
	Body RoleChange
}

type giveRole struct {
	portal.Language

	ID   string `path:"id" maxLength:"100"`
	Body RoleOfUser
}

func registerRoles(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "list-roles", Method: http.MethodGet, Path: "/v1/roles", Summary: "Roles of the client, and the permissions that they can have", Tag: tagUsers,
		Description: "Fixed ones are shared by all clients. Of those that are neither 7 nor 8 only the ones that somebody of the client has are listed.",
		Cost:        api.Sums, Access: api.Needs(identity.RoleManage), Client: api.CallersClient,
	}, s.listRoles)

	own := api.Operation{
		Tag: tagUsers, Access: api.Needs(identity.RoleManage), Client: api.CallersClient, StepUp: true,
		Faults: []fault.Definition{identity.ErrTaken},
	}

	add := own
	add.ID, add.Method, add.Path, add.Summary, add.Status = "make-role", http.MethodPost, "/v1/roles", "Make a role of the client's own", http.StatusCreated
	add.Description = "Only permissions that the caller has can be given. A client has at most 20 roles of its own."
	add.Faults = append(add.Faults, identity.ErrRoleLimit)
	add.Example = RoleInput{Name: "Finance", Permission: []int64{int64(identity.InvoiceList), int64(identity.BalanceView)}}
	api.Register(a, add, func(ctx context.Context, in *makeRole) (*portal.Body[RoleMade], error) {
		made, err := s.Identity.MakeOwnRole(ctx, in.Self(ctx), identity.RoleInput{Name: in.Body.Name, Permissions: permissions(in.Body.Permission)})
		if err != nil {
			return nil, err
		}

		return portal.Answer(showRole(made)), nil
	})

	change := own
	change.ID, change.Method, change.Path, change.Summary = "change-role", http.MethodPatch, "/v1/roles/{id}", "Change a role of the client's own"
	change.Description = "It holds for the next request of everybody who has it. Only permissions that the caller has can be given or taken. Root users are mailed when somebody gets a right over money."
	change.Faults = append(change.Faults, fault.ErrNotFound, identity.ErrRoleFixed)
	change.Example = RoleChange{Name: new("Finance")}
	api.Register(a, change, func(ctx context.Context, in *changeRole) (*portal.Body[RoleMade], error) {
		wanted := identity.RoleChange{Name: in.Body.Name}
		if in.Body.Permission != nil {
			wanted.Permissions = new(permissions(*in.Body.Permission))
		}

		changed, err := s.Identity.ChangeOwnRole(ctx, in.Self(ctx), portal.ParseID(in.ID), wanted)
		if err != nil {
			return nil, err
		}

		return portal.Answer(showRole(changed)), nil
	})

	remove := own
	remove.ID, remove.Method, remove.Path, remove.Summary = "delete-role", http.MethodDelete, "/v1/roles/{id}", "Delete a role of the client's own"
	remove.Faults = []fault.Definition{fault.ErrNotFound, identity.ErrRoleFixed, identity.ErrRoleInUse}
	api.Register(a, remove, func(ctx context.Context, in *byID) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Identity.DeleteOwnRole(ctx, in.Self(ctx), portal.ParseID(in.ID)))
	})

	give := own
	give.ID, give.Method, give.Path, give.Summary = "give-role", http.MethodPatch, "/v1/user/{id}/role", "Give a user a role"
	give.Description = "It replaces those before, from the user's next request on. Only a role whose permissions the caller has can be given or taken, and client_root by root users alone. " +
		"Root users are mailed when the user gets a right over money."
	give.Faults = []fault.Definition{fault.ErrNotFound, identity.ErrLastRoot}
	give.Example = RoleOfUser{RoleID: []int64{identity.ClientUserID}}
	api.Register(a, give, func(ctx context.Context, in *giveRole) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Identity.GiveRole(ctx, in.Self(ctx), portal.ParseID(in.ID), in.Body.RoleID[0]))
	})
}

func (s Services) listRoles(ctx context.Context, _ *portal.NoInput) (*portal.Body[ClientRoles], error) {
	list, err := s.Identity.ClientRoles(ctx, *portal.Caller(ctx))
	if err != nil {
		return nil, fmt.Errorf("roles: %w", err)
	}

	out := ClientRoles{Roles: make([]ClientRole, len(list)), Rights: []Right{}, Presets: []RightPreset{}}

	for i, r := range list {
		out.Roles[i] = ClientRole{ID: r.ID, Name: r.Label, Own: r.Own, Permission: numbers(r.Permissions.List()), People: r.Count, Users: []RolePerson{}}
		for _, p := range r.People {
			out.Roles[i].Users = append(out.Roles[i].Users, RolePerson{portal.FormatID(p.ID), p.Username})
		}
	}

	for _, r := range identity.Rights() {
		out.Rights = append(out.Rights, Right{int64(r.ID), string(r.Group), numbers(r.Needs), r.Everybody, r.ID.OverMoney()})
	}

	for _, p := range identity.RightPresets() {
		out.Presets = append(out.Presets, RightPreset{p.Name, numbers(p.Permissions.List())})
	}

	return portal.Answer(out), nil
}

func showRole(r identity.Role) RoleMade {
	return RoleMade{ID: r.ID, Name: r.Label, Permission: numbers(r.Permissions.List())}
}

func numbers(list []identity.Permission) []int64 {
	out := make([]int64, len(list))
	for i, p := range list {
		out[i] = int64(p)
	}

	return out
}

func permissions(list []int64) []identity.Permission {
	out := make([]identity.Permission, len(list))
	for i, id := range list {
		out[i] = identity.Permission(id)
	}

	return out
}
