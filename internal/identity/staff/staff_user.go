package staff

import (
	"context"

	"loket/internal/identity"
	"loket/internal/platform/clientid"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

// NewStaffUser is the input of AddStaffUser.
type NewStaffUser struct {
	Username string
	FullName string // empty: Username
	Email    string
	RoleID   int64 // a role of staff
}

// Access is what a new user of staff signs in with. Nobody can read it again.
type Access struct {
	Password secret.Text // to be changed at the first sign-in
	App      identity.NewApp
}

// AddStaffUser makes one of the provider's staff with a password for one use and an authenticator app, whose secrets are handed over in
// person. Errors: fault.ErrValidation, also for a role that is not of staff; identity.ErrTaken.
func (s *Service) AddStaffUser(ctx context.Context, by identity.By, in NewStaffUser) (identity.User, Access, error) {
	if err := s.identity.EnsureProvider(ctx); err != nil {
		return identity.User{}, Access{}, err
	}

	var access Access

	u, password, err := s.identity.CreateUser(ctx, by, identity.NewUser{
		ClientID: clientid.Provider, Username: in.Username, FullName: in.FullName, Email: in.Email, RoleIDs: []int64{in.RoleID},
		Then: func(tx *db.Tx, u identity.User, _ secret.Text) (err error) {
			access.App, err = s.identity.GiveAppTx(ctx, tx, u, nil)

			return err
		},
	})
	if err != nil {
		return identity.User{}, Access{}, err
	}

	access.Password = password

	return u, access, nil
}

// RoleOf finds a role of staff by its name without the prefix: support, operations, finance, owner, or one that staff made. Error:
// fault.ErrValidation about role.
func (s *Service) RoleOf(ctx context.Context, name string) (int64, error) {
	all, err := s.identity.Roles(ctx)
	if err != nil {
		return 0, err
	}

	for _, r := range all {
		if r.Staff && (r.Name == name || r.Name == rolePrefix+name) {
			return r.ID, nil
		}
	}

	return 0, fault.InvalidField("role", msgNoStaffRole)
}

const rolePrefix = "staff_"
