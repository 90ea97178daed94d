package app

import (
	"fmt"
	"net/http"
	"strings"

	"loket/internal/config"
	"loket/internal/httpapi"
	"loket/internal/httpapi/callback"
	"loket/internal/httpapi/emaillinkpage"
	"loket/internal/httpapi/h2h"
	"loket/internal/httpapi/page"
	"loket/internal/httpapi/portal"
	"loket/internal/httpapi/routes"
	"loket/internal/httpapi/shop"
	"loket/internal/httpapi/shopapi"
	"loket/web"
)

func (a *App) buildAPI() error {
	conf := a.opt.Config

	a.api = httpapi.New(httpapi.Options{
		Logger: a.logger, Identity: a.Identity, Report: a.reporter.Report, Observe: a.metrics.Observe,
		TrustedProxies: a.proxies, Secure: strings.HasPrefix(conf.PublicURL, "https://"), Version: httpapi.Version,
		Flags: flags(conf.Flags),
	})

	routes.Register(a.api, routes.Services{
		Portal: portal.Services{
			Identity: a.Identity, Wallets: a.Wallets, Topups: a.Topups, Settlements: a.Settlements, Orders: a.Orders, Live: a.Live, Stopping: a.stopping,
			OrderFiles: a.OrderFiles, Catalog: a.Catalog, Invoices: a.Invoices, PriceWatches: a.PriceWatches, Schedules: a.Schedules, Contacts: a.Contacts, Shops: a.Shops, ShopOrders: a.ShopOrders, Analytics: a.Analytics, Files: a.files, Links: a.links,
		},
		H2H:      h2h.Services{Orders: a.Orders, Wallets: a.Wallets, Catalog: a.Catalog, Storefront: a.ShopOrders},
		Shop:     shopapi.Services{Shops: a.Shops, Orders: a.ShopOrders, Analytics: a.Analytics},
		Callback: callback.Services{Orders: a.Orders, Suppliers: a.Suppliers, Moota: a.moota, Snap: a.snap},
		Links:    emaillinkpage.Services{Identity: a.Identity},
		Ready:    a.isReady,
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

	return nil
}

// flags are the features that are switched on.
func flags(set config.Flags) []httpapi.Flag {
	on := []httpapi.Flag{}

	for flag, set := range map[httpapi.Flag]bool{
		httpapi.FlagSettlement: set.Settlement, httpapi.FlagPricing: set.Pricing, httpapi.FlagAnalytics: set.Analytics,
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

	dashboard, err := page.New(files, pageConfig(conf, a.opt.Version), a.metrics.PolicyViolated)
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}

	for path, handler := range map[string]http.Handler{
		page.Base:   dashboard,
		"/{$}":      http.HandlerFunc(page.Home),
		"/external": http.HandlerFunc(page.Home),
	} {
		a.api.Raw(httpapi.RawRoute{
			Method: http.MethodGet, Path: path, Summary: "Pages", Access: httpapi.Public(), Tenant: httpapi.TenantNone, AnyText: true,
		}, handler)
	}

	a.api.Raw(httpapi.RawRoute{
		Method: http.MethodPost, Path: page.ReportPath, Summary: "Reports of browsers", Access: httpapi.Public(), Tenant: httpapi.TenantNone,
	}, dashboard.Reports(a.logger))

	return nil
}

// addShops adds the pages of shops, whose paths begin with their clients' codes.
func (a *App) addShops(conf config.Config) error {
	files, err := web.Storefront()
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}

	opt := shop.Options{Events: conf.Analytics, Shops: a.Shops, Origin: a.shopURL, ReportPath: page.ReportPath, Failed: a.api.WriteError}
	if conf.ShopURL != "" {
		opt.Dashboard = conf.PublicURL // else both have the same origin
	}

	pages, err := shop.New(files, opt)
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}

	route := httpapi.RawRoute{
		Method: http.MethodGet, Path: shop.Assets, Summary: "Files of the shop", Access: httpapi.Public(), Tenant: httpapi.TenantNone, AnyText: true,
	}
	a.api.Raw(route, http.HandlerFunc(pages.ServeAsset))

	route.Path, route.Summary = "/{clientCode}/{operatorCode}", "Pages of shops"
	a.api.Fallback(route, shop.Owns, pages)

	return nil
}

func pageConfig(conf config.Config, release string) page.Config {
	out := page.Config{
		BaseURLs: page.BaseURLs{
			Main: conf.MainURL, Payment: conf.PaymentURL, Settlement: conf.SettlementURL, Connect: conf.ConnectURL,
		},
		Flags:          page.Flags{Settlement: conf.Settlement, Pricing: conf.Pricing, Analytics: conf.Analytics},
		Support:        page.Support{Chat: conf.SupportChat, Helpdesk: conf.SupportDesk},
		SettlementForm: conf.SettlementForm,
		ShopURL:        conf.ShopURL,
		ErrorReporting: page.ErrorReporting{DSN: conf.PageDSN},
		Release:        release,
	}

	if conf.SupportEmail != "" {
		out.Support.Email = "mailto:" + conf.SupportEmail
	}

	return out
}

// adminHandler serves the metrics, which only operators may see.
func (a *App) adminHandler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", a.metrics.Handler())

	return mux
}
