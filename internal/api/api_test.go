package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"loket/internal/api"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// guard replaces identity and knows a few fixed tokens.
type guard struct{ unattended *int }

func (guard) Authenticate(_ context.Context, token string) (identity.Principal, error) {
	p := identity.Principal{Kind: identity.SessionKind, ClientID: 1001, UserID: 12, Scope: identity.FullScope}

	switch token {
	case "root":
		p.Permissions = identity.MakePermissions(identity.APIKeyManage)
		p.Features = identity.MakeFeatures(identity.Connect)
	case "viewer":
	case "neighbour":
		p.ClientID, p.UserID = 1002, 13
	case "restricted":
		p.Scope = identity.RestrictedScope
	default:
		return p, identity.ErrUnauthorized.New()
	}

	return p, nil
}

func (g guard) AuthenticateUnattended(ctx context.Context, token string) (identity.Principal, error) {
	if g.unattended != nil {
		*g.unattended++
	}

	return g.Authenticate(ctx, token)
}

func (guard) RequireProof(context.Context, *identity.Principal) error { return nil }

func (guard) Sandbox(context.Context, int64) (int64, bool, error) { return 0, false, nil }

func (guard) AuthenticateKey(_ context.Context, key, _ string) (identity.Principal, error) {
	if key != "lk_key" {
		return identity.Principal{}, identity.ErrUnauthorized.New()
	}

	return identity.Principal{Kind: identity.KeyKind, KeyScopes: identity.AllScopes(), ClientID: 1001, KeyID: 31}, nil
}

type thing struct {
	Name   string   `json:"name" maxLength:"5"`
	Amount int64    `json:"amount" minimum:"1" maximum:"1000"`
	Inner  *inner   `json:"inner,omitempty"`
	Tags   []string `json:"tags,omitempty" maxItems:"2"`
}

type inner struct {
	Code string `json:"code"`
}

type thingInput struct {
	Limit int `query:"limit" minimum:"1"`
	Body  thing
}

type keyThing thing

type keyInput struct{ Body keyThing }

type thingOutput struct{ Body thing }

var (
	errTeapot  = errors.New("dial tcp 10.0.0.1: secret detail")
	errPlanned = fault.Definition{Kind: fault.Conflict, Code: "PlannedError", Message: language.Literal("planned"), Cause: "c", Mend: "m"}
)

func newAPI(t testing.TB, opt api.Options) *api.API {
	t.Helper()

	if opt.Identity == nil {
		opt.Identity = guard{}
	}

	if opt.Undeclared == nil {
		opt.Undeclared = func(operation, code string) {
			t.Errorf("%s answers with %s, which it does not declare", operation, code)
		}
	}

	a := api.New(opt)

	post := func(id, path string, access api.Access, feature identity.Feature) {
		api.Register(a, api.Operation{
			ID: id, Method: http.MethodPost, Path: path, Summary: id, Tag: "t", Access: access, Feature: feature,
			Client: api.CallersClient, MaxBody: 1000, Faults: []fault.Definition{errPlanned},
		}, func(_ context.Context, in *thingInput) (*thingOutput, error) {
			switch in.Body.Name {
			case "boom":
				return nil, errTeapot
			case "plan":
				return nil, errPlanned.New()
			case "panic":
				panic("secret detail")
			case "gone":
				return nil, fault.ErrUnavailable.Wrap(errTeapot)
			}

			return &thingOutput{Body: in.Body}, nil
		})
	}

	post("session", "/session", api.Session(), "")
	post("permission", "/permission", api.Needs(identity.APIKeyManage), "")
	post("feature", "/feature", api.Session(), identity.Connect)
	post("restricted", "/restricted", api.Restricted(), "")
	api.Register(a, api.Operation{
		ID: "key", Method: http.MethodPost, Path: "/key", Summary: "key", Tag: "t", Access: api.WithAPIKey(identity.OrdersWrite), Client: api.CallersClient, MaxBody: 1000,
	}, func(context.Context, *keyInput) (*thingOutput, error) { return &thingOutput{}, nil })

	if err := a.Check(); err != nil {
		t.Fatal(err)
	}

	return a
}

const good = `{"name":"a","amount":5}`

func call(t *testing.T, a *api.API, method, path, token, body string, headers ...string) (int, http.Header, api.Error) {
	t.Helper()

	r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")

	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}

	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}

	w := httptest.NewRecorder()
	a.Handler().ServeHTTP(w, r)

	text, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}

	if strings.Contains(string(text), "secret detail") {
		t.Errorf("%s %s shows an inner error: %s", method, path, text)
	}

	var e api.Error
	if w.Code >= http.StatusBadRequest {
		if err := json.Unmarshal(text, &e); err != nil {
			t.Fatalf("%s %s: the body of %d is not the error body: %s", method, path, w.Code, text)
		}

		if e.RequestID == "" || e.Fields == nil || e.Message == "" {
			t.Errorf("%s %s: incomplete error body %s", method, path, text)
		}

		if got := w.Header().Get("Content-Type"); got != "application/json" {
			t.Errorf("%s %s: error of type %q", method, path, got)
		}
	}

	return w.Code, w.Header(), e
}

func TestErrorMapping(t *testing.T) {
	t.Parallel()

	a := newAPI(t, api.Options{})

	for name, c := range map[string]struct {
		method, path, token, body, kind string
		status                          int
		code                            string
		fields                          []string
	}{
		"fine":             {path: "/session", token: "root", body: good, status: 200},
		"no token":         {path: "/session", body: good, status: 401, code: "UnauthorizedError"},
		"wrong token":      {path: "/session", token: "x", body: good, status: 401, code: "UnauthorizedError"},
		"401 before 400":   {path: "/session", body: `{`, status: 401, code: "UnauthorizedError"},
		"403 before 400":   {path: "/permission", token: "viewer", body: `{`, status: 403, code: "ForbiddenError"},
		"permission":       {path: "/permission", token: "root", body: good, status: 200},
		"feature":          {path: "/feature", token: "root", body: good, status: 200},
		"no feature":       {path: "/feature", token: "viewer", body: good, status: 403, code: "ForbiddenError"},
		"restricted":       {path: "/session", token: "restricted", body: good, status: 401, code: "PasswordExpiredError"},
		"restricted fine":  {path: "/restricted", token: "restricted", body: good, status: 200},
		"key":              {path: "/key", token: "lk_key", body: good, status: 200},
		"key at portal":    {path: "/session", token: "lk_key", body: good, status: 401, code: "UnauthorizedError"},
		"session at key":   {path: "/key", token: "root", body: good, status: 401, code: "UnauthorizedError"},
		"missing":          {path: "/session", token: "root", body: `{"amount":5}`, status: 400, code: "ValidationError", fields: []string{"name"}},
		"missing inside":   {path: "/session", token: "root", body: `{"name":"a","amount":5,"inner":{}}`, status: 400, code: "ValidationError", fields: []string{"inner.code"}},
		"two faults":       {path: "/session", token: "root", body: `{"name":"abcdef","amount":0}`, status: 400, code: "ValidationError", fields: []string{"amount", "name"}},
		"wrong type":       {path: "/session", token: "root", body: `{"name":1,"amount":5}`, status: 400, code: "ValidationError", fields: []string{"name"}},
		"fraction":         {path: "/session", token: "root", body: `{"name":"a","amount":5.5}`, status: 400, code: "ValidationError", fields: []string{"amount"}},
		"whole as float":   {path: "/session", token: "root", body: `{"name":"a","amount":5.0}`, status: 200},
		"exponent":         {path: "/session", token: "root", body: `{"name":"a","amount":5e1}`, status: 200},
		"huge":             {path: "/session", token: "root", body: `{"name":"a","amount":9223372036854775808}`, status: 400, code: "ValidationError", fields: []string{"amount"}},
		"query":            {path: "/session?limit=0", token: "root", body: good, status: 400, code: "ValidationError", fields: []string{"limit"}},
		"query type":       {path: "/session?limit=x", token: "root", body: good, status: 400, code: "ValidationError", fields: []string{"limit"}},
		"unknown query":    {path: "/session?other=1", token: "root", body: good, status: 400, code: "ValidationError", fields: []string{"other"}},
		"key names client": {path: "/key?clientId=1001", token: "lk_key", body: good, status: 400, code: "ValidationError", fields: []string{"clientId"}},
		"null":             {path: "/key", token: "lk_key", body: `{"name":"a","amount":5,"inner":null,"tags":null}`, status: 400, code: "ValidationError", fields: []string{"inner", "tags"}},
		"null of a user":   {path: "/session", token: "root", body: `{"name":"a","amount":5,"inner":null,"tags":null}`, status: 200},
		"query twice":      {path: "/session?limit=1&limit=2", token: "root", body: good, status: 400, code: "ValidationError", fields: []string{"limit"}},
		"query with NUL":   {path: "/session?limit=%00", token: "root", body: good, status: 400, code: "ValidationError", fields: []string{"limit"}},
		"other client":     {path: "/session?clientId=1002", token: "root", body: good, status: 404, code: "NotFoundError"},
		"own client":       {path: "/session?clientId=1001", token: "root", body: good, status: 200},
		"no body":          {path: "/session", token: "root", status: 400, code: "ValidationError", fields: []string{"body"}},
		"broken body":      {path: "/session", token: "root", body: `{"name"`, status: 400, code: "ValidationError", fields: []string{"body"}},
		"list for object":  {path: "/session", token: "root", body: `[]`, status: 400, code: "ValidationError", fields: []string{"body"}},
		"too large":        {path: "/session", token: "root", body: `{"name":"` + strings.Repeat("a", 1000) + `"}`, status: 413, code: "PayloadTooLargeError"},
		"media type":       {path: "/session", token: "root", body: good, kind: "text/plain", status: 415, code: "UnsupportedMediaTypeError"},
		"no media type":    {path: "/session", token: "root", body: good, kind: "none", status: 415, code: "UnsupportedMediaTypeError"},
		"form":             {path: "/session", token: "root", body: good, kind: "application/x-www-form-urlencoded", status: 415, code: "UnsupportedMediaTypeError"},
		"charset":          {path: "/session", token: "root", body: good, kind: "application/json; charset=utf-8", status: 200},
		"own error":        {path: "/session", token: "root", body: `{"name":"plan","amount":5}`, status: 409, code: "PlannedError"},
		"unexpected error": {path: "/session", token: "root", body: `{"name":"boom","amount":5}`, status: 500, code: "InternalError"},
		"panic":            {path: "/session", token: "root", body: `{"name":"panic","amount":5}`, status: 500, code: "InternalError"},
		"unavailable":      {path: "/session", token: "root", body: `{"name":"gone","amount":5}`, status: 503, code: "UnavailableError"},
		"no such path":     {path: "/nothing", token: "root", status: 404, code: "NotFoundError"},
		"wrong method":     {method: http.MethodDelete, path: "/session", token: "root", status: 405, code: "MethodNotAllowedError"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			if c.method == "" {
				c.method = http.MethodPost
			}

			switch c.kind {
			case "":
				c.kind = "application/json"
			case "none":
				c.kind = ""
			}

			status, header, e := call(t, a, c.method, c.path, c.token, c.body, "Content-Type", c.kind)
			if status != c.status || e.Code != c.code {
				t.Fatalf("%d %s, want %d %s (%+v)", status, e.Code, c.status, c.code, e)
			}

			got := make([]string, 0, len(e.Fields))
			for _, f := range e.Fields {
				got = append(got, f.Field)
			}

			if diff := cmp.Diff(c.fields, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("fields (-want +got): %s", diff)
			}

			if status == http.StatusServiceUnavailable && header.Get("Retry-After") == "" {
				t.Error("no Retry-After")
			}

			if status == http.StatusMethodNotAllowed && header.Get("Allow") == "" {
				t.Error("no Allow")
			}

			if header.Get("Cache-Control") != "no-store" || header.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("headers %v", header)
			}
		})
	}
}

func TestFailuresAreReported(t *testing.T) {
	t.Parallel()

	reported := map[string]string{}
	a := newAPI(t, api.Options{Report: func(_ context.Context, err error, id string) { reported[id] = err.Error() }})

	for _, name := range []string{"boom", "panic"} {
		call(t, a, http.MethodPost, "/session", "root", `{"name":"`+name+`","amount":5}`, "X-Request-ID", name)

		if !strings.Contains(reported[name], "secret detail") {
			t.Errorf("%s was not reported with its cause: %q", name, reported[name])
		}
	}

	call(t, a, http.MethodPost, "/session", "root", `{"name":"plan","amount":5}`, "X-Request-ID", "plan")

	if _, ok := reported["plan"]; ok {
		t.Error("a refusal was reported as a failure")
	}
}

func TestRequestIDs(t *testing.T) {
	t.Parallel()

	a := newAPI(t, api.Options{})

	for given, kept := range map[string]bool{
		"abc-123_X.y": true, "": false, "a b": false, "x\"y": false, strings.Repeat("a", 64): true, strings.Repeat("a", 65): false, "é": false,
	} {
		_, header, e := call(t, a, http.MethodPost, "/session", "", good, "X-Request-ID", given)
		if (header.Get("X-Request-ID") == given) != kept || e.RequestID != header.Get("X-Request-ID") {
			t.Errorf("%q gave %q and %q", given, header.Get("X-Request-ID"), e.RequestID)
		}
	}
}
