package routes

import (
	"fmt"
	"net/http"
	"sync"

	"loket/internal/api"
	"loket/internal/api/staff/account"
	"loket/internal/api/staff/announcements"
	"loket/internal/api/staff/approvals"
	"loket/internal/api/staff/audit"
	"loket/internal/api/staff/billing"
	"loket/internal/api/staff/clients"
	"loket/internal/api/staff/money"
	"loket/internal/api/staff/orders"
	"loket/internal/api/staff/overview"
	"loket/internal/api/staff/people"
	"loket/internal/api/staff/prices"
	"loket/internal/api/staff/products"
	"loket/internal/api/staff/reports"
	"loket/internal/api/staff/routing"
	"loket/internal/api/staff/shift"
	"loket/internal/api/staff/shops"
	"loket/internal/api/staff/suppliers"
	"loket/internal/api/staff/system"
	"loket/internal/api/staff/topups"
	"loket/internal/api/staff/views"
)

// Staff are the domains of staff's calls, room by room.
type Staff struct {
	Account       account.Services
	Announcements announcements.Services
	Approvals     approvals.Services
	Audit         audit.Services
	Billing       billing.Services
	Clients       clients.Services
	Money         money.Services
	Orders        orders.Services
	Overview      overview.Services
	People        people.Services
	Prices        prices.Services
	Products      products.Services
	Reports       reports.Services
	Routing       routing.Services
	Shift         shift.Services
	Shops         shops.Services
	Suppliers     suppliers.Services
	System        system.Services
	Topups        topups.Services
	Views         views.Services
}

// RegisterStaff adds every call of staff to an API of their own, which listens at an address of its own.
func RegisterStaff(a *api.API, s Staff) {
	account.Register(a, s.Account)
	announcements.Register(a, s.Announcements)
	approvals.Register(a, s.Approvals)
	audit.Register(a, s.Audit)
	billing.Register(a, s.Billing)
	clients.Register(a, s.Clients)
	money.Register(a, s.Money)
	orders.Register(a, s.Orders)
	overview.Register(a, s.Overview)
	people.Register(a, s.People)
	prices.Register(a, s.Prices)
	products.Register(a, s.Products)
	reports.Register(a, s.Reports)
	routing.Register(a, s.Routing)
	shift.Register(a, s.Shift)
	shops.Register(a, s.Shops)
	suppliers.Register(a, s.Suppliers)
	system.Register(a, s.System)
	topups.Register(a, s.Topups)
	views.Register(a, s.Views)

	whole := sync.OnceValues(a.DocumentJSON)

	a.Raw(api.RawRoute{
		ID: "staff-openapi", Method: http.MethodGet, Path: "/openapi/staff.json", Summary: "This document", Tag: tag,
		Cost: api.Download, Access: api.Public(), Client: api.NoClient, Produces: jsonType,
	}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, err := whole()
		writeDocument(a, w, r, text, err)
	}))
}

// StaffDocument is the OpenAPI document of staff's calls.
func StaffDocument() ([]byte, error) {
	a := api.New(api.Options{Version: api.Version, Staff: true})
	RegisterStaff(a, Staff{})

	if err := a.Check(); err != nil {
		return nil, fmt.Errorf("routes of staff: %w", err)
	}

	text, err := a.DocumentJSON()
	if err != nil {
		return nil, fmt.Errorf("document of staff: %w", err)
	}

	return text, nil
}
