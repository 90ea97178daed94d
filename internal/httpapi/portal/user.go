package portal

import (
	"context"
	"fmt"

	"loket/internal/identity"
	"loket/internal/wallet"
)

// currentUser gathers the signed-in user and whether any of its client's
// wallets may be paid later, which identity does not know.
func (s Services) currentUser(ctx context.Context) (*body[identity.CurrentUser], error) {
	p := caller(ctx)

	user, err := s.Identity.CurrentUser(ctx, *p)
	if err != nil {
		return nil, fmt.Errorf("current user: %w", err)
	}

	wallets, err := s.Wallets.List(ctx, p.ClientID)
	if err != nil {
		return nil, fmt.Errorf("current user: %w", err)
	}

	for _, w := range wallets {
		user.Client.HasSettlement = user.Client.HasSettlement || w.SettlementStatus == wallet.SettlementActive
	}

	return answer(user), nil
}
