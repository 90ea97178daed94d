package identity

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

const (
	// maxOwnRoles is how many roles of its own a client has.
	maxOwnRoles = 20
	// maxRoleName is how many characters the name of one has.
	maxRoleName = 40
	// RolePeople is how many people of a role ClientRoles names; it counts all.
	RolePeople = 20
)

// ClientRole is a role that users of a client can have, with who has it.
type ClientRole struct {
	Role

	Own    bool // of the client; the others are fixed
	Count  int64
	People []RolePerson // the first ones
}

// RolePerson is a user who has a role.
type RolePerson struct {
	ID       int64
	Username string
}

// RoleInput is a new role of a client.
type RoleInput struct {
	Name        string
	Permissions []Permission
}

// RoleChange changes a role of a client. What is nil stays.
type RoleChange struct {
	Name        *string
	Permissions *[]Permission
}

// ClientRoles lists client_root, client_user, the client's own roles, and what other roles somebody of the client has.
func (s *Service) ClientRoles(ctx context.Context, p Principal) ([]ClientRole, error) {
	all, err := rolesFor(ctx, s.db.Reader(), p.ClientID)
	if err != nil {
		return nil, err
	}

	rows, err := s.db.Reader().Query(ctx, `
		SELECT role_id, id, username, people FROM (
			SELECT ur.role_id, u.id, u.username, count(*) OVER (PARTITION BY ur.role_id) AS people,
				row_number() OVER (PARTITION BY ur.role_id ORDER BY u.id) AS place
			FROM users u JOIN user_roles ur ON ur.user_id = u.id WHERE u.client_id = $1 AND u.deleted_at IS NULL) AS having_role
		WHERE place <= $2 ORDER BY role_id, id`, p.ClientID, RolePeople)

	people, counts := map[int64][]RolePerson{}, map[int64]int64{}

	_, err = db.Collect(rows, err, func(row *sql.Rows) (who RolePerson, err error) {
		var role, count int64

		err = row.Scan(&role, &who.ID, &who.Username, &count)
		people[role], counts[role] = append(people[role], who), count

		return who, err
	})
	if err != nil {
		return nil, wrap(err, "find who has which role")
	}

	out := []ClientRole{}

	for _, r := range all {
		own := r.ClientID != 0
		if own || r.ID == ClientRootID || r.ID == ClientUserID || counts[r.ID] > 0 {
			out = append(out, ClientRole{Role: r, Own: own, Count: counts[r.ID], People: people[r.ID]})
		}
	}

	return out, nil
}

// MakeOwnRole makes a role of the caller's client, with the rights that the given ones need. Errors: ErrForbidden without the right to manage
// roles, or for a right that the caller lacks; fault.ErrValidation; ErrTaken, ErrRoleLimit.
func (s *Service) MakeOwnRole(ctx context.Context, by Self, in RoleInput) (Role, error) {
	made := Role{Name: strings.TrimSpace(in.Name), ClientID: by.Principal.ClientID}
	made.Label = made.Name

	if err := by.Principal.Require(RoleManage); err != nil {
		return Role{}, err
	}

	set, err := checkRole(&in.Name, &in.Permissions)
	if err != nil {
		return Role{}, err
	}

	if err := by.Principal.mayGive(set); err != nil {
		return Role{}, err
	}

	made.Permissions = set

	return made, s.db.Tx(ctx, func(tx *db.Tx) error {
		if _, err := s.LockClientTx(ctx, tx, made.ClientID); err != nil {
			return err
		}

		if err := roleMayBeNamed(ctx, tx, made); err != nil {
			return err
		}

		n, err := db.NextSequence(ctx, tx, "roles")
		if err != nil {
			return wrap(err, "id of a role")
		}

		made.ID = LastBuiltInRole + n

		if _, err := tx.Exec(ctx, `INSERT INTO roles (id, client_id, name, label) VALUES ($1, $2, $3, $3)`, made.ID, made.ClientID, made.Name); err != nil {
			return TakenError(err, "name", "make a role")
		}

		if err := GrantTx(ctx, tx, made.ID, made.Permissions); err != nil {
			return err
		}

		return s.recordSelf(ctx, tx, by, "role.create", Subject("role", made.ID), map[string]any{"name": made.Name, "permissions": set.List()})
	})
}

// ChangeOwnRole changes a role of the caller's client. It holds for the next request of those who have it. Root users are mailed when somebody
// gets a right over money. Errors: those of MakeOwnRole, and ErrForbidden also for taking a right that the caller lacks; fault.ErrNotFound for
// a role that the client doesn't have; ErrRoleFixed for one that all clients share.
func (s *Service) ChangeOwnRole(ctx context.Context, by Self, roleID int64, in RoleChange) (after Role, err error) {
	if err := by.Principal.Require(RoleManage); err != nil {
		return after, err
	}

	set, err := checkRole(in.Name, in.Permissions)
	if err != nil {
		return after, err
	}

	err = s.changeRole(ctx, by, roleID, func(tx *db.Tx, before Role, people int64) error {
		after = before

		if in.Name != nil {
			after.Name = strings.TrimSpace(*in.Name)
			after.Label = after.Name
		}

		if in.Permissions != nil {
			after.Permissions = set
		}

		if err := by.Principal.mayGive(union(after.Permissions.without(before.Permissions), before.Permissions.without(after.Permissions))); err != nil {
			return err
		}

		if after == before {
			return nil
		}

		if err := storeRole(ctx, tx, before, after); err != nil {
			return err
		}

		if people > 0 {
			if err := s.tellOfRights(ctx, tx, by, givenRights{role: after.Label, people: people, gained: after.Permissions.without(before.Permissions)}); err != nil {
				return err
			}
		}

		return s.recordSelf(ctx, tx, by, "role.update", Subject("role", roleID), map[string]any{
			"before": map[string]any{"name": before.Name, "permissions": before.Permissions.List()},
			"after":  map[string]any{"name": after.Name, "permissions": after.Permissions.List()}, "people": people,
		})
	})

	return after, err
}

func storeRole(ctx context.Context, tx *db.Tx, before, after Role) error {
	if after.Name != before.Name {
		if err := roleMayBeNamed(ctx, tx, after); err != nil {
			return err
		}
	}

	if _, err := tx.Exec(ctx, `UPDATE roles SET name = $1, label = $1 WHERE id = $2 AND client_id = $3`, after.Name, after.ID, after.ClientID); err != nil {
		return TakenError(err, "name", "change a role")
	}

	if _, err := tx.Exec(ctx, `DELETE FROM role_permissions WHERE role_id = $1`, after.ID); err != nil {
		return wrap(err, "change a role")
	}

	return GrantTx(ctx, tx, after.ID, after.Permissions)
}

// DeleteOwnRole deletes a role of the caller's client that nobody has. Errors: ErrForbidden, fault.ErrNotFound, ErrRoleFixed, ErrRoleInUse.
func (s *Service) DeleteOwnRole(ctx context.Context, by Self, roleID int64) error {
	if err := by.Principal.Require(RoleManage); err != nil {
		return err
	}

	return s.changeRole(ctx, by, roleID, func(tx *db.Tx, r Role, people int64) error {
		if people > 0 {
			return ErrRoleInUse.New()
		}

		// Users who were deleted may have it still.
		for _, statement := range []string{
			`DELETE FROM user_roles WHERE role_id = $1`, `DELETE FROM role_permissions WHERE role_id = $1`, `DELETE FROM roles WHERE id = $1`,
		} {
			if _, err := tx.Exec(ctx, statement, r.ID); err != nil {
				return wrap(err, "delete a role")
			}
		}

		return s.recordSelf(ctx, tx, by, "role.delete", Subject("role", r.ID), map[string]any{"name": r.Name, "permissions": r.Permissions.List()})
	})
}

// changeRole runs fn on an own role of the caller's client, under the lock of the client's row, with how many people have it.
func (s *Service) changeRole(ctx context.Context, by Self, roleID int64, fn func(tx *db.Tx, r Role, people int64) error) error {
	clientID := by.Principal.ClientID

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		if _, err := s.LockClientTx(ctx, tx, clientID); err != nil {
			return err
		}

		r, err := roleOf(ctx, tx, clientID, roleID)
		if err != nil {
			return err
		}

		if r.ClientID == 0 {
			return ErrRoleFixed.New()
		}

		var people int64

		err = tx.QueryRow(ctx, `
			SELECT count(*) FROM users u JOIN user_roles ur ON ur.user_id = u.id
			WHERE u.client_id = $1 AND ur.role_id = $2 AND u.deleted_at IS NULL`, clientID, roleID).Scan(&people)
		if err != nil {
			return wrap(err, "count the people of a role")
		}

		return fn(tx, r, people)
	})
}

// roleOf is client_root, client_user or an own role of a client. Error: fault.ErrNotFound.
func roleOf(ctx context.Context, q db.Querier, clientID, roleID int64) (Role, error) {
	all, err := rolesFor(ctx, q, clientID)
	if err != nil {
		return Role{}, err
	}

	i := slices.IndexFunc(all, func(r Role) bool {
		return r.ID == roleID && (r.ClientID == clientID || r.ID == ClientRootID || r.ID == ClientUserID)
	})
	if i < 0 {
		return Role{}, fault.ErrNotFound.New()
	}

	return all[i], nil
}

// checkRole checks what was given of a role, and completes the rights.
func checkRole(name *string, list *[]Permission) (set PermissionSet, err error) {
	fields := []fault.Field{}

	if name != nil {
		fields = CheckText("name", strings.TrimSpace(*name), maxRoleName)
	}

	if list != nil {
		var none []Permission

		set, none = completed(*list)
		for _, p := range none {
			fields = append(fields, fault.Field{Field: "permission", Message: msgNoRight.With(int64(p))})
		}
	}

	if len(fields) > 0 {
		return set, fault.ErrValidation.With(fields...)
	}

	return set, nil
}

// roleMayBeNamed returns ErrRoleLimit when the client has all the roles that it may have beside r, and ErrTaken for the name of a shared role:
// programs know root users by such a name.
func roleMayBeNamed(ctx context.Context, tx *db.Tx, r Role) error {
	all, err := rolesFor(ctx, tx, r.ClientID)
	if err != nil {
		return err
	}

	own := 0

	for _, other := range all {
		if other.ClientID != 0 && other.ID != r.ID {
			own++
		}

		if other.ID != r.ID && (strings.EqualFold(other.Name, r.Name) || strings.EqualFold(other.Label, r.Name)) {
			e := ErrTaken.New()
			e.Fields = []fault.Field{{Field: "name", Message: msgTaken}}

			return e
		}
	}

	if own >= maxOwnRoles {
		return ErrRoleLimit.New()
	}

	return nil
}

// mayGive returns ErrForbidden for a set with rights that the caller lacks. Nobody gives or takes what they don't have.
func (p *Principal) mayGive(set PermissionSet) error {
	if set.without(p.Permissions).without(ofEverybody()) != (PermissionSet{}) {
		return ErrForbidden.Msg(msgRightNotHeld)
	}

	return nil
}
