package identity

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// The built-in roles of staff (docs/product/staff.md#roles).
const (
	StaffSupportID    int64 = 91
	StaffOperationsID int64 = 92
	StaffFinanceID    int64 = 93
	StaffOwnerID      int64 = 94
)

// staffIdle ends a session of staff without use.
const staffIdle = 30 * time.Minute

func staffRoles() []Role {
	support := []Permission{ClientList, FilterClient, ProductList, OrderDetail, OrderFilterStatus, OrderFilterProvider, DepositClient, ClientUserHelp}
	operations := append([]Permission{
		ClientCreate, ProductUpdate, ProductEditStatus, ProductEditProblem, ProductEditDescription, ProductEditProvider, OrderRefund, OrderSetStatus,
		DepositProvider, SupplierManage, RoutingManage, JobManage, AnnouncementSend, ShopManageAny,
	}, support...)
	finance := []Permission{
		ClientList, FilterClient, ProductList, OrderDetail, OrderFilterStatus, DepositClient, DepositTopup, ClientPriceEdit, ProductEditPrice,
		WalletAdjust, TransferManage, SettlementManage, InvoiceManage, ReportRead,
	}
	owner := []Permission{OrderDetail, OrderFilterStatus, ProductList, DepositClient, DepositTopup, ClientPriceEdit}

	for _, p := range AllPermissions() {
		if p.Provider {
			owner = append(owner, p.ID)
		}
	}

	return []Role{
		{ID: StaffSupportID, Name: "staff_support", Label: "Support", Staff: true, Permissions: MakePermissions(support...)},
		{ID: StaffOperationsID, Name: "staff_operations", Label: "Operations", Staff: true, Permissions: MakePermissions(operations...)},
		{ID: StaffFinanceID, Name: "staff_finance", Label: "Finance", Staff: true, Permissions: MakePermissions(finance...)},
		{ID: StaffOwnerID, Name: "staff_owner", Label: "Owner", Staff: true, Permissions: MakePermissions(owner...)},
	}
}

// EnsureProvider makes the row that stands for the provider, whose users are the staff. It is safe to run at every start on several nodes.
func (s *Service) EnsureProvider(ctx context.Context) error {
	_, err := s.Client(ctx, clientid.Provider)
	if !fault.ErrNotFound.Is(err) {
		return err // it exists, or the database is away
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error { return MakeProviderTx(ctx, tx, s.clk.Now()) })
}

// MakeProviderTx makes the provider's row unless it exists. A second factor is demanded of all its users at once, and no browser skips it.
func MakeProviderTx(ctx context.Context, tx *db.Tx, now time.Time) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO clients (id, code, name, legal_name, email_finance, time_zone, language, features, active, created_at)
		VALUES ($1, '-', 'Loket', '', '', $2, 'en', '[]', TRUE, $3) ON CONFLICT (id) DO NOTHING`,
		int64(clientid.Provider), clock.DefaultZone, clock.Micros(now))
	if err != nil {
		return fmt.Errorf("make the provider: %w", err)
	}

	_, err = tx.Exec(ctx, `
		INSERT INTO client_security (client_id, idle_minutes, second_factor, demanded_at, remember_days, changed_at)
		VALUES ($1, $2, $3, $4, 0, $5) ON CONFLICT (client_id) DO NOTHING`,
		int64(clientid.Provider), int64(staffIdle/time.Minute), string(DemandAll), clock.Micros(now.Add(-DemandGrace)), clock.Micros(now))

	return wrap(err, "decide about the sessions of staff")
}
