package identity

import "slices"

// Right is a permission that a client can put into its own roles.
type Right struct {
	ID    Permission
	Group RightGroup
	// Needs are the rights without which this one is of no use, or would give what its holder lacks. MakeOwnRole and ChangeOwnRole add them.
	Needs []Permission
	// Everybody rights come with every sign-in: no call asks for them. Each role has them.
	Everybody bool
}

// RightGroup is a group of rights, by what they are for.
type RightGroup string

// The groups, in their order.
const (
	OrderRights RightGroup = "orders"
	BillRights  RightGroup = "bills"
	MoneyRights RightGroup = "money"
	ShopRights  RightGroup = "shop"
	TeamRights  RightGroup = "team"
)

// Rights lists the rights of own roles in the order of their groups. Of the permissions of clients it leaves out those that change nothing: 24,
// 72, 205 and 303, which no call asks for. Needs name all rights that are needed, also those that needed ones need.
func Rights() []Right {
	list := []Permission{ProductClientList, ScheduledOrderList}
	detail := append(slices.Clone(list), ScheduledOrderGet)

	return []Right{
		{ID: OrderDetail, Group: OrderRights, Everybody: true},
		{ID: OrderFilterStatus, Group: OrderRights, Everybody: true},
		{ID: ProductList, Group: OrderRights, Everybody: true},

		{ID: ProductClientList, Group: BillRights},
		{ID: ScheduledOrderList, Group: BillRights, Needs: []Permission{ProductClientList}},
		{ID: ScheduledOrderGet, Group: BillRights, Needs: list},
		{ID: ScheduledOrderCreate, Group: BillRights, Needs: append(slices.Clone(detail), ContactList)},
		{ID: ScheduledOrderCancel, Group: BillRights, Needs: detail},
		{ID: ContactList, Group: BillRights, Needs: []Permission{ProductClientList}},
		{ID: ContactCreate, Group: BillRights, Needs: []Permission{ProductClientList, ContactList}},
		{ID: ContactUpdate, Group: BillRights, Needs: []Permission{ProductClientList, ContactList}},
		{ID: ContactDelete, Group: BillRights, Needs: []Permission{ProductClientList, ContactList}},

		{ID: DepositClient, Group: MoneyRights, Everybody: true},
		{ID: BalanceView, Group: MoneyRights},
		{ID: ThresholdChange, Group: MoneyRights, Needs: []Permission{BalanceView}},
		{ID: InvoiceList, Group: MoneyRights},
		{ID: SettlementRaise, Group: MoneyRights},

		{ID: ShopManage, Group: ShopRights},
		{ID: ClientPriceEdit, Group: ShopRights},

		// Who adds users gives them the role client_user, so has what it has.
		{ID: UserCreate, Group: TeamRights, Needs: append(slices.Clone(detail), ContactList, InvoiceList, BalanceView)},
		{ID: RoleManage, Group: TeamRights},
		{ID: EmailChange, Group: TeamRights},
		// A key and the requests with it show balances.
		{ID: APIKeyManage, Group: TeamRights, Needs: []Permission{BalanceView}},
		{ID: WebhookManage, Group: TeamRights, Needs: []Permission{BalanceView}},
	}
}

// OverMoney reports whether p is a right over money, or over who has such rights.
func (p Permission) OverMoney() bool { return slices.Contains(moneyPermissions(), p) }

// RightPreset is a role that is offered as a beginning.
type RightPreset struct {
	Name        string // finance
	Permissions PermissionSet
}

// RightPresets are the roles that are offered: Finance, Operations, Cashier and Viewer. A cashier sells and sees no balance.
func RightPresets() []RightPreset {
	cashier := []Permission{ScheduledOrderCreate, ContactCreate}

	out := []RightPreset{{Name: "finance"}, {Name: "operations"}, {Name: "cashier"}, {Name: "viewer"}}
	for i, list := range [][]Permission{
		{BalanceView, ThresholdChange, InvoiceList, SettlementRaise, ScheduledOrderGet},
		{ScheduledOrderCreate, ScheduledOrderCancel, ContactCreate, ContactUpdate, ContactDelete, ClientPriceEdit, BalanceView},
		cashier,
		{BalanceView, InvoiceList, ScheduledOrderGet, ContactList},
	} {
		out[i].Permissions, _ = completed(list)
	}

	return out
}

// completed is a set of rights with those that they need and those of everybody. It also returns the permissions that are no rights.
func completed(list []Permission) (PermissionSet, []Permission) {
	rights := Rights()
	all, none := []Permission{}, []Permission{}

	for _, r := range rights {
		if r.Everybody {
			all = append(all, r.ID)
		}
	}

	for _, p := range list {
		i := slices.IndexFunc(rights, func(r Right) bool { return r.ID == p })
		if i < 0 {
			none = append(none, p)

			continue
		}

		all = append(append(all, p), rights[i].Needs...)
	}

	return MakePermissions(all...), none
}

// without are the permissions of s that other lacks.
func (s PermissionSet) without(other PermissionSet) PermissionSet {
	for i := range s {
		s[i] &^= other[i]
	}

	return s
}

// ofEverybody are the rights that come with every sign-in.
func ofEverybody() PermissionSet {
	set, _ := completed(nil)

	return set
}
