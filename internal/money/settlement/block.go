package settlement

import (
	"context"
	"fmt"

	"loket/internal/platform/db"
)

// RefreshBlocks stores anew from when unpaid invoices stop orders, where that changed without a close or a payment: by a
// setting. Call it at the start.
func (c *PeriodCloser) RefreshBlocks(ctx context.Context) error {
	want, err := c.invoices.BlockedSettlements(ctx)
	if err != nil {
		return err
	}

	var stale []Settlement

	d := c.settlements.deps.DB

	err = d.Read(ctx, "SELECT "+settlementColumns+" FROM settlements", nil, func(row db.Row) error {
		st, err := scanSettlement(row)
		if err == nil && !st.BlockedAt.Equal(want[st.ID]) {
			stale = append(stale, st)
		}

		return err
	})
	if err != nil {
		return fmt.Errorf("read what stops orders: %w", err)
	}

	for _, st := range stale {
		err := d.Tx(ctx, func(tx *db.Tx) error {
			st, err := lockTx(ctx, tx, st.ClientID, st.ID)
			if err != nil {
				return err
			}

			return c.blockTx(ctx, tx, st)
		})
		if err != nil {
			return err
		}
	}

	return nil
}
