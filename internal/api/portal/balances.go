package portal

import (
	"context"

	"loket/internal/identity"
	"loket/internal/platform/money"
)

// SeesBalances reports whether the caller may see balances of wallets. Calls whose answers have balances beside other things
// answer null for a caller who may not; files that consist of balances need the permission.
func SeesBalances(ctx context.Context) bool { return Caller(ctx).Require(identity.BalanceView) == nil }

// VisibleBalance is a balance, or nil for a caller who may not see it.
func VisibleBalance(ctx context.Context, amount money.Rupiah) *int64 {
	if !SeesBalances(ctx) {
		return nil
	}

	return new(int64(amount))
}
