// Package orders serves the calls about placed orders: their history, details, receipts, sums, and files of them.
package orders

import (
	"loket/internal/api"
	"loket/internal/developer/reconciliation"
	"loket/internal/identity"
	"loket/internal/orders/complaint"
	"loket/internal/orders/export"
	"loket/internal/orders/order"
)

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Identity *identity.Service
	Orders   *order.Service
	Exports  *export.Service

	Complaints *complaint.Service

	Reconciliations *reconciliation.Service
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	registerList(a, s)
	registerDetail(a, s)
	registerComplaints(a, s)
	registerSums(a, s)
	registerExports(a, s)
	registerReconciliations(a, s)
}
