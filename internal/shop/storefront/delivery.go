package storefront

import (
	"context"
	"slices"
)

// WalletTypes are the types of the wallets that pay for what shoppers can buy in a client's shop, sorted.
func (s *Service) WalletTypes(ctx context.Context, clientID int64) ([]string, error) {
	o, err := s.offer(ctx, clientID)
	if err != nil {
		return nil, err
	}

	types := []string{}

	for p := range o.snap.All() {
		// There are few types and up to 50,000 products: the price of one product of a type is enough.
		if _, ok := o.operators[p.OperatorCode]; !ok || slices.Contains(types, p.WalletType) || !o.sku(p).OnSale() {
			continue
		}

		types = append(types, p.WalletType)
	}

	slices.Sort(types)

	return types, nil
}
