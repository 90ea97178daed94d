// Package routes registers all routes, for the server and for the generator of the document,
// which has no services and serves nothing.
package routes

import (
	"net/http"

	"loket/internal/api"
	"loket/internal/api/callbacks"
	"loket/internal/api/clientapi"
	"loket/internal/api/pages/linkpage"
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
	"loket/internal/api/shop/calls"
)

// Services are the domains that the handlers call.
type Services struct {
	Portal    Portal
	ClientAPI clientapi.Services
	ShopCalls calls.Services
	Callbacks callbacks.Services
	LinkPages linkpage.Services
	// Ready returns nil when the program can serve requests, else the reason.
	Ready func(r *http.Request) error
}

// Portal are the domains of the dashboard's calls, room by room.
type Portal struct {
	Account       account.Services
	Announcements announcements.Services
	Developer     developer.Services
	Deposits      deposits.Services
	Files         files.Services
	Invoices      invoices.Services
	Orders        orders.Services
	Products      products.Services
	Schedules     schedules.Services
	Shop          shop.Services
}

// Register adds every call of the API, the pages of e-mailed links and the health checks. The
// program itself adds the dashboard's pages.
func Register(a *api.API, s Services) {
	registerPortal(a, s.Portal)
	clientapi.Register(a, s.ClientAPI)
	calls.Register(a, s.ShopCalls)
	callbacks.Register(a, s.Callbacks)
	linkpage.Register(a, s.LinkPages)
	registerHealth(a, s)
}

func registerPortal(a *api.API, s Portal) {
	account.Register(a, s.Account)
	announcements.Register(a, s.Announcements)
	developer.Register(a, s.Developer)
	deposits.Register(a, s.Deposits)
	files.Register(a, s.Files)
	invoices.Register(a, s.Invoices)
	orders.Register(a, s.Orders)
	products.Register(a, s.Products)
	schedules.Register(a, s.Schedules)
	shop.Register(a, s.Shop)
}

const (
	tag      = "operation"
	jsonType = "application/json"
)

func registerHealth(a *api.API, s Services) {
	a.Raw(api.RawRoute{
		ID: "health", Method: http.MethodGet, Path: "/healthz", Summary: "Whether the program lives", Tag: tag,
		Access: api.Public(), Client: api.NoClient, Produces: jsonType, Probe: true,
	}, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		api.WriteJSON(w, http.StatusOK, status{"ok"})
	}))

	a.Raw(api.RawRoute{
		ID: "ready", Method: http.MethodGet, Path: "/readyz", Summary: "Whether orders can be placed and dispatched", Tag: tag,
		Access: api.Public(), Client: api.NoClient, Produces: jsonType, Probe: true,
	}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := s.Ready(r); err != nil {
			a.WriteError(w, r, err)

			return
		}

		api.WriteJSON(w, http.StatusOK, status{"ok"})
	}))

	registerDocuments(a)
}

type status struct {
	Status string `json:"status"`
}
