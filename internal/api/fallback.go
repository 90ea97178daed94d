package api

import "net/http"

// fallback serves paths that no route has.
type fallback struct {
	route   string
	owns    func(path string) bool
	handler http.Handler
}

// Fallback serves the GET requests whose path no route has and that owns accepts: pages whose path begins with a client's code. As
// a route of the mux, such a pattern would conflict with others, and change what unknown paths of the API answer.
func (a *API) Fallback(op RawRoute, owns func(path string) bool, handler http.Handler) {
	if !a.declare(Route{op.ID, op.Method, op.Path, op.Access, op.Feature, op.Client, false, false, true}) {
		return
	}

	own := rule{access: op.Access, feature: op.Feature, client: op.Client, anyText: op.AnyText}
	a.fallback = &fallback{op.Path, owns, a.guard(own, defaultBody, nil, handler)}
}

// fellBack reports whether the fallback answered a request without a route.
func (a *API) fellBack(w *recorder, r *http.Request) bool {
	f := a.fallback
	if f == nil || r.Method != http.MethodGet && r.Method != http.MethodHead || !f.owns(r.URL.Path) {
		return false
	}

	w.refused, r.Pattern = 0, http.MethodGet+" "+f.route // the log and the metrics name it
	f.handler.ServeHTTP(w, r)

	return true
}
