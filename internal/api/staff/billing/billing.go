// Package billing serves staff's calls about paying later: settlements of clients with their limits and periods, and invoices of all
// clients with their proofs of payment.
package billing

import (
	"context"

	"loket/internal/api"
	"loket/internal/api/staff"
	"loket/internal/identity"
	"loket/internal/money/invoice"
	"loket/internal/money/settlement"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
	"loket/internal/platform/file"
)

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Identity    *identity.Service
	Settlements *settlement.Service
	Invoices    *invoice.Service
	Files       file.Store
	Clock       clock.Clock
	Reads       *staff.Reads
}

// ClientPath names a client. It is exported because huma only reads exported embedded structs.
type ClientPath struct {
	ID int64 `path:"id" minimum:"1" maximum:"999999999" example:"1001"`
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	registerInvoices(a, s)
	registerInvoiceChanges(a, s)
	registerProof(a, s)
	registerFormal(a, s)
	registerSettlements(a, s)
}

// client finds a client. The provider's own row is none.
func (s Services) client(ctx context.Context, id int64) (identity.Client, error) {
	if id == clientid.Provider {
		return identity.Client{}, fault.ErrNotFound.New()
	}

	return s.Identity.Client(ctx, id)
}
