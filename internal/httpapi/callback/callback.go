// Package callback receives the notices of suppliers. A notice is verified, stored, and only
// then answered. A job applies it.
package callback

import (
	"errors"
	"fmt"
	"io"
	"net/http"

	"loket/internal/httpapi"
	"loket/internal/order"
	"loket/internal/platform/fault"
	"loket/internal/supplier"
)

const maxNotice = 64 << 10

// ErrSignature refuses a notice without a valid signature of its supplier.
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
	Orders    *order.Service
	Suppliers *supplier.Registry
}

// Register adds the callbacks.
func Register(a *httpapi.API, s Services) {
	a.Raw(httpapi.RawRoute{
		ID: "receive-supplier-notice", Method: http.MethodPost, Path: "/callbacks/suppliers/{supplier}",
		Summary: "Notice of a supplier, signed over its raw body", Tag: "callbacks",
		Access: httpapi.Public(), Tenant: httpapi.TenantNone, MaxBody: maxNotice, Produces: "application/json",
		Faults: []fault.Definition{ErrSignature, fault.ErrNotFound, fault.ErrValidation, httpapi.ErrTooLarge},
	}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := s.receive(r); err != nil {
			a.WriteError(w, r, err)

			return
		}

		httpapi.WriteJSON(w, http.StatusOK, struct{}{})
	}))
}

func (s Services) receive(r *http.Request) error {
	code := r.PathValue("supplier")

	adapter, ok := s.Suppliers.Get(code)
	if !ok {
		return fault.ErrNotFound.New()
	}

	body, err := io.ReadAll(r.Body)
	if _, long := errors.AsType[*http.MaxBytesError](err); long {
		return httpapi.ErrTooLarge.New()
	}

	if err != nil {
		return fault.ErrValidation.Wrap(err)
	}

	notice, err := adapter.VerifyNotice(r.Header, body)

	switch {
	case errors.Is(err, supplier.ErrNoticeSignature):
		return ErrSignature.Wrap(err)
	case err != nil:
		return fault.ErrValidation.Wrap(err)
	case notice.Ping:
		return nil // not stored, since its body may contain the secret
	}

	if err := s.Orders.ReceiveNotice(r.Context(), code, notice, body); err != nil {
		return fmt.Errorf("notice of %s: %w", code, err)
	}

	return nil
}
