package identity

import (
	"database/sql"
	"fmt"
	"math/bits"
	"slices"
)

// Permission is the id of something that a user may do. docs/product/access.md#permissions lists the ids. They never change.
type Permission int64

// The permissions of the dashboard.
const (
	UserCreate              Permission = 6
	ClientList              Permission = 9
	ClientCreate            Permission = 10
	APIKeyManage            Permission = 14
	EmailChange             Permission = 17
	FilterClient            Permission = 20 // of products and of orders
	ProductList             Permission = 21
	ProductClientList       Permission = 22
	ProductUpdate           Permission = 23
	ClientProductStatusEdit Permission = 24
	ProductApproval         Permission = 25
	ProductEditStatus       Permission = 31
	ProductEditProblem      Permission = 32
	ProductEditDescription  Permission = 33
	ProductEditPrice        Permission = 34
	ProductEditProvider     Permission = 35
	OrderRefund             Permission = 51
	OrderDetail             Permission = 52
	OrderFilterStatus       Permission = 55
	OrderFilterProvider     Permission = 56
	OrderSetStatus          Permission = 58
	DepositProvider         Permission = 70
	DepositClient           Permission = 71
	DepositTopup            Permission = 72
	ClientPriceEdit         Permission = 73
	ThresholdChange         Permission = 75
	InvoiceList             Permission = 204
	PINUpdate               Permission = 205
	ScheduledOrderCreate    Permission = 206
	ScheduledOrderCancel    Permission = 207
	ScheduledOrderList      Permission = 208
	ScheduledOrderGet       Permission = 209
	ContactCreate           Permission = 210
	ContactList             Permission = 211
	ContactDelete           Permission = 212
	ContactUpdate           Permission = 213
)

// Later permissions for users of clients.
const (
	ShopManage            Permission = 301 // set-up and publication of the shop
	BalanceView           Permission = 302
	ScheduledOrderApprove Permission = 303
	WebhookManage         Permission = 304 // and the request log
	RoleManage            Permission = 305 // and the roles of users
	SettlementRaise       Permission = 306
)

// The permissions of staff, beside those of the dashboard that only staff have.
const (
	WalletAdjust     Permission = 401
	TransferManage   Permission = 402 // transfers in suspense, requests for top-ups
	SettlementManage Permission = 403
	InvoiceManage    Permission = 404
	SupplierManage   Permission = 405
	RoutingManage    Permission = 406
	StaffManage      Permission = 407
	AuditRead        Permission = 408
	JobManage        Permission = 409 // jobs and notices
	ApprovalDecide   Permission = 410
	ClientUserHelp   Permission = 411
	ReportRead       Permission = 412
	AnnouncementSend Permission = 413
	ShopManageAny    Permission = 414
)

// PermissionInfo describes a permission for staff and documentation.
type PermissionInfo struct {
	ID    Permission
	Group string
	Name  string
	// Provider marks permissions of the provider's own staff. The role client_root has
	// all the others.
	Provider bool
}

// AllPermissions returns every permission, ordered by id.
func AllPermissions() []PermissionInfo {
	return []PermissionInfo{
		{ID: UserCreate, Group: "Profile", Name: "create user"},
		{ID: ClientList, Group: "Client", Name: "list", Provider: true},
		{ID: ClientCreate, Group: "Client", Name: "create", Provider: true},
		{ID: APIKeyManage, Group: "Profile", Name: "API key"},
		{ID: EmailChange, Group: "Profile", Name: "change email"},
		{ID: FilterClient, Group: "Product", Name: "filter client", Provider: true},
		{ID: ProductList, Group: "Product", Name: "list"},
		{ID: ProductClientList, Group: "Product", Name: "client list"},
		{ID: ProductUpdate, Group: "Product", Name: "update", Provider: true},
		{ID: ClientProductStatusEdit, Group: "Product", Name: "client product status edit"},
		{ID: ProductApproval, Group: "Product", Name: "approval", Provider: true},
		{ID: ProductEditStatus, Group: "Product edits", Name: "status", Provider: true},
		{ID: ProductEditProblem, Group: "Product edits", Name: "problem", Provider: true},
		{ID: ProductEditDescription, Group: "Product edits", Name: "description", Provider: true},
		{ID: ProductEditPrice, Group: "Product edits", Name: "price", Provider: true},
		{ID: ProductEditProvider, Group: "Product edits", Name: "provider", Provider: true},
		{ID: OrderRefund, Group: "Orders", Name: "refund", Provider: true},
		{ID: OrderDetail, Group: "Orders", Name: "detail"},
		{ID: OrderFilterStatus, Group: "Orders", Name: "filter status"},
		{ID: OrderFilterProvider, Group: "Orders", Name: "filter provider", Provider: true},
		{ID: OrderSetStatus, Group: "Orders", Name: "set status", Provider: true},
		{ID: DepositProvider, Group: "Deposit", Name: "provider", Provider: true},
		{ID: DepositClient, Group: "Deposit", Name: "client"},
		{ID: DepositTopup, Group: "Deposit", Name: "topup"},
		{ID: ClientPriceEdit, Group: "Product", Name: "client price edit"},
		{ID: ThresholdChange, Group: "Profile", Name: "change deposit threshold alert"},
		{ID: InvoiceList, Group: "Invoice", Name: "list"},
		{ID: PINUpdate, Group: "PIN", Name: "update"},
		{ID: ScheduledOrderCreate, Group: "Scheduled orders", Name: "create"},
		{ID: ScheduledOrderCancel, Group: "Scheduled orders", Name: "cancel"},
		{ID: ScheduledOrderList, Group: "Scheduled orders", Name: "list"},
		{ID: ScheduledOrderGet, Group: "Scheduled orders", Name: "get"},
		{ID: ContactCreate, Group: "Employees", Name: "create"},
		{ID: ContactList, Group: "Employees", Name: "list"},
		{ID: ContactDelete, Group: "Employees", Name: "delete"},
		{ID: ContactUpdate, Group: "Employees", Name: "update"},
		{ID: ShopManage, Group: "Shop", Name: "set up and publish"},
		{ID: BalanceView, Group: "Deposit", Name: "see balances"},
		{ID: ScheduledOrderApprove, Group: "Scheduled orders", Name: "approve"},
		{ID: WebhookManage, Group: "Client API", Name: "webhooks and request log"},
		{ID: RoleManage, Group: "Profile", Name: "roles"},
		{ID: SettlementRaise, Group: "Settlement", Name: "raise the limit"},
		{ID: WalletAdjust, Group: "Deposit", Name: "adjust wallets", Provider: true},
		{ID: TransferManage, Group: "Deposit", Name: "transfers in suspense and requests", Provider: true},
		{ID: SettlementManage, Group: "Settlement", Name: "change", Provider: true},
		{ID: InvoiceManage, Group: "Invoice", Name: "change", Provider: true},
		{ID: SupplierManage, Group: "Suppliers", Name: "change", Provider: true},
		{ID: RoutingManage, Group: "Suppliers", Name: "routing", Provider: true},
		{ID: StaffManage, Group: "Staff", Name: "staff and roles", Provider: true},
		{ID: AuditRead, Group: "Staff", Name: "audit log", Provider: true},
		{ID: JobManage, Group: "System", Name: "jobs and notices", Provider: true},
		{ID: ApprovalDecide, Group: "Staff", Name: "decide approvals", Provider: true},
		{ID: ClientUserHelp, Group: "Client", Name: "unlock users, end sessions, start resets", Provider: true},
		{ID: ReportRead, Group: "Reports", Name: "read", Provider: true},
		{ID: AnnouncementSend, Group: "Client", Name: "announcements", Provider: true},
		{ID: ShopManageAny, Group: "Shop", Name: "shops of clients", Provider: true},
	}
}

// Known reports whether p is a permission of the dashboard.
func (p Permission) Known() bool {
	return slices.ContainsFunc(AllPermissions(), func(i PermissionInfo) bool { return i.ID == p })
}

// PermissionSet is a set of permissions. It is an array, because every request makes one
// and it must not allocate.
type PermissionSet [permissionWords]uint64

const (
	wordBits        = 64
	permissionWords = 7 // ids 0 to 447
)

// fits reports whether a PermissionSet has a bit for p.
func (p Permission) fits() bool { return p > 0 && p < wordBits*permissionWords }

// MakePermissions makes a set. It panics for an id that doesn't fit: enlarge permissionWords
// before AllPermissions gets such an id.
func MakePermissions(list ...Permission) PermissionSet {
	var s PermissionSet

	for _, p := range list {
		if !p.fits() {
			panic(fmt.Sprintf("identity: permission %d doesn't fit into a PermissionSet", p))
		}

		s[p/wordBits] |= 1 << (p % wordBits)
	}

	return s
}

// withStored adds the permission of a row; NULL is none. An id that doesn't fit is an error: the user
// would lack a permission without a word.
func (s PermissionSet) withStored(id sql.NullInt64) (PermissionSet, error) {
	if !id.Valid {
		return s, nil
	}

	p := Permission(id.Int64)
	if !p.fits() {
		return s, fmt.Errorf("permission %d doesn't fit into a set of this release", p)
	}

	s[p/wordBits] |= 1 << (p % wordBits)

	return s, nil
}

// Has reports whether p is in the set.
func (s PermissionSet) Has(p Permission) bool {
	return p.fits() && s[p/wordBits]&(1<<(p%wordBits)) != 0
}

// List returns the permissions in ascending order. It is never nil, because it goes into
// JSON.
func (s PermissionSet) List() []Permission {
	out := []Permission{}

	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			out = append(out, Permission(i*wordBits+bits.TrailingZeros64(word)))
		}
	}

	return out
}
