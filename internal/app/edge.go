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
	"loket/web"
)

func (a *App) buildAPI() error {
	conf := a.opt.Config

	a.api = httpapi.New(httpapi.Options{
		Logger: a.logger, Identity: a.Identity, Report: a.reporter.Report, Observe: a.metrics.Observe,
		TrustedProxies: a.proxies, Secure: strings.HasPrefix(conf.PublicURL, "https://"), Version: httpapi.Version,
	})

	routes.Register(a.api, routes.Services{
		Portal: portal.Services{
			Identity: a.Identity, Wallets: a.Wallets, Topups: a.Topups, Settlements: a.Settlements, Orders: a.Orders, Live: a.Live, Stopping: a.stopping,
			OrderFiles: a.OrderFiles, Catalog: a.Catalog, Invoices: a.Invoices, Schedules: a.Schedules, Contacts: a.Contacts, Files: a.files, Links: a.links,
		},
		H2H:      h2h.Services{Orders: a.Orders, Wallets: a.Wallets, Catalog: a.Catalog},
		Callback: callback.Services{Orders: a.Orders, Suppliers: a.Suppliers, Moota: a.moota, Snap: a.snap},
		Links:    emaillinkpage.Services{Identity: a.Identity},
		Ready:    a.isReady,
	})

	if err := a.addPages(conf); err != nil {
		return err
	}

	if err := a.api.Check(); err != nil {
		return fmt.Errorf("build: %w", err)
	}

	return nil
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

func pageConfig(conf config.Config, release string) page.Config {
	out := page.Config{
		BaseURLs: page.BaseURLs{
			Main: conf.MainURL, Payment: conf.PaymentURL, Settlement: conf.SettlementURL, Connect: conf.ConnectURL,
		},
		Flags:          page.Flags{Settlement: conf.Settlement, Pricing: conf.Pricing, Analytics: conf.Analytics},
		Support:        page.Support{Chat: conf.SupportChat, Helpdesk: conf.SupportDesk},
		SettlementForm: conf.SettlementForm,
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
