package routes

import (
	"cmp"
	"slices"

	"loket/internal/api"
	"loket/internal/api/callbacks"
	"loket/internal/backoffice/clientfile"
	"loket/internal/banking/topup"
	"loket/internal/catalog"
	"loket/internal/catalog/sheets"
	"loket/internal/developer/sandbox"
	"loket/internal/developer/webhook"
	"loket/internal/identity"
	"loket/internal/identity/emaillink"
	"loket/internal/identity/staff"
	"loket/internal/money/invoice"
	"loket/internal/money/settlement"
	"loket/internal/money/wallet"
	"loket/internal/orders/complaint"
	"loket/internal/orders/export"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/orders/routing"
	"loket/internal/orders/schedule"
	"loket/internal/platform/approval"
	"loket/internal/platform/fault"
	"loket/internal/platform/file"
	"loket/internal/platform/idempotency"
	"loket/internal/shop/checkout"
	"loket/internal/shop/storefront"
)

// Faults lists every documented error once, sorted by code.
func Faults() []fault.Definition {
	all := slices.Concat(fault.Definitions(), api.Definitions(), identity.Definitions(), wallet.Definitions(),
		catalog.Definitions(), sheets.Definitions(), placing.Definitions(), order.Definitions(), routing.Definitions(), complaint.Definitions(), export.Definitions(), emaillink.Definitions(), file.Definitions(), callbacks.Definitions(), topup.Definitions(),
		settlement.Definitions(), schedule.Definitions(), storefront.Definitions(), checkout.Definitions(), invoice.Definitions(), idempotency.Definitions(), approval.Definitions(), webhook.Definitions(), sandbox.Definitions(), staff.Definitions(), clientfile.Definitions())
	slices.SortFunc(all, func(a, b fault.Definition) int { return cmp.Compare(a.Code, b.Code) })

	return slices.CompactFunc(all, func(a, b fault.Definition) bool { return a.Code == b.Code })
}
