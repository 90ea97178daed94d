package sales

import (
	"context"
	"fmt"

	"loket/internal/platform/money"
)

// paceDays is over how many days spending is measured. They end with yesterday: today has not ended.
const paceDays = 7

// Spending is what the orders of one wallet cost its client in the 7 days before today, less refunds.
type Spending money.Rupiah

// DaysLeft is how many whole days a balance lasts at this pace; it is unknown where nothing was spent.
func (s Spending) DaysLeft(balance money.Rupiah) (days int64, known bool) {
	if s <= 0 {
		return 0, false
	}

	spent := int64(s)

	// In two parts, so that no balance overflows.
	return int64(balance)/spent*paceDays + int64(balance)%spent*paceDays/spent, true
}

// SpendingOf returns what a client spent, by the type of the wallet that pays for the product today. Orders that are paid later count, too: the
// sums don't tell them apart.
func (s *Service) SpendingOf(ctx context.Context, client int64) (map[string]Spending, error) {
	today := s.Today()

	report, err := s.Read(ctx, Query{GroupBy: ByProduct, From: today.AddDays(-paceDays), To: today.AddDays(-1), Client: client})
	if err != nil {
		return nil, err
	}

	snap, err := s.deps.Catalog.Snapshot(ctx)
	if err != nil {
		return nil, fmt.Errorf("wallets of products: %w", err)
	}

	out := map[string]Spending{}

	for _, row := range report.Rows {
		if p, known := snap.Product(row.Key); known {
			out[p.WalletType] += Spending(row.Amount - row.Refunded)
		}
	}

	return out, nil
}
