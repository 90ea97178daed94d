package app

import (
	"fmt"
	"net/http"
	"net/http/pprof"
	"strings"

	"loket/internal/api"
	"loket/internal/api/callbacks"
	"loket/internal/api/clientapi"
	"loket/internal/api/pages/docs"
	"loket/internal/api/pages/linkpage"
	"loket/internal/api/pages/webapp"
	"loket/internal/api/portal/account"
	"loket/internal/api/portal/announcements"
	"loket/internal/api/portal/deposits"
	"loket/internal/api/portal/developer"
	"loket/internal/api/portal/files"
	"loket/internal/api/portal/invoices"
	"loket/internal/api/portal/orders"
	"loket/internal/api/portal/products"
	"loket/internal/api/portal/schedules"
	"loket/internal/api/portal/shop"
	"loket/internal/api/routes"
	"loket/internal/api/shop/calls"
	"loket/internal/api/shop/pages"
	"loket/internal/config"
	"loket/web"
)

func (a *App) buildAPI() error {
	conf := a.opt.Config

	a.api = api.New(api.Options{
		Logger: a.logger, Identity: a.Identity, Report: a.reporter.Report, Observe: a.metrics.Observe, LogKeyCall: a.logKeyCall(), Traces: a.traces,
		TrustedProxies: a.proxies, Secure: strings.HasPrefix(conf.PublicURL, "https://"), Version: api.Version,
		Flags: flags(conf.Flags), Undeclared: a.opt.Undeclared,
	})

	routes.Register(a.api, routes.Services{
		Portal:    a.portalServices(),
		ClientAPI: clientapi.Services{Orders: a.Orders, Placing: a.Placing, Wallets: a.Wallets, Catalog: a.Catalog, Storefront: a.ShopOrders, Events: a.ClientEvents, Reconciliations: a.Reconciliations, Sandbox: a.Sandbox, Webhooks: a.Webhooks},
		ShopCalls: calls.Services{Shops: a.Shops, Orders: a.ShopOrders, Analytics: a.Analytics},
		Callbacks: callbacks.Services{Dispatch: a.Dispatch, Suppliers: a.Suppliers, Moota: a.moota, Snap: a.snap},
		LinkPages: linkpage.Services{Identity: a.Identity},
		Ready:     a.isReady,
	})

	if err := a.addPages(conf); err != nil {
		return err
	}

	if err := a.addShops(conf); err != nil {
		return err
	}

	if err := a.api.Check(); err != nil {
		return fmt.Errorf("build: %w", err)
	}

	return a.buildStaffAPI()
}

// portalServices gives each room of the dashboard's calls the domains that it calls.
func (a *App) portalServices() routes.Portal {
	return routes.Portal{
		Account:       account.Services{Identity: a.Identity, Sandbox: a.Sandbox, Settlements: a.Settlements, Live: a.Live, Stopping: a.stopping},
		Announcements: announcements.Services{Announcements: a.Announcements},
		Developer:     developer.Services{Webhooks: a.Webhooks, Requests: a.Requests, Identity: a.Identity, Sandbox: a.Sandbox},
		Deposits:      deposits.Services{Identity: a.Identity, Wallets: a.Wallets, Settlements: a.Settlements, Topups: a.Topups, Orders: a.Orders, Schedules: a.Schedules},
		Files:         files.Services{Files: a.Files, Links: a.Links, Invoices: a.Invoices},
		Invoices:      invoices.Services{Settlements: a.Settlements, Invoices: a.Invoices},
		Orders:        orders.Services{Identity: a.Identity, Orders: a.Orders, Complaints: a.Complaints, Exports: a.OrderFiles, Reconciliations: a.Reconciliations},
		Products:      products.Services{Catalog: a.Catalog, Watches: a.PriceWatches, Shops: a.Shops},
		Schedules:     schedules.Services{Schedules: a.Schedules, Contacts: a.Contacts},
		Shop:          shop.Services{Identity: a.Identity, Wallets: a.Wallets, Shops: a.Shops, Checkout: a.ShopOrders, Analytics: a.Analytics},
	}
}

// flags are the features that are switched on.
func flags(set config.Flags) []api.Flag {
	on := []api.Flag{}

	for flag, set := range map[api.Flag]bool{
		api.FlagSettlement: set.Settlement, api.FlagPricing: set.Pricing, api.FlagAnalytics: set.Analytics,
	} {
		if set {
			on = append(on, flag)
		}
	}

	return on
}

func (a *App) addPages(conf config.Config) error {
	files, err := web.Dashboard()
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}

	page, err := webapp.New(files, webapp.Options{Base: webapp.Dashboard, Config: pageConfig(conf, a.opt.Version), Violated: a.metrics.PolicyViolated})
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}

	for path, handler := range map[string]http.Handler{
		webapp.Dashboard: page,
		"/{$}":           http.HandlerFunc(webapp.Home),
		"/external":      http.HandlerFunc(webapp.Home),
	} {
		a.api.Raw(api.RawRoute{
			Method: http.MethodGet, Path: path, Summary: "Pages", Access: api.Public(), Client: api.NoClient, AnyText: true,
		}, handler)
	}

	if err := docs.Register(a.api); err != nil {
		return fmt.Errorf("build: %w", err)
	}

	a.api.Raw(api.RawRoute{
		Method: http.MethodPost, Path: webapp.ReportPath, Summary: "Reports of browsers", Access: api.Public(), Client: api.NoClient,
	}, page.Reports(a.logger))

	return nil
}

// addShops adds the pages of shops, whose paths begin with their clients' codes.
func (a *App) addShops(conf config.Config) error {
	files, err := web.Storefront()
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}

	opt := pages.Options{Events: conf.Analytics, Shops: a.Shops, Origin: a.shopURL, ReportPath: webapp.ReportPath, Failed: a.api.WriteError}
	if conf.ShopURL != "" {
		opt.Dashboard = conf.PublicURL // else both have the same origin
	}

	shopPages, err := pages.New(files, opt)
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}

	route := api.RawRoute{
		Method: http.MethodGet, Path: pages.Assets, Summary: "Files of the shop", Access: api.Public(), Client: api.NoClient, AnyText: true,
	}
	a.api.Raw(route, http.HandlerFunc(shopPages.ServeAsset))

	route.Path, route.Summary = "/{clientCode}/{operatorCode}", "Pages of shops"
	a.api.Fallback(route, pages.Owns, shopPages)

	return nil
}

func pageConfig(conf config.Config, release string) webapp.Config {
	out := webapp.Config{
		BaseURLs: webapp.BaseURLs{
			Main: conf.MainURL, Payment: conf.PaymentURL, Settlement: conf.SettlementURL, Connect: conf.ConnectURL,
		},
		Flags:          webapp.Flags{Settlement: conf.Settlement, Pricing: conf.Pricing, Analytics: conf.Analytics},
		Support:        webapp.Support{Chat: conf.SupportChat, Helpdesk: conf.SupportDesk},
		SettlementForm: conf.SettlementForm,
		ShopURL:        conf.ShopURL,
		ErrorReporting: webapp.ErrorReporting{DSN: conf.PageDSN},
		Release:        release,
	}

	if conf.SupportEmail != "" {
		out.Support.Email = "mailto:" + conf.SupportEmail
	}

	return out
}

// adminHandler serves the metrics, and on wish profiles of the process. Only operators may see them.
func (a *App) adminHandler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", a.metrics.Handler())

	if !a.opt.Config.Profiles {
		return mux
	}

	mux.HandleFunc("GET /debug/pprof/", pprof.Index) // heap, goroutine, allocs, block, mutex, threadcreate
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)

	return mux
}
