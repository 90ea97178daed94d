package portal

import (
	"context"

	"loket/internal/identity"
	"loket/internal/platform/money"
)

// seesBalances reports whether the caller may see balances of wallets. Calls whose answers have balances beside other things
// answer null for a caller who may not; files that consist of balances need the permission.
func seesBalances(ctx context.Context) bool { return caller(ctx).Require(identity.BalanceView) == nil }

// shownBalance is a balance, or nil for a caller who may not see it.
func shownBalance(ctx context.Context, amount money.Rupiah) *int64 {
	if !seesBalances(ctx) {
		return nil
	}

	return new(int64(amount))
}
