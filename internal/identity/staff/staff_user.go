package staff

import (
	"context"

	"loket/internal/identity"
	"loket/internal/platform/clientid"
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

// AddStaffUser makes a user of the provider's staff and returns the password, which serves for the first sign-in: that leads to a password
// and a second factor of the own, so nobody knows another's. Errors: fault.ErrValidation, also for a role that is not of staff;
// identity.ErrTaken.
func (s *Service) AddStaffUser(ctx context.Context, by identity.By, in NewStaffUser) (identity.User, secret.Text, error) {
	return s.identity.CreateUser(ctx, by, identity.NewUser{
		ClientID: clientid.Provider, Username: in.Username, FullName: in.FullName, Email: in.Email, RoleIDs: []int64{in.RoleID},
	})
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
