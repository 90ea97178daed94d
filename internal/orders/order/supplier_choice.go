package order

import (
	"loket/internal/catalog"
	"loket/internal/platform/clientid"
	"loket/internal/supplier"
)

// SKUs returns the SKUs of a product for a client, the preferred one first. A sandbox buys at its own supplier alone, which sells everything,
// and nobody else buys there. The database and the supplier's guard refuse an attempt elsewhere.
func SKUs(snap *catalog.Snapshot, clientID int64, product string) []catalog.SKU {
	if clientid.IsSandbox(clientID) {
		return []catalog.SKU{{Supplier: supplier.Sandbox, Code: product}}
	}

	return snap.SKUs(product)
}

// ChooseSupplier returns the preferred supplier: the first one whose circuit is closed, else the first one.
func ChooseSupplier(suppliers *supplier.Registry, skus []catalog.SKU) (catalog.SKU, bool) {
	var first *catalog.SKU

	for i, sku := range skus {
		guard, configured := suppliers.Get(sku.Supplier)

		switch {
		case !configured:
		case guard.Answers(supplier.Purchase):
			return sku, true
		case first == nil:
			first = &skus[i]
		}
	}

	if first == nil {
		return catalog.SKU{}, false
	}

	return *first, true
}

// FailureReason is the reason of a failure for clients. The supplier's own message is kept with the
// attempt, for staff.
func FailureReason(suppliers *supplier.Registry, from, code string) supplier.Reason {
	if code == CodeNoSupplier {
		return supplier.ReasonNoSupplier
	}

	adapter, ok := suppliers.Get(from)
	if !ok {
		return supplier.ReasonFailed
	}

	return adapter.Reason(code)
}

// Codes of attempts that were never sent and ended without a supplier.
const (
	CodeNoSupplier = "no-supplier" // no supplier sells the product
	codeStaff      = "staff"       // staff ended the order while it waited
	CodeDelivered  = "delivered"   // an earlier attempt delivered after all
)
