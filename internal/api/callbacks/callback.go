// Package callbacks receives what suppliers and banks send by themselves. It is verified, stored, and
// only then answered.
package callbacks

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/api"
	"loket/internal/banking/moota"
	"loket/internal/banking/snap"
	"loket/internal/orders/dispatch"
	"loket/internal/platform/fault"
	"loket/internal/supplier"
)

const maxNotice = 64 << 10

// ErrSignature refuses a notice without a valid signature of its sender.
var ErrSignature = fault.Definition{
	Kind: fault.Unauthenticated, Code: "SignatureError", Message: msgSignature,
	Cause: "The signature header is missing or was not made with the secret that we share.",
	Mend:  "Sign the raw body with the current secret.",
}

// Definitions lists the errors of this package for the docs.
func Definitions() []fault.Definition { return []fault.Definition{ErrSignature} }

// Services are the domains that the handlers call. All may be nil in the generator of the
// document.
type Services struct {
	Dispatch  *dispatch.Service
	Suppliers *supplier.Registry
	Moota     *moota.Service
	Snap      *snap.Service
}

// Register adds the callbacks.
func Register(a *api.API, s Services) {
	a.Raw(api.RawRoute{
		ID: "receive-supplier-notice", Method: http.MethodPost, Path: "/callbacks/suppliers/{supplier}",
		Summary: "Notice of a supplier, signed over its raw body", Tag: tag,
		Access: api.Signed(), Client: api.NoClient, MaxBody: maxNotice, Produces: jsonType,
		Faults:     []fault.Definition{ErrSignature, fault.ErrNotFound, fault.ErrValidation, api.ErrTooLarge},
		Parameters: pathParameter("supplier"),
	}, acknowledge(a, emptyObject, s.receive))

	a.Raw(api.RawRoute{
		ID: "receive-supplier-report", Method: http.MethodGet, Path: "/callbacks/suppliers/{supplier}/{key}",
		Summary: "Report of a supplier by GET, whose protocol has no signature",
		Description: "Reports count from the supplier's own addresses alone, at an address with a random part that only the supplier knows. " +
			"They are stored as they came and answered at once; a status query finds out what is true.",
		Tag: tag, Access: api.Signed(), Client: api.NoClient, Produces: textType, AnyText: true,
		Faults:     []fault.Definition{ErrSignature, fault.ErrNotFound, fault.ErrValidation},
		Parameters: append(pathParameter("supplier"), pathParameter("key")...),
	}, acknowledge(a, plainOK, s.receive))

	a.Raw(api.RawRoute{
		ID: "receive-moota-notice", Method: http.MethodPost, Path: "/callbacks/moota/{source}",
		Summary: "Mutations of our bank accounts from Moota, signed over the raw body", Tag: tag,
		Cost: api.Own, Access: api.Signed(), Client: api.NoClient, MaxBody: moota.MaxBody, Produces: jsonType,
		Faults:     []fault.Definition{ErrSignature, fault.ErrNotFound, fault.ErrValidation, api.ErrTooLarge},
		Parameters: pathParameter("source"),
	}, acknowledge(a, emptyObject, s.receiveMutations))

	registerSnap(a, s)
}

const (
	tag      = "callbacks"
	jsonType = "application/json"
	textType = "text/plain"
)

// pathParameter documents the code of the sender in the path, which staff have set.
func pathParameter(name string) []*huma.Param {
	return []*huma.Param{{Name: name, In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}}}
}

// emptyObject answers {}.
func emptyObject(w http.ResponseWriter) { api.WriteJSON(w, http.StatusOK, struct{}{}) }

// plainOK answers OK, as the engines of text suppliers expect it.
func plainOK(w http.ResponseWriter) {
	w.Header().Set("Content-Type", textType)
	_, _ = io.WriteString(w, "OK") // the notice is stored; the supplier sends it again if this is lost
}

// acknowledge answers when receive has stored the notice.
func acknowledge(a *api.API, answer func(w http.ResponseWriter), receive func(r *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := receive(r); err != nil {
			a.WriteError(w, r, err)

			return
		}

		answer(w)
	}
}

// readBody reads a body up to the limit of its route.
func readBody(r *http.Request) ([]byte, error) {
	body, err := io.ReadAll(r.Body)
	if _, long := errors.AsType[*http.MaxBytesError](err); long {
		return nil, api.ErrTooLarge.New()
	}

	if err != nil {
		return nil, fault.ErrValidation.Wrap(err)
	}

	return body, nil
}

func (s Services) receive(r *http.Request) error {
	code := r.PathValue("supplier")

	adapter, ok := s.Suppliers.Get(code)
	if !ok {
		return fault.ErrNotFound.New()
	}

	body, err := readBody(r)
	if err != nil {
		return err
	}

	source, _ := netip.ParseAddr(api.Address(r.Context())) // not valid where it isn't known
	sent := supplier.Callback{Header: r.Header, Body: body, Query: r.URL.RawQuery, Key: r.PathValue("key"), Source: source}

	notice, err := adapter.VerifyNotice(r.Context(), sent)

	switch {
	case errors.Is(err, supplier.ErrNoticeSignature):
		return ErrSignature.Wrap(err)
	case err != nil:
		return fault.ErrValidation.Wrap(err)
	case notice.Ping:
		return nil // not stored, since its body may contain the secret
	}

	if r.Method == http.MethodGet {
		body = []byte(sent.Query) // what a report says is in its query
	}

	if err := s.Dispatch.ReceiveNotice(r.Context(), code, notice, body); err != nil {
		return fmt.Errorf("notice of %s: %w", code, err)
	}

	return nil
}

func (s Services) receiveMutations(r *http.Request) error {
	source, ok := s.Moota.Source(r.PathValue("source"))
	if !ok {
		return fault.ErrNotFound.New()
	}

	body, err := readBody(r)
	if err != nil {
		return err
	}

	err = s.Moota.Receive(r.Context(), source, r.Header, body)

	switch {
	case errors.Is(err, moota.ErrSignature):
		return ErrSignature.Wrap(err)
	case errors.Is(err, moota.ErrMalformed):
		return fault.ErrValidation.Wrap(err)
	default:
		return err
	}
}
