package identity

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"loket/internal/platform/db"
)

// The built-in roles (docs/product/access.md#roles).
const (
	ClientRootID int64 = 7
	ClientUserID int64 = 8
	// LastBuiltInRole is the highest id of built-in roles; those that staff make come after it.
	LastBuiltInRole int64 = 100
)

// Role is a named set of permissions.
type Role struct {
	ID          int64
	ClientID    int64  // whose own role it is; 0: all clients share it, or staff
	Name        string // client_root
	Label       string // Client Root
	Staff       bool   // for staff alone; the others are for users of clients
	Permissions PermissionSet
}

func builtInRoles() []Role {
	own := []Permission{}

	for _, p := range AllPermissions() {
		if !p.Provider {
			own = append(own, p.ID)
		}
	}

	return append([]Role{{
		ID: ClientRootID, Name: "client_root", Label: "Client Root", Permissions: MakePermissions(own...),
	}, {
		ID: ClientUserID, Name: "client_user", Label: "Client User",
		Permissions: MakePermissions(ProductList, ProductClientList, OrderDetail, OrderFilterStatus, DepositClient, InvoiceList,
			ScheduledOrderList, ScheduledOrderGet, ContactList, BalanceView),
	}}, staffRoles()...)
}

// EnsureRoles makes the built-in roles and adds missing permissions to them. It is safe
// to run at every start on several nodes.
func (s *Service) EnsureRoles(ctx context.Context) error {
	have, err := rolesFor(ctx, s.db.Reader(), 0)
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
			_, err := tx.Exec(ctx, `INSERT INTO roles (id, name, label, staff) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING`, r.ID, r.Name, r.Label, r.Staff)
			if err != nil {
				return fmt.Errorf("make role %s: %w", r.Name, err)
			}

			if err := GrantTx(ctx, tx, r.ID, r.Permissions); err != nil {
				return err
			}
		}

		return nil
	})
}

// GrantTx adds permissions to a role.
func GrantTx(ctx context.Context, tx *db.Tx, roleID int64, set PermissionSet) error {
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

// Roles lists all roles but clients' own, ordered by id.
func (s *Service) Roles(ctx context.Context) ([]Role, error) { return rolesFor(ctx, s.db.Reader(), 0) }

// RolesFor lists Roles and the own ones of a client, ordered by id.
func (s *Service) RolesFor(ctx context.Context, clientID int64) ([]Role, error) {
	return rolesFor(ctx, s.db.Reader(), clientID)
}

func rolesFor(ctx context.Context, q db.Querier, clientID int64) ([]Role, error) {
	type right struct {
		role       Role
		permission sql.NullInt64
	}

	rows, err := q.Query(ctx, `
		SELECT r.id, COALESCE(r.client_id, 0), r.name, r.label, r.staff, p.permission_id
		FROM roles r LEFT JOIN role_permissions p ON p.role_id = r.id
		WHERE r.client_id IS NULL OR r.client_id = $1
		ORDER BY r.id`, clientID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (right, error) {
		var r right

		return r, row.Scan(&r.role.ID, &r.role.ClientID, &r.role.Name, &r.role.Label, &r.role.Staff, &r.permission)
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
