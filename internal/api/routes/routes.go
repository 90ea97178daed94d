// Package routes registers all routes, for the server and for the generator of the document,
// which has no services and serves nothing.
package routes

import (
	"net/http"
	"sync"

	"loket/internal/api"
	"loket/internal/api/callbacks"
	"loket/internal/api/clientapi"
	"loket/internal/api/pages/linkpage"
	"loket/internal/api/portal"
	"loket/internal/api/shop/calls"
)

// Services are the domains that the handlers call.
type Services struct {
	Portal   portal.Services
	H2H      clientapi.Services
	Shop     calls.Services
	Callback callbacks.Services
	Links    linkpage.Services
	// Ready returns nil when the program can serve requests, else the reason.
	Ready func(r *http.Request) error
}

// Register adds every call of the API, the pages of e-mailed links and the health checks. The
// program itself adds the dashboard's pages.
func Register(a *api.API, s Services) {
	portal.Register(a, s.Portal)
	clientapi.Register(a, s.H2H)
	calls.Register(a, s.Shop)
	callbacks.Register(a, s.Callback)
	linkpage.Register(a, s.Links)
	registerHealth(a, s)
}

const (
	tag      = "operation"
	jsonType = "application/json"
)

func registerHealth(a *api.API, s Services) {
	a.Raw(api.RawRoute{
		ID: "health", Method: http.MethodGet, Path: "/healthz", Summary: "Whether the program lives", Tag: tag,
		Access: api.Public(), Tenant: api.TenantNone, Produces: jsonType,
	}, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		api.WriteJSON(w, http.StatusOK, status{"ok"})
	}))

	a.Raw(api.RawRoute{
		ID: "ready", Method: http.MethodGet, Path: "/readyz", Summary: "Whether orders can be placed and dispatched", Tag: tag,
		Access: api.Public(), Tenant: api.TenantNone, Produces: jsonType,
	}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := s.Ready(r); err != nil {
			a.WriteError(w, r, err)

			return
		}

		api.WriteJSON(w, http.StatusOK, status{"ok"})
	}))

	document := sync.OnceValues(a.DocumentJSON)

	a.Raw(api.RawRoute{
		ID: "openapi", Method: http.MethodGet, Path: "/openapi.json", Summary: "This document", Tag: tag,
		Cost: api.Download, Access: api.Public(), Tenant: api.TenantNone, Produces: jsonType,
	}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, err := document()
		if err != nil {
			a.WriteError(w, r, err)

			return
		}

		w.Header().Set("Content-Type", jsonType)
		_, _ = w.Write(text) // the reader may be gone
	}))
}

type status struct {
	Status string `json:"status"`
}
