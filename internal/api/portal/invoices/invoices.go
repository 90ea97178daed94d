// Package invoices serves the calls about paying later: the settlement with its limit and periods, and the invoices of the periods.
package invoices

import (
	"loket/internal/api"
	"loket/internal/money/invoice"
	"loket/internal/money/settlement"
)

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Settlements *settlement.Service
	Invoices    *invoice.Service
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	registerSettlements(a, s)
	registerList(a, s)
}
