package app

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"loket/internal/api"
	"loket/internal/api/pages/webapp"
	"loket/internal/api/routes"
	"loket/internal/api/staff"
	"loket/internal/api/staff/account"
	staffannouncements "loket/internal/api/staff/announcements"
	"loket/internal/api/staff/approvals"
	"loket/internal/api/staff/audit"
	"loket/internal/api/staff/billing"
	"loket/internal/api/staff/clients"
	"loket/internal/api/staff/money"
	"loket/internal/api/staff/orders"
	"loket/internal/api/staff/overview"
	"loket/internal/api/staff/people"
	"loket/internal/api/staff/prices"
	staffproducts "loket/internal/api/staff/products"
	"loket/internal/api/staff/reports"
	staffrouting "loket/internal/api/staff/routing"
	staffshift "loket/internal/api/staff/shift"
	staffshops "loket/internal/api/staff/shops"
	"loket/internal/api/staff/suppliers"
	"loket/internal/api/staff/system"
	"loket/internal/api/staff/topups"
	"loket/internal/api/staff/views"
	"loket/internal/backoffice/decisions"
	"loket/internal/backoffice/figures"
	"loket/internal/backoffice/repair"
	"loket/internal/backoffice/savedview"
	"loket/internal/backoffice/search"
	"loket/internal/backoffice/shift"
	"loket/internal/config"
	"loket/web"
)

// buildStaffAPI builds the calls of the provider's staff. They have an API of their own, so no route, session or cookie of one serves at the
// other's address.
func (a *App) buildStaffAPI() error {
	a.staffAPI = api.New(api.Options{
		Logger: a.logger, Identity: a.Identity, Report: a.reporter.Report, Observe: a.metrics.Observe, TrustedProxies: a.proxies,
		Secure: strings.HasPrefix(a.opt.Config.PublicURL, "https://"), Version: api.Version, Flags: flags(a.opt.Config.Flags),
		Undeclared: a.opt.Undeclared, Staff: true,
	})

	reads := staff.NewReads(a.DB, a.Clock)
	decide := decisions.New(decisions.Deps{
		DB: a.DB, Wallets: a.Wallets, Settlements: a.Settlements, Topups: a.Topups, Catalog: a.Catalog, Orders: a.Orders, Staff: a.Staff,
	})

	a.Shift = shift.New(shift.Deps{
		DB: a.DB, Clock: a.Clock, Orders: a.Orders, Topups: a.Topups, Invoices: a.Invoices, Complaints: a.Complaints, Decisions: decide, Jobs: a.Jobs,
	})

	routes.RegisterStaff(a.staffAPI, routes.Staff{
		Account:       account.Services{Identity: a.Identity, Live: a.Live, Stopping: a.stopping},
		Announcements: staffannouncements.Services{Announcements: a.Announcements, Clock: a.Clock},
		Approvals:     approvals.Services{Decisions: decide},
		Audit:         audit.Services{DB: a.DB, Reads: reads},
		Billing: billing.Services{
			Identity: a.Identity, Settlements: a.Settlements, Invoices: a.Invoices, Files: a.Files, Clock: a.Clock, Reads: reads,
		},
		Clients: clients.Services{
			Identity: a.Identity, Changes: a.Staff, Files: a.ClientFiles, Wallets: a.Wallets, Settlements: a.Settlements, Invoices: a.Invoices, Sales: a.Sales,
			Webhooks: a.Webhooks, Reads: reads, Clock: a.Clock,
		},
		Money: money.Services{Identity: a.Identity, Wallets: a.Wallets},
		Orders: orders.Services{
			Identity: a.Identity, Orders: a.Orders, Complaints: a.Complaints, Reads: reads, Clock: a.Clock, DB: a.DB, GiveUpAfter: a.Dispatch.GiveUpAfter(),
		},
		People:    people.Services{Identity: a.Identity, Changes: a.Staff},
		Prices:    prices.Services{Catalog: a.Catalog, Sheets: a.Sheets, Identity: a.Identity},
		Products:  staffproducts.Services{Catalog: a.Catalog, Announcements: a.Announcements},
		Reports:   reports.Services{Sales: a.Sales, Reads: reads},
		Routing:   staffrouting.Services{Routing: a.Routing, Suppliers: a.Suppliers},
		Shift:     staffshift.Services{Shift: a.Shift},
		Shops:     staffshops.Services{Identity: a.Identity, Shops: a.Shops},
		Suppliers: suppliers.Services{Suppliers: a.Suppliers, Switches: a.Switches, Balances: a.Balances, Exclusions: a.Exclusions, Prices: a.PriceLists},
		System: system.Services{
			Repair: repair.New(repair.Deps{DB: a.DB, Clock: a.Clock, Jobs: a.Jobs, Inbox: a.Inbox}), Settings: settingsForStaff(a.opt.Config), Reads: reads,
		},
		Topups: topups.Services{Identity: a.Identity, Topups: a.Topups, Statements: a.Statements, Reads: reads},
		Views:  views.Services{Views: savedview.New(savedview.Deps{DB: a.DB, Clock: a.Clock})},
		Overview: overview.Services{
			DB: a.DB, Figures: figures.New(figures.Deps{Clock: a.Clock, Events: a.Events}),
			Search: search.New(search.Deps{DB: a.DB, Clock: a.Clock, Identity: a.Identity, Orders: a.Orders}),
			Reads:  reads, Orders: a.Orders, Topups: a.Topups, Suppliers: a.Suppliers, Jobs: a.Jobs, Events: a.Events, Balances: a.Balances, Prices: a.PriceLists,
			Switches: a.Switches, Exclusions: a.Exclusions, Routing: a.Routing, Sales: a.Sales,
		},
	})

	if err := a.addStaffPages(); err != nil {
		return err
	}

	if err := a.staffAPI.Check(); err != nil {
		return fmt.Errorf("build: %w", err)
	}

	return nil
}

// isStaffPage reports whether a path is one of the app of staff. Calls of clients find nothing at the address of staff.
func isStaffPage(path string) bool {
	return !slices.ContainsFunc([]string{"/staff/", "/openapi/", "/v1/", "/h2h/", "/dashboard/"}, func(calls string) bool {
		return strings.HasPrefix(path, calls)
	})
}

// addStaffPages adds the app of staff.
func (a *App) addStaffPages() error {
	files, err := web.Staff()
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}

	page, err := webapp.New(files, webapp.Options{
		Base: webapp.Staff, Violated: a.metrics.PolicyViolated,
		Config: webapp.Config{ErrorReporting: webapp.ErrorReporting{DSN: a.opt.Config.PageDSN}, Release: a.opt.Version},
	})
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}

	a.staffAPI.Fallback(api.RawRoute{
		Method: http.MethodGet, Path: "/{page...}", Summary: "Pages", Access: api.Public(), Client: api.NoClient, AnyText: true,
	}, isStaffPage, page)

	a.staffAPI.Raw(api.RawRoute{
		Method: http.MethodPost, Path: webapp.ReportPath, Summary: "Reports of browsers", Access: api.Public(), Client: api.NoClient,
	}, page.Reports(a.logger))

	return nil
}

// StaffAddress is where the portal of staff listens, with its real port; empty where it is off.
func (a *App) StaffAddress() string {
	if a.staff == nil {
		return ""
	}

	return a.staff.Address()
}

// settingsForStaff are the settings that staff may read, as the call gives them.
func settingsForStaff(conf config.Config) []system.RunningSetting {
	shown := conf.Shown()
	list := make([]system.RunningSetting, len(shown))

	for i, one := range shown {
		list[i] = system.RunningSetting{Group: one.Group, Variable: one.Variable, Help: one.Help, Value: one.Value, Source: string(one.Source)}
	}

	return list
}
