package api

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"loket/internal/identity"
	"loket/internal/platform/clientid"
	"loket/internal/platform/fault"
	"loket/internal/platform/safetext"
)

// Access says who may call an operation. Every operation and every raw route declares
// one. The OpenAPI document shows it as x-permission.
type Access struct {
	name       accessName
	permission identity.Permission
	scope      identity.KeyScope // of a call with an API key
}

type accessName string

const (
	public     accessName = "public"
	signed     accessName = "signed"
	restricted accessName = "restricted"
	secondStep accessName = "second-factor"
	session    accessName = "session"
	apiKey     accessName = "apikey"
	permission accessName = "permission"
)

// Public operations need no token: sign-in and health.
func Public() Access { return Access{name: public} }

// Signed operations need no token of ours: suppliers and banks sign what they send, and the
// handler verifies it before it reads anything else.
func Signed() Access { return Access{name: signed} }

// anonymous reports whether the caller has no principal.
func (a Access) anonymous() bool { return a.name == public || a.name == signed }

// ofUser reports whether the caller is a signed-in user.
func (a Access) ofUser() bool { return !a.anonymous() && a.name != apiKey }

// Restricted operations also accept the restricted token of an expired password.
func Restricted() Access { return Access{name: restricted} }

// SecondStep operations accept the token of the first step of a sign-in alone.
func SecondStep() Access { return Access{name: secondStep} }

// checkScope is that of the access, and lets a session set up the second factor that it lacks.
func (r rule) checkScope(p *identity.Principal, token string) error {
	if r.setUp && p.Scope == identity.SetUpScope {
		return nil
	}

	return r.access.checkScope(p, token)
}

// checkScope refuses a session whose scope isn't enough for the operation.
func (a Access) checkScope(p *identity.Principal, token string) error {
	switch a.name {
	case secondStep:
		return p.RequireSecondStep()
	case restricted:
		return p.RequireSignedIn()
	case public, signed, session, apiKey, permission:
	}

	return p.RequireFull(token)
}

// Session operations accept every signed-in user.
func Session() Access { return Access{name: session} }

// WithAPIKey operations accept only API keys that have the scope.
func WithAPIKey(scope identity.KeyScope) Access { return Access{name: apiKey, scope: scope} }

// byKey reports whether the caller is an API key.
func (a Access) byKey() bool { return a.name == apiKey }

// Needs operations accept a signed-in user with the permission.
func Needs(id identity.Permission) Access { return Access{name: permission, permission: id} }

// Value is the x-permission of the document: a word or a permission id.
func (a Access) Value() any {
	if a.permission != 0 {
		return a.permission
	}

	return string(a.name)
}

func (a Access) String() string {
	if a.permission != 0 {
		return strconv.FormatInt(int64(a.permission), 10)
	}

	return string(a.name)
}

// ClientRule says how an operation is limited to one client.
type ClientRule string

// The client rules, shown as x-client.
const (
	// NoClient: the operation has no client, or finds it itself, as sign-in does.
	NoClient ClientRule = "none"
	// CallersClient: it acts for the client of the token or key; its input names none.
	CallersClient ClientRule = "caller"
	// InputsClient: its input names a client, which must be the caller's. For another one
	// the answer is 404. The input implements NamesClient.
	InputsClient ClientRule = "input"
	// AnyClient: a call of staff, who act for all clients.
	AnyClient ClientRule = "any"
)

// NamesClient is an input that names a client.
type NamesClient interface {
	// NamedClientID is the client that the input names; zero when it names none.
	NamedClientID() int64
}

// Flag is a feature that a deployment switches on (docs/product/shell.md#flags-of-a-deployment). What belongs to one that is off answers
// FeatureOffError.
type Flag string

// The flags.
const (
	FlagSettlement Flag = "settlement"
	FlagPricing    Flag = "pricing"
	FlagAnalytics  Flag = "analytics"
)

// rule is the declaration of one route.
type rule struct {
	flag    Flag
	access  Access
	feature identity.Feature
	client  ClientRule
	root    bool
	option  identity.Option
	anyText bool // accepts any text in the URL
	cost    Cost
	sandbox SandboxRule
	stepUp  bool
	method  string
	look    LookRule
	setUp   bool // also for a session that must set up a second factor first
}

// rootRole marks operations for root users in the document.
const rootRole = "client_root"

func (r rule) check() error {
	switch {
	case r.access.name == "":
		return errUndeclared("permission")
	case r.access.name == permission && r.access.permission <= 0:
		return errUndeclared("permission id")
	case r.access.byKey() && !slices.Contains(identity.KeyScopes(), r.access.scope):
		return errUndeclared("scope of API keys")
	case r.client == "":
		return errUndeclared("client rule")
	case r.access.anonymous() && (r.client != NoClient || r.feature != "" || r.root || r.option != ""):
		return fmt.Errorf("%w: a public or signed route has no client", errDeclaration)
	case !r.access.anonymous() && r.client == NoClient:
		return fmt.Errorf("%w: a route with a caller acts for its client", errDeclaration)
	}

	return nil
}

const bearer = "Bearer "

// BearerToken reads the Authorization header. It refuses two headers, since a proxy may
// have added one.
func BearerToken(r *http.Request) (string, bool) {
	given := r.Header.Values("Authorization")
	if len(given) != 1 || len(given[0]) <= len(bearer) || !strings.EqualFold(given[0][:len(bearer)], bearer) {
		return "", false
	}

	return strings.TrimSpace(given[0][len(bearer):]), true
}

// admit checks a request against a rule in the order 401, 403, and then the text of its
// URL (400).
func (a *API) admit(r *http.Request, rule rule) error {
	if rule.access.anonymous() {
		if rule.anyText {
			return nil
		}

		return checkText(r.URL)
	}

	p, err := a.identify(r, rule)
	if err != nil {
		return err
	}

	if err := a.chooseMode(r, rule, p); err != nil {
		return err
	}

	infoOf(r.Context()).principal = p

	if rule.flag != "" && !slices.Contains(a.options.Flags, rule.flag) {
		return fault.ErrFeatureOff.New()
	}

	if rule.access.byKey() {
		err = p.RequireScope(rule.access.scope)
	}

	if rule.access.permission != 0 {
		err = p.Require(rule.access.permission)
	}

	if err == nil && rule.root && !p.IsRoot() {
		err = identity.ErrForbidden.New()
	}

	if err == nil && rule.feature != "" {
		err = p.RequireFeature(rule.feature)
	}

	if err == nil && rule.option != "" {
		err = p.RequireOption(rule.option)
	}

	if err == nil && rule.stepUp {
		err = a.options.Identity.RequireProof(r.Context(), p)
	}

	if err == nil {
		err = checkText(r.URL)
	}

	if err != nil {
		return err
	}

	if rule.client == AnyClient {
		return nil
	}

	return ownClient(r.URL, p)
}

// ownClient answers 404 to a URL that names another client, even when the operation reads
// no such parameter.
func ownClient(u *url.URL, p *identity.Principal) error {
	if u.RawQuery == "" {
		return nil
	}

	if named := u.Query().Get(clientParam); named != "" && named != strconv.FormatInt(clientid.Live(p.ClientID), 10) {
		return fault.ErrNotFound.New()
	}

	return nil
}

const clientParam = "clientId"

// unattendedHeader is sent by the dashboard with its own background requests while the
// user is away. A false header only shortens the sender's own session.
const unattendedHeader = "Loket-Unattended"

func (a *API) identify(r *http.Request, rule rule) (*identity.Principal, error) {
	token, ok := BearerToken(r)

	if rule.access.byKey() {
		return a.identifyKey(r, token)
	}

	if !ok {
		return nil, identity.ErrUnauthorized.New()
	}

	authenticate := a.options.Identity.Authenticate
	if len(r.Header[unattendedHeader]) > 0 {
		authenticate = a.options.Identity.AuthenticateUnattended
	}

	p, err := authenticate(r.Context(), token)
	if identity.ErrUnauthorized.Is(err) && identity.LooksLikeAPIKey(token) {
		err = identity.ErrUnauthorized.Msg(msgKeyInPortal)
	}

	if err == nil {
		err = a.checkWorld(r, &p)
	}

	if err == nil {
		err = p.RequireReader(rule.servesLooks())
	}

	if err == nil {
		err = rule.checkScope(&p, token)
	}

	return &p, err
}

// checkWorld refuses a session of staff at the calls of clients, and the reverse. A session of staff, and one in which they look, serves only
// from where it was opened: a stolen token is worth nothing elsewhere.
func (a *API) checkWorld(r *http.Request, p *identity.Principal) error {
	switch {
	case p.IsStaff() != a.options.Staff:
		return identity.ErrUnauthorized.Wrap(errors.New("the session serves other calls"))
	case (a.options.Staff || p.Looks()) && p.Address != Address(r.Context()):
		return identity.ErrUnauthorized.Wrap(errors.New("the session was opened from another address"))
	}

	return nil
}

// identifyKey authenticates an API key.
func (a *API) identifyKey(r *http.Request, key string) (*identity.Principal, error) {
	p, err := a.options.Identity.AuthenticateKey(r.Context(), key, Address(r.Context()))
	if p.KeyID == 0 {
		a.logHiddenCause(r, err)

		return &p, err
	}

	a.noteKeyCall(r, &p) // also when the address is refused: the client's developers see it

	if !a.keys.Take(p.KeyID) {
		return &p, fault.Busy(busyRetry)
	}

	infoOf(r.Context()).key = p.KeyID

	return &p, err
}

// logHiddenCause logs what a refusal of a key says to nobody else, for support: the answer has the same request id.
func (a *API) logHiddenCause(r *http.Request, err error) {
	if cause := errors.Unwrap(fault.From(err)); cause != nil && identity.ErrKeyUnknown.Is(err) {
		a.logger.LogAttrs(r.Context(), slog.LevelInfo, "API key refused", slog.String("request_id", RequestID(r.Context())), slog.Any("error", cause))
	}
}

// checkText refuses ambiguous URLs: duplicate parameters, text that is not UTF-8, NUL
// characters.
func checkText(u *url.URL) error {
	if !safetext.Storable(u.Path) {
		return fault.InvalidField("path", msgNotUTF8OrNUL)
	}

	if u.RawQuery == "" {
		return nil
	}

	values, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return fault.InvalidField("query", msgUnreadable)
	}

	for name, list := range values {
		if !safetext.Storable(name) {
			return fault.InvalidField("query", msgNotUTF8OrNUL)
		}

		if len(list) > 1 {
			return fault.InvalidField(name, msgDuplicate)
		}

		if !safetext.Storable(list[0]) {
			return fault.InvalidField(name, msgNotUTF8OrNUL)
		}
	}

	return nil
}
