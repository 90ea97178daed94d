// Package routes registers all routes, for the server and for the generator of the document,
// which has no services and serves nothing.
package routes

import (
	"net/http"
	"sync"

	"loket/internal/httpapi"
	"loket/internal/httpapi/callback"
	"loket/internal/httpapi/emaillinkpage"
	"loket/internal/httpapi/h2h"
	"loket/internal/httpapi/portal"
	"loket/internal/httpapi/shopapi"
)

// Services are the domains that the handlers call.
type Services struct {
	Portal   portal.Services
	H2H      h2h.Services
	Shop     shopapi.Services
	Callback callback.Services
	Links    emaillinkpage.Services
	// Ready returns nil when the program can serve requests, else the reason.
	Ready func(r *http.Request) error
}

// Register adds every call of the API, the pages of e-mailed links and the health checks. The
// program itself adds the dashboard's pages.
func Register(a *httpapi.API, s Services) {
	portal.Register(a, s.Portal)
	h2h.Register(a, s.H2H)
	shopapi.Register(a, s.Shop)
	callback.Register(a, s.Callback)
	emaillinkpage.Register(a, s.Links)
	registerHealth(a, s)
}

const (
	tag      = "operation"
	jsonType = "application/json"
)

func registerHealth(a *httpapi.API, s Services) {
	a.Raw(httpapi.RawRoute{
		ID: "health", Method: http.MethodGet, Path: "/healthz", Summary: "Whether the program lives", Tag: tag,
		Access: httpapi.Public(), Tenant: httpapi.TenantNone, Produces: jsonType,
	}, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		httpapi.WriteJSON(w, http.StatusOK, status{"ok"})
	}))

	a.Raw(httpapi.RawRoute{
		ID: "ready", Method: http.MethodGet, Path: "/readyz", Summary: "Whether orders can be placed and dispatched", Tag: tag,
		Access: httpapi.Public(), Tenant: httpapi.TenantNone, Produces: jsonType,
	}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := s.Ready(r); err != nil {
			a.WriteError(w, r, err)

			return
		}

		httpapi.WriteJSON(w, http.StatusOK, status{"ok"})
	}))

	document := sync.OnceValues(a.DocumentJSON)

	a.Raw(httpapi.RawRoute{
		ID: "openapi", Method: http.MethodGet, Path: "/openapi.json", Summary: "This document", Tag: tag,
		Cost: httpapi.Download, Access: httpapi.Public(), Tenant: httpapi.TenantNone, Produces: jsonType,
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
