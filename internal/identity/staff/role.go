package staff

import (
	"context"
	"fmt"
	"regexp"

	"loket/internal/identity"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

var roleNamePattern = regexp.MustCompile(`^[a-z][a-z0-9_]{1,31}$`)

// NewRole is the input of CreateRole.
type NewRole struct {
	Name        string // small letters, digits, underscores
	Label       string
	Permissions []identity.Permission
}

// CreateRole makes a role with an id above 100.
func (s *Service) CreateRole(ctx context.Context, by identity.By, in NewRole) (identity.Role, error) {
	fields := identity.CheckText("label", in.Label, identity.MaxName)
	if !roleNamePattern.MatchString(in.Name) {
		fields = append(fields, fault.Field{Field: "name", Message: msgRoleName})
	}

	if err := by.Check(append(fields, unknownPermissions(in.Permissions)...)); err != nil {
		return identity.Role{}, err
	}

	made := identity.Role{Name: in.Name, Label: in.Label, Permissions: identity.MakePermissions(in.Permissions...)}

	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		n, err := db.NextSequence(ctx, tx, "roles")
		if err != nil {
			return fmt.Errorf("id of a role: %w", err)
		}

		made.ID = identity.LastBuiltInRole + n

		if _, err := tx.Exec(ctx, `INSERT INTO roles (id, name, label) VALUES ($1, $2, $3)`, made.ID, made.Name, made.Label); err != nil {
			return identity.TakenError(err, "name", "make a role")
		}

		if err := identity.GrantTx(ctx, tx, made.ID, made.Permissions); err != nil {
			return err
		}

		return s.record(ctx, tx, by, identity.Entry{
			Action: "role.create", Subject: identity.Subject("role", made.ID),
			Detail: map[string]any{"name": made.Name, "permissions": made.Permissions.List()},
		})
	})

	return made, err
}

// SetRolePermissions replaces the permissions of a role that staff made. It takes effect
// at the next request.
func (s *Service) SetRolePermissions(ctx context.Context, by identity.By, roleID int64, list []identity.Permission) error {
	if err := by.Check(unknownPermissions(list)); err != nil {
		return err
	}

	if roleID <= identity.LastBuiltInRole {
		return identity.ErrRoleFixed.New()
	}

	set := identity.MakePermissions(list...)

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		// Locks the row and proves that the role exists.
		n, err := tx.Exec(ctx, `UPDATE roles SET name = name WHERE id = $1 AND client_id IS NULL`, roleID)
		if err != nil {
			return fmt.Errorf("find a role: %w", err)
		}

		if n == 0 {
			return fault.ErrNotFound.New()
		}

		if _, err := tx.Exec(ctx, `DELETE FROM role_permissions WHERE role_id = $1`, roleID); err != nil {
			return fmt.Errorf("change a role: %w", err)
		}

		if err := identity.GrantTx(ctx, tx, roleID, set); err != nil {
			return err
		}

		return s.record(ctx, tx, by, identity.Entry{
			Action: "role.permissions", Subject: identity.Subject("role", roleID), Detail: map[string]any{"permissions": set.List()},
		})
	})
}

func unknownPermissions(list []identity.Permission) []fault.Field {
	for _, p := range list {
		if !p.Known() {
			return []fault.Field{{Field: "permissions", Message: msgNoPermission.With(p)}}
		}
	}

	return nil
}
