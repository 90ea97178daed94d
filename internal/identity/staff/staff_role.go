package staff

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"loket/internal/identity"
	"loket/internal/platform/approval"
	"loket/internal/platform/audit"
	"loket/internal/platform/clientid"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
)

// RoleKind is the kind of approvals of roles of staff.
const RoleKind = "staff.role"

// RoleRequest is a role for one of staff that a second person decides.
type RoleRequest struct {
	UserID   int64   `json:"userId"`
	Username string  `json:"username"`
	Email    string  `json:"email"` // for who decides to check; a first password goes there
	RoleID   int64   `json:"roleId"`
	Role     string  `json:"role"`
	Before   []int64 `json:"before"` // the roles that it replaces
	WasRole  string  `json:"was"`    // their names
}

// AddColleague makes a user of staff without a role, and asks for the role: nobody gives rights alone. Nobody learns a password before the role
// is approved; then one is mailed to the user's address. So who asks can't be both persons. Errors: fault.ErrValidation, identity.ErrTaken.
func (s *Service) AddColleague(ctx context.Context, by identity.By, in NewStaffUser) (identity.User, approval.Approval, error) {
	role, err := s.staffRole(ctx, in.RoleID)
	if err != nil {
		return identity.User{}, approval.Approval{}, err
	}

	var asked approval.Approval

	u, _, err := s.identity.CreateUserAnd(ctx, by, identity.NewUser{
		ClientID: clientid.Provider, Username: in.Username, FullName: in.FullName, Email: in.Email,
	}, func(tx *db.Tx, u identity.User) (err error) {
		asked, err = s.askRoleTx(ctx, tx, by, u, role)

		return err
	})

	return u, asked, err
}

// AskRole asks for another role of one of staff. Nothing changes before another one approves. Errors: fault.ErrNotFound, fault.ErrValidation
// for a role that the user has or that is not of staff, ErrSelf, ErrLastOwner.
func (s *Service) AskRole(ctx context.Context, by identity.By, userID, roleID int64) (asked approval.Approval, err error) {
	if err := by.Check(nil); err != nil {
		return asked, err
	}

	role, err := s.staffRole(ctx, roleID)
	if err != nil {
		return asked, err
	}

	err = s.changeColleague(ctx, by, userID, func(tx *db.Tx, u identity.User) error {
		after := u
		after.RoleIDs = []int64{roleID}

		if slices.Equal(u.RoleIDs, after.RoleIDs) {
			return fault.InvalidField("roleId", msgSameRole)
		}

		if err := keepsOwner(ctx, tx, u, after); err != nil {
			return err
		}

		asked, err = s.askRoleTx(ctx, tx, by, u, role)

		return err
	})

	return asked, err
}

func (s *Service) askRoleTx(ctx context.Context, tx *db.Tx, by identity.By, u identity.User, role identity.Role) (approval.Approval, error) {
	names, err := s.roleNames(ctx, u.RoleIDs)
	if err != nil {
		return approval.Approval{}, err
	}

	return approval.AskTx(ctx, tx, s.clk.Now(), approval.AskInput{
		Kind: RoleKind, Key: ids.Token(), Actor: by.Actor, Reason: by.Reason,
		Input: RoleRequest{UserID: u.ID, Username: u.Username, Email: u.Email, RoleID: role.ID, Role: role.Label, Before: slices.Clip(append([]int64{}, u.RoleIDs...)), WasRole: names},
	})
}

// DecideRole approves or rejects a role that was asked for. Who gets the role never decides, nor does who asked. Approved, it replaces the
// roles of the user, whose sessions end. Errors: those of approval.DecideTx, ErrSelf, ErrLastOwner, approval.ErrChanged if the user has other
// roles by now.
func (s *Service) DecideRole(ctx context.Context, d approval.Decision) (identity.User, error) {
	password, err := s.identity.MakePassword(ctx) // of a new colleague
	if err != nil {
		return identity.User{}, err
	}

	var u identity.User

	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		d.Kind = RoleKind

		decided, err := approval.DecideTx(ctx, tx, s.clk.Now(), d)
		if err != nil {
			return err
		}

		var in RoleRequest
		if err := json.Unmarshal([]byte(decided.Input), &in); err != nil {
			return wrap(err, "read a request for a role")
		}

		if strings.EqualFold(in.Username, audit.NameOf(d.Actor)) {
			return ErrSelf.New()
		}

		if !d.Approve {
			return nil
		}

		by := identity.By{Actor: decided.RequestedBy, Reason: decided.Reason}
		if u, err = s.giveRoleTx(ctx, tx, by, in, decided.DecidedBy); err == nil && len(in.Before) == 0 {
			err = s.identity.GiveFirstPasswordTx(ctx, tx, u, password)
		}

		return err
	})

	return u, err
}

func (s *Service) giveRoleTx(ctx context.Context, tx *db.Tx, by identity.By, in RoleRequest, approvedBy string) (identity.User, error) {
	u, err := s.identity.LockUserTx(ctx, tx, clientid.Provider, in.UserID)
	if err != nil {
		return identity.User{}, err
	}

	if !slices.Equal(u.RoleIDs, in.Before) || u.Email != in.Email || !u.Active {
		return identity.User{}, approval.ErrChanged.New()
	}

	after := u
	after.RoleIDs = []int64{in.RoleID}

	if err := keepsOwner(ctx, tx, u, after); err != nil {
		return identity.User{}, err
	}

	if err := replaceRoles(ctx, tx, u, after.RoleIDs); err != nil {
		return identity.User{}, err
	}

	ended, err := identity.EndSessionsTx(ctx, tx, u.ClientID, u.ID, s.clk.Now())
	if err != nil {
		return identity.User{}, err
	}

	if err := s.identity.EndLooksTx(ctx, tx, u.Username, "another role"); err != nil {
		return identity.User{}, err
	}

	return after, s.record(ctx, tx, by, identity.Entry{
		Client: u.ClientID, Action: "user.update", Subject: identity.Subject("user", u.ID),
		Detail: map[string]any{"roles": fromTo(u.RoleIDs, after.RoleIDs), "approvedBy": approvedBy, "sessionsEnded": ended},
	})
}

// SwitchOff closes the account of one of staff and ends the sessions at once. Errors: fault.ErrNotFound, ErrSelf, ErrLastOwner.
func (s *Service) SwitchOff(ctx context.Context, by identity.By, userID int64) error {
	if err := by.Check(nil); err != nil {
		return err
	}

	return s.changeColleague(ctx, by, userID, func(tx *db.Tx, u identity.User) error {
		after := u
		after.Active = false

		if err := keepsOwner(ctx, tx, u, after); err != nil {
			return err
		}

		if _, err := tx.Exec(ctx, `UPDATE users SET active = FALSE WHERE id = $1 AND client_id = $2`, u.ID, u.ClientID); err != nil {
			return wrap(err, "switch a user off")
		}

		ended, err := identity.EndSessionsTx(ctx, tx, u.ClientID, u.ID, s.clk.Now())
		if err != nil {
			return err
		}

		if err := s.identity.EndLooksTx(ctx, tx, u.Username, "account closed"); err != nil {
			return err
		}

		return s.record(ctx, tx, by, identity.Entry{
			Client: u.ClientID, Action: "user.update", Subject: identity.Subject("user", u.ID),
			Detail: map[string]any{"active": fromTo(u.Active, false), "sessionsEnded": ended},
		})
	})
}

// changeColleague runs fn on another user of staff. The lock on the provider's row keeps two owners from switching each other off.
func (s *Service) changeColleague(ctx context.Context, by identity.By, userID int64, fn func(tx *db.Tx, u identity.User) error) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		u, err := s.identity.LockUserTx(ctx, tx, clientid.Provider, userID)
		if err != nil {
			return err
		}

		if strings.EqualFold(u.Username, audit.NameOf(by.Actor)) {
			return ErrSelf.New()
		}

		return fn(tx, u)
	})
}

// keepsOwner returns ErrLastOwner if a change leaves the provider without an active owner.
func keepsOwner(ctx context.Context, tx *db.Tx, before, after identity.User) error {
	owns := func(u identity.User) bool { return u.Active && slices.Contains(u.RoleIDs, identity.StaffOwnerID) }
	if before.ClientID != clientid.Provider || !owns(before) || owns(after) {
		return nil
	}

	var others int64

	err := tx.QueryRow(ctx, `
		SELECT count(*) FROM users u JOIN user_roles ur ON ur.user_id = u.id
		WHERE u.client_id = $1 AND ur.role_id = $2 AND u.active AND u.deleted_at IS NULL AND u.id <> $3`,
		before.ClientID, identity.StaffOwnerID, before.ID).Scan(&others)
	if err != nil {
		return wrap(err, "count owners")
	}

	if others == 0 {
		return ErrLastOwner.New()
	}

	return nil
}

// staffRole finds a role of staff.
func (s *Service) staffRole(ctx context.Context, id int64) (identity.Role, error) {
	all, err := s.identity.Roles(ctx)
	if err != nil {
		return identity.Role{}, err
	}

	i := slices.IndexFunc(all, func(r identity.Role) bool { return r.ID == id && r.Staff })
	if i < 0 {
		return identity.Role{}, fault.InvalidField("roleId", msgNoStaffRole)
	}

	return all[i], nil
}

// roleNames are the labels of roles, with commas.
func (s *Service) roleNames(ctx context.Context, roleIDs []int64) (string, error) {
	all, err := s.identity.Roles(ctx)
	if err != nil {
		return "", err
	}

	names := []string{}

	for _, r := range all {
		if slices.Contains(roleIDs, r.ID) {
			names = append(names, r.Label)
		}
	}

	return strings.Join(names, ", "), nil
}
