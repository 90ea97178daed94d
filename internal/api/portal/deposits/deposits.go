// Package deposits serves the calls about wallets: balances, history, statements, withheld tax, and the ways to top up.
package deposits

import (
	"loket/internal/api"
	"loket/internal/banking/topup"
	"loket/internal/identity"
	"loket/internal/money/settlement"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/orders/schedule"
)

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Identity    *identity.Service
	Wallets     *wallet.Service
	Settlements *settlement.Service
	Topups      *topup.Service
	Orders      *order.Service
	Schedules   *schedule.Service
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	registerWallets(a, s)
	registerHistory(a, s)
	registerExport(a, s)
	registerDaily(a, s)
	registerStatements(a, s)
	registerThreshold(a, s)
	registerTopup(a, s)
}
