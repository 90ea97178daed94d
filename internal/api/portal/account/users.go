package account

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/platform/fault"
)

const tagUsers = "users"

// UserRow is one user of the client.
type UserRow struct {
	ID       string `json:"id" example:"12"`
	Username string `json:"username" example:"finance"`
	Email    string `json:"email"`
}

// ListedUser is one row of the list of users.
type ListedUser struct {
	UserRow

	RoleID        []int64    `json:"roleId" nullable:"false" doc:"Ids of the user's roles" example:"[7]"`
	RoleNames     []string   `json:"roleNames" nullable:"false" doc:"The user's roles as people read them" example:"[\"Client Root\"]"`
	LastUsedAt    *time.Time `json:"lastUsedAt" doc:"Last use, to the minute; null before the first sign-in"`
	State         string     `json:"state" enum:"active,invited,password-expired,inactive" doc:"invited: has not signed in with the mailed password yet; password-expired: must change the password at the next sign-in; inactive: closed by the provider"`
	HasFactor     *bool      `json:"hasFactor" doc:"Whether the user has a second factor; null for who isn't a root user"`
	FactorResetAt *time.Time `json:"factorResetAt" doc:"When the second factors of the user are removed; null if no reset waits, and for who isn't a root user"`
	PIN           *bool      `json:"pin" doc:"Whether the user has a PIN; null for users to whom none is of use, because they can't create scheduled orders"`
}

// usersOrKeys is an array of users, or of API keys where those were asked for.
type usersOrKeys struct {
	users []ListedUser
	keys  []APIKeyRow
}

// MarshalJSON implements json.Marshaler.
func (l usersOrKeys) MarshalJSON() ([]byte, error) {
	if l.keys != nil {
		return json.Marshal(l.keys)
	}

	return json.Marshal(l.users)
}

// Schema implements huma.SchemaProvider.
func (usersOrKeys) Schema(r huma.Registry) *huma.Schema {
	of := func(t reflect.Type, name string) *huma.Schema {
		return &huma.Schema{Type: huma.TypeArray, Items: r.Schema(t, true, name)}
	}

	return &huma.Schema{OneOf: []*huma.Schema{
		of(reflect.TypeFor[ListedUser](), "ListedUser"), of(reflect.TypeFor[APIKeyRow](), "APIKeyRow"),
	}}
}

// filterKeys is the filter that lists API keys.
const filterKeys = "api"

type listUsers struct {
	Filter string `query:"filter" maxLength:"20" doc:"api lists API keys (permission 14), those of the sandbox too; nothing lists users" example:"api"`
	Query  string `query:"query" maxLength:"254" doc:"Keeps the users whose username or e-mail contains this text, in any case" example:"fin"`
	Page   int    `query:"page" minimum:"1" maximum:"100000" doc:"Page of the users, from 1"`
}

// AddUserInput is a new user.
type AddUserInput struct {
	Username string  `json:"username" maxLength:"200" doc:"2 to 20 letters, digits, dots and underscores" example:"finance" missing:"username_invalid"`
	Email    string  `json:"email" maxLength:"1000" doc:"Gets the credentials" example:"finance@example.com" missing:"user_email_invalid"`
	RoleID   []int64 `json:"roleId" nullable:"false" maxItems:"10" doc:"[8], or one role of the client's own, for who manages roles (permission 305)" example:"[8]"`
}

type addUser struct {
	portal.Language

	Body AddUserInput
}

type byID struct {
	portal.Language

	ID string `path:"id" maxLength:"100"`
}

func registerUsers(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "list-users", Method: http.MethodGet, Path: "/v1/user/list", Summary: "Users, or API keys, of the client", Tag: tagUsers,
		Description: "Ten users a page, the newest first. A shorter page is the last.",
		Access:      api.Session(), Client: api.CallersClient, Faults: []fault.Definition{identity.ErrForbidden},
	}, s.listUsers)

	api.Register(a, api.Operation{
		ID: "add-user", Method: http.MethodPost, Path: "/v1/user", Summary: "Add a user", Tag: tagUsers, Texts: identity.Texts(),
		Description: "A password is made up and mailed; it must be changed at the first sign-in.",
		Access:      api.Needs(identity.UserCreate), Client: api.CallersClient, StepUp: true, Status: http.StatusCreated,
		Faults:  []fault.Definition{identity.ErrTaken, fault.ErrThrottled, fault.ErrNotFound},
		Example: AddUserInput{Username: "finance", Email: "finance@example.com", RoleID: []int64{identity.ClientUserID}},
	}, func(ctx context.Context, in *addUser) (*portal.Body[UserRow], error) {
		u, err := s.Identity.AddUser(ctx, in.Self(ctx), identity.AddedUser{
			Username: in.Body.Username, Email: in.Body.Email, RoleIDs: in.Body.RoleID,
		})
		if err != nil {
			return nil, err
		}

		return portal.Answer(UserRow{portal.FormatID(u.ID), u.Username, u.Email}), nil
	})

	api.Register(a, api.Operation{
		ID: "start-pin", Method: http.MethodPost, Path: "/v1/user/{id}/pin", Summary: "Start a PIN for another user", Tag: tagUsers,
		Description: "Mails the user a link; once that is confirmed, a new PIN is mailed to the user. Nobody else reads it. " +
			"For users who create scheduled orders without being root: root users alone set PINs.",
		Access: api.Needs(identity.UserCreate), Client: api.CallersClient, Root: true,
		Faults: []fault.Definition{fault.ErrNotFound, identity.ErrPINUseless, fault.ErrThrottled},
	}, func(ctx context.Context, in *byID) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Identity.StartPIN(ctx, in.Self(ctx), portal.ParseID(in.ID)))
	})

	api.Register(a, api.Operation{
		ID: "delete-principal", Method: http.MethodDelete, Path: "/v1/user/{id}", Summary: "Delete a user or an API key", Tag: tagUsers,
		Description: "What the id is decides what is needed: permission 6 for a user, 14 for an API key.",
		Access:      api.Session(), Client: api.CallersClient, StepUp: true,
		Faults: []fault.Definition{identity.ErrForbidden, fault.ErrNotFound, identity.ErrSelfDelete, identity.ErrLastRoot},
	}, func(ctx context.Context, in *byID) (*portal.Body[portal.Empty], error) {
		// Nothing has the id 0. The permission is checked first.
		return portal.EmptyAnswer(s.Identity.DeletePrincipal(ctx, in.Self(ctx), portal.ParseID(in.ID)))
	})
}

func (s Services) listUsers(ctx context.Context, in *listUsers) (*portal.Body[usersOrKeys], error) {
	p := portal.Caller(ctx)

	switch in.Filter {
	case "":
		return s.pageOfUsers(ctx, identity.UserQuery{ClientID: p.ClientID, Page: in.Page, Search: in.Query})
	case filterKeys:
		if err := p.Require(identity.APIKeyManage); err != nil {
			return nil, err
		}

		keys, err := s.Identity.APIKeys(ctx, p.ClientID)
		if err != nil {
			return nil, fmt.Errorf("API keys: %w", err)
		}

		test, err := s.Identity.TestKeys(ctx, p.ClientID)
		if err != nil {
			return nil, fmt.Errorf("test keys: %w", err)
		}

		keys = append(keys, test...)

		out := make([]APIKeyRow, len(keys))
		for i := range keys {
			out[i] = APIKeyRow{portal.ShowKey(&keys[i]), modeOf(&keys[i])}
		}

		return portal.Answer(usersOrKeys{keys: out}), nil
	default:
		return nil, fault.InvalidField("filter", msgUserFilter)
	}
}

func (s Services) pageOfUsers(ctx context.Context, q identity.UserQuery) (*portal.Body[usersOrKeys], error) {
	users, err := s.Identity.ListUsers(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("users: %w", err)
	}

	states := map[int64]identity.FactorState{}

	if root := portal.Caller(ctx).IsRoot(); root {
		userIDs := make([]int64, len(users))
		for i, u := range users {
			userIDs[i] = u.ID
		}

		if states, err = s.Identity.FactorStates(ctx, q.ClientID, userIDs); err != nil {
			return nil, fmt.Errorf("users: %w", err)
		}
	}

	out := make([]ListedUser, len(users))

	for i, u := range users {
		out[i] = ListedUser{UserRow: UserRow{portal.FormatID(u.ID), u.Username, u.Email}, RoleID: []int64{}, RoleNames: []string{}, State: string(u.State)}

		for _, r := range u.Roles {
			out[i].RoleID = append(out[i].RoleID, r.ID)
			out[i].RoleNames = append(out[i].RoleNames, r.Label)
		}

		if state, known := states[u.ID]; known {
			out[i].HasFactor, out[i].FactorResetAt = &state.Has, portal.OrNil(state.ResetAt)
		}

		if !u.LastUsedAt.IsZero() {
			out[i].LastUsedAt = &u.LastUsedAt
		}

		if u.MayHavePIN {
			out[i].PIN = new(u.HasPIN)
		}
	}

	return portal.Answer(usersOrKeys{users: out}), nil
}
