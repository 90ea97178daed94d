package deposits

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/money/wallet"
)

const tagDeposits = "deposits"

// WalletBalance is one wallet with its balance.
type WalletBalance struct {
	ID      string `json:"id"`
	Type    string `json:"type" enum:"level_1,level_2,marketplace,multibiller"`
	Balance *int64 `json:"balance" nullable:"true" doc:"Whole rupiah; null without permission 302"`
	Active  bool   `json:"active"`

	AdditionalInfo WalletInfo `json:"additionalInfo"`
}

// WalletInfo is what one should know about a wallet.
type WalletInfo struct {
	Note              string `json:"note" doc:"In the caller's language" example:"Top-ups are automatically deducted with WHT 22"`
	WithheldTaxPoints int64  `json:"withheldTaxPoints" doc:"Hundredths of a per cent that are withheld from a top-up, rounded down to whole rupiah; 0: none" example:"50"`
}

// WalletBalances are the wallets of the client.
type WalletBalances struct {
	Deposits []WalletBalance `json:"deposits"`
}

// DashboardDeposit is one wallet with its settings.
type DashboardDeposit struct {
	ID               string `json:"id"`
	Type             string `json:"type" enum:"level_1,level_2,marketplace,multibiller"`
	Active           bool   `json:"active"`
	Balance          *int64 `json:"balance" nullable:"true" doc:"Whole rupiah; null without permission 302"`
	MinBalanceAlert  int64  `json:"minBalanceAlert" doc:"An e-mail is sent when the balance falls below; 0 is never"`
	SettlementStatus string `json:"settlementStatus" enum:"active,inactive" doc:"Whether the client can pay later from its settlement"`

	AdditionalInfo WalletInfo `json:"additionalInfo"`
}

// DashboardDeposits are the wallets of the client.
type DashboardDeposits struct {
	Deposits []DashboardDeposit `json:"deposits"`
}

func registerWallets(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "list-wallet-balances", Sandbox: api.InSandbox, Method: http.MethodGet, Path: "/v1/deposits/client/balance",
		Summary: "Balances of the wallets", Tag: tagDeposits, Access: api.Session(), Client: api.CallersClient,
	}, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[WalletBalances], error) {
		list, err := s.Wallets.List(ctx, portal.Caller(ctx).ClientID)
		if err != nil {
			return nil, fmt.Errorf("balances: %w", err)
		}

		points, err := s.Wallets.WithheldPoints(ctx, portal.Caller(ctx).ClientID)
		if err != nil {
			return nil, fmt.Errorf("balances: %w", err)
		}

		out := WalletBalances{Deposits: make([]WalletBalance, len(list))}
		for i, w := range list {
			out.Deposits[i] = WalletBalance{strconv.FormatInt(w.ID, 10), string(w.Type), portal.VisibleBalance(ctx, w.Balance), w.Active, walletInfo(ctx, w, points)}
		}

		return portal.Answer(out), nil
	})

	api.Register(a, api.Operation{
		ID: "list-dashboard-deposits", Sandbox: api.InSandbox, Method: http.MethodGet, Path: "/dashboard/v1/deposits/client",
		Summary: "Wallets with threshold and settlement", Tag: tagDeposits, Access: api.Session(), Client: api.CallersClient,
	}, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[DashboardDeposits], error) {
		list, err := s.Wallets.List(ctx, portal.Caller(ctx).ClientID)
		if err != nil {
			return nil, fmt.Errorf("deposits: %w", err)
		}

		points, err := s.Wallets.WithheldPoints(ctx, portal.Caller(ctx).ClientID)
		if err != nil {
			return nil, fmt.Errorf("deposits: %w", err)
		}

		status, err := s.Settlements.Status(ctx, portal.Caller(ctx).ClientID)
		if err != nil {
			return nil, fmt.Errorf("deposits: %w", err)
		}

		out := DashboardDeposits{Deposits: make([]DashboardDeposit, len(list))}
		for i, w := range list {
			out.Deposits[i] = showDeposit(ctx, w, points, status)
		}

		return portal.Answer(out), nil
	})
}

func walletInfo(ctx context.Context, w wallet.Wallet, points int64) WalletInfo {
	if w.Type != wallet.Level2 {
		return WalletInfo{Note: api.Say(ctx, msgNotWithheld)}
	}

	return WalletInfo{api.Say(ctx, msgWithheld), points}
}

func showDeposit(ctx context.Context, w wallet.Wallet, points int64, settlementStatus string) DashboardDeposit {
	out := DashboardDeposit{
		ID: strconv.FormatInt(w.ID, 10), Type: string(w.Type), Active: w.Active, Balance: portal.VisibleBalance(ctx, w.Balance), SettlementStatus: settlementStatus,
		AdditionalInfo: walletInfo(ctx, w, points),
	}

	if w.MinBalanceAlert != nil {
		out.MinBalanceAlert = int64(*w.MinBalanceAlert)
	}

	return out
}
