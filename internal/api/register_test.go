package api_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"loket/internal/api"
	"loket/internal/identity"
)

type none struct{}

type foreignInput struct {
	ID int64 `path:"clientId"`
}

func (in *foreignInput) NamedClientID() int64 { return in.ID }

type header struct {
	Language string `header:"Accept-Language"`
}

// Header is exported, so huma reads it.
type Header struct {
	Language string `header:"Accept-Language"`
}

type unreadInput struct{ header }

type readInput struct{ Header }

func TestUnreadInputIsRefused(t *testing.T) {
	t.Parallel()

	op := api.Operation{
		ID: "x", Method: http.MethodGet, Path: "/x", Summary: "x", Tag: "t", Access: api.Session(), Client: api.CallersClient,
	}

	a := api.New(api.Options{Identity: guard{}})
	api.Register(a, op, func(context.Context, *unreadInput) (*none, error) { return &none{}, nil })

	if a.Check() == nil {
		t.Error("a header that nothing reads was registered")
	}

	a = api.New(api.Options{Identity: guard{}})
	api.Register(a, op, func(context.Context, *readInput) (*none, error) { return &none{}, nil })

	if err := a.Check(); err != nil {
		t.Error(err)
	}
}

func TestUndeclaredIsRefused(t *testing.T) {
	t.Parallel()

	whole := api.Operation{
		ID: "x", Method: http.MethodGet, Path: "/x", Summary: "x", Tag: "t", Access: api.Session(), Client: api.CallersClient,
	}

	for name, change := range map[string]func(op *api.Operation){
		"no access":          func(op *api.Operation) { op.Access = api.Access{} },
		"no permission id":   func(op *api.Operation) { op.Access = api.Needs(0) },
		"no client rule":     func(op *api.Operation) { op.Client = "" },
		"no id":              func(op *api.Operation) { op.ID = "" },
		"no summary":         func(op *api.Operation) { op.Summary = "" },
		"public with client": func(op *api.Operation) { op.Access = api.Public() },
		"public with feature": func(op *api.Operation) {
			op.Access, op.Client, op.Feature = api.Public(), api.NoClient, identity.Connect
		},
		"session without":       func(op *api.Operation) { op.Client = api.NoClient },
		"input names no client": func(op *api.Operation) { op.Client = api.InputsClient },
	} {
		a := api.New(api.Options{Identity: guard{}})
		op := whole
		change(&op)
		api.Register(a, op, func(context.Context, *none) (*none, error) { return &none{}, nil })

		if a.Check() == nil || len(a.Routes()) > 0 {
			t.Errorf("%s: registered", name)
		}

		if status, _, _ := call(t, a, http.MethodGet, "/x", "root", ""); status != http.StatusNotFound {
			t.Errorf("%s: served with %d", name, status)
		}
	}

	a := api.New(api.Options{Identity: guard{}})
	api.Register(a, whole, func(context.Context, *foreignInput) (*none, error) { return &none{}, nil })
	a.Raw(api.RawRoute{Method: http.MethodGet, Path: "/raw"}, http.NotFoundHandler())

	if err := a.Check(); err == nil || strings.Count(err.Error(), "\n") != 1 {
		t.Errorf("an input that names a client and a raw route without access: %v", err)
	}
}

func TestForeignClientIsNotFound(t *testing.T) {
	t.Parallel()

	a := api.New(api.Options{Identity: guard{}})
	api.Register(a, api.Operation{
		ID: "x", Method: http.MethodGet, Path: "/clients/{clientId}", Summary: "x", Tag: "t",
		Access: api.Session(), Client: api.InputsClient,
	}, func(context.Context, *foreignInput) (*none, error) { return &none{}, nil })

	if err := a.Check(); err != nil {
		t.Fatal(err)
	}

	for path, want := range map[string]int{"/clients/1001": http.StatusOK, "/clients/1002": http.StatusNotFound, "/clients/x": http.StatusBadRequest} {
		if status, _, e := call(t, a, http.MethodGet, path, "root", ""); status != want {
			t.Errorf("%s: %d %+v, want %d", path, status, e, want)
		}
	}
}

// deadlines records the write deadlines of a response.
type deadlines struct {
	*httptest.ResponseRecorder

	set []time.Duration // from now
}

func (d *deadlines) SetWriteDeadline(at time.Time) error {
	d.set = append(d.set, time.Until(at))

	return nil
}

// The write deadline moves for a handler that may work for longer than the server's
// limit. Otherwise its response would be cut off.
func TestLongOperationsMayAnswerLate(t *testing.T) {
	t.Parallel()

	for timeout, moved := range map[time.Duration]bool{0: false, time.Second: false, time.Minute: true} {
		a := api.New(api.Options{Identity: guard{}})
		api.Register(a, api.Operation{
			ID: "x", Method: http.MethodGet, Path: "/x", Summary: "x", Tag: "t", Access: api.Public(), Client: api.NoClient, Timeout: timeout, Cost: api.Own,
		}, func(context.Context, *none) (*none, error) { return &none{}, nil })

		w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
		a.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/x", nil))

		if moved != (len(w.set) == 1) || moved && w.set[0] <= timeout {
			t.Errorf("%s: %v", timeout, w.set)
		}
	}
}
