package identity

import (
	"context"
	"slices"

	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// GiveRole gives a user of the caller's client one role in place of those before: client_root, client_user or one of the client's own. It holds
// for the user's next request. Only root users give client_root or take it. Root users are mailed when the user gets a right over money.
// Errors: ErrForbidden without the right to manage roles, or for a role with rights that the caller lacks, given or taken; fault.ErrNotFound,
// ErrLastRoot.
func (s *Service) GiveRole(ctx context.Context, by Self, userID, roleID int64) error {
	p := by.Principal
	if err := p.Require(RoleManage); err != nil {
		return err
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		u, err := s.LockUserTx(ctx, tx, p.ClientID, userID)
		if err != nil {
			return err
		}

		to, err := roleOf(ctx, tx, p.ClientID, roleID)
		if err != nil {
			return err
		}

		before, err := permissionsOf(ctx, tx, p.ClientID, u.RoleIDs)
		if err != nil {
			return err
		}

		wasRoot, isRoot := slices.Contains(u.RoleIDs, ClientRootID), roleID == ClientRootID
		if wasRoot != isRoot && !p.IsRoot() {
			return ErrForbidden.Msg(msgRightNotHeld)
		}

		if err := p.mayGive(union(before.without(to.Permissions), to.Permissions.without(before))); err != nil {
			return err
		}

		if slices.Equal(u.RoleIDs, []int64{roleID}) {
			return nil
		}

		if wasRoot && !isRoot {
			if err := keepsRoot(ctx, tx, u); err != nil {
				return err
			}
		}

		if err := replaceRole(ctx, tx, u, roleID); err != nil {
			return err
		}

		if err := s.tellOfRights(ctx, tx, by, givenRights{role: to.Label, user: u.Username, gained: to.Permissions.without(before)}); err != nil {
			return err
		}

		return s.recordSelf(ctx, tx, by, "user.role", Subject("user", u.ID), map[string]any{"username": u.Username, "before": u.RoleIDs, "after": []int64{roleID}})
	})
}

func replaceRole(ctx context.Context, tx *db.Tx, u User, roleID int64) error {
	if _, err := tx.Exec(ctx, `DELETE FROM user_roles WHERE user_id IN (SELECT id FROM users WHERE id = $1 AND client_id = $2)`, u.ID, u.ClientID); err != nil {
		return wrap(err, "remove roles")
	}

	return GiveRolesTx(ctx, tx, u.ID, []int64{roleID})
}

// permissionsOf are the permissions of some roles together.
func permissionsOf(ctx context.Context, q db.Querier, clientID int64, roleIDs []int64) (set PermissionSet, err error) {
	all, err := rolesFor(ctx, q, clientID)

	for _, r := range all {
		if slices.Contains(roleIDs, r.ID) {
			set = union(set, r.Permissions)
		}
	}

	return set, err
}

func union(a, b PermissionSet) PermissionSet {
	for i := range a {
		a[i] |= b[i]
	}

	return a
}

// mayAdd checks the role of a user to add: client_user, or one of the client's own, which also needs the right to give roles. Errors:
// ErrForbidden, fault.ErrNotFound, fault.ErrValidation for a role that can't be given here.
func (s *Service) mayAdd(ctx context.Context, q db.Querier, p *Principal, roleIDs []int64) (Role, error) {
	if len(roleIDs) != 1 || roleIDs[0] <= LastBuiltInRole && roleIDs[0] != ClientUserID {
		return Role{}, fault.InvalidField("roleId", msgRoleNotClientUser)
	}

	if roleIDs[0] != ClientUserID {
		if err := p.Require(RoleManage); err != nil {
			return Role{}, err
		}
	}

	r, err := roleOf(ctx, q, p.ClientID, roleIDs[0])
	if err != nil {
		return Role{}, err
	}

	return r, p.mayGive(r.Permissions)
}
