package app

import (
	"context"
	"fmt"

	"loket/internal/demo"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
	"loket/internal/settlement"
)

// The settlement of the demo's main client.
const (
	demoLimit = money.Rupiah(25_000_000)
	demoCap   = money.Rupiah(50_000_000)
)

// seedSettlement makes the settlement of the demo's main client unless it exists.
func (a *App) seedSettlement(ctx context.Context) error {
	_, err := a.Settlements.OfClient(ctx, demo.MainClient)
	if !fault.ErrNotFound.Is(err) {
		return err
	}

	_, err = a.Settlements.Change(ctx, settlement.Change{
		ClientID: demo.MainClient, Create: true, Limit: new(demoLimit), MaxLimit: new(demoCap), Days: new(settlement.Bit(1)),
		AbleTopup: new(true), Actor: "system", Reason: "Demo",
	})
	if err != nil {
		return fmt.Errorf("make the demo's settlement: %w", err)
	}

	return nil
}
