package deposits

import (
	"context"
	"fmt"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/money/wallet"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// permissionThreshold is the right to change the deposit threshold alert.
const permissionThreshold = 75

// ThresholdInput is a wallet's new threshold.
type ThresholdInput struct {
	MinBalanceAlert int64 `json:"minBalanceAlert" doc:"A message is sent when the balance falls below it; 0 turns it off" example:"1500000"`
}

type setThreshold struct {
	ID   string `path:"id" maxLength:"19"`
	Body ThresholdInput
}

func registerThreshold(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "set-deposit-threshold", Method: http.MethodPatch, Path: "/v1/internal/deposits/{id}/min_balance_alert",
		Summary: "Set the deposit threshold alert", Tag: tagDeposits,
		Access: api.Needs(permissionThreshold), Client: api.CallersClient, Faults: []fault.Definition{fault.ErrNotFound},
		Example: ThresholdInput{MinBalanceAlert: 1_500_000},
	}, func(ctx context.Context, in *setThreshold) (*portal.Body[DashboardDeposit], error) {
		id := portal.ParseID(in.ID)
		if id == 0 {
			return nil, wallet.NoSuchWallet()
		}

		p := portal.Caller(ctx)
		amount := money.Rupiah(in.Body.MinBalanceAlert)
		change := wallet.Threshold{
			ClientID: p.ClientID, WalletID: id, Amount: &amount, Actor: api.Actor(p), Address: api.Address(ctx),
		}

		w, err := s.Wallets.SetThreshold(ctx, change)
		if err != nil {
			return nil, fmt.Errorf("deposit threshold: %w", err)
		}

		points, err := s.Wallets.WithheldPoints(ctx, p.ClientID)
		if err != nil {
			return nil, fmt.Errorf("deposit threshold: %w", err)
		}

		status, err := s.Settlements.Status(ctx, p.ClientID)
		if err != nil {
			return nil, fmt.Errorf("deposit threshold: %w", err)
		}

		return portal.Answer(showDeposit(ctx, w, points, status)), nil
	})
}
