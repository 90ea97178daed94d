package shop

import (
	"context"
	"fmt"
	"slices"

	"loket/internal/identity"
	"loket/internal/money/wallet"
)

// ShopDelivery tells what a shop needs beside its set-up, so that paid orders are delivered. What is missing forbids nothing.
type ShopDelivery struct {
	HasAPIKey    bool     `json:"hasApiKey" doc:"Whether the client has an API key that serves and may do shop:write: without one no program can report a payment"`
	EmptyWallets []string `json:"emptyWallets" nullable:"false" doc:"Types of the wallets that pay for SKUs on sale and have no money, are inactive or don't exist" example:"[\"level_1\"]"`
}

// shopDelivery looks whether the orders of a client's shop can be delivered.
func (s Services) shopDelivery(ctx context.Context, clientID int64) (ShopDelivery, error) {
	keys, err := s.Identity.APIKeys(ctx, clientID)
	if err != nil {
		return ShopDelivery{}, fmt.Errorf("delivery of a shop: %w", err)
	}

	types, err := s.Shops.WalletTypes(ctx, clientID)
	if err != nil {
		return ShopDelivery{}, fmt.Errorf("delivery of a shop: %w", err)
	}

	wallets, err := s.Wallets.List(ctx, clientID)
	if err != nil {
		return ShopDelivery{}, fmt.Errorf("delivery of a shop: %w", err)
	}

	empty := slices.DeleteFunc(types, func(kind string) bool {
		return slices.ContainsFunc(wallets, func(w wallet.Wallet) bool { return string(w.Type) == kind && w.Active && w.Balance > 0 })
	})

	return ShopDelivery{HasAPIKey: slices.ContainsFunc(keys, reportsPayments), EmptyWallets: empty}, nil
}

func reportsPayments(k identity.APIKey) bool {
	return k.State != identity.KeyEnded && k.Scopes.Has(identity.ShopWrite)
}
