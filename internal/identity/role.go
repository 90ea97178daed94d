package identity

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"slices"

	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// The built-in roles (docs/product/access.md#roles).
const (
	ClientRootID int64 = 7
	ClientUserID int64 = 8
	// firstOwnRole is one below the first id of roles that staff make.
	firstOwnRole = 100
)

// Role is a named set of permissions. Roles are the same for all clients.
type Role struct {
	ID          int64
	Name        string // client_root
	Label       string // Client Root
	Permissions PermissionSet
}

var roleNamePattern = regexp.MustCompile(`^[a-z][a-z0-9_]{1,31}$`)

func builtInRoles() []Role {
	own := []Permission{}

	for _, p := range AllPermissions() {
		if !p.Provider {
			own = append(own, p.ID)
		}
	}

	return []Role{{
		ID: ClientRootID, Name: "client_root", Label: "Client Root", Permissions: MakePermissions(own...),
	}, {
		ID: ClientUserID, Name: "client_user", Label: "Client User",
		Permissions: MakePermissions(ProductList, ProductClientList, OrderDetail, OrderFilterStatus, DepositClient, InvoiceList,
			ScheduledOrderList, ScheduledOrderGet, ContactList, BalanceView),
	}}
}

// EnsureRoles makes the built-in roles and adds missing permissions to them. It is safe
// to run at every start on several nodes.
func (s *Service) EnsureRoles(ctx context.Context) error {
	have, err := roles(ctx, s.db.Reader())
	if err != nil {
		return err
	}

	complete := func(want Role) bool {
		return slices.ContainsFunc(have, func(r Role) bool {
			return r.ID == want.ID && !slices.ContainsFunc(want.Permissions.List(), func(p Permission) bool { return !r.Permissions.Has(p) })
		})
	}

	if !slices.ContainsFunc(builtInRoles(), func(r Role) bool { return !complete(r) }) {
		return nil // nothing to add, so nothing is written
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		for _, r := range builtInRoles() {
			_, err := tx.Exec(ctx, `INSERT INTO roles (id, name, label) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING`, r.ID, r.Name, r.Label)
			if err != nil {
				return fmt.Errorf("make role %s: %w", r.Name, err)
			}

			if err := grant(ctx, tx, r.ID, r.Permissions); err != nil {
				return err
			}
		}

		return nil
	})
}

func grant(ctx context.Context, tx *db.Tx, roleID int64, set PermissionSet) error {
	for _, p := range set.List() {
		_, err := tx.Exec(ctx, `
			INSERT INTO role_permissions (role_id, permission_id) VALUES ($1, $2) ON CONFLICT (role_id, permission_id) DO NOTHING`,
			roleID, int64(p))
		if err != nil {
			return fmt.Errorf("grant permission %d: %w", p, err)
		}
	}

	return nil
}

// Roles lists all roles, ordered by id.
func (s *Service) Roles(ctx context.Context) ([]Role, error) { return roles(ctx, s.db.Reader()) }

func roles(ctx context.Context, q db.Querier) ([]Role, error) {
	type right struct {
		role       Role
		permission sql.NullInt64
	}

	rows, err := q.Query(ctx, `
		SELECT r.id, r.name, r.label, p.permission_id
		FROM roles r LEFT JOIN role_permissions p ON p.role_id = r.id
		ORDER BY r.id`)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (right, error) {
		var r right

		return r, row.Scan(&r.role.ID, &r.role.Name, &r.role.Label, &r.permission)
	})
	if err != nil {
		return nil, fmt.Errorf("list roles: %w", err)
	}

	out := []Role{}

	for _, r := range list {
		if len(out) == 0 || out[len(out)-1].ID != r.role.ID {
			out = append(out, r.role)
		}

		last := &out[len(out)-1]
		if last.Permissions, err = last.Permissions.withStored(r.permission); err != nil {
			return nil, fmt.Errorf("role %d: %w", r.role.ID, err)
		}
	}

	return out, nil
}

// NewRole is the input of CreateRole.
type NewRole struct {
	Name        string // small letters, digits, underscores
	Label       string
	Permissions []Permission
}

// CreateRole makes a role with an id above 100.
func (s *Service) CreateRole(ctx context.Context, by Staff, in NewRole) (Role, error) {
	fields := checkText("label", in.Label, maxNameLength)
	if !roleNamePattern.MatchString(in.Name) {
		fields = append(fields, fault.Field{Field: "name", Message: msgRoleName})
	}

	if err := by.check(append(fields, unknownPermissions(in.Permissions)...)); err != nil {
		return Role{}, err
	}

	made := Role{Name: in.Name, Label: in.Label, Permissions: MakePermissions(in.Permissions...)}

	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		n, err := db.NextSequence(ctx, tx, "roles")
		if err != nil {
			return fmt.Errorf("id of a role: %w", err)
		}

		made.ID = firstOwnRole + n

		if _, err := tx.Exec(ctx, `INSERT INTO roles (id, name, label) VALUES ($1, $2, $3)`, made.ID, made.Name, made.Label); err != nil {
			return taken(err, "name", "make a role")
		}

		if err := grant(ctx, tx, made.ID, made.Permissions); err != nil {
			return err
		}

		return s.record(ctx, tx, by, entry{
			action: "role.create", subject: subject("role", made.ID),
			detail: map[string]any{"name": made.Name, "permissions": made.Permissions.List()},
		})
	})

	return made, err
}

// SetRolePermissions replaces the permissions of a role that staff made. It takes effect
// at the next request.
func (s *Service) SetRolePermissions(ctx context.Context, by Staff, roleID int64, list []Permission) error {
	if err := by.check(unknownPermissions(list)); err != nil {
		return err
	}

	if roleID <= firstOwnRole {
		return ErrRoleFixed.New()
	}

	set := MakePermissions(list...)

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		// Locks the row and proves that the role exists.
		n, err := tx.Exec(ctx, `UPDATE roles SET name = name WHERE id = $1`, roleID)
		if err != nil {
			return fmt.Errorf("find a role: %w", err)
		}

		if n == 0 {
			return fault.ErrNotFound.New()
		}

		if _, err := tx.Exec(ctx, `DELETE FROM role_permissions WHERE role_id = $1`, roleID); err != nil {
			return fmt.Errorf("change a role: %w", err)
		}

		if err := grant(ctx, tx, roleID, set); err != nil {
			return err
		}

		return s.record(ctx, tx, by, entry{
			action: "role.permissions", subject: subject("role", roleID), detail: map[string]any{"permissions": set.List()},
		})
	})
}

func unknownPermissions(list []Permission) []fault.Field {
	for _, p := range list {
		if !p.Known() {
			return []fault.Field{{Field: "permissions", Message: msgNoPermission.With(p)}}
		}
	}

	return nil
}
