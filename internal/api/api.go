// Package api speaks HTTP: the table of routes with the access of each, the
// middleware, and the only place where faults become HTTP statuses.
package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/netip"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"loket/internal/identity"
	"loket/internal/platform/clientid"
	"loket/internal/platform/fault"
	"loket/internal/platform/limiter"
	"loket/internal/platform/trace"
)

// Options configure an API.
type Options struct {
	Logger *slog.Logger
	// Identity may be nil in the generator of the document, which serves no requests.
	Identity Identity
	// Report gets the errors of status 500 and above; nil reports nothing.
	Report func(ctx context.Context, err error, requestID string)
	// Undeclared, when set, is called for an answer with the code of an error that its operation does not declare. The answer
	// becomes InternalError. Tests and the demo set it: the document must name every error.
	Undeclared func(operation, code string)
	// LogKeyCall gets every answered call with an API key, and must not wait; nil logs none.
	LogKeyCall func(KeyCall)
	// Observe is called for every answered request; nil counts nothing.
	Observe func(method, route string, status int, took time.Duration)
	// Traces records which traced orders a request has placed; nil records nothing.
	Traces *trace.Recorder
	// TrustedProxies are the networks whose X-Forwarded-For is trusted.
	TrustedProxies []netip.Prefix
	// Secure means that browsers use https.
	Secure bool
	// Version is the API version in the document.
	Version string
	// Flags are the features that the deployment has switched on.
	Flags []Flag
	// Staff is set for the calls of the provider's staff, which no session of a client's user can make. Sessions of staff serve nowhere else, and
	// only from the address of their sign-in.
	Staff bool
}

// Version is the version of the API. It stays the same while answers only gain fields.
const Version = "1"

// API is the table of routes and the middleware around it.
type API struct {
	options  Options
	logger   *slog.Logger
	mux      *http.ServeMux
	huma     huma.API
	bodies   bodies
	sources  *limiter.Shares[netip.Addr] // of requests in flight
	keys     *limiter.Shares[int64]      // of requests in flight with an API key
	costs    costPlaces                  // of costly calls
	routes   []Route
	fallback *fallback // nil: paths without a route are not found
	problems []error
	probes   map[string]bool // patterns of probes
}

// Route is one registered route, for tests that walk them all.
type Route struct {
	ID      string
	Method  string
	Path    string
	Access  Access
	Feature identity.Feature
	Client  ClientRule
	Root    bool
	// Secret routes answer with something that opens a door, so they are never compressed.
	Secret bool
	// Raw routes are served without huma: pages, streams, callbacks.
	Raw bool
}

// errDeclaration means that the declaration of a route is incomplete.
var errDeclaration = errors.New("declaration")

func errUndeclared(what string) error {
	return fmt.Errorf("%w: no %s", errDeclaration, what)
}

// New makes an API without routes.
func New(opt Options) *API {
	setHuma()

	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}

	conf := huma.DefaultConfig("Loket", opt.Version)
	conf.CreateHooks = nil // no $schema member and Link header in answers
	conf.OpenAPIPath, conf.DocsPath, conf.SchemasPath = "", "", ""
	conf.Info.Description = description
	conf.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaName)
	conf.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		string(session): {Type: "http", Scheme: "bearer", BearerFormat: "JWT", Description: "The token that sign-in answers."},
		string(apiKey):  {Type: "http", Scheme: "bearer", Description: "An API key, `lk_...`."},
	}

	mux := http.NewServeMux()
	a := &API{options: opt, logger: opt.Logger, mux: mux, probes: map[string]bool{}, bodies: bodies{
		registry: conf.Components.Schemas, schemas: map[reflect.Type]*huma.Schema{}, withoutNulls: map[reflect.Type]*huma.Schema{},
	}}

	requests := limiter.SharesOptions{Places: math.MaxInt, Share: maxShare, From: MaxConnections / 2} //nolint:mnd // half
	a.sources, a.keys = limiter.NewShares[netip.Addr](requests), limiter.NewShares[int64](requests)
	a.costs = newCostPlaces()

	conf.Formats = map[string]huma.Format{jsonType: jsonFormat(a.bodies.unmarshal)}
	a.huma = humago.New(mux, conf)

	return a
}

// schemaName gives types of the client API other names than types of the portal with the
// same name.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)

	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}

	if strings.HasSuffix(t.PkgPath(), "/clientapi") || strings.HasSuffix(t.PkgPath(), "/clientevent") {
		return "H2H" + name
	}

	return name
}

const description = "Money is whole rupiah in a JSON integer, times are RFC 3339 in UTC. " +
	"Every error has the body of the schema Error. `x-permission` says who may call an operation: public, signed " +
	"(by a supplier or bank), restricted (the token of an expired password too), second-factor (the token of the first step of a sign-in alone), session, apikey, or the id of a permission; " +
	"`x-feature` the feature its client needs, " +
	"`x-role` the role its user needs, " +
	"`x-sandbox` that it can be sent with `Loket-Mode: test` (acts: in the sandbox of the client; same: the header changes nothing), " +
	"`x-cost` what it uses for long: of such calls a client has two at a time, and more wait or get BusyError."

// Secure reports whether browsers use https.
func (a *API) Secure() bool { return a.options.Secure }

// Check returns an error unless every registered route is completely declared.
func (a *API) Check() error { return errors.Join(a.problems...) }

// Routes returns all routes, raw ones too, in the order of registration.
func (a *API) Routes() []Route { return a.routes }

// Document is the OpenAPI 3.1 document.
func (a *API) Document() *huma.OpenAPI { return a.huma.OpenAPI() }

func (a *API) report(ctx context.Context, err error) {
	if a.options.Report != nil {
		a.options.Report(ctx, err, RequestID(ctx))
	}
}

func (a *API) observe(method, route string, status int, took time.Duration) {
	if a.options.Observe != nil {
		a.options.Observe(method, route, status, took)
	}
}

// declare records a route, or a problem with it. A route with a problem is not served.
func (a *API) declare(r Route) bool {
	if err := (rule{access: r.Access, feature: r.Feature, client: r.Client, root: r.Root}).check(); err != nil {
		a.problems = append(a.problems, fmt.Errorf("%s %s: %w", r.Method, r.Path, err))

		return false
	}

	for _, known := range a.routes {
		if known.ID == r.ID && r.ID != "" || known.Method == r.Method && known.Path == r.Path {
			a.problems = append(a.problems, fmt.Errorf("%w: %s %s is registered twice", errDeclaration, r.Method, r.Path))

			return false
		}
	}

	a.routes = append(a.routes, r)

	return true
}

// guard wraps a raw handler with the checks of its route.
func (a *API) guard(r rule, maxBody int64, declared *declaredErrors, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		infoOf(req.Context()).declared = declared

		if !a.admitOrAnswer(w, req, r) {
			return
		}

		if rec, ok := w.(*recorder); ok && maxBody > defaultBody {
			rec.extend(maxBody)
		}

		leave, err := a.enterCost(req, r.cost, 0)
		if err != nil {
			a.WriteError(w, req, err)

			return
		}
		defer leave()

		req.Body = http.MaxBytesReader(w, req.Body, maxBody)
		next.ServeHTTP(w, req)
	})
}

// admitOrAnswer is admit, and answers a refusal itself.
func (a *API) admitOrAnswer(w http.ResponseWriter, req *http.Request, r rule) bool {
	err := a.admit(req, r)
	if p := infoOf(req.Context()).principal; p != nil && p.IsSandbox() {
		w.Header().Set(modeHeader, testMode)
	}

	if err != nil {
		a.WriteError(w, req, err)
	}

	return err == nil
}

// refuseForeignClient refuses an input that names another client.
func refuseForeignClient(p *identity.Principal, input any) error {
	if t, ok := input.(NamesClient); ok {
		if id := t.NamedClientID(); id != 0 && id != clientid.Live(p.ClientID) {
			return fault.ErrNotFound.New()
		}
	}

	return nil
}
